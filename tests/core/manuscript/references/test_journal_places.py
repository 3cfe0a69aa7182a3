"""Entries without titles: linked by journal, volume and page, and never accused wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.records import Manuscript, Paper, PaperNumber, PaperRecord, Reference
from core.library.library import Library
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.journal_places import (
    SAME_PLACE,
    read_numbers,
    states_first_author,
    states_journal,
    weigh_place,
)
from core.manuscript.references.linking import Linker
from core.manuscript.text.extractor import LATEX_EXTRACTOR
from core.recommend.audit import audit

_FIELDS = ("title", "authors", "year", "venue", "volume", "page", "arxiv")
_ROWS: list[tuple[str, tuple[str, ...], int, str, str, str, str]] = [
    ("Piers in the frost", ("Tor Aas",), 1964, "Physical Review Letters", "12", "132–133", ""),
    ("Ropes and salt", ("Ann Roe",), 2012, "Journal of the American Chemical Society", "134",
     "1234–1240", ""),
    ("Halos of piers", ("Kai Müller",), 2010, "Monthly Notices of the Royal Astronomical Society",
     "401", "1500", ""),
    ("Knots of the deep", ("Dal Kim",), 2012, "Phys. Rev. B", "85", "045104", ""),
    ("Sums of knots", ("Quin Holt",), 2003, "Journal of High Energy Physics", "05", "012",
     "hep-ph/0301001"),
    ("Lamps of piers", ("Pia Berg",), 2016, "Astronomy & Astrophysics", "594", "A13", ""),
    ("A pier on the next page", ("Ole Ode",), 1964, "Phys. Rev. Lett.", "12", "133", ""),
]  # fmt: skip


def add_papers(library: Library) -> None:
    records = []
    for row in _ROWS:
        values = dict(zip(_FIELDS, row, strict=True))
        extra = {name: values.pop(name) for name in ("volume", "page")}
        records.append(PaperRecord(**values, extra=extra))  # type: ignore[arg-type]
    list(library.papers.add(records, source="test"))


def reference(text: str) -> Reference:
    fields = parse_entry(text)
    return Reference(
        index=0, label="1", text=text, authors=fields.authors, title=fields.title,
        year=fields.year, venue=fields.venue, doi=fields.doi, arxiv=fields.arxiv,
    )  # fmt: skip


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        add_papers(opened)
        yield opened


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("T. Aas, Phys. Rev. Lett. 12, 132 (1964).", "Piers in the frost"),
        ("T. Aas, PRL 12, 132 (1964).", "Piers in the frost"),
        ("T. Aas, Phys. Rev. Lett., 1964, 12, 132.", "Piers in the frost"),
        ("Roe, A. J. Am. Chem. Soc. 2012, 134, 1234–1240.", "Ropes and salt"),
        ("Müller K., 2010, MNRAS, 401, 1500", "Halos of piers"),
        ("Müller, K., Mon. Not. R. Astron. Soc. 401, 1500–1512 (2010)", "Halos of piers"),
        ("D. Kim, Phys. Rev. B85, 045104 (2012).", "Knots of the deep"),
        ("Q. Holt, JHEP 05 (2003) 012.", "Sums of knots"),
        ("Q. Holt, JHEP 0305, 012 (2003).", "Sums of knots"),
        ("Q. Holt, [hep-ph/0301001].", "Sums of knots"),
        ("Berg, P. 2016, A&A, 594, A13", "Lamps of piers"),
        ("T. Aas, Phys. Rev. Lett. 12, 140 (1964).", None),
        ("T. Aas, Phys. Rev. Lett. 12, 132 (1971).", None),
        ("N. Body, Phys. Rev. Lett. 12, 132 (1964).", None),
        ("D. Kim, Phys. Rev. B 86, 045104 (2012).", None),
    ],
)
def test_an_entry_is_linked_by_its_place(library: Library, text: str, title: str | None) -> None:
    link = Linker(library.papers).link([reference(text)]).get(0)
    assert (link and library.papers.get_many([link.paper])[0].title) == title


@pytest.mark.parametrize(
    ("text", "is_accused"),
    [
        ("Q. Holt, JHEP 05 (2003) 012 [hep-ph/0301001].", False),
        ("Q. Holt, hep-ph/0301001.", False),
        ("Q. Holt and M. Oak, Nucl. Phys. B 7, 12 (2002), arXiv:hep-ph/0301001.", False),
        ("N. Body, Nucl. Phys. B 7, 12 (1991), arXiv:hep-ph/0301001.", True),
        ("N. Body, Walks on the frozen strand, Reeds 7, 12 (1991), arXiv:hep-ph/0301001.", True),
    ],
)
def test_an_id_is_called_wrong_only_if_all_else_differs(
    library: Library, text: str, is_accused: bool
) -> None:
    entry = reference(text)
    manuscript = Manuscript(title="Piers", references=(entry,), extractor=LATEX_EXTRACTOR)
    links = Linker(library.papers).link([entry])
    kinds = [finding.kind for finding in audit(manuscript, links, library.papers)]
    assert ("other title" in kinds) == is_accused
    assert (0 in links) != is_accused


def weigh(
    text: str,
    *authors: str,
    year: int | None = 1964,
    paper_year: int | None = 1964,
    family: str = "Aas",
    venue: str = "Physical Review Letters",
    read_venue: str = "",
    page: str = "132–133",
) -> float:
    """Weigh an entry against a paper of volume 12."""
    entry = Reference(index=0, label="1", text=text, authors=authors, year=year, venue=read_venue)
    paper = Paper(
        number=PaperNumber(1), ids=(), title="Piers", authors=(f"Tor {family}",), year=paper_year,
        venue=venue, extra={"volume": "12", "page": page},
    )  # fmt: skip
    return weigh_place(entry, read_numbers(entry), paper)


def test_another_journal_needs_the_author_and_is_less_sure() -> None:
    for journal in ("Nucl. Phys. B", ""):
        assert weigh(f"{journal} 12, 132 (1964).") == 0.0
        assert 0.0 < weigh(f"T. Aas, {journal} 12, 132 (1964).") < SAME_PLACE < 1.0
    assert weigh("T. Aas, Nucl. Phys. B 12, 132 (1965).", year=1965) == 0.0
    assert weigh("T. Aas, Nucl. Phys. B 12, 7 (1964).", page="7") == 0.0
    assert weigh("T. Aas, 12, 132 (1964).", venue="") < SAME_PLACE


def test_a_journal_that_was_read_counts_wherever_it_stands() -> None:
    text, venue = "12, 132 (1964), in Phys. Rev. Lett.", "Physical Review Letters Online"
    assert weigh(text, venue=venue) == 0.0
    assert weigh(text, venue=venue, read_venue="Phys. Rev. Lett.") == SAME_PLACE


def test_a_year_is_read_from_the_text_and_one_that_is_missing_links_nothing() -> None:
    text = "T. Aas, Phys. Rev. Lett. 12, 132, 1964."
    assert weigh(text, year=None) == SAME_PLACE
    assert weigh(text.replace(", 1964", ""), year=None) == 0.0
    assert weigh(text, paper_year=None) == 0.0


@pytest.mark.parametrize(
    ("page", "stated", "is_it"),
    [("0132", "132", True), ("L0132", "L132", True), ("L132", "132", False), ("", "132", False)],
)
def test_a_page_may_have_letters_and_zeros_before_it(page: str, stated: str, is_it: bool) -> None:
    assert (weigh(f"Phys. Rev. Lett. 12, {stated} (1964).", page=page) > 0) == is_it


@pytest.mark.parametrize(
    ("family", "text", "is_stated"),
    [
        ("Li", "W. Li, Reeds 7", True),
        ("Li", "N. Olin, Reeds 7", False),
        ("Müller", "K. M uller, Reeds 7", True),
        ("Lindt", "N. Olin, Reeds 7", False),
    ],
)
def test_a_short_name_within_a_word_is_not_the_author(
    family: str, text: str, is_stated: bool
) -> None:
    assert (
        states_first_author(reference(text), PaperRecord(title="", authors=(f"Tor {family}",)))
        == is_stated
    )


@pytest.mark.parametrize(
    ("text", "venue", "read_venue", "is_stated"),
    [
        ("T. Aas. Piers. Nature 12, 132, Oslo.", "Nature", "", True),
        ("T. Aas. Piers. 12, 132, Phys. Rev. Lett.", "Physical Review Letters", "", True),
        ("T. Aas. Piers.", "Physical Review Letters Online", "Phys. Rev. Lett.", True),
        ("T. Aas. Piers. Reeds 12, 132.", "Nature", "Reeds", False),
    ],
)
def test_a_journal_is_stated_abbreviated_anywhere(
    text: str, venue: str, read_venue: str, is_stated: bool
) -> None:
    entry = Reference(index=0, label="1", text=text, venue=read_venue)
    assert states_journal(entry, venue) == is_stated
