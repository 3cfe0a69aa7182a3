"""Documents name files and names that there are; the examples of the how-tos excepted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.lab.__main__ import COMMANDS as LAB_COMMANDS
from training.__main__ import COMMANDS as TRAINING_COMMANDS
from training.base.registry import RECIPES

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "docs/**/*.md")
FOLDERS = ("core", "desktop", "training", "tests", "tools", "resources", "packaging", "docs")
CODE = ("core", "desktop", "training", "tests", "tools", "packaging", "editors")
EXAMPLES = re.compile(r"cards|walks|NAME|protocols")
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w./-]+)`")
NAMED_IN = re.compile(r"`(\w+)` \(`([\w/]+\.py)`\)")
TABLE_FOLDER = re.compile(r"\| in `([\w/]+)/`")
MODULE = re.compile(r"`((?:\w+/)*\w+\.py)`")
COMMAND = re.compile(r"python -m (training|tools\.lab) ([a-z][a-z-]*)")
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


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_a_module_named_without_its_folder_exists(document: Path) -> None:
    files = {path.name for folder in CODE for path in (ROOT / folder).rglob("*.py")}
    named = MODULE.findall(document.read_text("utf-8"))
    assert [
        module
        for module in named
        if not EXAMPLES.search(module) and module.rpartition("/")[2] not in files
    ] == []


def list_modules_by_folder(text: str) -> list[tuple[list[str], str]]:
    """List the modules that the tables of a text name, each with the folders of its row."""
    modules: list[tuple[list[str], str]] = []
    folder = ""
    for line in text.splitlines():
        head = TABLE_FOLDER.match(line)
        folder = head[1] if head else folder if line.startswith("|") else ""
        if not folder or head:
            continue
        name, content = line.split("|")[1:3]
        rows = [folder, *(f"{folder}/{row}".rstrip("/") for row in re.findall(r"`([^`]+)`", name))]
        modules += [([folder], module) for module in MODULE.findall(name)]
        modules += [(rows, module) for module in MODULE.findall(content) if "NAME" not in module]
    return modules


def is_under(folder: Path, module: str) -> bool:
    return (folder / module).exists() or any(folder.glob(f"*/{module}"))


def test_the_tables_of_folders_name_modules_that_lie_there() -> None:
    modules = list_modules_by_folder((ROOT / "ARCHITECTURE.md").read_text("utf-8"))
    assert len(modules) > 60
    assert [
        module
        for folders, module in modules
        if not any(is_under(ROOT / folder, module) for folder in folders[1:] or folders)
    ] == []


def test_a_table_with_a_module_of_another_folder_is_seen() -> None:
    text = "| in `core/` | holds |\n|---|---|\n| `models/` | adapters (`packed.py`) |\n"
    ((folders, module),) = list_modules_by_folder(text)
    assert (folders, module) == (["core", "core/models"], "packed.py")
    assert not is_under(ROOT / folders[1], module)
    assert is_under(ROOT / "core/formats", module)


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_a_subcommand_that_a_document_names_exists(document: Path) -> None:
    names = {"training": set(TRAINING_COMMANDS) | set(RECIPES), "tools.lab": set(LAB_COMMANDS)}
    commands = COMMAND.findall(document.read_text("utf-8"))
    assert [(program, name) for program, name in commands if name not in names[program]] == []


def test_most_documents_name_files() -> None:
    named = {path.name: PATH.findall(path.read_text("utf-8")) for path in DOCS}
    assert len(named["CONTRIBUTING.md"]) > 25
    assert len(named["ARCHITECTURE.md"]) > 15
    assert len(NAMED_IN.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))) > 5
