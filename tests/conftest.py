"""What all tests share."""

from __future__ import annotations

import random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shake", type=int, metavar="SEED", help="run the tests in another order, the same for a seed")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files in another order, and the tests of each: what a file's tests share is made and ended once all the same."""
    seed = config.getoption("--shake")
    if seed is not None:
        rng = random.Random(seed)
        places = {path: rng.random() for path in sorted({item.path for item in items})}
        rng.shuffle(items)
        items.sort(key=lambda item: places[item.path])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have measured is printed; nothing is asserted of it."""
    measured = [pair for report in terminalreporter.getreports("passed") for pair in report.user_properties]
    for name, value in dict.fromkeys(measured):
        terminalreporter.write_line(f"measured: {name}: {value}")
