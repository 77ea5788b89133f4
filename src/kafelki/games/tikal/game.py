"""Tikal put together."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Game, Habits, Rules
from kafelki.games.tikal import knowledge, legal, refusals, rules, scoring, whole
from kafelki.games.tikal.allowed import least_bid
from kafelki.games.tikal.board import step_cost
from kafelki.games.tikal.choices import choices
from kafelki.games.tikal.events import events, foretell, tell
from kafelki.games.tikal.meta import META
from kafelki.games.tikal.moves import (
    CELL_OF,
    DIRECTIONS,
    MOVE_TYPES,
    NUMBER_OF,
    AnyMove,
    Bid,
    Build,
    Choose,
    Enter,
    Exchange,
    Guard,
    Lay,
    Path,
    Take,
    Uncover,
    Walk,
    action_of,
    cell_name,
    move_of,
)
from kafelki.games.tikal.pieces import camp_cell
from kafelki.games.tikal.position import TikalPosition, position, seats_of
from kafelki.games.tikal.set_position import set_position
from kafelki.games.tikal.state import NO_CELL, TikalState
from kafelki.games.tikal.tables import (
    ACTIONS,
    COST_CAMP,
    COST_ENTER,
    COST_EXCHANGE,
    COST_GUARD,
    COST_PATH,
    COST_TAKE,
    COST_UNCOVER,
    MOST_BID,
    PRINTED_JUNGLE,
)
from kafelki.games.tikal.tensors import TENSORS
from kafelki.games.tikal.view import PHASES, view
from kafelki.games.tikal.words import (
    ASKED,
    HOUSE_RULE,
    NO_PIECE,
    NO_SUCH_PIECE,
    NOTHING,
    PIECES,
    REFUSALS,
    TREASURES,
    action_points,
)

COSTS: Final[dict[type[AnyMove], int]] = {
    Enter: COST_ENTER,
    Path: COST_PATH,
    Uncover: COST_UNCOVER,
    Take: COST_TAKE,
    Exchange: COST_EXCHANGE,
    Build: COST_CAMP,
    Guard: COST_GUARD,
}


def details(state: TikalState, move: AnyMove) -> dict[str, object]:
    """What a refusal's words may name."""
    found: dict[str, object] = {
        "asked": ASKED[PHASES[int(state.phase)]],
        "points": action_points(int(state.points)),
        "cost": action_points(_cost(state, move)),
        "least": least_bid(state),
        "own": min(int(state.score[int(state.turn)]), MOST_BID),
        "no_piece": NO_PIECE,
        "house": NOTHING,
    }
    if isinstance(move, Lay | Walk | Uncover | Take | Build | Guard):
        found["cell"] = cell_name(move.cell)
    if isinstance(move, Build) and state.no_printed_camp and NUMBER_OF[move.cell] == PRINTED_JUNGLE:
        found["house"] = HOUSE_RULE
    if isinstance(move, Path):
        origin = camp_cell(state, int(state.turn), move.origin)
        found["cell"] = "-" if origin == NO_CELL else cell_name(CELL_OF[origin])
    if isinstance(move, Enter | Walk | Path | Guard):
        found |= {"piece": PIECES[move.piece], "no_piece": NO_SUCH_PIECE[move.piece]}
    if isinstance(move, Exchange):
        found |= {"give": TREASURES[move.give], "take": TREASURES[move.take]}
    if isinstance(move, Bid):
        found["bid"] = move.points
    if isinstance(move, Choose):
        found["tile"] = move.tile
    return found


def _cost(state: TikalState, move: AnyMove) -> int:
    """What a move costs in action points."""
    if isinstance(move, Walk):
        return int(step_cost(state, NUMBER_OF[move.cell], DIRECTIONS.index(move.direction)))
    return COSTS.get(type(move), 0)


GAME: Final = Game(
    home=__name__,
    meta=META,
    layout=TikalState,
    actions=ACTIONS,
    rules=Rules.of(knowledge, legal, refusals, rules, scoring, whole),
    move_types=MOVE_TYPES,
    move_of=move_of,
    action_of=action_of,
    view=view,
    events=events,
    tell=tell,
    foretell=foretell,
    choices=choices,
    position_type=TikalPosition,
    position=position,
    set_position=set_position,
    seats_of=seats_of,
    refusals=REFUSALS,
    details=details,
    tensors=TENSORS,
    habits=Habits(rounds=2, tries=6, effort=0.1),
)
