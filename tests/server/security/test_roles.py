"""Strangers, spectators and seats: what each of them is told, and what each of them may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

import pytest

from kafelki.server.routes import ROUTES
from tests.server.security.harness import BODIES, FAST, Message, Player, Server, Table, eventually, serving, table

NOWHERE: Final = "0123456789abcdef0123"  # an id no table has


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("roles"), times=FAST) as server:
        yield server


@pytest.fixture(scope="module")
def begun(server: Server) -> Iterator[Table]:
    """A private table whose match is being played."""
    with table(server) as found:
        yield found.start()


@pytest.fixture(scope="module")
def over(server: Server) -> Iterator[Table]:
    """A private table whose match is over."""
    with table(server) as found:
        found.start()
        assert found.lines[0].ask("resign")["type"] == "done"
        yield found


@pytest.fixture(scope="module")
def stranger(server: Server) -> Player:
    return Player(server, "Obcy")


def members(info: Message) -> list[Message]:
    return cast("list[Message]", info["members"])


# ---- Strangers


def test_a_private_table_answers_a_stranger_like_one_that_does_not_exist(
    begun: Table, over: Table, stranger: Player
) -> None:
    about_a_table = [route for route in ROUTES if "table" in route.parts and "host" not in route.path]
    assert len(about_a_table) >= 7
    for route in about_a_table:
        answers = []
        for id in (begun.id, over.id, NOWHERE):
            path = route.path.format(table=id, number=0, ply=0)
            answer = stranger.ask(route.method, path, BODIES.get(route.name))
            answers.append((answer.status, answer.body))
            assert answer.status == 404, (path, answer.body)
        assert answers[0] == answers[1] == answers[2]


def test_a_private_table_tells_a_stranger_nothing_on_the_socket(begun: Table, stranger: Player) -> None:
    with stranger.line() as line:
        assert line.why_not("watch", table=begun.id) == "unknown_table"
        for kind, fields in commands(begun).items():
            assert line.why_not(kind, **fields) == "not_now.watch", kind
        begun.lines[0].ask("say", text="between us")
        assert line.silence() == []


def test_no_list_names_a_private_table_to_a_stranger(begun: Table, over: Table, stranger: Player) -> None:
    for path in ("/api/tables", "/api/me/tables"):
        listed = stranger.ask("GET", path).body.decode()
        assert begun.id not in listed
        assert over.id not in listed


def test_ids_of_private_tables_and_of_players_are_no_invitations(begun: Table, stranger: Player) -> None:
    for key in (begun.id, begun.players[0].id, begun.info["commitment"]):
        assert stranger.join(key).status in (400, 404)
    assert stranger.join("%").status == 404
    assert stranger.join("' OR 1=1 --").status == 404


def test_a_public_table_keeps_its_links_from_who_does_not_belong_to_it(server: Server, stranger: Player) -> None:
    with table(server, public=True) as found:
        found.start().lines[0].ask("resign")
        nonce = {"nonceHash": "ab" * 32}
        assert found.players[0].ask("POST", f"/api/tables/{found.id}/rematch", nonce).status == 201
        seen = stranger.ask("GET", f"/api/tables/{found.id}").json
        assert (seen["invitation"], seen["code"], seen["rematch"]) == (None, None, None)
        known = found.players[1].ask("GET", f"/api/tables/{found.id}").json
        assert None not in (known["invitation"], known["code"], known["rematch"])
        for one in (stranger, found.spectator):
            assert one.ask("POST", f"/api/tables/{found.id}/rematch", nonce).code == "not_allowed.spectator"


# ---- Spectators


def commands(at: Table) -> dict[str, dict[str, object]]:
    """Everything a seat may say; a legal move among it."""
    moves = at.to_act()[1]["legal"] if at.info["phase"] != "over" else []
    first = cast("list[Message]", moves)[:1] or [{"type": "shelf.take", "cells": [0], "column": 0}]
    return {
        "play": {"seq": 0, "moves": first},
        "undo": {"seq": 0},
        "reset_turn": {"seq": 0},
        "resign": {},
        "take_over": {"seat": 0},
        "come_back": {},
        "promise": {"nonceHash": "0" * 64},
        "reveal": {"nonce": "0" * 64},
        "start": {},
        "hint": {},
    }


def test_a_spectator_cannot_do_anything_in_a_match(begun: Table) -> None:
    before = begun.standing(0)
    for kind, fields in commands(begun).items():
        code = begun.watching.why_not(kind, **fields)
        assert code.startswith("not_allowed") or (kind in ("start", "promise") and code == "not_now.playing"), kind
    assert begun.standing(0) == before


def test_a_spectator_can_do_nothing_before_the_start(server: Server) -> None:
    with table(server) as found:
        watching = found.watching
        assert watching.why_not("start") == "not_allowed.owner"
        assert watching.why_not("promise", nonceHash="0" * 64) == "not_allowed.spectator"
        assert watching.why_not("reveal", nonce=found.players[0].nonce) == "not_allowed.spectator"
        ask = found.spectator.ask
        assert ask("POST", f"/api/tables/{found.id}/bots", {"level": "novice"}).code == "not_allowed.owner"
        assert ask("DELETE", f"/api/tables/{found.id}/members/0").code == "not_allowed.owner"


def test_a_spectator_is_shown_no_choices_and_hears_no_players(begun: Table) -> None:
    begun.watching.send("watch", table=begun.id, legal=True)
    standing = cast(Message, begun.watching.until("match")["standing"])
    assert (standing["choices"], standing["legal"], standing["canUndo"]) == (None, None, False)
    begun.watching.silence()
    begun.lines[0].ask("say", text="only for the two of us")
    assert not [heard for heard in begun.watching.silence() if heard["type"] == "said"]


# ---- What is kept of a match


def test_files_and_frames_are_to_be_had_only_when_the_match_is_over(begun: Table, over: Table) -> None:
    for one in (begun.players[0], begun.spectator):
        assert one.ask("GET", f"/api/tables/{begun.id}/file").code == "not_now.playing"
        assert one.ask("GET", f"/api/tables/{begun.id}/plies/0").code == "not_now.playing"
    assert over.players[0].ask("GET", f"/api/tables/{over.id}/file").status == 200
    assert over.players[0].ask("GET", f"/api/tables/{over.id}/plies/0?seat=1").status == 200
    assert over.spectator.ask("GET", f"/api/tables/{over.id}/plies/0").status == 200
    assert over.spectator.ask("GET", f"/api/tables/{over.id}/plies/0?seat=1").code == "not_allowed.spectator"


@pytest.mark.parametrize("asked", ["999", "0?seat=7", "0?seat=-1", "-1", "1e3", "٣", "999999999999", "0?seat="])
def test_frames_that_do_not_exist_are_refused(over: Table, asked: str) -> None:
    from urllib.parse import quote

    answer = over.players[0].ask("GET", f"/api/tables/{over.id}/plies/{quote(asked, safe='?=')}")
    assert 400 <= answer.status < 500, answer.body


# ---- Seats


def test_a_seat_cannot_move_for_another(begun: Table) -> None:
    number, standing = begun.to_act()
    other = begun.lines[1 - number]
    legal = cast("list[Message]", standing["legal"])[:1]
    assert other.why_not("play", seq=standing["seq"], moves=legal) == "not_your_turn"
    seat = standing["toAct"]
    assert other.why_not("play", seq=standing["seq"], moves=legal, seat=seat) == "bad_request.shape"
    player = begun.players[number].id
    assert other.why_not("play", seq=standing["seq"], moves=legal, player=player) == "bad_request.shape"
    assert begun.to_act() == (number, standing)


def test_a_command_id_of_another_player_is_nobody_elses_answer(server: Server) -> None:
    with table(server) as found:
        number, standing = found.start().to_act()
        legal, seq = cast("list[Message]", standing["legal"])[:1], cast(int, standing["seq"])
        mover, other = found.lines[number], found.lines[1 - number]
        assert mover.ask("play", id="mine", seq=seq, moves=legal)["seq"] == seq + 1
        assert mover.ask("play", id="mine", seq=seq, moves=legal)["seq"] == seq + 1  # once
        assert other.ask("play", id="mine", seq=seq, moves=legal)["type"] == "refused"
        assert other.why_not("play", id=f"{standing['toAct']} mine", seq=seq, moves=legal) == "stale_move"
        assert found.standing(0)["seq"] == seq + 1


@pytest.mark.parametrize("seq", [1, 1000, 1 << 31])
def test_an_answer_to_what_has_not_happened_yet_is_stale(begun: Table, seq: int) -> None:
    number, standing = begun.to_act()
    legal = cast("list[Message]", standing["legal"])[:1]
    at = cast(int, standing["seq"]) + seq if seq < 1 << 31 else seq
    assert begun.lines[number].why_not("play", seq=at, moves=legal) == "stale_move"


@pytest.mark.parametrize(
    "fields", [{"id": "x" * 81}, {"id": ""}, {"id": "a\nb"}, {"id": 7}, {"seq": -1}, {"seq": 2**40}]
)
def test_ids_and_numbers_beyond_all_measure_are_not_understood(begun: Table, fields: dict[str, object]) -> None:
    assert begun.lines[0].why_not("undo", **{"id": "fine", "seq": 0, **fields}) == "bad_request.shape"


@pytest.mark.parametrize("number", [-1, 99, 2**31, 2**63, 2**64, -(2**63), 10**300, 1.5, True, None, "0"])
def test_a_move_with_any_number_is_answered_and_changes_nothing(begun: Table, number: object) -> None:
    mover, standing = begun.to_act()
    legal = cast("list[Message]", standing["legal"])[0]
    field = next(name for name, value in legal.items() if isinstance(value, int))
    refused = begun.lines[mover].ask("play", seq=standing["seq"], moves=[{**legal, field: number}])
    assert refused["type"] == "refused"
    assert refused["code"] != "error"
    assert begun.to_act() == (mover, standing)


# ---- Leaving


def assert_stranger(gone: Player, at: Table) -> None:
    assert gone.ask("GET", f"/api/tables/{at.id}").status == 404
    assert at.id not in gone.ask("GET", "/api/me/tables").body.decode()
    with gone.line() as line:
        assert line.why_not("watch", table=at.id) == "unknown_table"


def test_who_left_is_a_stranger_again_also_on_a_socket_that_was_open(server: Server) -> None:
    with table(server) as found:
        line, gone = found.lines[1], found.players[1]
        line.silence()
        assert gone.ask("POST", f"/api/tables/{found.id}/leave").status == 204
        assert [heard.get("code") for heard in line.silence()] == ["unknown_table"]
        assert found.lines[0].ask("say", text="now we are alone")["type"] == "done"
        assert line.silence() == []
        assert line.why_not("say", text="I am still here") == "not_now.watch"
        assert_stranger(gone, found)


def test_who_was_removed_is_a_stranger_again_and_the_old_link_and_code_lead_nowhere(server: Server) -> None:
    with table(server) as found:
        owner, gone = found.players
        found.lines[1].silence()
        assert owner.ask("DELETE", f"/api/tables/{found.id}/members/1").status == 200
        assert [heard.get("code") for heard in found.lines[1].silence()] == ["unknown_table"]
        assert_stranger(gone, found)
        assert gone.join(found.info["invitation"]).status == 404
        assert gone.join(found.info["code"], "spectator").status == 404
        fresh = owner.ask("GET", f"/api/tables/{found.id}").json
        assert Player(server, "Ewa").join(fresh["invitation"]).status == 200


def test_a_spectator_who_left_is_a_stranger_again(server: Server) -> None:
    with table(server) as found:
        found.start().watching.silence()
        assert found.spectator.ask("POST", f"/api/tables/{found.id}/leave").status == 204
        assert [heard.get("code") for heard in found.watching.silence()] == ["unknown_table"]
        number, standing = found.to_act()
        legal = cast("list[Message]", standing["legal"])[:1]
        assert found.lines[number].ask("play", seq=standing["seq"], moves=legal)["type"] == "done"
        assert found.watching.silence() == []
        assert_stranger(found.spectator, found)


# ---- A fair deal, and who would rather not have one


def test_a_nonce_that_was_not_promised_is_refused_and_one_that_was_counts_once(server: Server) -> None:
    with table(server) as found:
        ola, jan = found.players
        first, second = found.lines
        assert first.why_not("reveal", nonce=ola.nonce) == "not_now.lobby"
        assert second.why_not("start") == "not_allowed.owner"
        assert first.ask("start")["type"] == "done"
        assert second.why_not("reveal", nonce="0" * 64) == "bad_request.nonce"
        assert second.why_not("reveal", nonce=ola.nonce) == "bad_request.nonce"
        assert second.why_not("promise", nonceHash="ab" * 32) == "not_now.revealing"
        assert jan.ask("POST", f"/api/tables/{found.id}/leave").code == "not_now.revealing"
        assert jan.join(found.info["invitation"]).json["role"] == "seat"
        for _ in range(2):
            assert first.ask("reveal", nonce=ola.nonce)["type"] == "done"
        seen = jan.ask("GET", f"/api/tables/{found.id}").body.decode()
        assert ola.nonce not in seen
        assert second.ask("reveal", nonce=jan.nonce)["type"] == "done"
        assert second.why_not("reveal", nonce="0" * 64) == "not_now.playing"


def test_the_hash_of_another_cannot_be_promised_nor_can_one_sit_twice(server: Server) -> None:
    with table(server, seats=3) as found:
        ola, jan = found.players
        copycat = Player(server, "Kopia")
        body = {"key": found.info["invitation"], "nonceHash": ola.promise}
        assert copycat.ask("POST", "/api/join", body).code == "bad_request.nonce"
        assert found.lines[1].why_not("promise", nonceHash=ola.promise) == "bad_request.nonce"
        assert len(members(jan.join(found.info["invitation"]).json)) == 2
        assert len(members(jan.join(found.info["code"]).json)) == 2


def test_who_reveals_late_is_named_and_old_nonces_are_spent(server: Server) -> None:
    with table(server) as found:
        ola, jan = found.players
        first, second = found.lines
        before = found.info["commitment"]
        assert first.ask("start")["type"] == "done"
        assert first.ask("reveal", nonce=ola.nonce)["type"] == "done"
        path = f"/api/tables/{found.id}"
        assert eventually(lambda: ola.ask("GET", path).json["phase"] == "lobby")
        again = ola.ask("GET", path).json
        assert (again["attempt"], again["late"]) == (2, ["Jan"])
        assert again["commitment"] != before
        assert second.why_not("reveal", nonce=jan.nonce) == "not_now.lobby"
        assert first.why_not("start") == "not_now.promise"
        for line in found.lines:
            for player in found.players:
                assert line.why_not("promise", nonceHash=player.promise) == "bad_request.nonce"
        assert ola.join(found.info["invitation"]).code == "bad_request.nonce"


# ---- Counted


def test_every_refusal_is_counted_for_the_host(server: Server, begun: Table, stranger: Player) -> None:
    def counted() -> list[int]:
        codes = ("unknown_table", "not_allowed.spectator", "stale_move", "not_now.watch")
        return [server.refused(code) for code in codes]

    before = counted()
    stranger.ask("GET", f"/api/tables/{begun.id}")
    begun.watching.ask("resign")
    begun.lines[0].ask("undo", seq=99)
    with stranger.line() as line:
        line.ask("resign")
    assert counted() == [count + 1 for count in before]
