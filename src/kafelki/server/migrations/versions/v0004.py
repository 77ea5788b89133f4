"""Notices: how players want to be told that it is their turn, and what they are to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Wishes, browsers, and one notice a turn."""
    op.create_table(
        "wishes",
        sa.Column("player_id", sa.String(40), primary_key=True),
        sa.Column("quiet_start", sa.Integer),
        sa.Column("quiet_end", sa.Integer),
        sa.Column("zone", sa.String(64)),
        sa.Column("webhook", sa.String(1000)),
        sa.Column("secret", sa.String(64)),
        sa.Column("language", sa.String(2)),
    )
    op.create_table(
        "browsers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(40), nullable=False, index=True),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player_id", sa.String(40), primary_key=True),
        sa.Column("turn_ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("due", sa.Float, index=True),
        sa.Column("taken", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
