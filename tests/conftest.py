"""What all tests share."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have measured is printed; nothing is asserted of it."""
    measured = [pair for report in terminalreporter.getreports("passed") for pair in report.user_properties]
    for name, value in dict.fromkeys(measured):
        terminalreporter.write_line(f"measured: {name}: {value}")
