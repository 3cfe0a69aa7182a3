"""Documents name files and names that there are; the examples of the how-tos excepted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "docs/**/*.md")
FOLDERS = ("core", "desktop", "training", "tests", "tools", "resources", "packaging", "docs")
EXAMPLES = re.compile(r"cards|walks|NAME|protocols")
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`")
NAMED_IN = re.compile(r"`(\w+)` \(`([\w/]+\.py)`\)")
DOCS = sorted(path for pattern in DOCUMENTS for path in ROOT.glob(pattern))


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_the_files_that_a_document_names_exist(document: Path) -> None:
    named = [
        each for each in PATH.findall(document.read_text("utf-8")) if not EXAMPLES.search(each)
    ]
    assert [each for each in named if not (ROOT / each).exists()] == []


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_a_name_given_with_its_module_is_in_it(document: Path) -> None:
    named = NAMED_IN.findall(document.read_text("utf-8"))
    assert [
        (name, module)
        for name, module in named
        if not EXAMPLES.search(module)
        and not re.search(rf"\b{name}\b", (ROOT / module).read_text("utf-8"))
    ] == []


def test_most_documents_name_files() -> None:
    named = {path.name: PATH.findall(path.read_text("utf-8")) for path in DOCS}
    assert len(named["CONTRIBUTING.md"]) > 25
    assert len(named["ARCHITECTURE.md"]) > 15
    assert len(NAMED_IN.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))) > 5
