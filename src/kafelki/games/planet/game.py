"""Stwórz mi planetę put together."""

from __future__ import annotations

from typing import Final

from kafelki.core.game import Game, Habits, Rules
from kafelki.games.planet import knowledge, legal, rules, scoring, secrets, whole
from kafelki.games.planet.events import events, foretell, tell
from kafelki.games.planet.meta import META
from kafelki.games.planet.moves import Choose, Hide, Name, Place, PlanetMove, Take, TakeFaceDown, action_of, move_of
from kafelki.games.planet.position import PlanetPosition, position, seats_of, set_position
from kafelki.games.planet.state import PlanetState
from kafelki.games.planet.tables import ACTIONS
from kafelki.games.planet.tensors import TENSORS
from kafelki.games.planet.view import choices, told, view
from kafelki.games.planet.words import REFUSALS


def details(state: PlanetState, move: PlanetMove) -> dict[str, object]:
    """What a refusal's words may name."""
    return {part: getattr(move, part, "-") for part in ("tile", "cell", "seat")}


GAME: Final = Game(
    home=__name__,
    meta=META,
    layout=PlanetState,
    actions=ACTIONS,
    rules=Rules.of(knowledge, legal, rules, scoring, secrets, whole),
    move_types=(Choose, Hide, Take, TakeFaceDown, Place, Name),
    move_of=move_of,
    action_of=action_of,
    view=view,
    told=told,
    ahead=legal.ahead,
    events=events,
    tell=tell,
    foretell=foretell,
    choices=choices,
    position_type=PlanetPosition,
    position=position,
    set_position=set_position,
    seats_of=seats_of,
    refusals=REFUSALS,
    details=details,
    tensors=TENSORS,
    habits=Habits(rounds=8, effort=0.5),
)
