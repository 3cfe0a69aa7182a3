"""What cited papers say, from PDFs in a library: passages, quotations, order, page, command."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import LookUpError
from core.base.findings import CitationEvidence
from core.base.jobs import JobCancelled, StoppableJob
from core.base.lookups import Consent
from core.base.notices import NoticeKind
from core.base.records import PaperNumber, PaperRecord
from core.library.online import looking
from core.models.shelf import Shelf
from core.services.evidence import sort_citations
from core.workspace import Workspace
from tests import dumps, wording
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press
from tests.core.recommend.test_evidence import Bags
from tests.services_online import DOI, TITLE, crossref_work, send, served

LAMP = "Lanterns that guide the gulls of northern harbours"
CLAIM = "Gulls follow green lanterns in 62 % of all nights"
SAID = "In 62 % of all nights the gulls followed the green lanterns towards the open sea."
ABSTRACT = "Harbour cats sleep in the daytime. Their nights are spent on the quay."


def typeset_paper(path: Path) -> Path:
    """Set the paper that is cited, of two pages."""
    press = Press(path, ((72.0, 540.0),))
    press.put(120, 60, LAMP, BOLD, 17)
    press.put(150, 80, "Ines Faro", BOLD, 11)
    press.top = press.y = 110.0
    press.add("1 Introduction", HEADING)
    press.add("Lanterns have guided ships since people went to sea in boats of wood. " * 3, FIRST)
    for number in range(2, 8):
        press.add(f"{number} Nights of the year {number}", HEADING)
        press.add("Keepers trimmed the wicks and wrote down what the weather was like. " * 9, FIRST)
    press.add("8 Results", HEADING)
    press.add(f"{SAID} No other colour had this effect on any bird we saw that year.", FIRST)
    return press.save()


MANUSCRIPT = f"""---
title: Birds and lights
bibliography: refs.bib
---
# Introduction

{CLAIM} [@faro]. Faro wrote “the gulls followed the red lanterns towards the open sea” [@faro].
Harbour cats sleep in the daytime [@quay]. Nobody ever counted the whales [@none].
"""
BIBLIOGRAPHY = f"""
@article{{faro, title={{{LAMP}}}, author={{Faro, Ines}}, year=2011}}
@article{{quay, title={{Cats and their quays in old harbours}}, author={{Quay, Tom}}, year=1989,
  journal={{Harbours}}, volume=3, pages={{11--19}}}}
@article{{none, title={{Whales that nobody counted at all}}, author={{Doe, Jan}}, year=1980}}
"""


def write_manuscript(folder: Path) -> Path:
    """Write a manuscript that cites three papers, with a bibliography."""
    (folder / "refs.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    path = folder / "draft.md"
    path.write_text(MANUSCRIPT, encoding="utf-8")
    return path


def make_library(tmp_path: Path) -> Path:
    """Make a library with the paper as PDF, and another one with an abstract alone."""
    folder = tmp_path / "library"
    workspace = Workspace(folder, Shelf(tmp_path / "models"), create=True)
    records = [
        PaperRecord(title=LAMP, authors=("Ines Faro",), year=2011),
        PaperRecord(
            title="Cats and their quays in old harbours",
            authors=("Tom Quay",),
            year=2000,
            venue="Harbours",
            abstract=ABSTRACT,
            extra={"type": "article-journal", "volume": "3", "page": "11-19"},
        ),
    ]
    list(workspace.library.papers.add(records, source="test"))
    workspace.papers.attach(PaperNumber(1), typeset_paper(tmp_path / "lamp.pdf"))
    workspace.fulltexts.read_files(StoppableJob())
    workspace.close()
    return folder


@pytest.fixture
def manuscript(tmp_path: Path) -> Path:
    return write_manuscript(tmp_path)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return make_library(tmp_path)


@pytest.fixture
def workspace(library: Path, tmp_path: Path) -> Iterator[Workspace]:
    opened = Workspace(library, Shelf(tmp_path / "models"))
    yield opened
    opened.close()


def test_each_citation_has_its_passage_with_the_page(
    workspace: Workspace, manuscript: Path
) -> None:
    opened = workspace.manuscripts.open(manuscript)
    (evidence,) = workspace.evidence.find_for_sentence(opened, 0)
    assert evidence.state == "evidence found"
    assert evidence.passages[0].text == SAID
    assert evidence.passages[0].page_name == "2"
    assert [(one.text, one.state) for one in evidence.numbers] == [("62 %", "near")]
    assert workspace.evidence.find_for_sentence(opened, 0) == [evidence]


def test_the_report_begins_with_what_deserves_a_look(
    workspace: Workspace, manuscript: Path
) -> None:
    opened = workspace.manuscripts.open(manuscript)
    report = workspace.evidence.check_manuscript(opened)
    assert [citation.state for citation in report.citations][1:] == [
        "evidence found",
        "evidence found",
        wording.fill("core.services.evidence:_judge_sentence"),
    ]
    (quotation,) = report.citations[0].quotations
    assert (quotation.state, quotation.page_name) == ("differs", "2")
    assert [(one.quoted, one.printed) for one in quotation.differences] == [("red", "green")]
    assert report.citations[2].searched.abstract_only
    assert [check.state for check in report.checks] == ["unchecked", "agrees", "differs"]


def test_a_paper_that_is_only_suggested_is_asked_too(
    workspace: Workspace, manuscript: Path
) -> None:
    opened = workspace.manuscripts.open(manuscript)
    evidence = workspace.evidence.find_for_paper(opened, 0, PaperNumber(2))
    assert evidence.state == "nothing near"
    text = workspace.evidence.find_for_text("Cats sleep in the daytime", PaperNumber(2))
    assert text.passages[0].text == "Harbour cats sleep in the daytime."
    gone = workspace.evidence.find_for_text("Cats sleep", PaperNumber(99))
    assert gone.state == "no text"


def test_a_change_of_the_library_is_seen(workspace: Workspace, manuscript: Path) -> None:
    opened = workspace.manuscripts.open(manuscript)
    assert workspace.evidence.find_for_sentence(opened, 2)[0].state == "evidence found"

    workspace.library.papers.update(PaperNumber(2), abstract="")
    assert workspace.evidence.find_for_sentence(opened, 2)[0].state == "no text"


class SlowEncoder(Bags):
    """An encoder during whose first call something else is done, as if it took long."""

    def __init__(self, meanwhile: Callable[[], None]) -> None:
        self.calls: list[int] = []
        self._meanwhile = meanwhile

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        self.calls.append(len(papers))
        if len(self.calls) == 1:
            self._meanwhile()
        return super().encode_papers(papers)


def test_a_card_does_not_wait_while_passages_are_encoded(
    workspace: Workspace, manuscript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = workspace.manuscripts.open(manuscript)
    states: list[str] = []

    def ask() -> None:
        evidence = workspace.evidence.find_for_text("Cats sleep in the daytime", PaperNumber(2))
        states.append(evidence.state)

    def ask_beside() -> None:
        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(timeout=20)
        assert not asking.is_alive()

    encoder = SlowEncoder(ask_beside)
    with monkeypatch.context() as patch:
        patch.setattr(workspace._runtime.encoder, "encoder", encoder)
        report = workspace.evidence.check_manuscript(opened)
        assert len(states) == 1
        count = len(encoder.calls)
        assert workspace.evidence.check_manuscript(opened) == report
        assert len(encoder.calls) == count == 2  # at once, and the card's


def test_vectors_of_a_model_that_was_replaced_are_not_kept(
    workspace: Workspace, manuscript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = workspace.manuscripts.open(manuscript)
    other = SlowEncoder(lambda: None)
    with monkeypatch.context() as patch:
        active = workspace._runtime.encoder
        first = SlowEncoder(lambda: patch.setattr(active, "encoder", other))
        patch.setattr(active, "encoder", first)
        workspace.evidence.check_manuscript(opened)
        assert len(first.calls) == 1
        assert sum(other.calls) == first.calls[0]


def test_a_stop_ends_the_report(workspace: Workspace, manuscript: Path) -> None:
    opened = workspace.manuscripts.open(manuscript)
    job = StoppableJob()
    job.stop()
    with pytest.raises(JobCancelled):
        workspace.evidence.check_manuscript(opened, job)


def test_retracted_papers_come_before_corrected_ones_and_these_before_all_others() -> None:
    citations = [
        CitationEvidence(sentence=0, reference=0, state="nothing near", paper=PaperNumber(1)),
        CitationEvidence(sentence=1, reference=1, state="evidence found", paper=PaperNumber(2)),
    ]
    assert [one.sentence for one in sort_citations(citations, {1: "corrected"})] == [1, 0]
    both: dict[int, NoticeKind] = {0: "corrected", 1: "retracted"}
    assert [one.sentence for one in sort_citations(citations, both)] == [1, 0]
    assert [one.sentence for one in sort_citations(citations, {})] == [0, 1]


def test_entries_outside_the_library_are_looked_up_if_that_is_allowed(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "_PAUSES", dict.fromkeys(("crossref", "openalex", "arxiv"), 0.0))
    entries = f"""
@article{{reed, title={{{TITLE}}}, author={{Roe, Ann}}, year=2009, doi={{{DOI}}}}}
@article{{lost, title={{Whales that nobody counted at all}}, author={{Doe, Jan}}, year=1980}}
@article{{bare, author={{Doe, Jan}}, year=1981}}
"""
    (tmp_path / "refs.bib").write_text(BIBLIOGRAPHY + entries, encoding="utf-8")
    path = tmp_path / "draft.md"
    path.write_text(f"{MANUSCRIPT}\nWarblers nest late [@reed; @lost; @bare].\n", encoding="utf-8")
    opened = workspace.manuscripts.open(path)
    offline = workspace.evidence.check_manuscript(opened)
    assert [one for one in offline.checks if one.source] == []
    with pytest.raises(LookUpError):
        workspace.evidence.look_up_entries(opened, offline, workspace.lookup)

    workspace.lookup.consent = Consent(("crossref", "openalex"))
    with served() as online:
        work = crossref_work() | {
            "updated-by": [dumps.update("10.55555/r", "retraction", "publisher", (2020, 1, 2))]
        }
        online.answers[f"/works/{quote(DOI, safe='')}"] = [send(200, {"message": work})]
        report = workspace.evidence.look_up_entries(opened, offline, workspace.lookup)
    titles = {entry.index: entry.title for entry in opened.manuscript.references}
    by_title = {titles[check.reference]: check for check in report.checks}
    reed = by_title[TITLE]
    assert reed.state == "differs"
    assert "Crossref" in reed.source
    assert [(one.field, one.entry, one.library) for one in reed.differences] == [
        ("year", "2009", "2019")
    ]
    assert reed.notice is not None
    assert reed.notice.kind == "retracted"
    assert report.checks_by_interest()[0] == reed
    assert report.citations[0].reference == reed.reference
    lost = by_title["Whales that nobody counted at all"]
    assert lost.state == "unchecked"
    assert wording.stem("core.services.lookup:why_nothing {title") in lost.reason
    assert not any(LAMP in request.asked.value for request in workspace.lookup.sent())
