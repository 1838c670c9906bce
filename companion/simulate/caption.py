"""What happens at the simulated table, in a sentence for people who look on."""

from companion.panel.press import Button
from companion.rules.pieces import Location, Player
from companion.simulate import acts
from companion.simulate.acts import Act, Aside, MoveStone, PressButton, Setup

_OWNERS = {Aside.WHITE: Player.WHITE, Aside.BLACK: Player.BLACK}

_SENTENCES: dict[type[Act], str] = {
    acts.Hover: "Somebody lifts the top stone of {act.location.value} and puts it back",
    acts.Lean: "A hand rests on {act.location.value}",
    acts.Bump: "Somebody knocks against the table",
    acts.Drift: "The warmth of the room changes what the pads say",
    acts.UnplugPad: "The lead of pad {act.location.value} comes off",
    acts.PlugPad: "The lead of pad {act.location.value} is put back on",
    acts.Wait: "Nobody does anything",
    acts.UnplugSensors: "The sensors' lead comes off",
    acts.PlugSensors: "The sensors' lead is put back on",
    acts.UnplugDisplay: "The display's lead comes off",
    acts.PlugDisplay: "The display's lead is put back on",
    acts.PowerCut: "The power fails, and comes back",
}


def caption(act: Act, to_move: Player) -> str:
    """Who does what: "White places a white stone on F".

    `to_move` is whose turn it was as the act began, for what does not say by itself who does it. What is
    only expected is no act: "".
    """
    match act:
        case Setup():
            return f"The stones are laid out; {_name(act.position.to_move)} begins"
        case MoveStone():
            return _move(act, to_move)
        case PressButton():
            # Either player may take back, and neither has to.
            who = "Somebody" if act.button is Button.BACK else _name(to_move)
            return f"{who} presses {act.button.name}"
    return _SENTENCES.get(type(act), "").format(act=act)


def _move(act: MoveStone, to_move: Player) -> str:
    owner = _OWNERS.get(act.source) if isinstance(act.source, Aside) else None
    taker = _OWNERS.get(act.target) if isinstance(act.target, Aside) else None
    player = taker or owner or to_move
    stone = _stone(act, owner, player)
    if taker is not None:
        return f"{_name(player)} takes {stone}"
    if not isinstance(act.target, Location):
        return f"{_name(player)} returns {stone} to the quarry"
    if isinstance(act.source, Location):
        return f"{_name(player)} moves {stone} to {act.target.value}"
    return f"{_name(player)} places {stone} on {act.target.value}"


def _stone(act: MoveStone, owner: Player | None, player: Player) -> str:
    """The stone, and whence it comes where that is not the player's own workshop."""
    if act.colour is None:
        return f"the top stone of {act.source.value}"
    stone = f"a {act.colour.name.lower()} stone"
    if owner is player:
        return stone
    return f"{stone} from {_name(owner)}'s workshop" if owner else f"{stone} from the quarry"


def _name(player: Player) -> str:
    return player.name.capitalize()
