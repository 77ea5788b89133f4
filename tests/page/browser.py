"""A real Chromium: the one of this machine, or the one Playwright keeps. `python -m tests.page.browser` sees to it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Said last, this stands for Playwright's own list. The first two are pages of the browser's own in every window, which
# cost more than ours; the others would ask the network, or hold back what is painted.
WITHOUT: Final = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("DestroyProfileOnBrowserClose", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding"),
)
FLAGS: Final = (
    f"--disable-features={','.join(WITHOUT)}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    *(("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()),
)
APT: Final = (
    ("apt-get", "update", "-qq"),
    ("apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium", "fonts-dejavu-core"),
)


def on_this_machine() -> str | None:
    """Where the machine's own browser is; None: Playwright's is used."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def see_to_it() -> int:
    """Install one where there is none; the exit code."""
    if on_this_machine():
        return 0
    print("kafelki: installing a browser for the tests (once, about a minute)", flush=True)
    if os.geteuid() == 0 and Path("/etc/debian_version").exists():
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        return max(subprocess.call(command, env=quiet, stdout=subprocess.DEVNULL) for command in APT)
    return subprocess.call([sys.executable, "-m", "playwright", "install", "chromium"])


if __name__ == "__main__":
    sys.exit(see_to_it())
