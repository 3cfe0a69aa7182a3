"""What Zotero's data bring besides records."""

from __future__ import annotations

from pathlib import Path

from core.base.records import PaperNumber
from core.library.library import Library
from core.library.store.groups import GroupStore
from tests import wording
from tests.core.library.imports.sources_of_imports import attached, pdf, run
from tests.core.library.imports.test_zotero_database import ITEMS, SCHEMA, database


def test_zoteros_collections_tags_and_files_come_along(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "Zotero"
    stored = pdf(folder / "storage" / "CCCC" / "a b.pdf")
    database(folder / "zotero.sqlite", SCHEMA + ITEMS)
    report = run(library, folder)
    assert (report.added, len(report.refused)) == (2, 3)  # a file, a note, one without title
    assert (folder, wording.fill(wording.LEFT_OUT_IN_TRASH, count=1)) in report.skipped
    assert attached(library) == [stored]
    collections = GroupStore(library.database, "collection")
    assert {group.name for group in collections.all()} >= {"Thesis", "Thesis / Graphs"}
    (tag,) = GroupStore(library.database, "tag").of(PaperNumber(1))
    assert (tag.name, tag.papers) == ("mine", 1)
    again = run(library, folder)
    assert (again.added, again.merged, again.unchanged) == (0, 0, 2)
