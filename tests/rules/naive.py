"""The game once more, as plain and slow as hands do it: the engine's numbers are checked against it.

It shares no code with the engine. A position is its text, a turn is its text, and every text that could be
a turn is tried with stones that are carried one by one.
"""

from dataclasses import dataclass, replace

MAY_TAKE = {("w", "w"): 3, ("w", "g"): 2, ("w", "b"): 1, ("b", "b"): 3, ("b", "g"): 2, ("b", "w"): 1}
IN_PLAY = {"w": 15, "g": 10, "b": 15}


TAKES = sorted(f"+{count}{colour}" for count in range(1, 5) for colour in "wgb")
PLACES = sorted(colour + place for colour in "wgb" for place in "ABCDEFG")
BONUSES = sorted(
    [f":{a}>{b}" for a in "ABCDEFG" for b in "ABCDEFG"]
    + [f":{sign}{place}" for sign in "-*wgb" for place in "ABCDEFG"]
    + [f":{sign}{colour}" for sign in "+x" for colour in "wgb"]
)


@dataclass(frozen=True)
class Table:
    """Piles of stones by name: A to G, "w" and "b" for the workshops, "quarry"."""

    piles: dict[str, str]
    to_move: str
    ornaments: dict[str, str]
    end: str

    @classmethod
    def read(cls, text: str, end: str) -> "Table":
        """Lay the stones as a position's text says."""
        columns, white, black, to_move, ornaments = text.replace("-", "").split(" ")
        piles = dict(zip("ABCDEFG", columns.split("/"), strict=True)) | {"w": white, "b": black}
        lying = "".join(piles.values())
        piles["quarry"] = "".join(colour * (n - lying.count(colour)) for colour, n in IN_PLAY.items())
        return cls(piles, to_move, dict(pair.split("=") for pair in ornaments.split(",") if pair), end)

    def text(self) -> str:
        """The position's text, as the notation has it."""
        piles = {name: stones or "-" for name, stones in self.piles.items()}
        ornaments = ",".join(f"{place}={effect}" for place, effect in sorted(self.ornaments.items()))
        white, black = ("".join(sorted(piles[side], key="wgb-".index)) for side in "wb")
        columns = "/".join(piles[place] for place in "ABCDEFG")
        return f"{columns} {white} {black} {self.to_move} {ornaments or '-'}"

    def room(self, pile: str) -> int:
        """How many more stones a pile can take; the quarry takes all there are."""
        if pile == "quarry":
            return 40
        limit = 3 if pile in "wb" else 7 if self.ornaments.get(pile) == "tall" else 5
        return limit - len(self.piles[pile])

    def is_complete(self) -> bool:
        """Whether no column has room."""
        return not any(self.room(place) for place in "ABCDEFG")

    def carry(self, stone: str, source: str, target: str) -> bool:
        """Carry one stone, if it can be reached and finds room; of a column only the top is in reach."""
        reach = self.piles[source][-1:] if source in "ABCDEFG" else self.piles[source]
        if stone not in reach or not stone or self.room(target) < 1:
            return False
        head, _, tail = self.piles[source].rpartition(stone)
        self.piles[source] = head + tail
        self.piles[target] += stone
        return True


def after(table: Table, text: str) -> Table | None:
    """The table after a turn, None: hands may not do that."""
    me = table.to_move
    rival = "b" if me == "w" else "w"
    if table.is_complete():
        return None
    new = replace(table, piles=dict(table.piles), to_move=rival)
    if text[0] == "+":
        count, colour = int(text[1]), text[2]
        fits = count <= MAY_TAKE[me, colour]
        return new if fits and all(new.carry(colour, "quarry", me) for _ in range(count)) else None
    stone, place, bonus = text[0], text[1], text[3:]
    if not new.carry(stone, me, place):
        return None
    if not bonus:
        return new
    if table.end == "at-once" and new.is_complete():
        return None
    if stone != me and (stone, table.ornaments.get(place)) != ("g", "greyactivates"):
        return None
    return new if use(new, place, bonus, me, rival) else None


def use(table: Table, place: str, bonus: str, me: str, rival: str) -> bool:
    """Do what a bonus says, if this place offers it."""
    *_, last = bonus
    if place in bonus.replace(">", ""):  # "another location"
        return False
    if table.ornaments.get(place) == "quarrygrey" and bonus[0] == "*":
        return table.carry("g", "quarry", last)
    if place in "ABG" and bonus[1] == ">":
        colour = {"A": "g", "B": "w", "G": "b"}[place]
        return bonus[0] != last and table.carry(colour, bonus[0], last)
    if place == "C" and bonus[0] == "-":
        return table.carry(table.piles[last][-1:], last, "quarry")
    if place == "D" and bonus[0] == "+":
        return table.carry(last, "quarry", me)
    if place == "E" and bonus[0] == "x":
        return table.carry(last, rival, me)
    return place == "F" and bonus[0] in "wgb" and table.carry(bonus[0], me, last)


def legal(table: Table) -> dict[str, Table]:
    """Every legal turn's text, sorted, with the table after it."""
    can_place = [place for place in PLACES if after(table, place)]  # else no bonus can follow
    texts = TAKES + [place + bonus for place in can_place for bonus in ["", *BONUSES]]
    tried = ((text, after(table, text)) for text in texts)
    return {text: new for text, new in tried if new is not None}


def count(table: Table, depth: int) -> int:
    """How many sequences of `depth` turns there are."""
    turns = legal(table)
    return len(turns) if depth == 1 else sum(count(new, depth - 1) for new in turns.values())
