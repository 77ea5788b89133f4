"""Ridge put together."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Game, Rules
from kafelki.games._template import knowledge, rules, scoring, whole
from kafelki.games._template.events import events, tell
from kafelki.games._template.meta import META
from kafelki.games._template.moves import EndTurn, Lay, RidgeMove, Step, action_of, move_of
from kafelki.games._template.position import RidgePosition, position, seats_of, set_position
from kafelki.games._template.state import RidgeState
from kafelki.games._template.tables import ACTIONS, STEPS
from kafelki.games._template.tensors import TENSORS
from kafelki.games._template.view import choices, view
from kafelki.games._template.words import REFUSALS, SIDE_WORDS


def details(state: RidgeState, move: RidgeMove) -> dict[str, object]:
    """What a refusal's words may name."""
    named: dict[str, object] = {"steps": STEPS}
    if isinstance(move, Step):
        named["side"] = SIDE_WORDS[move.side]
    if isinstance(move, Lay):
        named["tile"] = move.tile
    return named


GAME: Final = Game(
    home=__name__,
    meta=META,
    layout=RidgeState,
    actions=ACTIONS,
    rules=Rules.of(knowledge, rules, scoring, whole),
    move_types=(EndTurn, Step, Lay),
    move_of=move_of,
    action_of=action_of,
    view=view,
    events=events,
    tell=tell,
    choices=choices,
    position_type=RidgePosition,
    position=position,
    set_position=set_position,
    seats_of=seats_of,
    refusals=REFUSALS,
    details=details,
    tensors=TENSORS,
)
