import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import SettingsError
from companion.files import SETTINGS
from companion.panel.press import Button
from companion.screen.words import LANGUAGES
from companion.settings import Settings, example, load, read

ROOT = Path(__file__).parent.parent


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A settings file, still to be written."""
    return tmp_path / "tholos.toml"


def refusal(file: Path, text: str) -> str:
    """What is said about a settings file that cannot be."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(file)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_file_of_comments_gives_the_device_as_drawn(file: Path) -> None:
    """Who builds the kit as described needs to set nothing."""
    file.write_text("# nothing\n", encoding="utf-8")

    settings = load(file)

    assert settings == Settings()
    assert asdict(settings) == {
        "sensors": {"port": "/dev/tholos", "counts_per_gram": 2150.0, "stone_grams": 3.7},
        "panel": {"white": 5, "grey": 6, "black": 13, "ok": 19, "back": 26},
        "display": {"driver": "ssd1306", "address": 0x3C, "i2c_port": 1, "language": "en", "rotation": 0},
        "sound": {"is_on": False, "pin": 18},
        "web": {"is_on": False, "address": "127.0.0.1", "port": 8080},
        "game": {"end": "at-once", "confirm": False, "tokens": "ABCDEFG"},
        "journal": {"folder": "/var/lib/tholos"},
    }


def test_what_is_set_is_taken_and_the_rest_is_default(file: Path) -> None:
    """I change the keys that differ in my kit, and leave the others out."""
    file.write_text('[panel]\nwhite = 17\n[display]\ndriver = "sh1106"\naddress = 0x3D\n', encoding="utf-8")

    settings = load(file)

    assert settings.panel.pins == {
        Button.WHITE: 17,
        Button.GREY: 6,
        Button.BLACK: 13,
        Button.OK: 19,
        Button.BACK: 26,
    }
    assert (settings.display.driver, settings.display.address, settings.display.i2c_port) == ("sh1106", 61, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_screen_can_be_set(file: Path, language: str) -> None:
    """What the screen can speak can be chosen, and nothing that it cannot."""
    file.write_text(f'[display]\nlanguage = "{language}"', encoding="utf-8")

    assert load(file).display.language == language


def test_a_buzzer_that_is_off_takes_no_pin(file: Path) -> None:
    """I have no buzzer, and my OK button is on 18: that is nobody's business."""
    file.write_text("[panel]\nok = 18\n", encoding="utf-8")

    assert load(file).panel.pins[Button.OK] == 18


def test_a_whole_number_will_do_for_a_weight(file: Path) -> None:
    """`stone_grams = 4` is as good as 4.0."""
    file.write_text("[sensors]\nstone_grams = 4", encoding="utf-8")

    assert load(file).sensors.stone_grams == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[panel]\nwite = 5", "[panel]: there is no key 'wite'; did you mean white?"),
        ("[panel]\nzz = 5", "[panel]: there is no key 'zz'; known are white, grey, black, ok, back"),
        ("[pannel]\nwhite = 5", "there is no table 'pannel'; did you mean panel?"),
        ("[x]", "there is no table 'x'; known are sensors, panel, display, sound, web, game, journal"),
        ("panel = 5", "panel is a value; make it a table: a line [panel], its keys below"),
        ("[[panel]]\nwhite = 5", "panel is a value; make it a table"),
        ("white = 5", "there is no table 'white'"),
        ('[panel]\nok = "19"', "[panel] ok is '19'; it must be a whole number from 0 to 27"),
        ("[panel]\nok = 19.0", "[panel] ok is 19.0; it must be a whole number"),
        ("[panel]\nok = true", "[panel] ok is True; it must be a whole number"),
        ("[panel]\nok = 28", "[panel] ok is 28; it must be a whole number from 0 to 27"),
        ("[panel]\nok = -1", "[panel] ok is -1; it must be"),
        ("[panel]\nok = 5", "[panel] white and ok are both on pin 5; give each button a pin of its own"),
        (
            "[panel]\nback = 2",
            "[panel] back is on pin 2, which is the display's (I2C); wire it to another pin",
        ),
        ("[panel]\nback = 3", "[panel] back is on pin 3, which is the display's (I2C)"),
        ('[sensors]\nport = " "', "[sensors] port is ' '; it must be a whole path, from / on, in quotes"),
        ("[sensors]\nport = 1", "[sensors] port is 1; it must be a whole path, from / on, in quotes"),
        ('[sensors]\nport = "ttyACM0"', "port is 'ttyACM0'; it must be a whole path, from / on, in quotes"),
        ('[journal]\nfolder = "games"', "folder is 'games'; it must be a whole path, from / on, in quotes"),
        ('[journal]\nfolder = "~/games"', "folder is '~/games'; it must be a whole path, from / on"),
        ('[journal]\nfolder = "."', "folder is '.'; it must be a whole path, from / on, in quotes"),
        ('[journal]\nfolder = ""', "folder is ''; it must be a whole path, from / on, in quotes"),
        ('[journal]\nfolder = "/a\\u0000"', "it must be a whole path, from / on, in quotes"),
        ("[sensors]\nstone_grams = nan", "[sensors] stone_grams is nan; it must be a number from 1 to 20"),
        ("[sensors]\nstone_grams = 20.1", "[sensors] stone_grams is 20.1; it must be a number from 1 to 20"),
        ("[sensors]\ncounts_per_gram = 0", "counts_per_gram is 0; it must be a number from 100 to 100000"),
        (
            '[display]\ndriver = "ssd1305"',
            'driver is \'ssd1305\'; it must be "ssd1306" or "sh1106" or "ssd1309"',
        ),
        ("[display]\naddress = 0x3E", "[display] address is 62; it must be 0x3C or 0x3D"),
        (
            '[display]\nlanguage = "it"',
            '[display] language is \'it\'; it must be "en" or "es" or "fr" or "de"',
        ),
        ("[display]\nrotation = 90", "[display] rotation is 90; it must be 0 or 180"),
        ("[sound]\nis_on = 1", "[sound] is_on is 1; it must be true or false"),
        (
            "[sound]\nis_on = true\npin = 19",
            "[sound] ok and the buzzer are both on pin 19; give each part a pin of its own",
        ),
        (
            "[sound]\nis_on = true\npin = 2",
            "[sound] pin is on pin 2, which is the display's (I2C); wire it to another pin, for example 18",
        ),
        ("[panel]\nok = 18\n[sound]\nis_on = true", "[sound] ok and the buzzer are both on pin 18"),
        (
            '[web]\naddress = "table.local"',
            "[web] address is 'table.local'; it must be an IP address in quotes, not one of many machines",
        ),
        *(
            (
                f'[web]\naddress = "{many}"',
                f"[web] address is '{many}'; it must be an IP address in quotes, not one of many machines",
            )
            for many in ("255.255.255.255", "224.0.0.1", "ff02::1%eth0")
        ),
        ("[web]\nport = 80", "[web] port is 80; it must be a whole number from 1024 to 65535"),
        ('[game]\nend = "later"', '[game] end is \'later\'; it must be "at-once" or "after-bonus"'),
        (
            '[game]\ntokens = "A"',
            "tokens is 'A'; it must be 2 or more of the letters ABCDEFG, each once, in quotes",
        ),
        ('[game]\ntokens = "ABA"', "[game] tokens is 'ABA'; it must be"),
        ('[game]\ntokens = "ABH"', "[game] tokens is 'ABH'; it must be"),
        ('[game]\ntokens = ["A", "B"]', "[game] tokens is ['A', 'B']; it must be"),
        (
            '[sensors]\nport = "/dev/\\u0000"',
            r"[sensors] port is '/dev/\x00'; it must be a whole path, from / on, in quotes",
        ),
        (
            f"[panel]\nok = 0x{'F' * 5000}",
            "[panel] ok is far too large; it must be a whole number from 0 to 27",
        ),
        (f"[panel]\nok = {'9' * 5000}", "is not TOML ("),
        (f"x = {'[' * 5000}{']' * 5000}", "nests too deeply"),
        (f"[panel]\n{'k' * 5000} = 1", "[panel]: there is no key 'kkkkk"),
        (f"[journal]\nfolder = [{'1,' * 5000}]", "[journal] folder is [1, 1, 1, 1, 1, 1, ...]; it must be a"),
        ("[panel\n", "is not TOML ("),
        ("[panel]\nok = 1\nok = 2", "is not TOML ("),
        (
            "[web]\n#is_on = false\n[web]\nis_on = true",
            "has [web] twice (at line 3, column 5); put its keys below the first one",
        ),
    ],
)
def test_a_setting_that_cannot_be_is_named(file: Path, text: str, said: str) -> None:
    """One line says which file, which key, what stands there and what may."""
    line = refusal(file, text)

    assert said in line
    assert str(file) in line
    assert len(line) < len(str(file)) + 200


@pytest.mark.parametrize("pin", [0, 27])
def test_the_ends_of_a_range_are_in_it(file: Path, pin: int) -> None:
    """The range that is named is the range that is taken."""
    file.write_text(f"[panel]\nok = {pin}", encoding="utf-8")

    assert load(file).panel.ok == pin


def test_bytes_that_are_no_text_are_refused(file: Path) -> None:
    """A file that is no text at all is named, too."""
    file.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(SettingsError, match="is not TOML"):
        load(file)


def test_a_file_that_is_not_there_is_named(file: Path) -> None:
    """A wrong path on the command line: which, and why."""
    with pytest.raises(SettingsError) as caught:
        load(file)

    assert str(caught.value) == (
        f"the settings file {file} cannot be read (No such file or directory); name a file that can be read"
    )


def test_the_example_file_is_the_code_s_own() -> None:
    """systemd/tholos.toml shows every key with the default that the code has."""
    shipped = (ROOT / "systemd" / "tholos.toml").read_text(encoding="utf-8")

    assert shipped == example()


def test_the_example_uncommented_is_the_default(file: Path) -> None:
    """I remove every # of a key: the device is the same as before."""
    lines = [
        line.removeprefix("#") if "=" in line and line[1] != " " else line for line in example().splitlines()
    ]
    file.write_text("\n".join(lines), encoding="utf-8")

    assert load(file) == Settings()
    assert {table: set(keys) for table, keys in tomllib.loads("\n".join(lines)).items()} == {
        table: set(keys) for table, keys in asdict(Settings()).items()
    }


def test_without_a_name_the_services_own_file_counts(file: Path) -> None:
    """Who types a command at the device means the device as it is set; without any file, as it is drawn."""
    without = read(None, file)
    file.write_text('[sensors]\nport = "/dev/ttyACM0"\n', encoding="utf-8")

    assert without == Settings()
    assert read(None, file).sensors.port == "/dev/ttyACM0"
    with pytest.raises(SettingsError, match="cannot be read"):
        read(file.with_name("mistyped.toml"), file)


def test_a_usual_file_that_may_not_be_read_is_not_passed_over(file: Path) -> None:
    """Its folder is a loop of links, or closed to this user: the defaults would be another device."""
    file.symlink_to(file)

    with pytest.raises(SettingsError, match="cannot be read"):
        read(None, file)


@pytest.mark.parametrize("command", ["run", "calibrate", "doctor"])
def test_every_command_of_the_device_names_that_file(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One place, in the help of each and in what the service is told."""
    with pytest.raises(SystemExit):
        main([command, "--help"])

    unit = (ROOT / "systemd" / "tholos.service").read_text(encoding="utf-8")
    assert f"without one, {SETTINGS} if it is there" in " ".join(capsys.readouterr().out.split())
    assert f"--settings {SETTINGS}\n" in unit


def test_run_takes_the_same_settings_as_the_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The device that was looked at is the one that runs."""
    asked, ran, shipped = [], [], ROOT / "systemd" / "tholos.toml"
    monkeypatch.setattr("companion.settings.found", lambda named: asked.append(named) or shipped)
    monkeypatch.setattr("companion.appliance.run_appliance", lambda file: ran.append(file.first()))

    assert main(["run"]) == 0
    assert (asked, ran) == ([None], [load(shipped)])


def test_another_file_named_as_settings_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """A log or a film: the game must not stand still for it, nor the memory run out."""
    path = tmp_path / "tholos.toml"
    path.write_text("#\n" * 50_000 + "[wrong]\n", encoding="utf-8")

    with pytest.raises(SettingsError) as caught:
        load(path)

    assert str(caught.value) == (
        f"the settings file {path} cannot be read (It is larger than 100 kB); name a file that can be read"
    )
    path.write_text(example() + "#\n" * 45_000, encoding="utf-8")
    assert load(path) == Settings()


def test_an_empty_file_is_one_that_somebody_is_saving(file: Path) -> None:
    """An editor empties it first: the device that looks just then does not take it for the defaults."""
    file.write_text("", encoding="utf-8")

    with pytest.raises(SettingsError, match="is empty; for the defaults, leave a comment in it"):
        load(file)

    file.write_text("# all as it comes", encoding="utf-8")
    assert load(file) == Settings()
