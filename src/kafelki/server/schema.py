"""What is kept, as SQL tables. Entries are appended and never changed: `UNIQUE (table_id, seq)` is the guard."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData()

KEYS: Final = sa.Table(  # what several servers share
    "keys",
    METADATA,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)

PLAYERS: Final = sa.Table(
    "players",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("phase", sa.String(12), nullable=False, index=True),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("invitation", sa.String(40), nullable=False, unique=True),
    sa.Column("code", sa.String(12), nullable=False, unique=True),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Column("document", sa.LargeBinary, nullable=False),  # the table as JSON
)

MEMBERS: Final = sa.Table(  # who has anything to do with which table, for finding them again
    "members",
    METADATA,
    sa.Column("player_id", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("seen_seq", sa.Integer, nullable=False, default=0),
)

ENTRIES: Final = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("document", sa.LargeBinary, nullable=False),  # the entry as JSON
)

CHAT: Final = sa.Table(
    "chat",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("room", sa.String(12), nullable=False),
    sa.Column("player_id", sa.String(40), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
)

PREPARED: Final = sa.Table(  # moves that wait for their turn
    "prepared",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("command", sa.String(80), nullable=False),  # the id of the command that prepared it
    sa.Column("document", sa.LargeBinary, nullable=False),  # the move as JSON
)

BEATS: Final = sa.Table(  # when a server was last up
    "beats",
    METADATA,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)

PAUSES: Final = sa.Table(  # when none was
    "pauses",
    METADATA,
    sa.Column("began", sa.Float, primary_key=True),
    sa.Column("ended", sa.Float, nullable=False),
)

WISHES: Final = sa.Table(  # how a player wants to be told, beside the browsers
    "wishes",
    METADATA,
    sa.Column("player_id", sa.String(40), primary_key=True),
    sa.Column("quiet_start", sa.Integer),  # hours of the day, in the zone
    sa.Column("quiet_end", sa.Integer),
    sa.Column("zone", sa.String(64)),
    sa.Column("webhook", sa.String(1000)),
    sa.Column("secret", sa.String(64)),  # what calls to it are signed with
    sa.Column("language", sa.String(2)),  # of those
)

BROWSERS: Final = sa.Table(  # that want to be told
    "browsers",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),  # SHA-256 of the endpoint
    sa.Column("player_id", sa.String(40), nullable=False, index=True),
    sa.Column("endpoint", sa.String(1000), nullable=False),
    sa.Column("p256dh", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

NOTICES: Final = sa.Table(  # one a turn: the key is the guard
    "notices",
    METADATA,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player_id", sa.String(40), primary_key=True),
    sa.Column("turn_ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("due", sa.Float, index=True),  # NULL: there is nothing more to do
    sa.Column("taken", sa.Float, nullable=False),  # when a server took it on; 0: none has
    sa.Column("tries", sa.Integer, nullable=False),
)
