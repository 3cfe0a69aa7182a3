"""Citation data for a library: from files, and looked up at Crossref, OpenAlex and arXiv."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import LookUpError
from core.base.jobs import Job, SilentJob
from core.base.library_records import OutsideSource
from core.base.lookups import SERVICE_TITLES, SERVICES, Consent, Found, SentRequest
from core.base.messages import Message
from core.base.notices import Notice, standing
from core.base.records import PaperNumber, PaperRecord
from core.base.reports import EnrichReport

if TYPE_CHECKING:
    from core.library.online.looking import Looking
    from core.library.online.sent import SentStore
    from core.runtime.runtime import Runtime
    from core.services.indexing import Indexing


# --- citation data from files, added and taken back: nothing is sent anywhere -----------------


class Enrichment:
    """Adds citation data to one library, and lets what is made of its papers follow."""

    def __init__(self, runtime: Runtime, indexing: Indexing) -> None:
        self._library, self._indexing = runtime.library, indexing

    def add(self, paths: Sequence[Path], job: Job | None = None) -> EnrichReport:
        """Read dumps for what they say of the library's papers; see ``enriching.enrich``.

        Stopped, the same call goes on where it was.
        """
        from core.library.enrichment.enriching import enrich  # and with it every form

        job = job or SilentJob()
        try:
            report = enrich(self._library, paths, job)
        except BaseException:
            self._indexing.update_words()
            raise
        self._indexing.words(job)
        return report

    def sources(self) -> list[OutsideSource]:
        """Return what was added, the latest first."""
        return self._library.outside.sources()

    def remove(self, source: int, job: Job | None = None) -> None:
        """Take back all that a source told."""
        self._library.outside.remove(source)
        self._indexing.words(job or SilentJob())


# --- looking papers up at services, as far as the person agreed to it -------------------------
#
# What is asked, and how, says ``core.library.online``. What comes joins the library as a record
# of a paper, and as citation data, which can be taken back like that of files.


class Lookup:
    """Looks papers up for one library, at the services that ``consent`` names: at first at none.

    What is taken out of it is not asked any more, also by a look-up under way.
    """

    def __init__(
        self,
        runtime: Runtime,
        indexing: Indexing,
        enrichment: Callable[[], Enrichment],
    ) -> None:
        self._library, self._indexing = runtime.library, indexing
        self._enrichment = enrichment
        self.consent = Consent()

    def sent(self) -> list[SentRequest]:
        """Return what was sent, the latest first."""
        return self._store().sent()

    def clear_sent(self) -> None:
        """Forget what was sent, and the answers that are kept."""
        self._store().clear()

    def papers(self, numbers: Sequence[PaperNumber], job: Job | None = None) -> list[Found]:
        """Look papers up for what is empty in their records; nothing is changed.

        Raises:
            LookUpError: no service may be asked.
            JobCancelled: a stop was asked for.
        """
        job = job or SilentJob()
        return self._looking(job).papers(self._library, numbers)

    def texts(self, texts: Sequence[str], job: Job | None = None) -> list[Found]:
        """Look up what a person typed: DOIs, arXiv ids or titles.

        Raises:
            UsageError: one of them is none of these.
            LookUpError: no service may be asked.
            JobCancelled: a stop was asked for.
        """
        from core.library.online.looking import Wanted
        from core.library.online.sent import parse_request

        job = job or SilentJob()
        wanted_works = [Wanted([parse_request(text)], PaperRecord(title="")) for text in texts]
        looking = self._looking(job)
        results = []
        for done_count, wanted_work in enumerate(wanted_works):
            job.report(done_count, len(wanted_works), wanted_work.label)
            results.append(looking.look(wanted_work))
        return results

    def record(self, known_record: PaperRecord, job: Job | None = None) -> Found:
        """Look up a work of which something is known, such as an entry of a reference list.

        Raises:
            LookUpError: no service may be asked, or nothing that may be asked is known.
            JobCancelled: a stop was asked for.
        """
        from core.library.online.looking import Wanted
        from core.library.online.sent import asked_of_record

        looking = self._looking(job or SilentJob())
        requests = asked_of_record(known_record)
        if not requests:
            raise LookUpError(
                "It has no DOI, no arXiv id and no title that could be looked up.", remedy=""
            )
        return looking.look(Wanted(requests, known_record))

    def records(self, known_records: Sequence[PaperRecord], job: Job | None = None) -> list[Found]:
        """Look up works of which something is known, each as far as it can be asked about.

        Raises:
            LookUpError: no service may be asked.
            JobCancelled: a stop was asked for.
        """
        from core.library.online.looking import Wanted
        from core.library.online.sent import asked_of_record

        job = job or SilentJob()
        looking = self._looking(job)
        results = []
        for done_count, known_record in enumerate(known_records):
            job.report(done_count, len(known_records), known_record.title)
            results.append(looking.look(Wanted(asked_of_record(known_record), known_record)))
        return results

    def require_consent(self) -> None:
        """Raise ``LookUpError`` if no service may be asked."""
        self._looking(SilentJob())

    def notice(self, result: Found) -> Notice | None:
        """Return the notice that what was looked up stands under, as the services say."""
        from core.formats.dumps.online import list_notices

        notices = [one for answer in result.answers for one in list_notices(answer)]
        return standing(notices, corrections=True)

    def why_nothing(self, result: Found) -> str:
        """Return why nothing came of one that was looked up, in a sentence."""
        if result.problems:
            first = result.problems[0]
            return Message("{service}: {reason}", service=first.source, reason=first.reason)
        if not result.label:
            return Message("no DOI, arXiv id or title to look up")
        return Message("“{title}” was not found online.", title=result.label[:80])

    def add(
        self, results: Sequence[Found], job: Job | None = None
    ) -> list[tuple[PaperNumber, bool]]:
        """Make papers of the library of what was found, with its citation data.

        Returns the number of each that could be added, and whether it is a new one.
        """
        records = [result.record for result in results if result.record is not None]
        names = sorted({name for result in results for name in result.services})
        with self._library.database.action(Message("Added papers that were looked up")):
            outcomes = list(self._library.papers.add(records, source=", ".join(names)))
            self.tell(results, job)
        return [
            (outcome.number, outcome.status == "added")
            for outcome in outcomes
            if outcome.number is not None
        ]

    def fill_in(self, results: Sequence[Found], job: Job | None = None) -> EnrichReport:
        """Set empty fields from what was found, and add its citation data, as one action."""
        details = {
            result.paper.number: dict(result.fields)
            for result in results
            if result.paper is not None and result.fields
        }
        said = Message("Filled in details that were looked up: {count:,}", count=len(details))
        with self._library.database.action(said):
            if details:
                self._library.papers.update_many(details)
            return self.tell(results, job)

    def tell(self, results: Sequence[Found], job: Job | None = None) -> EnrichReport:
        """Let what was found say what it knows of citations, as ``cocite enrich`` does."""
        job = job or SilentJob()
        lines: dict[str, list[str]] = {}
        for answer in (answer for result in results for answer in result.answers if answer.line):
            lines.setdefault(answer.service, []).append(answer.line)
        if not lines:
            self._indexing.words(job)
            return EnrichReport()
        titles = [SERVICE_TITLES[name] for name in SERVICES if name in lines]
        with tempfile.TemporaryDirectory(prefix="cocite-") as folder:
            today = datetime.now().astimezone().date()
            data_folder = Path(folder) / f"{', '.join(titles)} {today}"
            data_folder.mkdir()
            for service, service_lines in lines.items():
                text = "".join(f"{line}\n" for line in service_lines).encode()
                path = data_folder / f"{service}-{hashlib.sha256(text).hexdigest()[:16]}.jsonl"
                path.write_bytes(text)
                os.utime(path, (0, 0))  # the same answers are the same source
            return self._enrichment().add([data_folder], job)

    def _looking(self, job: Job) -> Looking:
        from core.library.online.looking import Looking

        return Looking(self._store(), lambda: self.consent, job)

    def _store(self) -> SentStore:
        from core.library.online.sent import SentStore, default_path

        return SentStore(default_path())
