"""The checks of hidden information and of actions, as plain functions of a game: planted faults call them too."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.special import chdtrc

from kafelki.core.codes import NO_SUCH_ACTION, OK
from kafelki.core.game import Game
from kafelki.core.record import OWNER, Chance, Ints64, States, fields_of, knows_mask, who_knows
from tests.contract.helpers import keys_of, number_of
from tests.contract.per_game import secrets_of

Mask = npt.NDArray[np.bool_]
CHANCE: Final = tuple(fields_of(Chance))
FEW: Final = 30  # look-alikes: with more we do not look at their distribution
DRAWS: Final = 50  # for each of them
DOUBT: Final = 1e-4  # keys are fixed: a fair game passes for ever, an unfair one does not


# ---- Actions


def check_actions(game: Game, states: States) -> set[int]:
    """Listing, counting, picking and judging agree; the reasons why the others are refused."""
    reasons = [int(game.why_not(states, 0, action)) for action in range(game.actions)]
    legal = [action for action, reason in enumerate(reasons) if reason == OK]
    assert game.legal(states, 0).tolist() == legal, "list_legal and why_not disagree"
    assert game.count(states, 0) == len(legal), "count_legal and why_not disagree"
    picked = [int(game.pick(states, 0, k)) for k in range(len(legal))]
    assert picked == legal, "pick_legal and why_not disagree"
    for beyond in (len(legal), len(legal) + 1, game.actions, 2**40):
        assert game.pick(states, 0, beyond) == -1, "pick_legal finds an action beyond the last"
    for strange in (-1, game.actions, 2**40):
        assert game.why_not(states, 0, strange) == NO_SUCH_ACTION, f"{strange} is no action"
    return set(reasons) - {OK}


# ---- Two states that look alike


def look_alike(game: Game, states: States, seat: int | None, rng: random.Random) -> States:
    """Another truth and another future that `seat` cannot tell from this one."""
    alike = secrets_of(game.id).look_alike(states, seat, rng)
    for name in ("chance_key", "chance_words"):
        alike[name][0] = [rng.randint(-(2**31), 2**31 - 1) for _ in range(alike[name].size)]
    alike[0].chance_block = int(alike[0].chance_block) + rng.randint(1, 1000)
    alike[0].chance_left = (int(alike[0].chance_left) + rng.randint(1, 15)) % 16
    return alike


def differing(game: Game, states: States, other: States) -> dict[str, Mask]:
    """Field -> in which of its entries the two differ."""
    return {name: np.ravel(states[name][0] != other[name][0]) for name in fields_of(game.layout)}


def known_entries(game: Game, states: States, seat: int | None) -> dict[str, Mask]:
    """Field -> its entries that the seat knows."""
    return {name: np.ravel(mask) for name, mask in knows_mask(game.layout, states, 0, seat).items()}


def hidden_entries(game: Game, states: States, seat: int | None) -> dict[str, Mask]:
    """Field -> its entries that the seat does not know: chance, and what other seats hold, if they play."""
    hidden = {name: ~mask for name, mask in knows_mask(game.layout, states, 0, seat).items()}
    for name, knows in who_knows(game.layout, states, 0).items():
        if knows == OWNER:
            hidden[name][int(states[0].seats) :] = False
    return {name: np.ravel(mask) for name, mask in hidden.items()}


def check_alike(game: Game, states: States, alike: States, seat: int | None) -> None:
    """The two agree wherever the seat knows, and both can be."""
    known = known_entries(game, states, seat)
    for name, different in differing(game, states, alike).items():
        assert not different[known[name]].any(), f"seat {seat} knows {name}: these look different"
    assert game.why_not_whole(alike, 0) == OK, "this look-alike cannot be"


# ---- What a seat is told


def check_view(game: Game, states: States, alike: States, seat: int | None) -> None:
    """Look-alikes give the same view and, to the seat to act, the same legal moves."""
    seen, other = (msgspec.json.encode(game.view_at(each, 0, seat)) for each in (states, alike))
    assert seen == other, f"seat {seat} sees what is hidden from it"
    if states[0].turn == seat:
        listed, also = game.legal(states, 0).tolist(), game.legal(alike, 0).tolist()
        assert listed == also, f"what seat {seat} may do tells what is hidden from it"


def check_told(game: Game, states: States, alike: States, seat: int | None) -> None:
    """Two moves of others, one possible in each of two look-alikes, that leave the same view are told the same."""
    if game.legal(states, 0).tolist() == game.legal(alike, 0).tolist():
        return
    told, also = told_by_view(game, states, seat), told_by_view(game, alike, seat)
    for view in told.keys() & also.keys():
        assert told[view] == also[view], f"seat {seat} is told a move that it may not know"


def told_by_view(game: Game, states: States, seat: int | None) -> dict[bytes, set[bytes]]:
    """View after a move -> as what the moves that lead there are told to the seat."""
    before = game.view_at(states, 0, seat)
    found: dict[bytes, set[bytes]] = {}
    for action in game.legal(states, 0).tolist():
        after = states.copy()
        game.apply(after, 0, action)
        seen = msgspec.json.encode(game.view_at(after, 0, seat))
        found.setdefault(seen, set()).add(msgspec.json.encode(game.told(before, game.move_of(action))))
    return found


def check_light(game: Game, states: States, alike: States, seat: int | None, action: int) -> None:
    """An action that tells `seat` which of two look-alikes is true says so in `reveal_ply`: no undo past it."""
    after, other = states.copy(), alike.copy()
    if game.play(after, 0, action) != OK or game.play(other, 0, action) != OK:
        return  # the seat to act holds something else there
    if after[0].reveal_ply != after[0].ply and other[0].reveal_ply != other[0].ply:
        check_view(game, after, other, seat)
        for name in CHANCE:
            assert np.array_equal(after[name], states[name]), f"{name} was used and nothing came to light"


# ---- What `redeal` makes of it


def redealt(game: Game, states: States, seat: int | None, keys: list[Ints64]) -> States:
    """The state re-dealt for `seat` with each of the keys."""
    batch = game.blank(len(keys))
    batch[:] = states[0]
    for i, key in enumerate(keys):
        game.redeal(batch, i, number_of(seat), key)
    return batch


def check_redeal_is_blind(game: Game, states: States, alike: States, seat: int | None, keys: list[Ints64]) -> None:
    """The same key gives the same bytes whichever of two look-alikes is true: the rest of chance with it."""
    seen, other = redealt(game, states, seat, keys), redealt(game, alike, seat, keys)
    assert seen.tobytes() == other.tobytes(), f"what redeal gives seat {seat} depends on what is hidden from it"


def check_redeal_varies(game: Game, states: States, alikes: list[States], seat: int | None, keys: list[Ints64]) -> None:
    """Nothing the seat knows is touched; the key of chance, and all that some look-alike has otherwise, varies."""
    batch, known = redealt(game, states, seat, keys), known_entries(game, states, seat)
    others = [differing(game, states, alike) for alike in alikes]
    for name in fields_of(game.layout):
        dealt = batch[name].reshape(len(keys), -1)
        touched = (dealt != np.ravel(states[name][0])).any(axis=0)
        assert not touched[known[name]].any(), f"redeal changes {name}, which seat {seat} knows"
        varies = (dealt != dealt[0]).any(axis=0)
        wanted = np.any([other[name] for other in others], axis=0)
        if name not in CHANCE:
            assert varies[wanted].all(), f"redeal leaves {name} as it is, which seat {seat} cannot know"
        elif name == "chance_key":  # the rest of chance follows from it: see check_redeal_is_blind
            assert varies.all(), "redeal keeps the key of chance"


def check_redeal_is_true(game: Game, states: States, seat: int | None, keys: list[Ints64]) -> None:
    """A re-dealt state can be, and the seat could not tell it from the true one."""
    batch = redealt(game, states, seat, keys)
    for i in range(len(keys)):
        assert game.why_not_whole(batch, i) == OK, "redeal loses a tile"
        check_view(game, states, batch[i : i + 1], seat)


def check_distribution(game: Game, states: States, seat: int | None) -> bool:
    """Where a game can list all look-alikes, `redeal` gives each as often; whether they were few enough to see."""
    listing = secrets_of(game.id).all_look_alikes
    listed = [] if listing is None else list(itertools.islice(listing(states, seat), FEW + 1))
    if not 1 < len(listed) <= FEW:
        return False
    wanted = [_truths(alike)[0] for alike in listed]
    drawn = Counter(_truths(redealt(game, states, seat, keys_of(DRAWS * len(listed), "distribution", seat))))
    assert set(drawn) <= set(wanted), "redeal gives what cannot be"
    chi_square = sum((drawn[truth] - DRAWS) ** 2 / DRAWS for truth in wanted)
    chance = float(chdtrc(len(wanted) - 1, chi_square))
    assert chance > DOUBT, f"redeal favours some: by chance once in {1 / max(chance, 1e-300):.0f} times"
    return True


def _truths(states: States) -> list[bytes]:
    """Each state's bytes, chance left out."""
    bare = states.copy()
    for name in CHANCE:
        bare[name] = 0
    return [row.tobytes() for row in np.asarray(bare).view(np.uint8).reshape(len(bare), -1)]
