"""Whether letters tell anything hidden: each is held against the one that a seat would have got in another truth.

After every entry the true states are re-dealt for each audience, and the letter is built again from what those look
like. A seat that cannot tell the truths apart must have been sent the very same bytes.
"""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator

import msgspec
import pytest

from kafelki.core.chance import key_words
from kafelki.core.entries import AnyEntry, Played
from kafelki.core.game import Game, Move
from kafelki.core.match import Match
from kafelki.core.record import States
from kafelki.errors import IllegalMove
from kafelki.games import games
from kafelki.server import letters, tables, wire
from kafelki.server.letters import Scene
from kafelki.server.matches import Audience, LiveMatch
from kafelki.server.own_accord import OwnAccord
from kafelki.server.store import Store
from tests.contract.helpers import Setting, all_settings, number_of, some_settings
from tests.server import room as rooms
from tests.server.room import Person, Room, Sitting, begin


def settings_in_turn(game_id: str) -> Iterator[Setting]:
    """Those that hold every value first, then all there are, again and again."""
    yield from some_settings(game_id)
    while True:
        yield from all_settings(game_id)


def texts_of(page: Person, kind: str) -> list[str]:
    """The letters of a kind, as they were sent."""
    return [text for text in page.empty() if text.startswith(f'{{"type":"{kind}"')]


def every_game() -> list[str]:
    return list(games())


class Dealer:
    """The same deals in every run, and no disk: what is written makes no letter."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._rng = random.Random(0)
        for module in (tables, rooms):
            monkeypatch.setattr(module, "new_secret", lambda: self._rng.randbytes(32))
        monkeypatch.setattr(tables, "new_id", lambda: self._rng.randbytes(10).hex())

        async def nothing(*_arguments: object) -> None:
            pass

        monkeypatch.setattr(Store, "add_entry", nothing)
        monkeypatch.setattr(OwnAccord, "wake", lambda *_: None)  # here every move is the test's

    def seed(self, *what: object) -> random.Random:
        self._rng = random.Random(repr(what))
        return random.Random(repr(what) + "moves")


class Check:
    """One match with everybody connected, and every letter of it looked at."""

    def __init__(self, sitting: Sitting, live: LiveMatch, rng: random.Random) -> None:
        self.sitting, self.live, self.rng = sitting, live, rng
        self.game: Game = live.game
        self.match: Match = live.match
        self.as_bots = rng.random() < 0.5  # all legal moves, or what a page can press
        self.letters = 0  # looked at
        self.differed = 0  # of them, those whose re-dealt states were other ones
        table = live.table
        self.pages: dict[Audience, Person] = {table.seat_of(one.player): one for one in sitting.people}
        self.pages[None] = sitting.watchers[0]

    # ---- Another truth

    def alike(self, states: States, audience: Audience) -> States:
        """What might be true as well, for all that somebody knows."""
        other = states.copy()
        self.game.redeal(other, 0, number_of(audience), key_words(self.rng.randbytes(32)))
        return other

    def now(self, over: bool = False) -> States:
        """The state that stands; after an end from outside, as one that is over."""
        states = self.match.state()
        if over:
            states[0].over = 1
        return states

    def moved(self, entry: AnyEntry, truths: list[States], audience: Audience) -> str:
        """The letter of an entry, from states that look alike."""
        alikes = [self.alike(states, audience) for states in truths]
        views = [self.game.view_at(states, 0, audience) for states in alikes]
        if isinstance(entry, Played):
            moves = [move for move in entry.moves if isinstance(move, Move)]
            others = [self.as_well(*step) for step in zip(truths, views, moves, strict=False)]
            entry = msgspec.structs.replace(entry, moves=tuple(others))
        told = letters.told(self.game, entry, self.live.times[-1], views, self.match.ply)
        line = letters.log_line(self.game, self.live.table.names, told)
        self.differed += any(one.tobytes() != other.tobytes() for one, other in zip(truths, alikes, strict=True))
        return letters.moved(self.sitting.id, line, self.standing(alikes[-1], audience)).text

    def as_well(self, truth: States, view: object, move: Move) -> Move:
        """Another move that is told to this audience in the same way, if there is one."""
        told = self.game.told(view, move)
        if told == move:
            return move
        same = [other for other in self.legal(truth) if other != move and self.game.told(view, other) == told]
        return self.rng.choice(same) if same else move

    def standing(self, alike: States, audience: Audience) -> wire.Standing:
        match, over = self.match, self.match.over
        scene = Scene(
            seq=match.seq,
            ply=int(alike[0].ply),
            to_act=None if over else int(alike[0].turn),
            over=over,
            can_undo=not over and match.can_undo,
            result=self.live.scene().result,
        )
        view = self.game.view_at(alike, 0, audience)
        return letters.standing(self.game, scene, audience, view, lambda: self.legal(alike), self.as_bots)

    def legal(self, alike: States) -> list[Move]:
        return [self.game.move_of(action) for action in self.game.legal(alike, 0).tolist()]

    # ---- What was sent

    def expect(self, entry: AnyEntry, truths: list[States]) -> None:
        """Everybody got one letter of this entry, and would have got it in another truth."""
        for audience, page in self.pages.items():
            sent = texts_of(page, "moved")
            assert len(sent) == 1, f"seat {audience} was sent {len(sent)} letters of one entry"
            assert sent[0] == self.moved(entry, truths, audience), f"seat {audience} is told what is hidden from it"
            page.throw_away()
            self.letters += 1

    async def begin(self) -> None:
        """The match as it stands, told to who comes to it."""
        for audience, page in self.pages.items():
            page.throw_away()
            await page.watch(self.sitting.id, since=self.match.seq, legal=self.as_bots)
            (sent,) = texts_of(page, "match")
            seen = json.loads(sent)["seen"]
            now = self.standing(self.alike(self.now(), audience), audience)
            wanted = letters.match_now(self.sitting.id, now, [], seen).text
            assert sent == wanted, f"seat {audience} is shown what is hidden from it"
        for page in self.pages.values():
            page.throw_away()

    # ---- Playing

    def some_moves(self) -> tuple[list[Move], list[States]]:
        """A move, or several of one turn, and the states from before to after."""
        states, game = self.match.state(), self.game
        begun, turn = int(states[0].ply), int(states[0].turn_ply)
        moves, truths = [], [states.copy()]
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            action = int(game.pick(states, 0, self.rng.randrange(game.count(states, 0))))
            assert game.play(states, 0, action) == 0
            moves.append(game.move_of(action))
            truths.append(states.copy())
            if states[0].over or int(states[0].turn_ply) != turn or int(states[0].reveal_ply) > begun:
                break
        return moves, truths

    async def step(self) -> None:
        """One entry, with all its letters."""
        acting = self.pages[self.match.to_act]
        if self.match.can_undo and self.rng.random() < 0.2:
            kind = self.rng.choice(("undo", "reset_turn"))
            answer = await acting.send(kind, seq=self.match.seq)
            truths = [self.now()]
        else:
            moves, truths = self.some_moves()
            plain = [msgspec.to_builtins(move) for move in moves]
            answer = await acting.send("play", seq=self.match.seq, moves=plain)
        assert answer["type"] == "done", answer
        self.expect(self.match.entries[-1], truths)

    async def refused(self) -> None:
        """A refusal and its words tell nothing either."""
        audience, states = self.match.to_act, self.now()
        assert audience is not None
        action = self.rng.randrange(self.game.actions)
        move = self.game.move_of(action)
        if not self.game.why_not(states, 0, action):
            return
        acting = self.pages[audience]
        await acting.send("play", id="wrong", seq=self.match.seq, moves=[msgspec.to_builtins(move)])
        alike = self.alike(states, audience)
        error = self.game.refusal(alike, 0, move, int(self.game.why_not(alike, 0, action)))
        assert isinstance(error, IllegalMove)
        wanted = letters.refused("wrong", error, self.standing(alike, audience)).text
        assert acting.texts == [wanted], f"a refusal tells seat {audience} what is hidden from it"
        acting.throw_away()

    async def finish(self) -> None:
        """Somebody resigns who is not to act: of two that ends the match and shows everything, of more it does not."""
        if not self.match.over:
            seat = self.rng.choice([seat for seat in self.pages if seat not in (None, self.match.to_act)])
            answer = await self.pages[seat].send("resign")
            assert answer["type"] == "done", answer
            self.expect(self.match.entries[-1], [self.now(over=self.match.over)])


async def fast_forward(sitting: Sitting, live: LiveMatch, plies: int, rng: random.Random) -> None:
    """To the middle of a match, while nobody looks."""
    table = await sitting.live()
    states, game = live.match.state(), live.game
    while live.match.ply < plies:
        action = int(game.pick(states, 0, rng.randrange(game.count(states, 0))))
        game.play(states, 0, action)
        if states[0].over:
            return
        move = game.move_of(action)
        await sitting.room.authority.enter(table, functools.partial(play, move))


def play(move: Move, match: Match) -> AnyEntry:
    return match.play(move)


async def check_match(room: Room, setting: Setting, dealer: Dealer, seed: int, window: int | None) -> Check:
    """A match at random: all of it, or a window of so many entries anywhere in it."""
    rng = dealer.seed(str(setting), seed)
    sitting = await begin(room, people=setting.seats, watchers=1, game=setting.game_id, options=setting.options)
    live = await sitting.match()
    if window is not None:
        for one in (*sitting.people, *sitting.watchers):
            await one.close_page()
        await fast_forward(sitting, live, rng.randrange(longest(setting)), rng)
    check = Check(sitting, live, rng)
    await check.begin()
    entries = 0
    while not live.match.over and (window is None or entries < window):
        if rng.random() < 0.2:
            await check.refused()
        await check.step()
        entries += 1
    await check.finish()
    for one in (*sitting.people, *sitting.watchers):
        await one.close_page()
    room.authority.forget(sitting.id)
    return check


def longest(setting: Setting) -> int:
    """About how many plies such a match has."""
    return {"shelf": 30, "planet": 40, "tikal": 400}.get(setting.game_id, 20) * setting.seats // 2
