"""A server with the page, one browser, and visitors who look out for what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.core.helpers import PACKAGE
from tests.page.browser import FLAGS, on_this_machine
from tests.page.visitor import PATIENCE_MS, Visitor
from tests.server.process import Server

Visit = Callable[..., Visitor]
PAGE = PACKAGE / "server" / "static" / "app" / "index.html"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert PAGE.exists(), "the page is not built; `make page` builds it"
    with Server(tmp_path_factory.mktemp("page") / "data") as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed when other tests follow: as long as it is open, an event loop runs, and theirs could not."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=on_this_machine(), args=[*FLAGS])
        yield opened
        opened.close()


@pytest.fixture
def visit(server: Server, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A window; whatever its console says at the end of the test is held against the page."""
    visitors: list[Visitor] = []

    def come(*args: Any, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, server.url, *args, **options))
        return visitors[-1]

    yield come
    wrong = [line for visitor in visitors for line in visitor.wrong]
    for number, visitor in enumerate(visitors):
        if request.node.stash.get(FAILED, False):
            visitor.picture(f"failed-{request.node.name}-{number}".replace("/", " "))
        visitor.close()
    assert wrong == []


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report
