"""Półeczka put together."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Game, Habits, Rules
from kafelki.games.shelf import floor, knowledge, rules, scoring, whole
from kafelki.games.shelf.events import events, tell
from kafelki.games.shelf.meta import META
from kafelki.games.shelf.moves import Take, action_of, cell_name, move_of
from kafelki.games.shelf.position import ShelfPosition, position, seats_of, set_position
from kafelki.games.shelf.state import ROWS, ShelfState
from kafelki.games.shelf.tables import ACTIONS, CELLS, FLOOR_OF, SHELF_COLUMNS
from kafelki.games.shelf.tensors import TENSORS
from kafelki.games.shelf.view import choices, view
from kafelki.games.shelf.words import REFUSALS


def details(state: ShelfState, move: Take) -> dict[str, object]:
    """What a refusal's words may name."""

    def outside(cells: int) -> str:
        return ", ".join(cell_name(cell) for cell in move.cells if not cells >> CELLS[cell] & 1)

    standing = scoring.shelved(state.shelves[int(state.turn)]) & SHELF_COLUMNS[move.column]
    return {
        "unused": outside(FLOOR_OF[int(state.seats)]),
        "empty": outside(floor.lying(state)),
        "blocked": outside(rules.takeable(state)),
        "column": move.column + 1,
        "taken": len(move.cells),
        "room": ROWS - standing.bit_count(),
    }


GAME: Final = Game(
    home=__name__,
    meta=META,
    layout=ShelfState,
    actions=ACTIONS,
    rules=Rules.of(knowledge, rules, scoring, whole),
    move_types=(Take,),
    move_of=move_of,
    action_of=action_of,
    view=view,
    ahead=rules.ahead,
    events=events,
    tell=tell,
    choices=choices,
    position_type=ShelfPosition,
    position=position,
    set_position=set_position,
    seats_of=seats_of,
    refusals=REFUSALS,
    details=details,
    tensors=TENSORS,
    habits=Habits(width=16, rounds=3, tries=12),
)
