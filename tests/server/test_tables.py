"""A table, step by step: who sits there, how the match is dealt, and what is refused. No network, no disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

import kafelki
from kafelki.core.fairness import commitment, key_of, nonce_hash, seats_by_lot
from kafelki.errors import BadRequest, KafelkiError, NotAllowed, NotNow
from kafelki.server.tables import BOT_NAMES, Phase, Table, Terms, new_table
from kafelki.words import Text

OLA, JAN, EWA = "ola", "jan", "ewa"
NONCES: Final = {OLA: bytes([1] * 32), JAN: bytes([2] * 32), EWA: bytes([3] * 32)}
TERMS: Final = Terms("shelf", 2, {})


def promise(player: str) -> str:
    return nonce_hash(NONCES[player])


def lobby(*players: str, terms: Terms = TERMS) -> Table:
    """A table of Ola's with these people at it."""
    table = new_table(OLA, terms, 1.0)
    for player in players:
        table = table.sit(player, player.title(), promise(player))
    return table


def revealing() -> Table:
    return lobby(OLA, JAN).start(OLA)


def playing() -> Table:
    return revealing().reveal(OLA, NONCES[OLA].hex()).reveal(JAN, NONCES[JAN].hex())


def people(table: Table) -> list[str | None]:
    return [member.player for member in table.members]


# ---- Making one


def test_a_new_table_is_empty_bound_to_a_secret_and_has_full_options() -> None:
    table = new_table(OLA, TERMS, 1.0)
    assert (table.phase, table.attempt, table.members, table.version) == ("lobby", 1, (), 1)
    assert table.terms.options == kafelki.game("shelf").meta.full_options({})
    assert table.commitment == commitment(table.id, bytes.fromhex(table.secret))


def test_no_two_tables_share_a_secret_an_invitation_or_a_code() -> None:
    tables = [new_table(OLA, TERMS, 1.0) for _ in range(200)]
    for name in ("id", "secret", "invitation", "code"):
        assert len({getattr(table, name) for table in tables}) == len(tables)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms("chess", 2, {}), "unknown_game"),
        (Terms("_template", 2, {}), "bad_request.game"),
        (Terms("shelf", 99, {}), "bad_seats"),
        (Terms("shelf", 2, {"colour": "red"}), "bad_options.name"),
    ],
)
def test_what_cannot_be_played_is_no_table(terms: Terms, code: str) -> None:
    with pytest.raises(KafelkiError) as refused:
        new_table(OLA, terms, 1.0)
    assert refused.value.code == code


# ---- Sitting down and leaving


def test_who_sits_down_brings_a_promise_and_takes_the_next_place() -> None:
    table = lobby(OLA, JAN)
    assert people(table) == [OLA, JAN]
    assert [member.nonce_hash for member in table.members] == [promise(OLA), promise(JAN)]
    assert table.is_full


def test_who_sits_already_only_changes_name_and_promise() -> None:
    table = lobby(OLA, JAN).sit(OLA, "Aleksandra", promise(EWA))
    assert people(table) == [OLA, JAN]
    assert (table.members[0].name, table.members[0].nonce_hash) == ("Aleksandra", promise(EWA))


def test_a_spectator_who_sits_down_watches_no_more() -> None:
    table = lobby(OLA).watch(JAN, 5).sit(JAN, "Jan", promise(JAN))
    assert table.watchers == ()
    assert people(table) == [OLA, JAN]


def test_every_bot_has_a_name_of_its_own() -> None:
    table = lobby(OLA, terms=Terms("planet", 5, {}))
    for _ in range(4):
        table = table.add_bot(OLA, "beginner")
    names = [member.name for member in table.members[1:]]
    assert names == list(BOT_NAMES[:4])
    assert all(member.is_bot and member.player is None for member in table.members[1:])


def test_there_are_names_for_as_many_bots_as_any_game_seats() -> None:
    assert len(BOT_NAMES) >= max(kafelki.game(name).meta.seats[1] for name in kafelki.games())


def test_who_leaves_makes_room() -> None:
    table = lobby(OLA, JAN).remove(JAN, 1)
    assert people(table) == [OLA]
    assert not table.knows(JAN)


def test_an_owner_who_leaves_passes_the_table_on_to_the_next_person_and_not_to_a_bot() -> None:
    table = new_table(OLA, Terms("shelf", 3, {}), 1.0).sit(OLA, "Ola", promise(OLA)).add_bot(OLA, "beginner")
    table = table.sit(JAN, "Jan", promise(JAN)).remove(OLA, 0)
    assert table.owner == JAN
    assert table.phase == "lobby"


def test_the_last_person_who_leaves_closes_the_table() -> None:
    table = lobby(OLA).add_bot(OLA, "beginner").remove(OLA, 0)
    assert table.phase == "closed"


def test_the_owner_may_take_people_and_bots_from_the_table() -> None:
    assert people(lobby(OLA, JAN).remove(OLA, 1)) == [OLA]
    assert people(lobby(OLA).add_bot(OLA, "beginner").remove(OLA, 1)) == [OLA]


def test_a_private_table_is_known_to_who_sits_or_watches_there_and_a_public_one_to_all() -> None:
    private = lobby(OLA).watch(JAN, 5)
    assert [private.knows(one) for one in (OLA, JAN, EWA)] == [True, True, False]
    assert lobby(OLA, terms=Terms("shelf", 2, {}, public=True)).knows(EWA)


def test_who_sits_or_watches_already_is_no_further_spectator() -> None:
    table = lobby(OLA).watch(JAN, 1)
    assert table.watch(OLA, 0) is table
    assert table.watch(JAN, 0) is table


# ---- What is agreed


def test_before_the_start_the_owner_may_change_what_is_agreed_the_game_too() -> None:
    table = lobby(OLA, JAN).agree(OLA, Terms("planet", 4, {}, lot=False))
    assert (table.terms.game, table.terms.seats, table.terms.lot) == ("planet", 4, False)
    assert table.terms.options == kafelki.game("planet").meta.full_options({})
    assert people(table) == [OLA, JAN]


def test_the_owner_may_make_a_bot_stronger() -> None:
    table = lobby(OLA).add_bot(OLA, "beginner").set_level(OLA, 1, "master")
    assert table.members[1].level == "master"


# ---- The start


def test_a_match_may_begin_with_empty_seats_if_so_many_can_play() -> None:
    table = lobby(OLA, JAN, terms=Terms("shelf", 4, {})).start(OLA)
    assert table.phase == "revealing"
    assert table.transcript is not None
    assert table.transcript.seats == 2
    begun = table.reveal(OLA, NONCES[OLA].hex()).reveal(JAN, NONCES[JAN].hex())
    assert (begun.phase, begun.terms.seats) == ("playing", 2)
    assert table.give_up_revealing().terms.seats == 4


def test_the_start_freezes_what_was_agreed_before_any_nonce_is_known() -> None:
    before = lobby(OLA, JAN)
    table = before.start(OLA)
    assert table.phase == "revealing"
    assert table.transcript is not None
    assert table.transcript.commitment == before.commitment
    assert table.transcript.nonce_hashes == (promise(OLA), promise(JAN))
    assert (table.transcript.attempt, table.transcript.lot) == (1, True)
    assert table.seating == ()


def test_the_match_begins_with_the_last_nonce_and_seats_come_from_the_lot() -> None:
    half = revealing().reveal(OLA, NONCES[OLA].hex())
    assert half.phase == "revealing"
    table = half.reveal(JAN, NONCES[JAN].hex())
    assert table.phase == "playing"
    assert table.transcript is not None
    key = key_of(table.transcript, bytes.fromhex(table.secret), [NONCES[OLA], NONCES[JAN]])
    assert list(table.seating) == seats_by_lot(table.transcript, key)
    assert [table.at_seat(seat).player for seat in table.seating] == [OLA, JAN]
    assert {table.seat_of(OLA), table.seat_of(JAN)} == {0, 1}
    assert table.names == [table.at_seat(0).name, table.at_seat(1).name]


def test_without_a_lot_players_keep_the_order_in_which_they_sat_down() -> None:
    table = lobby(OLA, JAN, terms=Terms("shelf", 2, {}, lot=False)).start(OLA)
    table = table.reveal(JAN, NONCES[JAN].hex()).reveal(OLA, NONCES[OLA].hex())
    assert table.seating == (0, 1)


def test_the_lot_gives_every_seat_to_everybody() -> None:
    seen = {playing().seating for _ in range(60)}
    assert seen == {(0, 1), (1, 0)}


def test_a_bot_promises_and_reveals_nothing() -> None:
    table = lobby(OLA).add_bot(OLA, "beginner").start(OLA)
    assert table.transcript is not None
    assert table.transcript.nonce_hashes == (promise(OLA), None)
    assert table.reveal(OLA, NONCES[OLA].hex()).phase == "playing"


def test_a_nonce_that_is_revealed_again_changes_nothing() -> None:
    table = playing()
    assert table.reveal(OLA, NONCES[OLA].hex()) is table


def test_the_transcript_never_holds_a_nonce() -> None:
    for table in (revealing(), revealing().reveal(OLA, NONCES[OLA].hex()), playing()):
        text = msgspec.json.encode(table.transcript).decode()
        assert not any(nonce.hex() in text for nonce in NONCES.values())
        assert table.secret not in text


def test_one_who_is_late_sends_all_back_with_a_new_secret_and_everybody_sees_who() -> None:
    before = revealing().reveal(OLA, NONCES[OLA].hex())
    table = before.give_up_revealing()
    assert (table.phase, table.attempt, table.late) == ("lobby", 2, ("Jan",))
    assert table.secret != before.secret
    assert table.commitment != before.commitment
    assert table.transcript is None
    assert all(member.nonce is None and member.nonce_hash is None for member in table.members)


def test_the_next_attempt_needs_new_promises_and_says_which_attempt_it_is() -> None:
    table = revealing().give_up_revealing()
    with pytest.raises(NotNow, match="Ola, Jan") as refused:
        table.start(OLA)
    assert refused.value.code == "not_now.promise"
    table = table.promise(OLA, "0a" * 32).promise(JAN, promise(EWA)).start(OLA)
    assert table.transcript is not None
    assert table.transcript.attempt == 2
    assert table.late == ()


# ---- Later


def test_mutes_are_a_players_own_and_can_be_taken_back() -> None:
    table = playing().mute(OLA, JAN, True).mute(OLA, JAN, True)
    assert table.mutes == ((OLA, JAN),)
    assert table.mute(OLA, JAN, False).mutes == ()


def test_every_step_makes_the_next_version_and_leaves_the_one_before() -> None:
    before = lobby(OLA)
    after = before.sit(JAN, "Jan", promise(JAN))
    assert after.version == before.version + 1
    assert people(before) == [OLA]


def test_a_table_is_the_same_after_it_was_kept() -> None:
    for table in (lobby(OLA), revealing(), playing().mute(OLA, JAN, True)):
        assert msgspec.json.decode(msgspec.json.encode(table), type=Table) == table


# ---- What is refused


def many_mutes() -> Table:
    table = playing()
    for number in range(50):
        table = table.mute(OLA, f"p{number}", True)
    return table


def three() -> Table:
    return lobby(OLA, JAN, EWA, terms=Terms("shelf", 3, {}))


WRONG: Final = "ab" * 32
REFUSALS: Final[dict[str, tuple[type[KafelkiError], str, Callable[[], Table]]]] = {
    "a third at a table for two": (NotNow, "full", lambda: lobby(OLA, JAN).sit(EWA, "Ewa", promise(EWA))),
    "a bot at a full table": (NotNow, "full", lambda: lobby(OLA, JAN).add_bot(OLA, "beginner")),
    "a bot from somebody else": (NotAllowed, "owner", lambda: lobby(OLA).add_bot(JAN, "beginner")),
    "a promise that is no hash": (BadRequest, "hex", lambda: lobby(OLA).sit(JAN, "Jan", "12")),
    "a promise in capitals": (BadRequest, "hex", lambda: lobby(OLA).sit(JAN, "Jan", promise(JAN).upper())),
    "a member who is not there": (BadRequest, "member", lambda: lobby(OLA).remove(OLA, 1)),
    "a member before the first": (BadRequest, "member", lambda: lobby(OLA).remove(OLA, -1)),
    "to send the owner away": (NotAllowed, "owner", lambda: lobby(OLA, JAN).remove(JAN, 0)),
    "one spectator too many": (NotNow, "spectators", lambda: lobby(OLA).watch(JAN, 1).watch(EWA, 1)),
    "fewer seats than people": (NotNow, "full", lambda: three().agree(OLA, TERMS)),
    "other terms from somebody else": (NotAllowed, "owner", lambda: lobby(OLA, JAN).agree(JAN, TERMS)),
    "other terms too late": (NotNow, "revealing", lambda: revealing().agree(OLA, TERMS)),
    "a level for a person": (BadRequest, "member", lambda: lobby(OLA, JAN).set_level(OLA, 1, "master")),
    "a level for nobody": (BadRequest, "member", lambda: lobby(OLA).set_level(OLA, 5, "master")),
    "a start by another": (NotAllowed, "owner", lambda: lobby(OLA, JAN).start(JAN)),
    "a start with a free seat": (NotNow, "seats", lambda: lobby(OLA).start(OLA)),
    "a second start": (NotNow, "revealing", lambda: revealing().start(OLA)),
    "to sit while the lot is drawn": (NotNow, "revealing", lambda: revealing().sit(EWA, "Ewa", promise(EWA))),
    "to leave while the lot is drawn": (NotNow, "revealing", lambda: revealing().remove(JAN, 1)),
    "to leave a match": (NotNow, "playing", lambda: playing().remove(JAN, 1)),
    "a bot in a match": (NotNow, "playing", lambda: playing().add_bot(OLA, "beginner")),
    "another promise too late": (NotNow, "revealing", lambda: revealing().promise(OLA, promise(EWA))),
    "a promise of nobody": (NotAllowed, "spectator", lambda: lobby(OLA).promise(EWA, promise(EWA))),
    "a promise that is no hash, later": (BadRequest, "hex", lambda: lobby(OLA).promise(OLA, "xyz")),
    "a nonce before the start": (NotNow, "lobby", lambda: lobby(OLA, JAN).reveal(OLA, NONCES[OLA].hex())),
    "a nonce of nobody": (NotAllowed, "spectator", lambda: revealing().reveal(EWA, NONCES[EWA].hex())),
    "a wrong nonce": (BadRequest, "nonce", lambda: revealing().reveal(OLA, WRONG)),
    "another's nonce": (BadRequest, "nonce", lambda: revealing().reveal(OLA, NONCES[JAN].hex())),
    "a nonce that is none": (BadRequest, "nonce", lambda: revealing().reveal(OLA, "")),
    "another nonce after the lot": (NotNow, "playing", lambda: playing().reveal(OLA, WRONG)),
    "to give up what is not begun": (NotNow, "lobby", lambda: lobby(OLA).give_up_revealing()),
    "a start after the end": (NotNow, "over", lambda: playing().end("over").start(OLA)),
    "a start of a closed table": (NotNow, "closed", lambda: lobby(OLA, JAN).end("closed").start(OLA)),
    "to mute the whole world": (NotNow, "mutes", lambda: many_mutes().mute(OLA, "one more", True)),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_every_refusal_has_a_code_and_words_in_both_languages(what: str) -> None:
    kind, reason, step = REFUSALS[what]
    with pytest.raises(kind) as refused:
        step()
    error = refused.value
    assert error.code == f"{kind.kind}.{reason}"
    assert error.words.en[-1] == error.words.pl[-1] == "."
    assert error.words.en != error.words.pl


def test_a_bot_of_no_known_level_is_refused_with_the_levels_there_are() -> None:
    with pytest.raises(KafelkiError, match="beginner") as refused:
        lobby(OLA).add_bot(OLA, "genius")
    assert refused.value.code == "unknown_bot"
    assert "beginner" in refused.value.words.pl


@pytest.mark.parametrize("phase", ["lobby", "revealing", "playing", "over", "closed"])
def test_every_phase_has_words_for_why_not_now(phase: Phase) -> None:
    table = lobby(OLA).end(phase)
    with pytest.raises(NotNow) as refused:
        table.require(*(other for other in ("lobby", "over") if other != phase))
    assert isinstance(refused.value.words, Text)
    assert refused.value.code == f"not_now.{phase}"
