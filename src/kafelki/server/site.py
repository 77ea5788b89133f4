"""The built page, held in memory: files by their path, each also compressed. The page knows some paths of its own."""

from __future__ import annotations

import gzip
import mimetypes
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

PACKED: Final = (".js", ".css", ".svg", ".html", ".md", ".webmanifest")
FOR_EVER: Final = "public, max-age=31536000, immutable"  # files under assets/ carry a hash in their name
ASK_AGAIN: Final = "no-cache"
NEVER: Final = "no-store"
PAGES: Final = frozenset({"", "new", "t", "join", "replay", "rules", "tiles", "continue"})  # see web/src/App.svelte
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".md": "text/markdown",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class File(msgspec.Struct, frozen=True):
    """What is sent for a path."""

    content: bytes
    packed: bytes | None
    media: str
    cache: str


def built() -> dict[str, File]:
    """All files of the page; none where it was not built."""
    folder = resources.files("kafelki.server") / "static" / "app"
    return dict(_walk(folder, "")) if folder.is_dir() else {}


def _walk(folder: Traversable, path: str) -> list[tuple[str, File]]:
    found: list[tuple[str, File]] = []
    for one in folder.iterdir():
        name = f"{path}/{one.name}"
        found += _walk(one, name) if one.is_dir() else [(name, _file(one, name))]
    return found


def _file(one: Traversable, name: str) -> File:
    content = one.read_bytes()
    ending = name[name.rfind(".") :]
    media = TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(content, 9, mtime=0) if ending in PACKED else None
    cache = FOR_EVER if name.startswith("/assets/") else NEVER if ending == ".html" else ASK_AGAIN
    return File(content, packed, media, cache)


def find(site: dict[str, File], path: str) -> File | None:
    """The file of a path, or the page itself where that knows the path."""
    found = site.get(path)
    if found is None and path.split("/")[1] in PAGES and "." not in path.rpartition("/")[2]:
        return site.get("/index.html")
    return found
