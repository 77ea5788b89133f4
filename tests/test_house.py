"""The house rules a machine can watch: who imports whom, sizes, docstrings, and that the README's commands exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import pytest

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src"

LONGEST_FILE: Final = 400
LONGEST_FUNCTION: Final = 40
MOST_ARGUMENTS: Final = 4  # of a kernel
MAY_SAY_ANY: Final = {"kafelki.core.kernel", "kafelki.core.record", "kafelki.core.game"}  # they touch NumPy and Numba

# Who may import whom; everybody may import their own part. A part is a folder or module of the package, and each
# game is one: "games" is the table of games alone, "games.*" any game's insides, "" the public names.
WORDS: Final = {"errors", "words"}
TABLE: Final = {"core", "games"} | WORDS
MAY_IMPORT: Final[dict[str, set[str]]] = {
    "words": set(),
    "errors": {"words"},
    "core": WORDS,
    "games.*": {"core"} | WORDS,
    "games": {"core", "games.*"} | WORDS,
    "bots": {"core"} | WORDS,
    "": {"bots"} | TABLE,
    "arena": {"", "bots"} | TABLE,
    "envs": {"", "bots"} | TABLE,
    "server": {"", "bots"} | TABLE,
    "cli": {"", "bots", "arena", "envs", "server"} | TABLE,
    "__main__": {"cli"},
}


class Module(NamedTuple):
    """A source file, read but not run."""

    name: str  # kafelki.core.kernel; a package's is its folder's
    is_package: bool
    text: str
    tree: ast.Module


Fault: TypeAlias = str
Functions: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def read(name: str, text: str, is_package: bool = False) -> Module:
    return Module(name, is_package, text, ast.parse(text))


def read_all() -> Iterator[Module]:
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        yield read(".".join(parts[:-1] if is_package else parts), path.read_text(encoding="utf-8"), is_package)


MODULES: Final = tuple(read_all())
NAMES: Final = {module.name for module in MODULES}


# ---- Import directions


def part_of(name: str) -> str:
    """kafelki.core.kernel -> core, kafelki.games.shelf.rules -> games.shelf, kafelki -> nothing."""
    parts = name.split(".")[1:]
    return ".".join(parts[: 2 if parts[:1] == ["games"] else 1])


def kind_of(part: str) -> str:
    return "games.*" if part.startswith("games.") else part


def imported(module: Module) -> Iterator[tuple[int, str]]:
    """(line, name) of each of our modules this one imports, wherever in the file it does."""
    package = module.name.split(".") if module.is_package else module.name.split(".")[:-1]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            inside = [f"{origin}.{alias.name}" for alias in node.names]  # a module of that package, or a name in it
            found = [name if name in NAMES else origin for name in inside]
        else:
            continue
        yield from ((node.lineno, name) for name in found if name.split(".")[0] == "kafelki")


def wrong_imports(module: Module) -> Iterator[Fault]:
    part = part_of(module.name)
    if kind_of(part) not in MAY_IMPORT:
        yield f"{module.name}: MAY_IMPORT does not say what {part!r} may import"
        return
    for line, name in imported(module):
        target = part_of(name)
        if target != part and kind_of(target) not in MAY_IMPORT[kind_of(part)]:
            yield f"{module.name}:{line} imports {name}, and {part or 'the public face'} may not"


# ---- Sizes


def is_kernel(function: Functions) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in function.decorator_list)


def long_tail(module: Module) -> Iterator[Fault]:
    if module.name.endswith(".tables"):
        return
    if (lines := module.text.count("\n")) > LONGEST_FILE:
        yield f"{module.name}: {lines} lines, at most {LONGEST_FILE}"
    for node in ast.walk(module.tree):
        if isinstance(node, Functions):
            where = f"{module.name}:{node.lineno} {node.name}"
            if (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION:
                yield f"{where}: {lines} lines, at most {LONGEST_FUNCTION}"
            if is_kernel(node) and (count := len(node.args.posonlyargs + node.args.args)) > MOST_ARGUMENTS:
                yield f"{where}: a kernel of {count} arguments, at most {MOST_ARGUMENTS}"


# ---- Types and words


def says_any(module: Module) -> Iterator[Fault]:
    if module.name in MAY_SAY_ANY:
        return
    for node in ast.walk(module.tree):
        named = isinstance(node, ast.ImportFrom) and any(alias.name == "Any" for alias in node.names)
        if named or (isinstance(node, ast.Attribute) and node.attr == "Any"):
            yield f"{module.name}:{getattr(node, 'lineno', 0)} uses Any; only {', '.join(sorted(MAY_SAY_ANY))} may"


def says_nothing(module: Module) -> Iterator[Fault]:
    if not ast.get_docstring(module.tree):
        yield f"{module.name} has no docstring"


# ---- The rules, and proof that each of them can fail

RULES: Final[tuple[Callable[[Module], Iterator[Fault]], ...]] = (wrong_imports, long_tail, says_any, says_nothing)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule.__name__))
def test_the_sources_keep_the_house_rules(rule: Callable[[Module], Iterator[Fault]]) -> None:
    faults = [fault for module in MODULES for fault in rule(module)]
    assert not faults, "\n" + "\n".join(faults)


LONG: Final = "def f():\n" + "    pass\n" * LONGEST_FUNCTION


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (wrong_imports, "kafelki.core.match", "from kafelki.games import game"),
        (wrong_imports, "kafelki.core.match", "def f():\n    import kafelki.cli"),
        (wrong_imports, "kafelki.core.match", "from ..games.shelf import rules"),
        (wrong_imports, "kafelki.core.match", "from kafelki import new_match"),
        (wrong_imports, "kafelki.games.tikal.rules", "from kafelki.games.shelf.state import CATS"),
        (wrong_imports, "kafelki.games.tikal.rules", "from kafelki.games import shelf"),
        (wrong_imports, "kafelki.games.tikal.rules", "from kafelki.games import game"),
        (wrong_imports, "kafelki.bots.search", "from kafelki.games.shelf import rules"),
        (wrong_imports, "kafelki.cli.watch", "from kafelki.games.shelf.view import ShelfView"),
        (wrong_imports, "kafelki.gossip", ""),
        (long_tail, "kafelki.core.match", "\n" * (LONGEST_FILE + 1)),
        (long_tail, "kafelki.core.match", LONG),
        (long_tail, "kafelki.core.match", "async " + LONG),
        (long_tail, "kafelki.core.match", "@kernel\ndef f(a, b, c, d, e): ..."),
        (says_any, "kafelki.core.match", "from typing import Any"),
        (says_any, "kafelki.core.match", "import typing\nx: typing.Any"),
        (says_nothing, "kafelki.core.match", ""),
    ],
)
def test_a_planted_fault_is_found(rule: Callable[[Module], Iterator[Fault]], name: str, text: str) -> None:
    assert list(rule(read(name, text)))


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (wrong_imports, "kafelki.core.match", "from . import kernel\nfrom kafelki.errors import BadMove\nimport numpy"),
        (wrong_imports, "kafelki.games.shelf.rules", "from kafelki.core import bits\nfrom .state import CATS"),
        (wrong_imports, "kafelki.cli.watch", "from kafelki.games import game\nfrom kafelki import new_match"),
        (long_tail, "kafelki.games.shelf.tables", LONG * 20),
        (long_tail, "kafelki.core.match", "def f(a, b, c, d, e): ..."),
        (says_any, "kafelki.core.kernel", "from typing import Any"),
    ],
)
def test_what_is_allowed_is_no_fault(rule: Callable[[Module], Iterator[Fault]], name: str, text: str) -> None:
    assert not list(rule(read(name, text)))


# ---- README and CONTRIBUTING


def commands_in(markdown: str) -> set[str]:
    """The targets of every `make ...` in code, fenced or in a line; "make sure" in a sentence is none."""
    code = re.findall(r"```.*?```|`[^`\n]+`", markdown, flags=re.DOTALL)
    lines = (line.split("#")[0] for part in code for line in part.splitlines())
    return {target for line in lines for target in re.findall(r"\bmake(?: [A-Z]+=\S+)* ([a-z]+)\b", line)}


def targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_a_page_names_is_in_make_help(page: str) -> None:
    assert (ROOT / page).is_file(), f"there is no {page}"
    named = commands_in((ROOT / page).read_text(encoding="utf-8"))
    assert named, f"{page} names no command to begin with"
    assert named <= targets(), f"{page} names {sorted(named - targets())}, which `make help` does not"


def test_commands_are_read_from_code_only() -> None:
    page = "make sure to run `make test`:\n```sh\nmake PYTHON=python3.12 play  # or make noise\n```\nand make merry"
    assert commands_in(page) == {"test", "play"}
