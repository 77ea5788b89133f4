"""Clocks, which stand still while no server is up, and moves prepared for one's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """When servers were up, and what waits for its turn."""
    op.create_table(
        "beats", sa.Column("name", sa.String(20), primary_key=True), sa.Column("at", sa.Float, nullable=False)
    )
    op.create_table(
        "pauses", sa.Column("began", sa.Float, primary_key=True), sa.Column("ended", sa.Float, nullable=False)
    )
    op.create_table(
        "prepared",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("command", sa.String(80), nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
    )
