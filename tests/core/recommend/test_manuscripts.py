"""What a manuscript and a library know of each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.records import Manuscript, PaperNumber, PaperRecord, Reference
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.manuscripts import find_own_record, link_references

TITLE = "How Gulls Learn to Open Shells on Wet Sand"
PEOPLE = ("Ida Moe", "Tor Falk", "Nils Berg")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        records = [
            PaperRecord(title=TITLE, authors=PEOPLE, year=2015, doi="10.5555/gulls"),
            PaperRecord(title="A Census of Garden Tulips", authors=("Ann Smith",), year=2002),
        ]
        list(opened.papers.add(records, source="test"))
        yield opened


@pytest.fixture
def words(library: Library) -> WordIndex:
    index = WordIndex(library.folder / "words", library.identity)
    index.follow(library.papers)
    return index


@pytest.mark.parametrize(
    "manuscript",
    [
        pytest.param(Manuscript(title="", doi="10.5555/GULLS"), id="DOI"),
        pytest.param(Manuscript(title=TITLE.upper()), id="title"),
        pytest.param(
            Manuscript(title="How Gulls Learn to Open Shells in Wet Sand", authors=PEOPLE),
            id="changed title",
        ),
        pytest.param(
            Manuscript(title="On How Gulls Learn to Open Shells on Wet Sand", authors=PEOPLE[:2]),
            id="another beginning",
        ),
        pytest.param(
            Manuscript(title=f"{TITLE}: Twelve Winters", authors=PEOPLE, year=2014),
            id="preprint with a subtitle",
        ),
    ],
)
def test_the_record_of_the_manuscript_itself_is_found(
    library: Library, words: WordIndex, manuscript: Manuscript
) -> None:
    assert find_own_record(library, manuscript, words) == PaperNumber(1)


@pytest.mark.parametrize(
    "manuscript",
    [
        pytest.param(Manuscript(title=TITLE, authors=("Rolf Holt",)), id="other people"),
        pytest.param(
            Manuscript(title=f"{TITLE}: A Reply", authors=("Ida Moe", "Ann Smith", "Eva Lind")),
            id="another paper of the first author",
        ),
        pytest.param(
            Manuscript(title="Why gulls sleep", authors=PEOPLE, doi="10.5555/gulls"),
            id="DOI of another title",
        ),
        pytest.param(Manuscript(title=""), id="nothing known"),
    ],
)
def test_another_paper_is_not_taken_for_the_manuscript(
    library: Library, words: WordIndex, manuscript: Manuscript
) -> None:
    assert find_own_record(library, manuscript, words) is None


def test_an_entry_with_a_slip_at_its_beginning_is_found_by_words(
    library: Library, words: WordIndex
) -> None:
    entry = Reference(
        index=0,
        label="",
        text="A. Smith. The census of garden tulips. 2002.",
        authors=("A. Smith",),
        title="The census of garden tulips",
        year=2002,
    )
    found = link_references(library, words, Manuscript(title="", references=(entry,)))
    assert found[0].paper == PaperNumber(2)


def test_a_paper_thrown_away_is_not_linked_although_the_words_still_know_it(
    library: Library, words: WordIndex
) -> None:
    entry = Reference(
        index=0, label="1", text=f"Moe, I. (2015). On {TITLE}.", title=f"On {TITLE}", year=2015
    )
    manuscript = Manuscript(title="T", references=(entry,))
    assert link_references(library, words, manuscript)[0].paper == 1
    library.papers.trash([PaperNumber(1)])
    assert link_references(library, words, manuscript) == {}


@pytest.mark.parametrize("filled", [True, False], ids=["filled", "empty"])
def test_links_are_found_where_the_library_may_not_be_written(tmp_path: Path, filled: bool) -> None:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as library:
        records = [PaperRecord(title=TITLE, authors=PEOPLE, year=2015)] if filled else []
        list(library.papers.add(records, source="test"))
    entry = Reference(index=0, label="", text=f"I. Moe. {TITLE}. 2015.", title=TITLE, year=2015)
    with Library.open(folder, write=False) as library:
        words = WordIndex(folder / "words", library.identity, write=False)
        words.follow(library.papers)
        manuscript = Manuscript(title=TITLE, authors=PEOPLE, references=(entry,))
        assert set(link_references(library, words, manuscript)) == ({0} if filled else set())
        assert find_own_record(library, manuscript, words) == (PaperNumber(1) if filled else None)
