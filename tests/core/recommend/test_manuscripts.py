"""What a manuscript and a library know of each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.records import Manuscript, Marker, PaperNumber, PaperRecord, Reference, Sentence
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.text.extractor import LATEX_EXTRACTOR, MARKDOWN_EXTRACTOR, WORD_EXTRACTOR
from core.recommend.audit import trusted
from core.recommend.manuscripts import find_own_record, link_missing_keys, link_references

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


SHELLS = PaperRecord(
    title="Shells and the Birds that Open Them",
    authors=("Ada Lund", "Bo Reed"),
    year=2011,
    doi="10.55555/shells.1",
    extra={"citation_key": "lund2011", "ids": "lund:shells,Lund-Draft"},
)


def entry(
    key: str,
    title: str = "",
    *,
    authors: tuple[str, ...] = ("Ada Lund", "Bo Reed"),
    text: str = "",
    year: int | None = None,
    doi: str = "",
    index: int = 0,
) -> Reference:
    text = text or f"{', '.join(authors)}. {title}."
    return Reference(
        index=index, label="1", text=text, authors=authors, title=title, year=year, doi=doi, key=key
    )


def linked(library: Library, words: WordIndex, *entries: Reference) -> dict[int, PaperNumber]:
    list(library.papers.add([SHELLS], source="test"))
    words.follow(library.papers)
    links = link_references(library, words, Manuscript(title="", references=entries))
    return {index: link.paper for index, link in links.items()}


CHANGED = "Birds that open shells"
SHELLS_NUMBER = PaperNumber(3)


@pytest.mark.parametrize("key", ["lund2011", "lund:shells", "Lund-Draft"])
@pytest.mark.parametrize("title", [CHANGED, ""], ids=["changed title", "no title"])
def test_an_entry_of_a_paper_s_key_is_that_paper(
    library: Library, words: WordIndex, key: str, title: str
) -> None:
    assert linked(library, words, entry("", title)) == {}  # nothing but the key tells
    assert linked(library, words, entry(key, title)) == {0: SHELLS_NUMBER}


@pytest.mark.parametrize(
    "listed",
    [
        pytest.param(entry("lund2011", "Tides at Night"), id="another title"),
        pytest.param(entry("lund2011", f"{CHANGED} 2"), id="another part"),
        pytest.param(entry("lund2011", CHANGED, authors=("Ada Marsh",)), id="other people"),
        pytest.param(entry("lund2011", "", authors=("Ada Marsh",)), id="no title, other people"),
        pytest.param(entry("lund2011", "", year=1999), id="no title, another year"),
        pytest.param(
            entry("lund2011", "", authors=(), text="Coast Board: tables of tides and of moons"),
            id="no title, a text without its author",
        ),
        pytest.param(entry("Lund2011", CHANGED), id="a key of another case"),
        pytest.param(entry("lund", CHANGED), id="the beginning of a key"),
    ],
)
def test_an_entry_that_may_be_another_work_is_not_linked_by_its_key(
    library: Library, words: WordIndex, listed: Reference
) -> None:
    assert linked(library, words, listed) == {}


def test_other_evidence_goes_before_the_key(library: Library, words: WordIndex) -> None:
    tulips = entry(
        "lund2011", "A Census of Garden Tulips", authors=("Ann Smith",), year=2002, doi="10.5555/no"
    )
    assert linked(library, words, tulips) == {0: PaperNumber(2)}


def test_a_paper_that_is_one_entry_is_no_other_by_its_key(
    library: Library, words: WordIndex
) -> None:
    own = entry("a", SHELLS.title, index=0)
    other = entry("lund2011", CHANGED, index=1)
    assert linked(library, words, own, other) == {0: SHELLS_NUMBER}


def test_a_link_by_the_key_alone_is_not_certain_enough_for_a_finding(
    library: Library, words: WordIndex
) -> None:
    list(library.papers.add([SHELLS], source="test"))
    manuscript = Manuscript(title="", references=(entry("lund2011"), entry("x", CHANGED, index=1)))
    assert not trusted(link_references(library, words, manuscript)[0])


def cites_keys(*keys: str, extractor: str, references: tuple[Reference, ...] = ()) -> Manuscript:
    marker = Marker(0, 1, "?", (), keys)
    sentence = Sentence(index=0, section=None, page=0, text="?", rects=(), markers=(marker,))
    return Manuscript(title="", sentences=(sentence,), references=references, extractor=extractor)


def test_keys_that_no_entry_has_lead_to_papers_in_text_that_is_written_by_keys(
    library: Library,
) -> None:
    more = PaperRecord(title="A Table of Tides", extra={"citation_key": "57"})
    list(library.papers.add([SHELLS, more], source="test"))
    keys = ("lund:shells", "LUND2011", "lund", "57", "gone")

    def links(manuscript: Manuscript) -> dict[str, PaperNumber]:
        links = link_missing_keys(library, manuscript)
        assert not any(trusted(link) for link in links.values())
        return {key: link.paper for key, link in links.items()}

    both = {"57": PaperNumber(4), "lund:shells": SHELLS_NUMBER}
    assert links(cites_keys(*keys, extractor=LATEX_EXTRACTOR)) == both
    assert links(cites_keys(*keys, extractor=WORD_EXTRACTOR)) == {}
    typed = replace(entry("", CHANGED), label="1")
    numbers = cites_keys(*keys, extractor=MARKDOWN_EXTRACTOR, references=(typed,))
    assert links(numbers) == {"lund:shells": SHELLS_NUMBER}
    library.papers.trash([SHELLS_NUMBER])
    assert links(cites_keys(*keys, extractor=LATEX_EXTRACTOR)) == {"57": PaperNumber(4)}
