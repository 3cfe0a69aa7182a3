"""Looks papers up at the services that the person agreed to; the answers become one record."""

from __future__ import annotations

import functools
import importlib.metadata
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

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
from core.library.online.sent import SentStore, address, asked_of_record
from core.library.store.merging import fill
from core.library.store.sameness import no_common_author, years_differ
from core.library.store.traits import make_traits

if TYPE_CHECKING:
    import httpx2

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


# --- sending requests to the services ---------------------------------------------------
#
# Asks services over the network: the only module that opens connections to other computers.
#
# One request at a time for each service, as often as it likes to be asked, also beside another
# process of the same person. Each request is listed before it is sent. Answers are kept for a
# month, so the same question is sent once. Redirects to another computer are refused.

MOST_BYTES = 4 * 1024 * 1024
CONNECT_S = 10.0
WHOLE_S = 25.0
_TRIES = 3
_MOST_REDIRECTS = 3
_LONGEST_WAIT_S = 30.0
"""What is waited for when a service asks for patience; longer, and the person is told."""
_TICK_S = 0.1
_NEVER = threading.Event()
_NOT_FOUND = frozenset({404, 410})
_BUSY = frozenset({429, 503})
_PAUSES: dict[OnlineService, float] = {"crossref": 1.0, "openalex": 0.2, "arxiv": 3.0}
"""Seconds between two requests, as the services ask for."""
_TAKE_MAIL = frozenset({"crossref", "openalex"})
"""Services that ask for a mail address, and answer those who give one from other machines."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """``body`` is ``None`` where there is nothing of the kind; ``onward`` is a redirect."""

    status: int
    body: bytes | None = None
    onward: str = ""
    wait: float | None = None

    @property
    def again(self) -> bool:
        """Whether asking again may help."""
        return self.status in _BUSY or self.status == 0 or self.status >= 500


class _Broken(Exception):
    """No whole answer came; the text is a message."""

    def __init__(self, reason: Message, *, again: bool = True) -> None:
        super().__init__(reason)
        self.reason, self.again = reason, again


class Asker:
    """Sends requests to the services that the person agrees to; ``pace`` stretches all pauses.

    ``consent`` is asked before each request: what is switched off meanwhile is not asked any more.
    """

    def __init__(
        self, store: SentStore, consent: Callable[[], Consent], *, pace: float = 1.0
    ) -> None:
        self._store, self._consent, self._pace = store, consent, pace

    def get(self, service: OnlineService, request: Asked, address: str, job: Job) -> bytes | None:
        """Return what is at an address of a service, ``None`` if there is nothing.

        Raises:
            LookUpError: the person did not agree, or no answer came that is of use.
            JobCancelled: a stop was asked for.
        """
        known_answer = self._store.answer(address)
        if known_answer is not None:
            return known_answer
        body = self._follow(service, request, address, job)
        if body is not None:
            self._store.keep(address, body)
        return body

    def _follow(
        self, service: OnlineService, request: Asked, address: str, job: Job
    ) -> bytes | None:
        """Ask, and go where the service says the answer is, if that is on the same computer."""
        for _ in range(_MOST_REDIRECTS + 1):
            answer = self._patiently(service, request, address, job)
            if not answer.onward:
                return answer.body
            address = answer.onward
        raise LookUpError("{service} redirects in a circle.", service=SERVICE_TITLES[service])

    def _patiently(self, service: OnlineService, request: Asked, address: str, job: Job) -> _Answer:
        """Ask up to three times where that may help."""
        reason = Message("")
        for attempt in range(_TRIES):
            self._wait_for_turn(service, job)
            try:
                answer = self._ask(service, request, address, job)
            except _Broken as broken:
                reason = broken.reason
                if not broken.again:
                    break
                answer = _Answer(0)
            else:
                if not answer.again:
                    return answer
                reason = _refusal(answer.status)
            pause = 2.0**attempt if answer.wait is None else answer.wait
            self._store.rest(service, pause * self._pace)
        raise LookUpError(
            "{service} did not answer: {reason}.", service=SERVICE_TITLES[service], reason=reason
        )

    def _wait_for_turn(self, service: OnlineService, job: Job) -> None:
        """Wait until the service may be asked again."""
        while remaining_wait := self._store.take_turn(service, _PAUSES[service] * self._pace):
            if remaining_wait > _LONGEST_WAIT_S:
                raise LookUpError(
                    "{service} accepts no requests for {minutes} minutes.",
                    service=SERVICE_TITLES[service],
                    minutes=max(1, round(remaining_wait / 60)),
                    remedy="Try again later.",
                )
            job.check()
            _NEVER.wait(min(remaining_wait, _TICK_S))

    def _ask(self, service: OnlineService, request: Asked, address: str, job: Job) -> _Answer:
        """Send one request, and list what came of it."""
        consent = self._consent()
        if service not in consent.services:
            raise switched_off(service)
        number = self._store.begin(service, request, address)
        status, outcome = 0, Message("stopped")
        try:
            with _request(address, _headers(service, consent.mailto)) as response:
                status = response.status_code
                answer = _read_answer(response, address, job)
            outcome = _outcome(answer)
        except _Broken as broken:
            outcome = broken.reason
            raise
        finally:
            self._store.finish(number, status, outcome)
        return answer


def _headers(service: OnlineService, mailto: str) -> dict[str, str]:
    """Return what is sent with every request: who asks, and what is understood."""
    program = f"Cocite/{importlib.metadata.version('cocite')}"
    if mailto and service in _TAKE_MAIL:
        program += f" (mailto:{mailto})"
    return {
        "User-Agent": program,
        "Accept": "application/atom+xml" if service == "arxiv" else "application/json",
        "Accept-Encoding": "identity",
    }


def switched_off(service: OnlineService | None = None) -> LookUpError:
    """Return the error where the person did not agree to ask a service, or any."""
    if service is None:
        return LookUpError(
            "Look-ups are turned off.",
            remedy="Turn it on in the window, in Settings under Privacy.",
        )
    return LookUpError(
        "Look-ups at {service} are turned off.",
        service=SERVICE_TITLES[service],
        remedy="Turn it on in the window, in Settings under Privacy.",
    )


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Return what certificates are checked with; reading those of the system takes .1 s."""
    import httpx2

    return httpx2.create_ssl_context()


@contextmanager
def _request(address: str, headers: dict[str, str]) -> Iterator[httpx2.Response]:
    """Send a request, through the proxy of the system if there is one; no cookie, no password."""
    import httpx2

    timeout = httpx2.Timeout(CONNECT_S)  # redirects are not followed by default
    try:
        with (
            httpx2.Client(verify=_certificates(), timeout=timeout) as client,
            client.stream("GET", address, headers=headers) as response,
        ):
            yield response
    except httpx2.TimeoutException as error:
        raise _Broken(Message("the answer took too long")) from error
    except httpx2.ProxyError as error:
        reason = Message("the proxy refused ({reason})", reason=str(error))
        raise _Broken(reason, again=False) from error
    except httpx2.ConnectError as error:
        reason = Message("no connection ({reason})", reason=str(error))
        raise _Broken(reason, again=False) from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        reason = Message("the answer was interrupted ({reason})", reason=str(error))
        raise _Broken(reason) from error


def _read_answer(response: httpx2.Response, address: str, job: Job) -> _Answer:
    """Return what an answer says; only one that is whole and not too large is taken."""
    status = response.status_code
    if status in _NOT_FOUND or status in _BUSY or status >= 500:
        return _Answer(status, wait=_patience(response.headers.get("Retry-After", "")))
    if 300 <= status < 400:
        return _Answer(status, onward=_onward(response.headers.get("Location", ""), address))
    if status != 200:
        raise _Broken(_refusal(status), again=False)
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise _Broken(Message("the answer is compressed"), again=False)
    return _Answer(status, _body(response, job))


def _body(response: httpx2.Response, job: Job) -> bytes:
    until, parts, size = time.monotonic() + WHOLE_S, [], 0
    for part in response.iter_raw():
        job.check()
        size += len(part)
        if size > MOST_BYTES:
            most = MOST_BYTES // 1024 // 1024
            raise _Broken(Message("the answer is larger than {most} MB", most=most), again=False)
        if time.monotonic() > until:
            raise _Broken(Message("the answer took too long"))
        parts.append(part)
    return b"".join(parts)


def _onward(location: str, address: str) -> str:
    """Return where a redirect leads, if that is the same service."""
    onward = urljoin(address, location)
    here, there = urlsplit(address), urlsplit(onward)
    if not location or (here.scheme, here.netloc) != (there.scheme, there.netloc):
        where = there.netloc if location else ""
        raise _Broken(
            Message(
                "it redirects to another computer, {where}, which Cocite does not contact",
                where=where,
            ),
            again=False,
        )
    return onward


def _patience(stated: str) -> float | None:
    """Return how many seconds a service asks to wait: a number, or a date as HTTP has it."""
    if stated.strip().isdecimal():
        return float(stated[:9])
    try:
        until = parsedate_to_datetime(stated)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.now(UTC)).total_seconds())


def _refusal(status: int) -> Message:
    if status == 429:
        return Message("there were too many requests")
    return Message("it refused (status {status})", status=status)


def _outcome(answer: _Answer) -> Message:
    """Return what the list says of an answer."""
    if answer.onward:
        return Message("redirects to another address of the service")
    if answer.status in _NOT_FOUND:
        return Message("not found there")
    if answer.body is None:
        return _refusal(answer.status)
    return Message("answered, {bytes:,} bytes", bytes=len(answer.body))
