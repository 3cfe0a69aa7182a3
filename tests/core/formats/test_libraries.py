"""Bibliographies of other programs: read whole, and counted against an independent count."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from core.formats import detect
from core.formats.decoding import read_text
from core.formats.registry import get_format
from tests import wording

_BIBTEX_START = re.compile(r"^[ \t]*@(?!comment|string|preamble)\w+[ \t]*[{(]", re.I | re.M)


def starts_of_entries(path: Path) -> int:
    """Return how many entries a file has, by means other than those of the readers."""
    text = read_text(path)
    if path.suffix == ".json":
        return len(json.loads(text))
    if path.suffix == ".ris":
        return text.count("TY  - ")
    return len(_BIBTEX_START.findall(text))


@pytest.mark.data
def test_every_entry_of_every_file_is_accounted_for(data_dir: Path) -> None:
    paths = sorted(
        path
        for path in (data_dir / "libraries").iterdir()
        if path.suffix in {".bib", ".ris", ".json"}
    )
    assert len(paths) > 20
    counted = {}
    for path in paths:
        kind = detect.detect_kind(path)
        assert kind is not None
        counted[path.name] = sum(1 for _ in get_format(kind).read_entries(path))
    expected = {path.name: starts_of_entries(path) for path in paths}
    expected["jabref-ris-corrupted.ris"] = 1  # a record whose TY line is missing
    assert counted == expected


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("bbt-jabref-groups-97.bib", 0),
        ("bbt-discarded-entries-873.bib", 0),
        ("bbt-plus-in-field-name-2660.bib", 6),  # paragraphs of a law, without any name
        ("jabref-testjabref.bib", 0),
        ("jabref-authors.bib", 0),
        ("bbt-unabbreviate-1436-3.bib", 0),
    ],
)
def test_only_what_nothing_names_is_refused(data_dir: Path, name: str, refused: int) -> None:
    entries = list(get_format("bibtex").read_entries(data_dir / "libraries" / name))
    problems = [entry.problem for entry in entries if entry.record is None]
    assert problems == [wording.fill(wording.ENTRY_WITHOUT_TITLE)] * refused
    commands = [entry for entry in entries if entry.record and "\\" in entry.record.title]
    assert len(commands) <= 0.002 * len(entries)  # written with \\textbackslash, as Zotero does
