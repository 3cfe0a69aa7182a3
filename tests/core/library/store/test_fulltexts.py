"""Full texts: the queue of files, what is stored of each, and references that find later papers."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import EngineError, PdfCrashError, PdfLimitError, PdfUnreadableError
from core.base.jobs import Job, JobCancelled, SilentJob
from core.base.records import (
    Manuscript,
    PaperNumber,
    PaperRecord,
    Sentence,
)
from core.base.reports import FullTextReport
from core.library.imports.fulltext_reading import read_waiting
from core.library.imports.relinking import link_new_papers, link_unsettled
from core.library.library import Library
from core.library.store.fulltexts import FullTextStore
from core.manuscript.reader import GuardedReader, ReaderUnavailable
from core.manuscript.references.linking import Linker
from tests.core.library.fulltext_shelf import OLIVES, TEXT, TULIPS, Shelf, read


def states(library: Library) -> dict[str, str]:
    return {each.path.stem: each.state for each in library.fulltexts.all()}


def add(library: Library, *records: PaperRecord) -> list[PaperNumber]:
    numbers = [outcome.number for outcome in library.papers.add(records, source="test")]
    assert None not in numbers
    return [number for number in numbers if number is not None]


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


def test_a_bad_file_costs_only_itself_and_is_tried_again_when_asked(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    bad = attach("bad")
    for name in ("fine", "kills", "hangs"):
        attach(name)
    shelf = Shelf(
        bad=PdfUnreadableError("It is damaged.", remedy="Mend it."),
        kills=PdfCrashError("It ends the parser."),
        hangs=PdfLimitError("It took too long."),
    )
    report = read(library, shelf)
    assert (report.read, report.failed, report.set_aside) == (1, 1, 2)
    assert {(each.reason, each.remedy) for each in report.refused} >= {
        ("It is damaged.", "Mend it.")
    }
    after = {"bad": "failed", "fine": "read", "kills": "set aside", "hangs": "set aside"}
    assert states(library) == after
    assert next(iter(library.fulltexts.all())).reason == "It is damaged."
    assert read(library, shelf) == FullTextReport()
    library.fulltexts.retry([bad])
    assert states(library) == after | {"bad": "waiting"}
    assert read(library).read == 1
    assert states(library) == after | {"bad": "read"}


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


def test_another_file_of_a_paper_is_read_only_where_the_first_cannot_be(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    attach("paper", "supplement")
    attach("scan", "text")
    shelf = Shelf(scan=PdfUnreadableError("It holds only images."))
    assert (read(library, shelf).read, sorted(shelf.asked)) == (2, ["paper", "scan", "text"])
    assert states(library) == {"paper": "read", "scan": "failed", "text": "read"}


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


def test_a_file_that_was_read_is_the_full_text_of_a_paper_that_has_it_later(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    olives, later = add(library, OLIVES, TULIPS)
    attach("a")
    read(library)
    attach("a", to=later)
    shelf = Shelf()
    read(library, shelf)
    assert shelf.asked == []
    assert len(library.fulltexts.passages([later])[later]) == 3
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert library.citations.cites(later) == [olives]


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


def test_references_linked_between_a_merge_and_its_undoing_are_those_of_the_text_again(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    (keeper,) = add(library, PaperRecord(title="A survey of gardens", year=2010))
    attach("a", to=keeper)
    library.duplicates.merge(keeper, [paper])
    merged = library.history.all()[0].number
    add(library, TULIPS)
    link_new_papers(library, Linker(library.papers), SilentJob())
    link_unsettled(library, Linker(library.papers), SilentJob())
    library.history.undo(merged)
    assert keeper in library.fulltexts.unsettled()
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert [len(library.citations.references(each)) for each in (paper, keeper)] == [2, 2]


def test_references_to_a_purged_paper_are_looked_up_again(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    (tulips,) = add(library, TULIPS)
    read(library)
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert tulips in [link and link.paper for _, link in library.citations.references(paper)]
    library.papers.trash([tulips])
    assert library.fulltexts.unsettled() == []
    library.papers.purge([tulips])
    assert library.fulltexts.unsettled() == [paper]


def test_a_new_extractor_reads_again_and_keeps_the_old_text_where_it_fails(
    library: Library, attach: Callable[..., PaperNumber], tmp_path: Path
) -> None:
    gone, paper = attach("gone"), attach("a")
    read(library)
    newer = FullTextStore(library.database, library.citations, "another extractor")
    (tmp_path / "gone.pdf").unlink()
    assert {each.state for each in newer.all()} == {"waiting"}
    changed = Manuscript(title="Read anew", sentences=(Sentence(0, None, 0, "Other words.", ()),))
    linker = Linker(library.papers)
    report = read_waiting(newer, None, [Shelf(a=changed)], linker, SilentJob())
    assert (report.read, report.failed) == (1, 1)
    assert {each.state for each in newer.all()} == {"read"}
    assert [each.text for each in newer.passages([paper])[paper]] == ["Other words."]
    assert len(newer.passages([gone])[gone]) == 3
    assert library.citations.references(paper) == []


def test_a_reader_that_does_not_start_is_no_fault_of_the_files(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    attach("a")
    with pytest.raises(ReaderUnavailable):
        read(library, Shelf(a=ReaderUnavailable("no")))
    assert states(library) == {"a": "waiting"}


class Stopping:
    """A job that stops after so many files, also those under way."""

    def __init__(self, after: int) -> None:
        self.left = after

    def report(self, _done: int, _total: int, _note: str = "") -> None:
        self.left -= 1

    def check(self) -> None:
        if self.left <= 0:
            raise JobCancelled


class Endless(Shelf):
    """Reads "slow" until it is stopped."""

    def read_manuscript(self, path: Path, job: Job | None = None) -> Manuscript:
        assert job is not None
        while path.stem == "slow":
            job.check()
            threading.Event().wait(0.01)
        return super().read_manuscript(path, job)


def test_a_stop_keeps_what_was_read_and_ends_the_files_under_way(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    for name in ("a", "slow", "b", "c", "d"):
        attach(name)
    linker = Linker(library.papers)
    with pytest.raises(JobCancelled):
        read_waiting(library.fulltexts, None, [Endless(), Endless()], linker, Stopping(2))
    assert list(states(library).values()).count("read") == 2
    assert states(library)["slow"] == "waiting"
    assert not [each for each in threading.enumerate() if each.name == "full texts"]
    assert read(library).read == 3


# --- references and papers that come, go and become one ----------------------------------------


@pytest.mark.parametrize("late", [OLIVES, TULIPS], ids=["by title", "by DOI"])
def test_a_reference_finds_a_paper_that_comes_later(
    library: Library, attach: Callable[..., PaperNumber], late: PaperRecord
) -> None:
    paper = attach("a")
    read(library)
    assert library.citations.cites(paper) == []
    (number,) = add(library, late)
    assert link_new_papers(library, Linker(library.papers), SilentJob()) == 1
    assert library.citations.cites(paper) == [number]
    assert {each.citing for each in library.citations.contexts_citing(number, 9)} == {paper}
    assert link_new_papers(library, Linker(library.papers), SilentJob()) == 0


def test_a_paper_that_was_deleted_and_comes_back_is_found_again(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    (olives,) = add(library, OLIVES)
    paper = attach("a")
    read(library)
    library.papers.trash([olives])
    assert library.citations.cites(paper) == []
    library.papers.purge([olives])
    link_new_papers(library, Linker(library.papers), SilentJob())
    assert library.citations.contexts_citing(olives, 9) == []
    (again,) = add(library, OLIVES)
    link_new_papers(library, Linker(library.papers), SilentJob())
    assert library.citations.cites(paper) == [again]
    assert library.verify().sound


def test_a_full_text_goes_with_its_paper_when_papers_become_one(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    (olives,) = add(library, OLIVES)
    (keeper,) = add(library, PaperRecord(title="A survey of gardens", year=2010))
    paper = attach("a")
    read(library)
    library.papers.merge(keeper, [paper])
    assert keeper in library.fulltexts.unsettled()
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert library.fulltexts.unsettled() == []
    assert library.citations.cites(keeper) == [olives]
    assert len(library.fulltexts.passages([keeper])[keeper]) == 3
    library.papers.merge(keeper, [olives])
    assert library.citations.cites(keeper) == []
    assert library.verify().sound


@pytest.mark.parametrize("by_history", [False, True])
def test_what_a_text_says_goes_with_it_when_a_merge_is_taken_back(
    library: Library, attach: Callable[..., PaperNumber], *, by_history: bool
) -> None:
    (olives,) = add(library, OLIVES)
    (keeper,) = add(library, PaperRecord(title="A survey of gardens", year=2010))
    paper = attach("a")
    read(library)
    merge = library.duplicates.merge(keeper, [paper])
    link_unsettled(library, Linker(library.papers), SilentJob())
    if by_history:
        library.history.undo(library.history.all()[0].number)
    else:
        library.duplicates.undo(merge)
    link_unsettled(library, Linker(library.papers), SilentJob())
    assert library.citations.references(keeper) == library.citations.cites(keeper) == []
    assert len(library.citations.references(paper)) == 2
    assert library.citations.cites(paper) == [olives]
    assert [each.citing for each in library.citations.contexts_citing(olives, 9)] == [paper]
    assert library.verify().sound


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

PARSER = """
import json, os, sys, time
from core.manuscript.text.serial import to_json
from core.base.records import Manuscript
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    path = json.loads(line)["path"]
    if "kills" in path:
        os._exit(3)
    while "hangs" in path:
        time.sleep(1)
    print(json.dumps({"manuscript": to_json(Manuscript(title="Read"))}), flush=True)
"""


def test_files_that_kill_or_hang_a_process_are_set_aside_after_one_try(
    library: Library, attach: Callable[..., PaperNumber], tmp_path: Path
) -> None:
    script = tmp_path / "parser.py"
    script.write_text(PARSER, encoding="utf-8")
    for name in ("kills", "a", "hangs", "b"):
        attach(name)
    command = [sys.executable, str(script)]
    readers = [GuardedReader(seconds=2, command=command) for _ in range(2)]
    try:
        report = read_waiting(library.fulltexts, None, readers, Linker(library.papers), SilentJob())
        assert (report.read, report.set_aside) == (2, 2)
        assert states(library)["kills"] == states(library)["hangs"] == "set aside"
        again = read_waiting(library.fulltexts, None, readers, Linker(library.papers), SilentJob())
        assert again == FullTextReport()
    finally:
        for reader in readers:
            reader.close()


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
