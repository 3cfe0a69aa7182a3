"""The registry of formats, and what is read from it; the how-to in CONTRIBUTING is followed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.formats import registry
from core.formats.registry import FORMATS, Format, get_format, list_writable_formats, of_text
from tests.core.formats.written_papers import WALKS

CHECKOUT = Path(__file__).resolve().parents[3]
HOW_TO = "### Add a reference format"


def test_every_name_is_that_of_one_format() -> None:
    names = [each.name for each in FORMATS]
    assert len(set(names)) == len(names)
    assert all(registry.get_format(name).name == name for name in names)


@pytest.mark.parametrize("each", FORMATS, ids=lambda it: it.name)
def test_every_function_that_is_named_is_there(each: Format) -> None:
    assert each.is_imported or each.writer
    for function in filter(None, (each.parser, each.reader, each.writer)):
        assert callable(registry._function(function))


def test_formats_that_share_an_ending_are_told_apart() -> None:
    """By the first lines of the file, unless one parser reads them both."""
    owners: dict[str, Format] = {}
    for each in registry.parsed():
        for ending in each.endings:
            other = owners.setdefault(ending, each)
            is_told = bool(other.begins and each.begins)
            assert other is each or other.parser == each.parser or is_told, ending


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("TY  - JOUR\nAB  - such as\n@misc{a}\n", "ris"),
        ("@misc{a, note={\nTY  - JOUR\n}}", "bibtex"),
        ('{"title": "T"}\n{"title": "U", "issued": 1}\n', "jsonl"),
        ('{"title": "T", "container-title": "J"}\n', "csl"),
        ('{\n"title": "T",\n "container-title": "J"}\n', "csl"),
        ("[]", None),
        ("", None),
    ],
)
def test_what_a_text_begins_with_decides(text: str, name: str | None) -> None:
    found = of_text(text)
    assert (found.name if found else None) == name


def test_no_parser_is_imported_with_the_registry() -> None:
    code = (
        "import sys, core.formats.registry\n"
        "print(sorted(name for name in sys.modules if name.startswith('core.formats.')))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "['core.formats.entries', 'core.formats.registry']"


def table_of_formats() -> str:
    """Return the table that the README has to show."""
    rows = ["| format | files | read | written |", "|---|---|---|---|"]
    for each in FORMATS:
        files = ", ".join(f"`{ending}`" for ending in each.endings)
        read, written = ("yes" if can else "" for can in (each.is_imported, each.writer))
        rows.append(f"| {each.title} | {files} | {read} | {written} |")
    return "\n".join(rows)


def test_the_readme_lists_the_formats_as_they_are() -> None:
    assert table_of_formats() in (CHECKOUT / "README.md").read_text(encoding="utf-8")


# --- the how-to -----------------------------------------------------------------------------------

SEEN = """
from pathlib import Path
from core.commands.cli import main
from core.library.imports.watching import WatchedFolders
from core.library.library import Library
from desktop.library.file_formats import export_filters, import_filters

arrived = Path("arrivals").absolute() / "a.cards"
main(["import", "--help"])
assert main(["import", "--library", "library", str(arrived)]) == 0
assert main(["import", "--library", "library", "cards.txt"]) == 0
assert main(["export", "--library", "library", "--to", "out.cards", "--format", "cards"]) == 0
with Library.open(Path("library"), write=True) as library:
    watched = WatchedFolders(library.database)
    watched.add(arrived.parent)
    seen = [(watched.ready(), watched.ready()) == ([], [arrived])]
seen += ["*.cards" in import_filters()[0], "Index cards (*.cards *.cards.gz)" in import_filters()]
print("seen:", [*seen, "Index cards (*.cards)" in export_filters()])
"""


@pytest.fixture
def followed(tmp_path: Path) -> tuple[Path, str]:
    """A copy of the program with the format of the how-to, and a file in that format."""
    text = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(HOW_TO)[2].partition("\n#")[0]
    module, line, example = re.findall(r"```\w*\n(.*?)```", section, re.S)
    home = tmp_path / "program"
    for package in ("core", "desktop"):
        hidden = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / package, home / package, ignore=hidden)
    (home / "resources").symlink_to(CHECKOUT / "resources", target_is_directory=True)
    (home / "core" / "formats" / "cards.py").write_text(module, encoding="utf-8")
    registered = home / "core" / "formats" / "registry.py"
    head, bracket, tail = registered.read_text(encoding="utf-8").partition(
        "\n)\n\n\ndef get_format("
    )
    registered.write_text(f"{head}\n    {line.rstrip()}{bracket}{tail}", encoding="utf-8")
    return home, example


def test_whoever_follows_the_how_to_has_a_format_everywhere(
    followed: tuple[Path, str], tmp_path: Path
) -> None:
    home, example = followed
    (tmp_path / "arrivals").mkdir()
    for name in ("arrivals/a.cards", "cards.txt"):
        (tmp_path / name).write_text(example, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", SEEN],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told = " ".join(ran.stdout.split())
    assert "Index cards (.cards)" in told
    assert "2 added" in told
    assert "2 unchanged" in told
    assert told.endswith("seen: [True, True, True, True]")
    assert (tmp_path / "out.cards").read_text(encoding="utf-8") == example


def test_every_format_writes_every_paper() -> None:
    for kind in (each.name for each in list_writable_formats()):
        assert "Weighing contexts" in get_format(kind).write([WALKS]), kind
        assert get_format(kind).write([]) is not None
    assert "“Weighing" in get_format("text").write([WALKS], "numbered")
