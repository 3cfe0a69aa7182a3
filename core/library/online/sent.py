"""What is asked of each service and at which address, and the list of what was sent."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import platformdirs

from core.base.errors import LookUpError, UsageError
from core.base.identity import doi_key, normal_arxiv, split_into_words
from core.base.lookups import Asked, AskedKind, OnlineService, SentRequest
from core.base.messages import restored, stored
from core.base.records import PaperRecord
from core.formats.fields import clean, doi_in_url, extract_arxiv, extract_doi

# --- what each service is asked: a DOI, an arXiv id or a title --------------------------------


ADDRESSES: dict[OnlineService, str] = {
    "crossref": "https://api.crossref.org",
    "openalex": "https://api.openalex.org",
    "arxiv": "https://export.arxiv.org",
}
_PATHS: dict[tuple[OnlineService, AskedKind], str] = {
    ("crossref", "doi"): "/works/{}",
    ("crossref", "title"): "/works?query.bibliographic={}&rows=3",
    ("openalex", "doi"): "/works/doi:{}",
    ("openalex", "arxiv"): "/works/doi:10.48550/arxiv.{}",
    ("openalex", "title"): "/works?search={}&per-page=3",
    ("arxiv", "arxiv"): "/api/query?id_list={}&max_results=1",
    ("arxiv", "title"): "/api/query?search_query={}&max_results=3",
}
_LEAST_WORDS, _MOST_CHARS = 3, 300


def parse_request(text: str) -> Asked:
    """Return what a person typed as a DOI, an arXiv id, or else a title.

    Raises:
        UsageError: it is none of them.
    """
    text = clean(text)
    doi = extract_doi(text) or doi_in_url(text)
    if doi or extract_arxiv(text):
        id_requests = asked_of_record(PaperRecord(title="", doi=doi, arxiv=extract_arxiv(text)))
        if id_requests:
            return id_requests[0]
    if len(split_into_words(text)) < _LEAST_WORDS or len(text) > _MOST_CHARS:
        raise UsageError(
            "“{text}” is not a DOI, an arXiv id or the title of a paper.",
            text=text[:80],
            remedy="Type a DOI such as 10.1000/182, an arXiv id such as 2101.00001, or a title.",
        )
    return Asked("title", text)


def asked_of_record(record: PaperRecord) -> list[Asked]:
    """Return what may be asked about a paper: what names it, and its title if nothing does."""
    key, arxiv = doi_key(record.doi), normal_arxiv(record.arxiv)
    arxiv = arxiv or key.partition("arxiv:")[2]
    id_requests = [Asked("doi", key.removeprefix("doi:"))] if key.startswith("doi:") else []
    id_requests += [Asked("arxiv", arxiv)] if arxiv else []
    telling = len(split_into_words(record.title)) >= _LEAST_WORDS
    return id_requests or ([Asked("title", clean(record.title)[:_MOST_CHARS])] if telling else [])


def address(service: OnlineService, request: Asked) -> str:
    """Return where a service answers to this; "" where it cannot know."""
    path = _PATHS.get((service, request.kind))
    value = request.value
    if (service, request.kind) == ("arxiv", "title"):
        value = f'ti:"{" ".join(split_into_words(value))}"'
    return ADDRESSES[service] + path.format(quote(value, safe="")) if path else ""


# --- the list of what was sent, and the answers for a while: one file of the person -----------
#
# A request is listed before it is sent: if that fails, nothing is sent.


_KEPT_FOR = timedelta(days=30)
_MOST_LISTED = 20_000
_WAIT_S = 10
_LONGEST_REST_S = 2 * 3600
_TABLES = """
CREATE TABLE IF NOT EXISTS sent (
    number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, service TEXT NOT NULL,
    kind TEXT NOT NULL, value TEXT NOT NULL, address TEXT NOT NULL,
    status INTEGER NOT NULL DEFAULT 0, outcome TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS answers (
    address TEXT PRIMARY KEY, at TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS rests (service TEXT PRIMARY KEY, until TEXT NOT NULL);
"""


def default_path() -> Path:
    """Return where the list of this user lies."""
    return Path(platformdirs.user_data_dir("cocite", appauthor=False)) / "look-ups.db"


class SentStore:
    """What was sent, answers, and how long each service is to be left alone. From any thread."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, service: OnlineService, request: Asked, address: str) -> int:
        """List a request that is about to be sent, and return its number.

        Raises:
            LookUpError: it cannot be listed, so it must not be sent.
        """
        with self._open() as file:
            file.execute("DELETE FROM answers WHERE at < ?", (_text(_now() - _KEPT_FOR),))
            row = file.execute(
                "INSERT INTO sent (at, service, kind, value, address) VALUES (?, ?, ?, ?, ?)",
                (_text(_now()), service, request.kind, request.value, address),
            )
            number = row.lastrowid or 0
            file.execute("DELETE FROM sent WHERE number <= ?", (number - _MOST_LISTED,))
            return number

    def finish(self, number: int, status: int, outcome: str) -> None:
        """List what came of a request."""
        with self._open() as file:
            file.execute(
                "UPDATE sent SET status = ?, outcome = ? WHERE number = ?",
                (status, stored(outcome), number),
            )

    def sent(self, limit: int = 1_000) -> list[SentRequest]:
        """Return what was sent, the latest first."""
        if not self.path.is_file():
            return []
        with self._open() as file:
            rows = file.execute(
                "SELECT number, at, service, kind, value, address, status, outcome FROM sent"
                " ORDER BY number DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return [
            SentRequest(
                number=number,
                at=at,
                service=service,
                asked=Asked(kind, value),
                address=address,
                status=status,
                outcome=restored(outcome),
            )
            for number, at, service, kind, value, address, status, outcome in rows
        ]

    def clear(self) -> None:
        """Forget what was sent, and the answers."""
        if self.path.is_file():
            with self._open() as file:
                file.execute("DELETE FROM sent")
                file.execute("DELETE FROM answers")

    def answer(self, address: str) -> bytes | None:
        """Return the answer to an address that was asked for lately, ``None`` if none was."""
        if not self.path.is_file():
            return None
        with self._open() as file:
            row = file.execute(
                "SELECT body FROM answers WHERE address = ? AND at >= ?",
                (address, _text(_now() - _KEPT_FOR)),
            ).fetchone()
        return None if row is None else zlib.decompress(row[0])

    def keep(self, address: str, body: bytes) -> None:
        """Keep an answer."""
        with self._open() as file:
            file.execute(
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?)",
                (address, _text(_now()), zlib.compress(body)),
            )

    def rest(self, service: OnlineService, seconds: float) -> None:
        """Leave a service alone for some time, also from other processes of this person."""
        with self._open() as file:
            file.execute(
                "INSERT INTO rests VALUES (?, ?) ON CONFLICT (service)"
                " DO UPDATE SET until = MAX(until, excluded.until)",
                (service, _text(_now() + timedelta(seconds=min(seconds, _LONGEST_REST_S / 2)))),
            )

    def take_turn(self, service: OnlineService, pause: float) -> float:
        """Return 0 and take the turn to ask a service, or how many seconds are to be waited."""
        with self._open() as file:
            row = file.execute("SELECT until FROM rests WHERE service = ?", (service,)).fetchone()
            now = _now()
            remaining_rest = (
                0.0 if row is None else (datetime.fromisoformat(row[0]) - now).total_seconds()
            )
            if 0 < remaining_rest < _LONGEST_REST_S:  # else the clock was set back since
                return remaining_rest
            file.execute(
                "INSERT OR REPLACE INTO rests VALUES (?, ?)",
                (service, _text(now + timedelta(seconds=pause))),
            )
            return 0.0

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one transaction that writes."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
            file = sqlite3.connect(self.path, timeout=_WAIT_S, isolation_level=None)
            try:
                file.executescript(_TABLES)
                file.execute("BEGIN IMMEDIATE")
                yield file
                file.execute("COMMIT")
            finally:
                file.close()
        except (sqlite3.Error, OSError, zlib.error) as error:
            raise LookUpError(
                "The log of requests, “{file}”, cannot be written ({reason}), so nothing is sent.",
                file=self.path,
                reason=error,
                remedy="Free some space, or move the file away.",
            ) from error


def _now() -> datetime:
    return datetime.now(UTC)


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")
