"""Copies of a manuscript: with a remark at each sentence that needs a citation, or with citations.

Word shows the remarks as comments, a program for PDFs as highlights with notes, an editor as
comments of LaTeX, Markdown or Typst. The manuscript itself stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import UsageError
from core.base.identity import shown_family_name
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.phrases import ENGLISH, Phrases
from core.base.precedence import Rank, stand_aside, working
from core.base.records import (
    LATEX_SUFFIXES,
    PLAUSIBLE,
    OpenManuscript,
    Paper,
    PaperNumber,
    Recommendation,
    Suggestion,
    ToCite,
)
from core.base.reports import WhatToMark
from core.base.settings import load_citation_style
from core.formats import word_citation
from core.formats.cite import CiteStyle, cite_command
from core.manuscript.sources import can_be_marked, not_markable
from core.manuscript.text.remarks import Marked, Remark
from core.recommend import questions
from core.recommend.gaps import gap_reason, needs_citation
from core.recommend.shortlist import Shortlist

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime

_MOST_REASON = 240
_WORD = (".docx", ".docm")
_NUMBERS = re.compile(r"[(\[]?\d[\d\s,;–—-]*[)\]]?")
_STYLES: Mapping[str, CiteStyle] = {
    **dict.fromkeys((*LATEX_SUFFIXES, ".zip"), "latex"), ".typ": "typst",
    ".md": "pandoc", ".markdown": "pandoc", ".rmd": "pandoc", ".qmd": "pandoc",
}  # fmt: skip


class MarkedCopies:
    """Writes copies with remarks, from what a library recommends."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def why_not(self, opened: OpenManuscript) -> str:
        """Return why no copy can be written; "" if it can."""
        if opened.path is None:
            return Message("Open a file first")
        if not can_be_marked(opened.manuscript.extractor):
            return not_markable(opened.path).message
        return ""

    def why_no_citations(self, opened: OpenManuscript) -> str:
        """Return why no citations can be inserted into a copy; "" if they can."""
        if opened.path is None or opened.path.suffix.lower() not in _WORD:
            return Message("Only a Word document (.docx) takes citations")
        return ""

    def write(
        self,
        opened: OpenManuscript,
        target: Path,
        marking: WhatToMark,
        phrases: Phrases = ENGLISH,
        job: Job | None = None,
    ) -> Marked:
        """Write a copy; the answers that are known already are used.

        Raises:
            UsageError: the copy would replace a file of the manuscript.
            EngineError: the manuscript cannot be read, or the copy cannot be written.
            JobCancelled: a stop was asked for; nothing is written then.
        """
        path, job = opened.path, job or SilentJob()
        if path is None or not can_be_marked(opened.manuscript.extractor):
            raise not_markable(path or Path("text"))
        _refuse_own_files(opened, path, target)
        remarks = self.remarks(opened, marking, phrases, job)
        job.report(len(marking.gaps), len(marking.gaps), "sentences")
        return self._runtime.reader.mark(path, target, remarks, job)

    def insert_citations(
        self,
        opened: OpenManuscript,
        target: Path,
        chosen: Sequence[ToCite],
        style: str = "",
        job: Job | None = None,
    ) -> Marked:
        """Write a copy of a Word document with the papers chosen for its sentences cited there.

        They are fields as Zotero has them, in a citation style, else by number if the manuscript
        cites so, else in the style of the settings. New numbers follow those of its list. What a
        sentence cites already is not cited again. Sentences that the manuscript has no more are
        the last of those missed.

        Raises:
            UsageError: it is no Word document, or the copy would replace it.
            EngineError: the manuscript cannot be read, or the copy cannot be written.
            JobCancelled: a stop was asked for; nothing is written then.
        """
        path, job = opened.path, job or SilentJob()
        if path is None or self.why_no_citations(opened):
            raise UsageError(
                "Citations can be inserted into copies of Word documents (.docx) only.",
                remedy="Save the document as .docx, or copy the cite commands of the list.",
            )
        _refuse_own_files(opened, path, target)
        remarks = []
        for remark in self._list_citations(opened, chosen, style):
            job.check()
            remarks.append(remark)
        copy = self._runtime.reader.mark(path, target, remarks, job)
        total = copy.remarks + sum(row.index is None for row in chosen)
        return replace(copy, missed=(*copy.missed, *range(copy.remarks, total)), remarks=total)

    def _list_citations(
        self, opened: OpenManuscript, chosen: Sequence[ToCite], style: str
    ) -> Iterator[Remark]:
        sentences = opened.manuscript.sentences
        numbers = [paper.number for row in chosen for paper in row.papers]
        own_ids = self._runtime.library.papers.ids(numbers)
        numbering = None if style else _find_numbering(opened)
        style = style or load_citation_style()
        for row in chosen:
            if row.index is None:
                continue
            sentence = sentences[row.index]
            cited = {
                opened.links[reference].paper
                for marker in sentence.markers
                for reference in marker.references
                if reference in opened.links
            }
            papers = [paper for paper in row.papers if paper.number not in cited]
            if papers:
                text = (
                    word_citation.format_citation(papers, style)
                    if numbering is None
                    else numbering.format_citation(papers)
                )
                ids = [own_ids[paper.number] for paper in papers]
                citation = word_citation.make_field_code(papers, ids, text), text
                yield Remark(sentence.text, sentence.rects, (), citation=citation)

    def remarks(
        self, opened: OpenManuscript, marking: WhatToMark, phrases: Phrases, job: Job
    ) -> list[Remark]:
        """Return what is to be written, in reading order."""
        chosen = {row.index: row.papers for row in marking.chosen if row.index is not None}
        gap_indices = sorted(set(marking.gaps) - set(chosen))
        decided = self._runtime.library.manuscripts.decisions(opened.number)
        answering = self._runtime.answering
        questioned = questions.about_sentences(
            opened, gap_indices, decided, breadth=marking.breadth
        )
        collections = self._runtime.library.collections
        questioned = questions.restrict(questioned, marking.paper_filter, collections)
        job.report(0, len(questioned), "sentences")
        lists = answering.answers.ahead(
            questioned, max(marking.limit, marking.suggested), job, rank=Rank.PERSON
        )
        answers = []
        for question, best in zip(questioned, lists, strict=True):
            stand_aside(job.check)
            with working(Rank.AHEAD):
                plausible = _list_plausible(best, max(marking.suggested, 1))
                answers.append(answering.get_engine(question.language).tell(question, plausible))
        answers_by_gap = dict(zip(gap_indices, answers, strict=True))
        writing = _Writing.of(opened, phrases, chosen.values(), answers, marking.suggested)
        sentences = opened.manuscript.sentences
        new_remarks = []
        for index in marking.sentences:
            is_done = index in chosen
            lines = (
                writing.chosen(chosen[index])
                if is_done
                else writing.gap(index, answers_by_gap[index])
            )
            sentence = sentences[index]
            new_remarks.append(Remark(sentence.text, sentence.rects, tuple(lines), is_done))
        return new_remarks


@dataclass(frozen=True, slots=True)
class _Writing:
    """Puts the lines of remarks into words."""

    opened: OpenManuscript
    phrases: Phrases
    chances: Sequence[float]
    keys: Mapping[PaperNumber, str]
    suggested: int

    @classmethod
    def of(
        cls,
        opened: OpenManuscript,
        phrases: Phrases,
        chosen: Iterable[tuple[Paper, ...]],
        answers: Sequence[Recommendation],
        suggested: int,
    ) -> _Writing:
        papers = {paper.number: paper for row in chosen for paper in row}
        papers |= {
            suggestion.paper.number: suggestion.paper
            for answer in answers
            for suggestion in answer.suggestions[:suggested]
        }
        path = opened.path or Path()
        style = _STYLES.get(path.suffix.lower(), "plain")
        from core.manuscript.bib_file import keys_in_document  # reads BibTeX, which takes a while

        pairs = zip(papers, keys_in_document(path, papers.values()), strict=True)
        # Only a text with commands has a use for keys.
        keys = {
            number: "" if style == "plain" else cite_command([key], style) for number, key in pairs
        }
        return cls(opened, phrases, needs_citation(opened.manuscript), keys, suggested)

    def gap(self, index: int, answer: Recommendation) -> Iterator[str]:
        """Yield what is said of a sentence without a citation."""
        chance = f"{self.chances[index]:.0%}"
        reason = gap_reason(self.opened.manuscript, index)
        gap_text = Message("Needs a citation ({chance})", chance=chance)
        if reason:
            gap_text = Message(
                "Needs a citation ({chance}): {reason}",
                chance=chance,
                reason=self.phrases.say(reason),
            )
        yield self.phrases.say(gap_text)
        if not answer.suggestions:
            yield self.phrases.say(Message("Nothing in the library seems to fit well."))
        for suggestion in answer.suggestions[: self.suggested]:
            yield self._suggestion(suggestion)

    def chosen(self, papers: Sequence[Paper]) -> Iterator[str]:
        """Yield what is said of a sentence with papers to cite."""
        yield self.phrases.say(Message("To cite here"))
        for paper in papers:
            yield self._paper(paper)

    def _suggestion(self, suggestion: Suggestion) -> str:
        line = f"{self._paper(suggestion.paper)} ({suggestion.confidence:.0%})"
        reason = self.phrases.say(suggestion.reasons[0].text) if suggestion.reasons else ""
        if len(reason) > _MOST_REASON:
            reason = f"{reason[:_MOST_REASON].rstrip()}…"
        return f"{line} — {reason}" if reason else line

    def _paper(self, paper: Paper) -> str:
        return f"{_who(paper)}: {paper.title} {self.keys[paper.number]}".rstrip()


def _list_plausible(best: Shortlist, limit: int) -> Shortlist:
    """Return the plausible ones of the first papers: a remark names no others, and no sets."""
    first = zip(best.papers[:limit], best.chances, strict=False)
    papers = [paper for paper, chance in first if chance >= PLAUSIBLE]
    return replace(best.only(papers), likely=())


class _Numbering:
    """How a manuscript cites by number. A paper that is new to its list gets the next number."""

    def __init__(
        self, numbers: dict[PaperNumber, int], last: int, brackets: tuple[str, str]
    ) -> None:
        self._numbers = numbers
        self._last = last
        self._opening, self._closing = brackets

    def format_citation(self, papers: Sequence[Paper]) -> str:
        """Return a citation as the manuscript has them: "[3, 12]"."""
        for paper in papers:
            if paper.number not in self._numbers:
                self._last += 1
                self._numbers[paper.number] = self._last
        numbers = sorted(self._numbers[paper.number] for paper in papers)
        return f"{self._opening}{', '.join(map(str, numbers))}{self._closing}"


def _find_numbering(opened: OpenManuscript) -> _Numbering | None:
    """Return how a manuscript cites by number, ``None`` if it does not or has no such list."""
    references = opened.manuscript.references
    texts = [
        marker.text.strip()
        for sentence in opened.manuscript.sentences
        for marker in sentence.markers
    ]
    numbered = [text for text in texts if _NUMBERS.fullmatch(text)]
    is_listed = references and all(reference.label.isdecimal() for reference in references)
    if not is_listed or 2 * len(numbered) <= len(texts):
        return None
    labels = {reference.index: int(reference.label) for reference in references}
    numbers = {link.paper: labels[index] for index, link in opened.links.items()}
    is_round = 2 * sum(text.startswith("(") for text in numbered) > len(numbered)
    return _Numbering(numbers, max(labels.values()), ("(", ")") if is_round else ("[", "]"))


def _refuse_own_files(opened: OpenManuscript, path: Path, target: Path) -> None:
    own = {own_path.resolve() for own_path in (path, *opened.files)}
    if target.resolve() in own:
        raise UsageError(
            "“{file}” is the manuscript itself, which is never changed.",
            file=target.name,
            remedy="Choose another name for the copy.",
        )


def _who(paper: Paper) -> str:
    """Return the first authors and the year, as a citation in the text has them."""
    families = [shown_family_name(name) for name in paper.signers[:2]]
    if len(paper.signers) > 2:
        families = [f"{families[0]} et al."]
    return f"{' & '.join(families) or '?'} {paper.year or ''}".rstrip()
