"""All that people read is there in both languages: every text of the page, with the same blanks to be filled."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.core.helpers import ROOT

SOURCES: Final = sorted(
    path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte") and "wire" not in path.parts
)
STRING: Final = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`"""
PAIR: Final = re.compile(rf"\bpl:\s*({STRING}),\s*en:\s*({STRING})")
FORMS: Final = re.compile(rf"\bpl:\s*\[((?:\s*(?:{STRING}),?)+)\s*\],\s*en:\s*\[((?:\s*(?:{STRING}),?)+)\s*\]")
ONE: Final = re.compile(r"\b(?:pl|en):\s*(?=['\"`\[])")
BLANK: Final = re.compile(r"\{(\w+)\}")
# Between tags of a template: words that nobody has put through `say`.
TEMPLATE: Final = re.compile(r"<script.*?</script>|<style.*?</style>|<!--.*?-->", re.DOTALL)
BARE: Final = re.compile(r">([^<>{}=()]*[A-Za-zĄ-ż]{3,}[^<>{}=()]*)<")
NAMES: Final = {"Kafelki", "API", "&nbsp;"}


def strings(found: str) -> list[str]:
    return [one[1:-1] for one in re.findall(STRING, found)]


def test_there_are_sources() -> None:
    assert len(SOURCES) > 60


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "web" / "src")))
def test_texts_come_in_pairs(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    pairs, forms = PAIR.findall(source), FORMS.findall(source)
    assert len(ONE.findall(source)) == 2 * (len(pairs) + len(forms)), "a text is there in one language only"
    for pl, en in pairs:
        assert pl[1:-1].strip() or not en[1:-1].strip(), (pl, en)
        assert sorted(set(BLANK.findall(pl))) == sorted(set(BLANK.findall(en))), (pl, en)
    for pl, en in forms:
        assert len(strings(pl)) == 3, f"Polish counts in three ways: {pl}"
        assert len(strings(en)) == 2, f"English counts in two: {en}"
        assert all(one.strip() for one in strings(pl) + strings(en))


@pytest.mark.parametrize(
    "path", [p for p in SOURCES if p.suffix == ".svelte"], ids=lambda path: str(path.relative_to(ROOT / "web" / "src"))
)
def test_no_words_stand_bare_in_a_template(path: Path) -> None:
    template = TEMPLATE.sub("", path.read_text(encoding="utf-8"))
    template = re.sub(r"=>|\{[^{}]*\}", " ", re.sub(r"\{[^{}]*\}", " ", template))
    bare = {one.strip() for one in BARE.findall(template)} - NAMES
    assert not bare, bare
