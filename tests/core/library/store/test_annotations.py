"""What a person marks in PDFs: stored, moved with its paper, kept beside the database, exported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from core.base.errors import PdfError
from core.base.jobs import SilentJob
from core.base.library_records import INKS, Annotation
from core.base.records import PaperNumber, PaperRecord, Rect
from core.library.database.connection import DATABASE
from core.library.library import Library
from core.library.safety.restoring import rebuild
from core.library.safety.sidecars import Sidecars
from core.library.store.annotations import AnnotationStore
from core.manuscript.reader import GuardedReader
from tests import wording

ONE, TWO = PaperNumber(1), PaperNumber(2)
FILE = "a" * 64
LINES = (Rect(0, 72, 90, 200, 102), Rect(0, 72, 104, 150, 116))


@pytest.fixture
def store(library: Library) -> AnnotationStore:
    records = [PaperRecord(title="Reeds", year=2001), PaperRecord(title="Rushes", year=2002)]
    list(library.papers.add(records, source="test"))
    return AnnotationStore(library.database)


def highlight(paper: PaperNumber = ONE, *, page: int = 0, note: str = "") -> Annotation:
    rects = tuple(rect._replace(page=page) for rect in LINES)
    return Annotation(paper, FILE, "highlight", "green", rects, "Reeds grow in water", note)


def test_annotations_of_a_file_come_in_the_order_of_its_pages(store: AnnotationStore) -> None:
    late = store.put(highlight(page=3, note="see the table"))
    early = store.put(highlight(page=1))
    store.put(replace(highlight(), sha256="b" * 64))
    assert store.of_file(ONE, FILE) == [early, late]
    assert store.of_file(TWO, FILE) == []
    assert early.number != late.number


def test_an_annotation_is_changed_removed_and_brought_back_under_its_number(
    store: AnnotationStore,
) -> None:
    made = store.put(highlight())
    changed = replace(made, colour="red", note="Doubtful.")
    assert store.put(changed) == changed
    assert store.of_file(ONE, FILE) == [changed]
    store.remove(made.number)
    assert store.of_file(ONE, FILE) == []
    assert store.put(highlight(page=2)).number > made.number
    store.put(changed)
    assert store.of_file(ONE, FILE)[0] == changed


def test_an_annotation_on_a_paper_that_is_gone_is_passed_over(store: AnnotationStore) -> None:
    store.put(highlight(PaperNumber(9)))
    assert store.of_file(PaperNumber(9), FILE) == []


def test_annotations_follow_a_merge_and_its_undoing(
    library: Library, store: AnnotationStore
) -> None:
    made = store.put(highlight(TWO))
    merge = library.duplicates.merge(ONE, [TWO])
    assert store.of_file(ONE, FILE) == [replace(made, paper=ONE)]
    library.duplicates.undo(merge)
    assert store.of_file(TWO, FILE) == [made]
    library.papers.trash([TWO])
    library.papers.purge([TWO])
    assert store.of_file(TWO, FILE) == []


def test_annotations_are_rebuilt_from_the_sidecars(folder: Path) -> None:
    with Library.open(folder, create=True) as library:
        list(library.papers.add([PaperRecord(title="Reeds")], source="test"))
        store = AnnotationStore(library.database)
        made = store.put(highlight(note="Read “again”.\nTwice."))
        Sidecars(library.database).follow()
    (folder / DATABASE).unlink()
    rebuild(folder, SilentJob())
    with Library.open(folder) as library:
        assert AnnotationStore(library.database).of_file(ONE, FILE) == [made]
        assert library.verify().sound


def test_a_check_finds_annotations_that_mark_nothing(
    library: Library, store: AnnotationStore
) -> None:
    made = store.put(highlight())
    assert library.verify().counts["annotations"] == 1
    assert library.verify().sound
    library.database.execute("UPDATE annotations SET places = '[[0, 1]]'")
    assert f"annotation {made.number} marks no place on a page" in library.verify().problems


def write_pdf(path: Path, *, rotation: int = 0) -> Path:
    document = pymupdf.open()
    for _ in range(2):
        page = document.new_page(width=400, height=500)
        page.insert_text((72, 100), "Reeds grow in shallow water", fontsize=11)
        page.set_rotation(rotation)
    document.save(path)
    document.close()
    return path


@pytest.mark.parametrize("rotation", [0, 90])
def test_a_copy_of_the_pdf_has_the_annotations_where_they_were_made(
    tmp_path: Path, rotation: int
) -> None:
    path, target = write_pdf(tmp_path / "a.pdf", rotation=rotation), tmp_path / "copy.pdf"
    before = path.read_bytes()
    with pymupdf.open(path) as document:
        shown = document[1].search_for("shallow")[0] * document[1].rotation_matrix
    box = Rect(1, shown.x0, shown.y0, shown.x1, shown.y1)
    marked = [
        Annotation(ONE, FILE, "highlight", "blue", (box,), "shallow", "How deep?"),
        Annotation(ONE, FILE, "note", "yellow", (Rect(0, 30, 40, 48, 58),), "", "Begin here."),
    ]
    with GuardedReader() as reader:
        reader.annotate(path, target, marked)
        with pytest.raises(
            PdfError, match=wording.pattern("core.manuscript.pdf.extract:write_annotations")
        ):
            reader.annotate(path, tmp_path / "nowhere" / "copy.pdf", marked)
    assert path.read_bytes() == before
    with pymupdf.open(target) as document:
        page = document[1]
        (found,) = page.annots()
        assert found.type[1] == "Highlight"
        assert found.info["content"] == "How deep?"
        ink = [round(part * 255) for part in found.colors["stroke"]]
        assert ink == list(INKS["blue"])
        assert found.rect.contains(shown * page.derotation_matrix)
        page = document[0]
        (note,) = page.annots()
        assert note.info["content"] == "Begin here."
        assert note.type[1] == "Text"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.pdf", "copy.pdf"]
