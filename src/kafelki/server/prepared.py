"""Moves that a player prepared: they are played as soon as the turn comes, or dropped with a word."""

from __future__ import annotations

from typing import Final

import msgspec
import sqlalchemy as sa

from kafelki.core.game import Move
from kafelki.games import game
from kafelki.server.schema import PREPARED
from kafelki.server.store import Store
from kafelki.server.tables import Table
from kafelki.server.writer import Step

ADD: Final = PREPARED.insert()
_HERE: Final = sa.and_(PREPARED.c.table_id == sa.bindparam("table"), PREPARED.c.seat == sa.bindparam("place"))
DROP: Final = PREPARED.delete().where(_HERE)
CLAIM: Final = PREPARED.delete().where(_HERE, PREPARED.c.command == sa.bindparam("brought"))


class Prepared(msgspec.Struct, frozen=True):
    """A move that waits, and the id of the command that brought it."""

    command: str
    move: Move


class PreparedMoves:
    """What is kept of them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, table: Table) -> dict[int, Prepared]:
        """By seat."""
        read = game(table.terms.game).read_move
        query = sa.select(PREPARED.c.seat, PREPARED.c.command, PREPARED.c.document)
        async with self._store.engine.connect() as connection:
            rows = await connection.execute(query.where(PREPARED.c.table_id == table.id))
            return {seat: Prepared(id, read(msgspec.json.decode(document))) for seat, id, document in rows}

    async def keep(self, table: str, seat: int, prepared: Prepared) -> None:
        """This one, in the place of any other."""
        row = {"table_id": table, "seat": seat, "command": prepared.command}
        document = msgspec.json.encode(prepared.move)
        await self._store.writer.write(
            (DROP, {"table": table, "place": seat}), (ADD, {**row, "document": document}), table=table
        )

    async def drop(self, table: str, seat: int) -> None:
        await self._store.writer.write((DROP, {"table": table, "place": seat}), table=table)


def claim(table: str, seat: int, prepared: Prepared) -> Step:
    """What goes to the database with the entry that plays it: the move is there and is that one, or nothing happens."""
    return CLAIM, {"table": table, "place": seat, "brought": prepared.command}
