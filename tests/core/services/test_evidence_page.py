"""The page for reviewers: what it says, and that nothing of a paper becomes markup."""

from __future__ import annotations

from datetime import date

from core.base.findings import (
    CitationEvidence,
    EntryCheck,
    EvidencePassage,
    EvidenceReport,
    FieldDifference,
    NumberCheck,
    Quotation,
    SearchedText,
    WordDifference,
)
from core.base.notices import Notice
from core.base.records import Manuscript, Marker, PaperNumber, Reference, Sentence
from core.services.evidence_page import (
    EvidencePage,
    describe_number,
    describe_quotation,
    describe_search,
)
from tests import wording

EVIL = "<script>alert(1)</script>"
PAPER = PaperNumber(4)


def make_page(*citations: CitationEvidence, notice: Notice | None = None) -> str:
    """Return the page of a manuscript with one sentence and one entry."""
    sentence = Sentence(0, None, 0, f"Gulls are late {EVIL} [1].", (), (Marker(0, 1, "[1]", (0,)),))
    entry = Reference(index=0, label="1", text="Roe. Gulls. 1999", authors=("A. Roe",), year=1999)
    manuscript = Manuscript(title=f"Birds {EVIL}", sentences=(sentence,), references=(entry,))
    difference = FieldDifference("year", "1999", "2000")
    checks = (EntryCheck(0, "differs", (difference,), notice=notice),)
    report = EvidenceReport(citations=citations, checks=checks)
    return EvidencePage(
        manuscript=manuscript, report=report, name="draft.md", made_on=date(2026, 1, 2)
    ).html()


def test_a_row_has_the_notice_the_state_and_what_was_looked_up() -> None:
    citation = CitationEvidence(
        sentence=0,
        reference=0,
        state="related passage",
        paper=PAPER,
        passages=(EvidencePassage(text=f"Late gulls {EVIL}", score=0.4, page=2, page_name="iii"),),
        quotations=(
            Quotation(
                text="gulls are late",
                state="differs",
                differences=(WordDifference("late", "early"),),
            ),
        ),
        numbers=(NumberCheck(text="7 %", state="elsewhere", page_name="9"),),
        searched=SearchedText(sentences=40, pages=3),
    )
    notice = Notice(kind="retracted", by="publisher")
    html = make_page(citation, notice=notice)
    assert "Retracted paper: according to the publisher" in html
    assert "Related passage" in html
    assert wording.fill("core.services.evidence_page:describe_search", pages=3) in html
    assert "(p. iii)" in html
    assert "<del>late</del> → <ins>early</ins>" in html
    assert "7 %: found elsewhere, p. 9" in html
    assert "Year: 1999 – library: 2000" in html
    assert EVIL not in html


def test_a_page_without_citations_says_so() -> None:
    assert wording.fill("core.services.evidence_page:_citations") in make_page()


def test_nothing_near_says_what_was_searched() -> None:
    citation = CitationEvidence(
        sentence=0,
        reference=0,
        state="nothing near",
        paper=PAPER,
        searched=SearchedText(sentences=3, abstract_only=True, other_language=True),
    )
    html = make_page(citation)
    assert wording.fill("core.services.evidence_page:_STATES Nothing") in html
    assert (
        wording.fill(
            "core.services.evidence_page:describe_search", text="searched: the abstract alone"
        )
        in html
    )


def test_each_state_has_its_words() -> None:
    assert describe_search(SearchedText()) == ""
    assert describe_search(SearchedText(sentences=2, pages=1)).endswith("of 1 page")
    assert describe_quotation(Quotation(text="", state="found")) == "Quotation found"
    assert describe_quotation(Quotation(text="", state="found", page_name="3")).endswith("p. 3")
    assert "differences, p. 3" in describe_quotation(
        Quotation(text="", state="differs", page_name="3")
    )
    assert "could be read" in describe_quotation(Quotation(text="", state="not found"))
    assert describe_number(NumberCheck(text="5", state="elsewhere")).endswith("in the paper")
