"""Full texts: the queue of files, what is stored of each, and references that find later papers."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import EngineError
from core.base.jobs import SilentJob
from core.base.library_records import Annotation
from core.base.records import (
    PaperNumber,
    Rect,
)
from core.base.reports import FullTextReport
from core.library.imports.fulltext_reading import read_waiting
from core.library.library import Library
from core.library.store.annotations import AnnotationStore
from core.library.store.fulltexts import FullTextStore
from core.manuscript.references.linking import Linker
from tests.core.library.fulltext_shelf import OLIVES, TEXT, TULIPS, Shelf, read
from tests.core.library.store.read_files import add, states


def test_an_attached_file_is_read_once_and_stored_whole(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    olives, tulips = add(library, OLIVES, TULIPS)
    paper = attach("a")
    assert states(library) == {"a": "waiting"}
    shelf = Shelf()
    assert read(library, shelf).read == 1
    assert states(library) == {"a": "read"}
    assert read(library, shelf) == FullTextReport()
    assert shelf.asked == ["a"]
    assert library.citations.cites(paper) == [olives, tulips]
    assert [link.paper for _, link in library.citations.references(paper) if link] == [
        olives,
        tulips,
    ]
    one, other = library.citations.contexts_citing(tulips, 9)
    assert (one.text, one.paragraph, one.section) == ("Tulips alone [2] bear clay.", 2, "Soils")
    assert other.cited == (olives, tulips)
    passages = library.fulltexts.passages([paper])[paper]
    assert [(each.section, each.page) for each in passages] == [("", 0), ("Walks", 0), ("Soils", 2)]
    assert passages[1].text.endswith("again. Both want a chalky ground.")
    kept = library.fulltexts.manuscript(paper)
    assert kept is not None
    assert kept.references == TEXT.references
    assert library.verify().sound


def test_papers_cited_in_one_sentence_count_once_however_often_they_are_named(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    olives, tulips = add(library, OLIVES, TULIPS)
    paper = attach("a")
    read(library)
    assert library.citations.co_cited([olives]) == {olives: {tulips: 1}}
    assert library.citations.co_cited([olives], within="paragraph") == {olives: {tulips: 1}}
    library.papers.trash([paper])
    assert library.citations.co_cited([olives]) == {olives: {}}


def test_only_the_papers_asked_for_are_read(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    attach("a")
    wanted = attach("b")
    assert read(library, papers=[wanted]).read == 1
    assert states(library) == {"a": "waiting", "b": "read"}


def test_a_file_that_vanished_is_named(
    library: Library, attach: Callable[..., PaperNumber], tmp_path: Path
) -> None:
    paper = attach("a")
    (tmp_path / "a.pdf").unlink()
    report = read(library)
    assert report.failed == 1
    assert "no longer" in report.refused[0].reason
    attach("a", to=paper)
    library.fulltexts.retry([paper])
    assert read(library).read == 1


def test_a_file_of_two_papers_is_read_once_for_both(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    one, other = add(library, OLIVES, TULIPS)
    attach("a", to=one)
    attach("a", to=other)
    shelf = Shelf()
    read(library, shelf)
    assert shelf.asked == ["a"]
    assert set(library.fulltexts.passages([one, other])) == {one, other}


def test_a_full_text_goes_with_its_file_though_another_paper_has_that_too(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    one, other = add(library, OLIVES, TULIPS)
    attach("a", to=one)
    attach("a", to=other)
    attach("b", to=one)
    sha256 = hashlib.sha256(b"a").hexdigest()
    read(library)
    library.papers.detach_file(other, sha256)
    assert set(library.fulltexts.passages([one, other])) == {one}
    assert library.verify().sound
    library.papers.detach_file(one, sha256)
    assert library.fulltexts.passages([one]) == {}
    read(library, Shelf(b=TEXT))
    assert set(library.fulltexts.passages([one])) == {one}
    assert library.verify().sound


def test_a_full_text_comes_back_with_its_paper_though_its_file_was_read_again(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    gone = attach("a")
    read(library)
    attach("other")
    (other,) = add(library, TULIPS)
    library.papers.trash([gone])
    library.papers.purge([gone])
    deleted = library.history.all()[0].number
    attach("a", to=other)
    read(library)
    library.history.undo(deleted)
    library.papers.restore([gone])
    assert set(library.fulltexts.passages([gone, other])) == {gone, other}
    assert library.verify().sound


def test_each_paper_has_its_text_again_when_a_merge_is_taken_back(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    kept = add(library, OLIVES)[0]
    gone = attach("a")
    merge = library.duplicates.merge(kept, [gone])
    read(library)
    attach("b", to=kept)
    read(library, papers=[attach("b")])
    library.duplicates.undo(merge)
    assert {kept, gone} <= set(library.fulltexts.passages([kept, gone]))
    assert library.verify().sound


def test_what_was_read_stays_where_doing_again_moves_its_file_from_one_paper_to_another(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    one, other = add(library, OLIVES, TULIPS)
    attach("a", to=one)
    read(library)
    attach("a", to=other)
    attached = library.history.all()[0].number
    library.papers.detach_file(one, hashlib.sha256(b"a").hexdigest())
    library.history.undo(attached, and_later=True)
    library.history.redo(attached)
    shelf = Shelf()
    read(library, shelf)
    assert shelf.asked == []
    assert set(library.fulltexts.passages([one, other])) == {other}
    assert library.verify().sound


def test_passages_are_those_of_a_file_that_was_read_anew(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    revision = library.fulltexts.revision()
    newer = FullTextStore(library.database, library.citations, "another extractor")
    read_waiting(newer, None, [Shelf(a=TEXT)], Linker(library.papers), SilentJob())
    assert [each.number for each in library.fulltexts.changes(revision, 9)] == [paper]


def test_a_file_that_comes_later_does_not_keep_the_deletion_of_another_from_being_undone(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    (other,) = add(library, OLIVES)
    gone = attach("a")
    library.papers.trash([gone])
    library.papers.purge([gone])
    deleted = library.history.all()[0].number
    attach("b", to=other)
    library.history.undo(deleted)
    assert len(library.papers.files(gone)) == len(library.papers.files(other)) == 1


def test_a_reference_comes_back_with_its_paper_though_what_it_led_to_is_gone(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    olives, tulips = add(library, OLIVES, TULIPS)
    paper = attach("a")
    read(library)
    library.papers.trash([paper, olives])
    library.papers.purge([paper])
    deleted = library.history.all()[0].number
    library.papers.purge([olives])
    library.history.undo(deleted)
    linked = [link and link.paper for _, link in library.citations.references(paper)]
    assert linked == [None, tulips]


def test_a_reference_comes_back_with_a_merge_though_what_it_led_to_is_gone(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    olives, tulips = add(library, OLIVES, TULIPS)
    paper, kept = attach("a"), attach("b")
    read(library)
    merge = library.duplicates.merge(kept, [paper])
    library.papers.trash([olives])
    library.papers.purge([olives])
    library.duplicates.undo(merge)
    linked = [link and link.paper for _, link in library.citations.references(paper)]
    assert linked == [None, tulips]
    assert library.verify().sound


# --- references and papers that come, go and become one ----------------------------------------


def test_nothing_is_left_of_a_deleted_paper(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    library.papers.trash([paper])
    assert library.fulltexts.all() == []
    assert library.fulltexts.passages([paper]) == {}
    library.papers.purge([paper])
    for table in ("readings", "fulltexts", "reference_keys", "bibliography"):
        assert library.database.value(f"SELECT COUNT(*) FROM {table}") == 0


# --- with readers that are processes -----------------------------------------------------------


def test_an_unexpected_failure_of_the_store_is_not_swallowed(
    library: Library, attach: Callable[..., PaperNumber], monkeypatch: pytest.MonkeyPatch
) -> None:
    attach("a")

    def refuse(*_: object, **__: object) -> None:
        raise EngineError("No.")

    monkeypatch.setattr(library.fulltexts, "store", refuse)
    with pytest.raises(EngineError):
        read(library)
    assert not [each for each in threading.enumerate() if each.name == "full texts"]


def test_passages_and_annotations_have_the_printed_numbers_of_their_pages(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    sha256 = hashlib.sha256(b"a").hexdigest()
    read(library, Shelf(a=replace(TEXT, page_labels=("xi", "xii", "1"))))
    marks = AnnotationStore(library.database)
    rects = (Rect(1, 0, 0, 9, 9),)
    marks.put(Annotation(paper, sha256, "highlight", "yellow", rects, note="Compare."))
    passages = library.fulltexts.passages([paper])[paper]
    assert [passage.page_name for passage in passages] == ["xi", "xi", "1", "xii"]
    assert [passage.page for passage in passages] == [0, 0, 2, 1]
    assert library.fulltexts.page_labels(sha256) == ("xi", "xii", "1")
    assert library.fulltexts.page_labels("unknown") == ()
