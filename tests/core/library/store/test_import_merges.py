"""Merges of real bibliographies, of which each was looked at by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.identity import family_name, title_key
from core.base.records import PaperRecord
from core.base.reports import ImportEntry
from core.library.imports.importing import import_sources
from core.library.library import Library
from core.library.store.import_merges import read_import_merges

_MOST_BYTES = 1_000_000


def _are_one_work(one: PaperRecord, other: PaperRecord) -> bool:
    """Whether two records are one work by what a person looks at first."""
    first, second = ({family_name(author) for author in r.authors} for r in (one, other))
    same_people = first == second or not first or not second
    same_place = one.year == other.year and one.extra.get("volume") == other.extra.get("volume")
    return title_key(one.title) == title_key(other.title) and same_people and same_place


@pytest.mark.data
def test_no_two_works_of_real_bibliographies_become_one(library: Library, data_dir: Path) -> None:
    files = [file for file in data_dir.rglob("*.bib") if file.stat().st_size < _MOST_BYTES]
    assert len(files) > 20
    import_sources(library, files, parser=None)
    merges = read_import_merges(library.database)
    assert merges
    for merge in merges:
        paper = library.papers.get(merge.paper)
        assert _are_one_work(paper, merge.record), merge.reason
    again: list[ImportEntry] = []
    import_sources(library, files, parser=None, on_entry=again.append)
    assert not [entry for entry in again if entry.status in ("added", "merged")]
