"""The check finds what should not be there, and nothing in a sound library."""

from __future__ import annotations

import pytest

from core.base.jobs import SilentJob
from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.library import Library

TULIPS = PaperNumber(2)


@pytest.fixture
def shelf(library: Library) -> Library:
    list(library.papers.add([PaperRecord(title="Olives"), PaperRecord(title="Tulips")], source="t"))
    return library


def test_a_sound_library_is_counted(shelf: Library) -> None:
    report = shelf.verify()
    assert report.sound
    assert report.counts["papers"] == 2


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("UPDATE papers SET title = '' WHERE number = 1", "paper 1 has no title"),
        ("UPDATE papers SET revision = 9 WHERE number = 2", "paper 2 carries a revision newer"),
        ("UPDATE papers SET revision = 1", "revision 1 is carried by more than one"),
        ("INSERT INTO removed VALUES (2, 7, NULL)", "number 2 is both of a paper and of a removed"),
        ("INSERT INTO citations VALUES (1, 1, 't')", "paper 1 cites itself"),
        (
            "INSERT INTO contexts VALUES (1, 1, 0, '', '', 'S.', '', '[]')",
            "context 1 cites nothing",
        ),
        (
            "INSERT INTO contexts VALUES (5, 1, 0, '', '', 'S.', '', '[]')",
            "context 5 has a number that another one may get",
        ),
        ("INSERT INTO authorship VALUES (7, 0, 8)", "“authorship” points at something missing"),
        ("INSERT INTO files VALUES (1, 1, 'files/a.pdf', 'aa')", "“files/a.pdf” of paper 1"),
    ],
)
def test_what_should_not_be_is_told(shelf: Library, harm: str, told: str) -> None:
    shelf.database.execute("PRAGMA foreign_keys = OFF")
    shelf.database.execute(harm)
    problems = shelf.verify().problems
    assert problems
    assert any(told in problem for problem in problems)


def test_an_embedding_of_the_wrong_length_is_told(shelf: Library) -> None:
    shelf.database.execute("INSERT INTO encoders VALUES (1, 'm', 4)")
    shelf.database.execute("INSERT INTO embeddings VALUES (1, ?, x'0000')", TULIPS)
    shelf.citations.add_contexts(PaperNumber(1), [CitingContext(text="S.", cited=(TULIPS,))])
    shelf.database.execute("INSERT INTO context_embeddings VALUES (1, 1, x'00')")
    assert shelf.verify().problems == (
        "an embedding of paper 2 has the wrong length",
        "an embedding of context 1 has the wrong length",
    )


def test_files_elsewhere_are_no_affair_of_the_library(shelf: Library) -> None:
    elsewhere = shelf.folder.parent / "gone.pdf"
    shelf.papers.attach_file(PaperNumber(1), elsewhere, "aa")
    assert shelf.verify().sound


def test_damaged_backups_and_sidecars_are_told(shelf: Library) -> None:
    kept = shelf.safekeeping
    made = kept.keep()
    assert made is not None
    assert shelf.verify().sound
    made.path.write_bytes(made.path.read_bytes()[:5000])
    (shelf.folder / "sidecars/papers/000000.jsonl").write_text("?")
    sidecar, backup = shelf.verify().problems
    assert "000000.jsonl" in sidecar
    assert made.path.name in backup
    kept.back_up()
    assert len(shelf.verify().problems) == 1


def test_progress_goes_to_the_end(shelf: Library) -> None:
    reports: list[tuple[int, int]] = []

    class Listening(SilentJob):
        def report(self, done: int, total: int, _note: str = "") -> None:
            reports.append((done, total))

    shelf.verify(Listening())
    assert reports == [(done, 6) for done in range(7)]
