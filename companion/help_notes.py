"""What `tholos COMMAND --help` says below the options: what to take care of, and a line to copy."""

_STOPPED = "The device must be stopped meanwhile: sudo systemctl stop tholos, and start it after that."
_FROM_HOME = "Start it in a folder of your own (cd ~): the pins' library makes a pipe where it is started."

NOTES = {
    "play": "example:\n    tholos play",
    "simulate": "example:\n    tholos simulate evening.table --fast",
    "run": "On a Pi the service does this (sudo systemctl start tholos); by hand it is for whoever builds.\n"
    f"{_FROM_HOME}",
    "status": "exit status: 0 all is well, 1 something is faulty, 3 none runs.\n"
    "With --json one object: is_running, is_well, version, running_s, parts, lines, remarks.",
    "calibrate": f"{_STOPPED}\n{_FROM_HOME}\n\nexample:\n    cd ~ && sudo tholos calibrate",
    "doctor": f"{_STOPPED}\n{_FROM_HOME}\n\n"
    "exit status: 0 all good, 1 something suspicious, 2 something bad.\n"
    "With --json a list of objects: part, verdict, says, cure, figures.\n\n"
    "example:\n    cd ~ && tholos doctor sensors power",
    "flash": "All other files on that Pico are removed. Best on the PC, before the Pico is built in;\n"
    "on the Pi the device must be stopped: sudo systemctl stop tholos.\n\n"
    "example, in a clone:\n    make flash PORT=/dev/ttyACM0",
    "report": "With sudo it holds the log, too. It replaces an older report, and no other file.\n\n"
    "example:\n    cd ~ && sudo tholos report",
    "games": "how a game stands:\n"
    "    playing   the newest one, not over: the device offers to go on with it\n"
    "    left      not over, and a newer one was begun\n"
    "    finished  the temple was complete\n"
    "    record    it came from a file, by tholos import\n"
    "    damaged   the disk has lost a part of it; what came before that is there\n\n"
    "With --json a list of objects: number, when (in UTC), white, black, turns, result, standing.",
    "export": "An older record of that name is replaced, no other file is.\n\n"
    "example:\n    tholos export --all -o games.tgn",
    "import": f"{_STOPPED}\n"
    "With sudo, as the folder of the games is the service's. What is kept already is passed over.\n\n"
    "example:\n    sudo systemctl stop tholos\n    sudo tholos import games.tgn\n"
    "    sudo systemctl start tholos",
    "legal": 'example:\n    tholos legal "-/-/-/-/-/-/- ww bb w -"',
    "apply": 'example:\n    tholos apply "-/-/-/-/-/-/- ww bb w -" wD:+g +1b gA',
    "score": 'example:\n    tholos score "wwbgg/wwwbb/wwwgg/-/-/-/gg ww bb w -"',
    "replay": "example:\n    tholos replay game.tgn",
}
"""By the command's name."""
