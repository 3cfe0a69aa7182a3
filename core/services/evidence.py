"""What cited papers say about the sentences that cite them, from the library's own texts.

The sentences of a paper are prepared once, and kept with the vectors that were needed. Nothing is
stored: asked again, the answer is made of what is in memory.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from core.base.errors import ModelError
from core.base.findings import CitationEvidence, EntryCheck, EvidenceReport
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.notices import NoticeKind
from core.base.phrases import ENGLISH, Phrases
from core.base.records import Link, OpenManuscript, Paper, PaperNumber, Sentence
from core.manuscript.text.sentences import split_quickly
from core.recommend.audit import trusted
from core.recommend.evidence import (
    Claim,
    PaperText,
    QuotedWords,
    assign_quotations,
    encode_passages,
    judge_claim,
    keep_rows,
    prepare_text,
    read_claim,
)
from core.recommend.quotations import find_quotations

if TYPE_CHECKING:
    from core.runtime.runtime import Runtime
    from core.services.lookup import Lookup
    from core.services.manuscripts import Manuscripts

logger = logging.getLogger(__name__)

_MOST_TEXTS = 300
"""Papers whose sentences are kept: some megabytes each hundred."""
_MOST_ANSWERS = 5_000
SENTENCES_AT_ONCE = 12
"""Citing sentences whose passages are encoded together; a stop waits for them."""


class Evidence:
    """Looks up what cited papers say. Calls block, and may come from any thread."""

    def __init__(self, runtime: Runtime, manuscripts: Manuscripts) -> None:
        self._runtime, self._manuscripts = runtime, manuscripts
        self._library = runtime.library
        self._texts: OrderedDict[PaperNumber, PaperText] = OrderedDict()
        self._answers: OrderedDict[tuple[Claim, PaperNumber], CitationEvidence] = OrderedDict()
        self._stamp: tuple[object, ...] = ()
        self._lock = threading.Lock()

    def find_for_sentence(
        self, opened: OpenManuscript, sentence: int, job: Job | None = None
    ) -> list[CitationEvidence]:
        """Return the evidence of each entry that a sentence cites, in their order.

        Raises:
            JobCancelled: a stop was asked for.
        """
        quotations = assign_quotations(opened.manuscript)
        citing = opened.manuscript.sentences[sentence]
        return self._judge_sentence(
            opened, citing, list_references(citing), quotations, job or SilentJob()
        )

    def find_for_reference(
        self, opened: OpenManuscript, reference: int, job: Job | None = None
    ) -> list[CitationEvidence]:
        """Return the evidence of each sentence that cites an entry, in the order of the text.

        Raises:
            JobCancelled: a stop was asked for.
        """
        quotations = assign_quotations(opened.manuscript)
        citing = [
            sentence
            for sentence in opened.manuscript.sentences
            if any(reference in marker.references for marker in sentence.markers)
        ]
        return [
            citation
            for sentence in citing
            for citation in self._judge_sentence(
                opened, sentence, [reference], quotations, job or SilentJob()
            )
        ]

    def find_for_paper(
        self, opened: OpenManuscript, sentence: int, paper: PaperNumber
    ) -> CitationEvidence:
        """Return what a paper, cited or only suggested, says about a sentence."""
        claim = read_claim(opened.manuscript.sentences[sentence], -1, language=opened.language)
        return self._judge(claim, paper, sentence, -1)

    def find_for_text(self, text: str, paper: PaperNumber) -> CitationEvidence:
        """Return what a paper says about a text that is no sentence of a manuscript."""
        quotations = tuple(QuotedWords(text[start:end]) for start, end in find_quotations(text))
        return self._judge(Claim(text=text, quotations=quotations), paper, -1, -1)

    def check_manuscript(self, opened: OpenManuscript, job: Job | None = None) -> EvidenceReport:
        """Return the evidence of every citation of a manuscript, what deserves a look first.

        Raises:
            JobCancelled: a stop was asked for.
        """
        job = job or SilentJob()
        manuscript = opened.manuscript
        quotations = assign_quotations(manuscript)
        citing = [sentence for sentence in manuscript.sentences if sentence.markers]
        citations: list[CitationEvidence] = []
        note = Message("sentences compared with the papers they cite")
        for at, sentence in enumerate(citing):
            job.check()
            job.report(at, len(citing), note)
            if at % SENTENCES_AT_ONCE == 0:
                self._encode_sentences(opened, citing[at : at + SENTENCES_AT_ONCE], quotations)
            references = list_references(sentence)
            citations += self._judge_sentence(opened, sentence, references, quotations, job)
        numbers = list(dict.fromkeys(link.paper for link in opened.links.values()))
        papers = tuple(self._library.papers.get_many(numbers))
        return _make_report(citations, self._manuscripts.check_entries(opened), papers)

    def look_up_entries(
        self,
        opened: OpenManuscript,
        report: EvidenceReport,
        lookup: Lookup,
        job: Job | None = None,
    ) -> EvidenceReport:
        """Return a report in which entries that are not in the library are looked up online.

        Raises:
            LookUpError: no service may be asked.
            JobCancelled: a stop was asked for.
        """
        checks = self._manuscripts.look_up_entries(opened, lookup, job)
        return _make_report(report.citations, checks, report.papers)

    def make_page(
        self, opened: OpenManuscript, report: EvidenceReport, phrases: Phrases = ENGLISH
    ) -> str:
        """Return a report as a page for reviewers, as HTML5."""
        from core.services.evidence_page import EvidencePage

        return EvidencePage(
            manuscript=opened.manuscript,
            report=report,
            name=opened.path.name if opened.path is not None else "",
            made_on=datetime.now().astimezone().date(),
            phrases=phrases,
        ).html()

    def _encode_sentences(
        self,
        opened: OpenManuscript,
        sentences: Sequence[Sentence],
        quotations: dict[tuple[int, int], list[QuotedWords]],
    ) -> None:
        """Encode what some sentences will be compared with, all at once.

        Other questions need not wait for it.
        """
        encoder = self._runtime.encoder.encoder
        if encoder is None:
            return
        claims = []
        for sentence in sentences:
            for reference in list_references(sentence):
                paper = _find_paper(opened.links.get(reference))
                if paper is None:
                    continue
                claim = _read_citation(opened, sentence, reference, quotations)
                with self._lock:
                    self._forget_outdated()
                    if (claim, paper) not in self._answers:
                        claims.append((claim, self._get_text(paper)))
        try:
            encoded = encode_passages(claims, encoder)
        except ModelError as error:
            logger.info("Evidence by words alone: %s", error)
            return
        with self._lock:
            self._forget_outdated()
            if self._stamp[0] is encoder:  # no other model came into use meanwhile
                keep_rows(encoded)

    def _judge_sentence(
        self,
        opened: OpenManuscript,
        sentence: Sentence,
        references: Sequence[int],
        quotations: dict[tuple[int, int], list[QuotedWords]],
        job: Job,
    ) -> list[CitationEvidence]:
        citations = []
        for reference in references:
            job.check()
            link = opened.links.get(reference)
            paper = _find_paper(link)
            if paper is None:
                citations.append(
                    CitationEvidence(
                        sentence=sentence.index, reference=reference, state="not in the library"
                    )
                )
                continue
            claim = _read_citation(opened, sentence, reference, quotations)
            citations.append(self._judge(claim, paper, sentence.index, reference))
        return citations

    def _judge(
        self, claim: Claim, paper: PaperNumber, sentence: int, reference: int
    ) -> CitationEvidence:
        with self._lock:
            self._forget_outdated()
            key = claim, paper
            answer = self._answers.get(key)
            if answer is None:
                answer = self._judge_claim(claim, self._get_text(paper))
                self._answers[key] = answer
                while len(self._answers) > _MOST_ANSWERS:
                    self._answers.popitem(last=False)
        return replace(answer, sentence=sentence, reference=reference)

    def _judge_claim(self, claim: Claim, text: PaperText) -> CitationEvidence:
        encoder, reader = self._runtime.encoder.encoder, self._runtime.passage_reader
        if reader.name:
            try:
                return judge_claim(claim, text, encoder, reader)
            except ModelError as error:
                logger.info("Passages keep their order: %s", error)
        try:
            return judge_claim(claim, text, encoder)
        except ModelError as error:
            logger.info("Evidence by words alone: %s", error)
            return judge_claim(claim, text)

    def _forget_outdated(self) -> None:
        """Forget what rests on other texts or another model than those of now."""
        library = self._library
        stamp = (
            self._runtime.encoder.encoder,
            library.fulltexts.revision(),
            library.papers.revision(),
            self._runtime.passage_reader.name,
        )
        if stamp != self._stamp:
            self._stamp = stamp
            self._texts.clear()
            self._answers.clear()

    def _get_text(self, number: PaperNumber) -> PaperText:
        text = self._texts.get(number)
        if text is None:
            papers = self._library.papers.get_many([number])
            paper = papers[0] if papers else None
            abstract = split_quickly(paper.abstract) if paper is not None else []
            full_text = self._library.fulltexts.manuscript(number)
            title = paper.title if paper is not None else ""
            text = self._texts[number] = prepare_text(number, title, abstract, full_text)
        self._texts.move_to_end(number)
        while len(self._texts) > _MOST_TEXTS:
            self._texts.popitem(last=False)
        return text


def _read_citation(
    opened: OpenManuscript,
    sentence: Sentence,
    reference: int,
    quotations: dict[tuple[int, int], list[QuotedWords]],
) -> Claim:
    own_quotations = quotations.get((sentence.index, reference), ())
    return read_claim(sentence, reference, own_quotations, opened.language)


def list_references(sentence: Sentence) -> list[int]:
    """Return the entries that a sentence cites, each once, in their order."""
    entries = (entry for marker in sentence.markers for entry in marker.references)
    return list(dict.fromkeys(entries))


def _find_paper(link: Link | None) -> PaperNumber | None:
    return link.paper if link is not None and trusted(link) else None


def _make_report(
    citations: Sequence[CitationEvidence], checks: Sequence[EntryCheck], papers: tuple[Paper, ...]
) -> EvidenceReport:
    notices = {check.reference: check.notice.kind for check in checks if check.notice}
    in_text_order = sorted(citations, key=lambda citation: citation.sentence)
    ordered = tuple(sort_citations(in_text_order, notices))
    return EvidenceReport(citations=ordered, checks=tuple(checks), papers=papers)


def sort_citations(
    citations: Sequence[CitationEvidence], notices: Mapping[int, NoticeKind]
) -> list[CitationEvidence]:
    """Return the citations by what deserves a look: retracted papers, corrected ones, quotations.

    What is missing follows. ``notices`` go by entry. Those of one kind keep their order.
    """

    def rank_citation(citation: CitationEvidence) -> int:
        notice = notices.get(citation.reference)
        if notice is not None:
            return 1 if notice == "corrected" else 0
        quotation_states = {quotation.state for quotation in citation.quotations}
        if quotation_states & {"differs", "not found"}:
            return 2
        states = {
            "nothing near": 3,
            "related passage": 5,
            "evidence found": 6,
            "not in the library": 7,
            "no text": 8,
        }
        rank = states[citation.state]
        missing_number = any(number.state == "not found" for number in citation.numbers)
        return 4 if missing_number and rank in (5, 6) else rank

    return sorted(citations, key=rank_citation)
