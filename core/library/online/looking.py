"""Looks papers up at the services that the person agreed to; the answers become one record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from core.base.errors import EngineError, FormatError, LookUpError
from core.base.identity import doi_key, external_ids, normal_arxiv, title_key
from core.base.jobs import Job
from core.base.lookups import SERVICE_TITLES, Asked, Consent, Found, Online, OnlineService
from core.base.messages import Message
from core.base.records import Paper, PaperNumber, PaperRecord
from core.base.reports import Refusal
from core.formats.dumps.online import parse_answer
from core.library.imports.details import describes_paper, missing
from core.library.library import Library
from core.library.online.asking import Asker, switched_off
from core.library.online.sent import SentStore
from core.library.online.services import address, asked_of_record
from core.library.store.merging import fill
from core.library.store.sameness import no_common_author, years_differ
from core.library.store.traits import make_traits

_ALIKE_PERCENT = 90


@dataclass(frozen=True, slots=True)
class Wanted:
    """A work that is looked up: what is asked, by preference, and what is known of it."""

    requests: Sequence[Asked]
    known_record: PaperRecord

    @property
    def label(self) -> str:
        """What to call it."""
        return self.known_record.title or (self.requests[0].value if self.requests else "")


class Looking:
    """One run of looking up. A service that does not answer is not asked again in it."""

    def __init__(
        self, store: SentStore, consent: Callable[[], Consent], job: Job, *, pace: float = 1.0
    ) -> None:
        """Raises ``LookUpError`` if the person agreed to no service."""
        self._services, self._job = consent().services, job
        if not self._services:
            raise switched_off()
        self._asker = Asker(store, consent, pace=pace)
        self._silent: dict[OnlineService, EngineError] = {}

    def look(self, wanted_work: Wanted) -> Found:
        """Ask every service what it knows of a work."""
        result = Found(wanted_work.label)
        for service in self._services:
            self._job.check()
            try:
                result.answers += self._answers(service, wanted_work)
            except EngineError as error:
                self._silent.setdefault(service, error)
                refusal = Refusal(SERVICE_TITLES[service], "", error.message, error.remedy)
                result.problems.append(refusal)
        result.record = _as_one([answer.record for answer in result.answers])
        return result

    def papers(self, library: Library, numbers: Sequence[PaperNumber]) -> list[Found]:
        """Look papers of a library up for what is empty in them; nothing is changed."""
        results_by_paper: list[tuple[PaperNumber, Found]] = []
        for done_count, paper in enumerate(library.papers.get_many(numbers)):
            self._job.report(done_count, len(numbers), paper.title)
            results_by_paper.append(
                (paper.number, self.look(Wanted(asked_of_record(paper), paper)))
            )
        fresh = {entry.number: entry for entry in library.papers.get_many(numbers)}
        for number, entry in results_by_paper:
            entry.paper = fresh.get(number)
            if entry.paper is not None:
                _keep_own(entry, entry.paper)
                records = [answer.record for answer in entry.answers]
                entry.fields = missing(library, entry.paper, records)
        return [entry for _, entry in results_by_paper]

    def _answers(self, service: OnlineService, wanted_work: Wanted) -> list[Online]:
        """Return what a service says of the work: nothing, or its best answer."""
        for request in wanted_work.requests:
            where = address(service, request)
            if not where:
                continue
            if service in self._silent:
                raise self._silent[service]
            body = self._asker.get(service, request, where, self._job)
            for answer in _read_works(service, body):
                if _agrees(request, wanted_work.known_record, answer.record):
                    return [answer]
        return []


def _keep_own(result: Found, paper: Paper) -> None:
    """Leave out what is of another paper: an id may be a wrong one."""
    own = [answer for answer in result.answers if describes_paper(paper, answer.record)]
    for answer in result.answers:
        if answer not in own:
            problem = Message("the paper with this id has another title")
            result.problems.append(Refusal(SERVICE_TITLES[answer.service], "", problem))
    result.answers = own


def _read_works(service: OnlineService, body: bytes | None) -> Iterator[Online]:
    if body is None:
        return
    try:
        yield from parse_answer(service, body)
    except FormatError as error:
        raise LookUpError(
            "{service} gave an unexpected answer: {reason}",
            service=SERVICE_TITLES[service],
            reason=error.message,
        ) from error


def _agrees(request: Asked, known_record: PaperRecord, record: PaperRecord) -> bool:
    """Whether an answer is of the work that was asked about, and not of another."""
    if request.kind == "doi":
        return doi_key(record.doi) == doi_key(request.value)
    if request.kind == "arxiv":
        return request.value in (normal_arxiv(record.arxiv), normal_arxiv(record.doi))
    one, other = title_key(request.value), title_key(record.title)
    if fuzz.ratio(one, other) < _ALIKE_PERCENT:
        return False
    stated, answer_traits = (
        make_traits(known_record, external_ids(known_record)),
        make_traits(record, external_ids(record)),
    )
    return not years_differ(stated, answer_traits) and not no_common_author(stated, answer_traits)


def _as_one(records: Sequence[PaperRecord]) -> PaperRecord | None:
    """Return one record of several of the same work; the first says what it knows."""
    if not records:
        return None
    record = records[0]
    for other in records[1:]:
        record = replace(record, **fill(record, other))
    return record
