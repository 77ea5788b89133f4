"""A match as a log of entries: what Półeczka's own rules do not touch, and the contract suite does not ask."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
import pytest

import kafelki
from kafelki.core.entries import DIGEST_EVERY, Played
from kafelki.core.match import Match
from kafelki.errors import (
    BadMatchFile,
    BadMove,
    BadPosition,
    BadSeats,
    CannotUndo,
    Diverged,
    IllegalMove,
    KafelkiError,
    MatchOver,
    NotYourTurn,
    UnknownRules,
)
from kafelki.games._template.moves import EndTurn, Step
from tests.core.helpers import edited, fair_table, play_on

UNTYPED_MOVE: Final = {"cells": [[4, 0]], "column": 0}
OTHER_GAMES_MOVE: Final = kafelki.game("_template").move_of(0)


def shelf(seats: int = 2, seed: int = 7) -> Match:
    return kafelki.new_match("shelf", seats=seats, seed=seed)


def ridge(seats: int = 2) -> Match:
    """The template game: a turn of several steps, which can be taken back."""
    return kafelki.new_match("_template", seats=seats, seed=1)


def whole(match: Match) -> tuple[object, ...]:
    """All that a refused command must leave as it was."""
    return match.dump(), match.ply, match.seq, match.to_act, match.over, match.state().tobytes(), match.ranks


def assert_says(error: KafelkiError, *named: str) -> None:
    for words in (error.words.en, error.words.pl):
        for name in named:
            assert name in words
    assert error.words.en != error.words.pl


# ---- Playing


def test_a_match_begins_with_seat_0_and_an_empty_log() -> None:
    match = shelf(seats=3)
    assert (match.ply, match.seq, match.to_act, match.over, match.winners) == (0, 0, 0, False, ())
    assert match.entries == ()
    assert match.scores == [0, 0, 0]
    assert match.rules == 1


def test_a_move_is_answered_with_its_entry() -> None:
    match = shelf()
    move = match.legal()[0]
    entry = match.play(move, seat=0, id="a", by="bot")
    assert entry == Played(1, "a", 0, "bot", (move,))
    assert match.entries == (entry,)
    assert (match.ply, match.seq, match.to_act) == (1, 1, 1)


def test_a_move_may_come_as_its_json_form() -> None:
    one, other = shelf(), shelf()
    move = one.legal()[5]
    one.play(move)
    other.play(msgspec.to_builtins(move))
    assert one.dump() == other.dump()


def test_several_moves_are_one_entry_and_as_many_plies() -> None:
    match, ahead = ridge(), ridge()
    for one in (match, ahead):
        one.play(one.legal()[-1])
    step = next(move for move in match.legal() if isinstance(move, Step))
    entry = match.play([step, EndTurn()])
    assert isinstance(entry, Played)
    assert entry.moves == (step, EndTurn())
    assert (match.ply, match.seq) == (3, 2)
    ahead.play(step)
    ahead.play(EndTurn())
    assert match.state().tobytes() == ahead.state().tobytes()


def test_a_command_ends_where_something_comes_to_light() -> None:
    """Else one could ask again and again what would be legal after a draw, and change nothing."""
    match = ridge()
    before = whole(match)
    for after in (EndTurn(), match.legal()[0]):
        with pytest.raises(IllegalMove) as refused:
            match.play([match.legal()[-1], after])
        assert (refused.value.code, refused.value.index) == ("illegal_move.revealed", 1)
    assert whole(match) == before


@pytest.mark.parametrize("ply", [1.0, True, "1", None])
def test_a_ply_is_an_int(ply: Any) -> None:
    match = ridge()
    match.play(match.legal()[-1])
    match.play(next(move for move in match.legal() if isinstance(move, Step)))
    before = whole(match)
    if ply is not None:
        with pytest.raises(CannotUndo):
            match.undo(to_ply=ply)
        with pytest.raises(BadMove):
            match.view(0, ply=ply)
    for bad in ({"by": "alien"}, {"id": "\ud800"}, {"id": ""}, {"id": 7}):
        with pytest.raises(BadMove):
            match.play(match.legal()[0], **bad)
    assert whole(match) == before


def test_of_several_moves_all_are_played_or_none() -> None:
    match = ridge()
    before = whole(match)
    lay = match.legal()[-1]
    with pytest.raises(IllegalMove) as refused:
        match.play([lay, lay])
    assert refused.value.index == 1
    assert whole(match) == before
    assert match.play(lay).seq == 1


def test_in_shelf_a_turn_is_one_move_so_a_second_comes_too_late() -> None:
    match = play_on(shelf(), 2)
    before = whole(match)
    with pytest.raises(IllegalMove) as refused:
        match.play(match.legal()[:2])
    assert refused.value.index == 1
    assert refused.value.code == "illegal_move.turn_over"
    assert refused.value.words.pl
    assert whole(match) == before


def test_a_refused_first_move_has_index_0() -> None:
    match = shelf()
    legal = match.legal()[0]
    nowhere = {"type": "shelf.take", "cells": [[0, 0]], "column": 0}
    with pytest.raises(IllegalMove) as refused:
        match.play([nowhere, legal])
    assert refused.value.index == 0
    with pytest.raises(IllegalMove) as refused:
        match.play([legal, nowhere])
    assert refused.value.index == 1
    assert match.seq == 0


def test_no_moves_at_all_are_no_command() -> None:
    match = shelf()
    with pytest.raises(BadMove, match="At least one move"):
        match.play([])
    assert match.seq == 0


@pytest.mark.parametrize(
    "move", [OTHER_GAMES_MOVE, {"type": "tikal.take"}, UNTYPED_MOVE, {}, None, 7, "shelf.take", object()]
)
def test_a_move_of_another_game_is_refused_with_the_moves_there_are(move: object) -> None:
    match = shelf()
    before = whole(match)
    with pytest.raises(BadMove) as refused:
        match.play(move)
    assert_says(refused.value, "shelf.take")
    assert whole(match) == before
    if move is OTHER_GAMES_MOVE:
        assert_says(refused.value, "_template.end_turn")


def test_who_is_not_to_act_is_told_who_is() -> None:
    match = shelf()
    before = whole(match)
    with pytest.raises(NotYourTurn) as refused:
        match.play(match.legal()[0], seat=1)
    assert_says(refused.value, "0", "1")
    for command in (match.undo, match.reset_turn):
        with pytest.raises(NotYourTurn):
            command(seat=1)
    assert whole(match) == before


def test_a_seat_that_does_not_exist_sees_nothing() -> None:
    match = shelf(seats=3)
    for seat in (3, -1, True, "0"):
        with pytest.raises(BadSeats) as refused:
            match.view(cast(int, seat))
        assert_says(refused.value, "2", repr(seat))
        with pytest.raises(BadSeats):
            match.change_seat(cast(int, seat), "resigned")
    assert match.seq == 0


# ---- The end


def test_a_match_that_the_rules_ended_takes_no_command() -> None:
    match = play_on(shelf())
    assert match.over
    assert match.to_act is None
    assert match.legal() == []
    assert match.winners
    before = whole(match)
    commands: list[Callable[[], object]] = [
        lambda: match.play({"type": "shelf.take", "cells": [[4, 4]], "column": 0}),
        match.undo,
        match.reset_turn,
        lambda: match.change_seat(0, "resigned"),
        lambda: match.end("closed"),
    ]
    for command in commands:
        with pytest.raises(MatchOver) as refused:
            command()
        assert_says(refused.value)
    assert whole(match) == before


def test_ranks_follow_scores_and_the_later_seat_wins_a_tie() -> None:
    for seed in range(6):
        match = play_on(shelf(seats=4, seed=seed))
        order = sorted(range(4), key=lambda seat: (match.scores[seat], seat), reverse=True)
        assert sorted(range(4), key=lambda seat: match.ranks[seat]) == order
        assert match.winners == (order[0],)


def test_equal_scores_of_an_untouched_table_are_ranked_too() -> None:
    match = shelf(seats=3)
    assert match.scores == [0, 0, 0]
    assert match.ranks == [3, 2, 1]


def test_a_match_ended_from_outside_has_no_winner() -> None:
    match = play_on(shelf(), 5)
    entry = match.end("abandoned", id="bye")
    assert (entry.seq, entry.id) == (6, "bye")
    assert match.over
    assert match.to_act is None
    assert match.winners == ()
    with pytest.raises(MatchOver):
        match.end("closed")
    again = kafelki.load_match(match.dump())
    assert (again.over, again.winners, again.dump()) == (True, (), match.dump())


# ---- Seats


def test_a_bot_takes_over_and_the_player_returns_while_the_match_goes_on() -> None:
    match = play_on(shelf(), 1)
    state = match.state().tobytes()
    match.change_seat(1, "taken_over")
    match.change_seat(1, "returned")
    assert (match.seq, match.ply, match.to_act, match.over) == (3, 1, 1, False)
    assert match.state().tobytes() == state
    assert kafelki.load_match(match.dump()).entries == match.entries


@pytest.mark.parametrize("loser", [0, 1])
def test_of_two_players_one_who_resigns_ends_the_match_and_the_other_wins(loser: int) -> None:
    match = play_on(shelf(), 12)
    match.change_seat(loser, "resigned")
    assert match.over
    assert match.to_act is None
    assert match.winners == (1 - loser,)
    assert match.ranks[loser] == 2
    with pytest.raises(MatchOver):
        match.change_seat(loser, "returned")
    again = kafelki.load_match(match.dump())
    assert (again.over, again.winners) == (True, (1 - loser,))


def test_of_three_players_two_play_on_and_who_resigned_comes_last() -> None:
    for loser in range(3):
        match = play_on(shelf(seats=3), 4)
        match.change_seat(loser, "resigned")
        assert not match.over
        assert match.to_act == 4 % 3
        for what in ("taken_over", "returned", "resigned"):
            with pytest.raises(MatchOver):
                match.change_seat(loser, cast(Any, what))
        while match.to_act != loser:
            play_on(match, 1)
        with pytest.raises(NotYourTurn):
            match.play(match.legal()[0])
        play_on(match)
        assert match.ranks[loser] == 3
        assert sorted(match.ranks) == [1, 2, 3]
        assert loser not in match.winners
        rivals = [seat for seat in range(3) if seat != loser]
        best = max(rivals, key=lambda seat, match=match: (match.scores[seat], seat))  # type: ignore[misc]
        assert match.winners == (best,)


def test_when_all_but_one_have_resigned_the_last_one_wins() -> None:
    match = play_on(shelf(seats=3), 3)
    match.change_seat(0, "resigned")
    match.change_seat(2, "resigned")
    assert match.over
    assert match.winners == (1,)


# ---- Ids


def test_a_repeated_id_gets_the_first_answer_whatever_the_command() -> None:
    match = shelf(seats=3)
    legal = match.legal()
    first = match.play(legal[0], id="a")
    seat = match.change_seat(2, "taken_over", id="b")
    played = whole(match)
    for id, answer in (("a", first), ("b", seat)):
        again = (
            (match.play(legal[1], id=id), match.play("nonsense", seat=0, id=id))
            if answer is first
            else (match.change_seat(2, "resigned", id=id), match.change_seat(2, "returned", id=id))
        )
        assert again[0] is again[1] is answer
    assert whole(match) == played
    others: tuple[Callable[[], object], ...] = (
        lambda: match.play(legal[1], seat=2, id="a"),
        lambda: match.undo(id="a"),
        lambda: match.reset_turn(id="b"),
        lambda: match.change_seat(0, "resigned", id="a"),
        lambda: match.change_seat(1, "resigned", id="b"),
        lambda: match.end("closed", id="a"),
    )
    for other in others:
        with pytest.raises(BadMove) as refused:
            other()
        assert refused.value.code == "bad_move.id_used"
    assert whole(match) == played
    end = match.end("closed", id="c")
    assert match.end("abandoned", id="c") is end
    assert match.play(legal[1], id="a") is first
    assert match.seq == 3


def test_an_id_is_answered_after_its_move_was_taken_back() -> None:
    match = ridge()
    match.play(match.legal()[-1])  # a tile laid brings another to light
    step = next(move for move in match.legal() if type(move).__name__ == "Step")
    first = match.play(step, id="a")
    undo = match.undo(id="b")
    assert match.ply == 1
    assert match.play(step, id="a") is first
    assert match.undo(id="b") is undo
    assert (match.ply, match.seq) == (1, 3)


def test_a_refused_id_may_be_used_again() -> None:
    match = shelf()
    with pytest.raises(NotYourTurn):
        match.play(match.legal()[0], seat=1, id="a")
    assert match.play(match.legal()[0], seat=0, id="a").seq == 1


def test_ids_are_answered_after_loading() -> None:
    match = shelf()
    first = match.play(match.legal()[0], id="a")
    again = kafelki.load_match(match.dump())
    assert again.play(again.legal()[0], id="a") == first
    assert again.seq == 1


def test_an_id_that_a_client_made_is_never_given_to_another_command() -> None:
    match = shelf()
    match.play(match.legal()[0], id="#2")
    match.play(match.legal()[0])
    match.play(match.legal()[0], id="#4")
    match.play(match.legal()[0])
    assert len({entry.id for entry in match.entries}) == match.seq == 4
    assert kafelki.load_match(match.dump()).dump() == match.dump()


# ---- Taking back


def test_in_shelf_a_turn_once_given_is_not_taken_back() -> None:
    match = shelf()
    for plies in range(3):
        for command in (match.undo, match.reset_turn):
            before = whole(match)
            with pytest.raises(CannotUndo) as refused:
                command()
            assert_says(refused.value)
            assert refused.value.code == "cannot_undo.turn"
            assert whole(match) == before
        play_on(match, 1)
        assert match.ply == plies + 1


# ---- What happened


def test_a_view_of_an_earlier_ply_is_what_was_seen_then() -> None:
    match = shelf(seats=3)
    seen = [[match.view(seat) for seat in (None, 0, 1, 2)]]
    states = [match.state().tobytes()]
    positions = [match.position()]
    for _ in range(6):
        play_on(match, 1)
        seen.append([match.view(seat) for seat in (None, 0, 1, 2)])
        states.append(match.state().tobytes())
        positions.append(match.position())
    for ply in range(7):
        assert [match.view(seat, ply) for seat in (None, 0, 1, 2)] == seen[ply]
        assert match.state(ply).tobytes() == states[ply]
        assert match.position(ply) == positions[ply]


@pytest.mark.parametrize("ply", [-1, 4, 10**30])
def test_a_ply_that_does_not_stand_is_refused(ply: int) -> None:
    match = play_on(shelf(), 3)
    for ask in (lambda: match.view(0, ply), lambda: match.position(ply), lambda: match.events(0, ply)):
        with pytest.raises(BadMove) as refused:
            ask()
        assert_says(refused.value, "3", str(ply))


def test_events_since_a_ply_are_the_end_of_all_events() -> None:
    match = shelf(seats=3)
    told: list[list[object]] = []
    while not match.over:
        play_on(match, 1)
        told.append(list(match.events(1, since=match.ply - 1)))
    assert match.events(1) == [event for turn in told for event in turn]
    assert match.events(1, since=match.ply) == []
    assert match.events(1, since=5) == [event for turn in told[5:] for event in turn]
    assert all(told)
    assert type(told[-1][-1]).__name__ == "Ended"


def test_a_state_given_out_is_a_copy() -> None:
    match = shelf()
    before = whole(match)
    match.state()[0].turn = 1
    match.state()["floor"][:] = 0
    assert whole(match) == before


# ---- Digests


def test_every_sixteenth_entry_holds_a_digest() -> None:
    match = play_on(shelf(seats=4), 35)
    digests = {entry.seq: entry.digest for entry in match.entries}
    assert DIGEST_EVERY == 16
    assert {seq for seq, digest in digests.items() if digest is not None} == {16, 32}
    assert digests[16] != digests[32]


@pytest.mark.parametrize("to", ["0" * 32, None, ""])
def test_a_digest_that_does_not_fit_is_named(to: str | None) -> None:
    text = play_on(shelf(), 20).dump()
    right = json.loads(text)["entries"][15]["digest"]
    with pytest.raises(Diverged) as refused:
        kafelki.load_match(edited(text, "entries", 15, "digest", to=to))
    assert_says(refused.value, "16", right, str(to))
    assert isinstance(refused.value, BadMatchFile)


def test_a_digest_where_none_belongs_is_refused() -> None:
    text = play_on(shelf(), 3).dump()
    with pytest.raises(Diverged):
        kafelki.load_match(edited(text, "entries", 1, "digest", to="0" * 32))


def test_a_digest_finds_another_deal_under_the_same_moves() -> None:
    """Most other deals refuse the moves; of those that take them, only the digest tells."""
    text = play_on(shelf(), 16).dump()
    for other in range(2000):
        try:
            kafelki.load_match(edited(text, "chance", "key", to=f"{other:064x}"))
        except Diverged:
            return
        except BadMatchFile:
            continue
    pytest.fail("no other deal takes these moves: try more keys")


# ---- As a file


def test_a_match_from_a_position_keeps_it_and_not_how_it_came_about() -> None:
    before = play_on(shelf(seats=3), 10)
    match = kafelki.new_match("shelf", position=before.position(), seed=3)
    assert match.position() == before.position()
    assert (match.seats, match.ply, match.to_act) == (3, 0, before.to_act)
    play_on(match, 8)
    file = json.loads(match.dump())
    assert file["start"] == msgspec.to_builtins(before.position())
    assert len(file["entries"]) == 8
    again = kafelki.load_match(match.dump())
    assert again.dump() == match.dump()
    assert again.state().tobytes() == match.state().tobytes()
    assert play_on(again).over


def test_a_position_that_is_over_makes_a_match_that_is_over() -> None:
    over = play_on(shelf())
    match = kafelki.new_match("shelf", position=over.position())
    assert match.over
    assert match.scores == over.scores
    assert match.ranks == over.ranks


def test_a_position_for_other_players_or_options_is_refused() -> None:
    position = shelf(seats=3).position()
    with pytest.raises(BadSeats) as refused:
        kafelki.new_match("shelf", seats=2, position=position)
    assert_says(refused.value, "3", "2")
    with pytest.raises(BadPosition):
        kafelki.new_match("shelf", position=position, options={"common_goals": 1})


def test_a_file_is_one_line_of_json_and_holds_typed_moves() -> None:
    match = play_on(shelf(), 2)
    text = match.dump()
    assert "\n" not in text
    file = json.loads(text)
    assert list(file) == ["format", "game", "rules", "seats", "options", "start", "chance", "entries", "checksum"]
    first = match.entries[0]
    assert isinstance(first, Played)
    assert file["entries"][0]["moves"] == json.loads(msgspec.json.encode(first.moves))
    assert file["entries"][0]["moves"][0]["type"] == "shelf.take"


def test_a_file_of_a_rules_version_to_come_is_refused() -> None:
    with pytest.raises(UnknownRules) as refused:
        kafelki.load_match(edited(shelf().dump(), "rules", to=2))
    assert_says(refused.value, "1", "2")


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("entries", 1, "seq"), 3),
        (("entries", 1, "id"), "#1"),
        (("entries", 1, "seat"), 0),
        (("entries", 1, "moves"), []),
        (("entries", 1, "moves", 0, "column"), 9),
        (("entries", 1, "moves", 0), {"type": "_template.step", "side": "left"}),
    ],
)
def test_an_edited_entry_is_refused_by_its_number(path: tuple[str | int, ...], to: object) -> None:
    with pytest.raises(BadMatchFile) as refused:
        kafelki.load_match(edited(play_on(shelf(), 3).dump(), *path, to=to))
    assert_says(refused.value, "2")
    assert refused.value.code == "bad_match_file.entry"


def test_an_entry_out_of_order_is_told_which_was_expected() -> None:
    with pytest.raises(BadMatchFile) as refused:
        kafelki.load_match(edited(play_on(shelf(), 3).dump(), "entries", 1, "seq", to=7))
    assert_says(refused.value, "2", "7")


# ---- Sealed


def test_a_sealed_file_holds_no_secret_and_cannot_be_loaded_before_the_end() -> None:
    table = fair_table()
    match = play_on(table.match(), 5)
    sealed = match.dump()
    assert table.secret.hex() in match.dump(with_secret=True)
    for hidden in (table.secret, table.key, *filter(None, table.nonces)):
        assert hidden.hex() not in sealed.lower()
    assert json.loads(sealed)["chance"]["type"] == "sealed"
    for read in (kafelki.load_match, kafelki.verify):
        with pytest.raises(BadMatchFile) as refused:
            read(sealed)
        assert_says(refused.value)
        assert "before the end" in refused.value.words.en


def test_after_the_end_sealing_hides_nothing() -> None:
    match = fair_table().match()
    match.end("closed")
    assert match.dump() == match.dump(with_secret=True)
    assert kafelki.load_match(match.dump()).over
