"""Looking papers up, against a server that answers as the three services document it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from core.base.errors import LookUpError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.lookups import Asked, Consent, Found, OnlineService
from core.base.records import PaperRecord
from core.library.library import Library
from core.library.online import looking
from core.library.online.looking import Asker, Looking, Wanted
from core.library.online.sent import SentStore
from core.library.online.services import address, asked_of_record, parse_request
from tests import services_online as there
from tests.services_online import ARXIV, DOI, TITLE, Online, send

ALL = Consent(("crossref", "openalex", "arxiv"), "me@example.org")
CROSSREF = Consent(("crossref",))
WORK = f"/works/{DOI.replace('/', '%2F')}"


@pytest.fixture
def online() -> Iterator[Online]:
    with there.served() as online:
        yield online


@pytest.fixture
def store(tmp_path: Path) -> SentStore:
    return SentStore(tmp_path / "sent" / "look-ups.db")


def look(store: SentStore, text: str, consent: Consent = ALL) -> Found:
    wanted = Wanted([parse_request(text)], PaperRecord(title=""))
    return Looking(store, lambda: consent, SilentJob(), pace=0.01).look(wanted)


def get(store: SentStore, doi: str = DOI, consent: Consent = CROSSREF) -> object:
    asked = Asked("doi", doi)
    asker = Asker(store, lambda: consent, pace=0.01)
    return asker.get("crossref", asked, address("crossref", asked), SilentJob())


# --- what is sent -------------------------------------------------------------------------------


def test_a_doi_is_asked_for_and_nothing_else_is_sent(store: SentStore, online: Online) -> None:
    found = look(store, f"https://doi.org/{DOI.upper()}")
    assert online.paths == [WORK, f"/works/doi:{DOI.replace('/', '%2F')}"]
    for _, headers in online.requests:
        assert set(headers) <= {"Host", "Accept", "Accept-Encoding", "Connection", "User-Agent"}
        program, _, mail = headers["User-Agent"].partition(" ")
        assert program.startswith("Cocite/")
        assert mail == "(mailto:me@example.org)"
    record = found.record
    assert record is not None
    assert (record.title, record.year, record.doi) == (TITLE, 2019, DOI)
    assert record.authors == ("Ann Roe", "The Marsh Group")
    assert (record.venue, record.abstract) == ("Journal of Marsh Birds", there.ABSTRACT)
    assert record.extra["volume"] == "12"
    assert record.extra["page"] == "101–117"
    assert record.extra["type"] == "article-journal"
    assert found.services == ("Crossref", "OpenAlex")
    assert found.problems == []


def test_an_arxiv_id_is_asked_for_where_it_is_known(store: SentStore, online: Online) -> None:
    found = look(store, f"arXiv:{ARXIV}v1")
    assert online.paths == [
        f"/works/doi:10.48550/arxiv.{ARXIV}",
        f"/api/query?id_list={ARXIV}&max_results=1",
    ]
    assert "mailto" not in online.requests[1][1]["User-Agent"]
    assert found.record is not None
    assert (found.record.title, found.record.year) == (TITLE, 2018)
    assert (found.record.arxiv, found.record.doi) == (ARXIV, DOI)
    assert found.record.authors == ("Ann Roe", "Li Wei")
    assert found.record.extra["type"] == "preprint"


def test_of_what_answers_to_a_title_the_one_of_that_title_is_taken(
    store: SentStore, online: Online
) -> None:
    found = look(store, "Nests of Reed Warblers in wet summers")
    assert found.record is not None
    assert found.record.doi == DOI
    assert [len(online.paths), *found.services] == [3, "Crossref", "OpenAlex", "arXiv"]
    assert look(store, "Nests of storks on old chimneys").record is None


def test_a_title_of_other_authors_or_another_year_is_another_work(
    store: SentStore, online: Online
) -> None:
    looking = Looking(store, lambda: CROSSREF, SilentJob(), pace=0.01)
    for known in (
        PaperRecord(title=TITLE, authors=("Bo Mann",)),
        PaperRecord(title=TITLE, authors=("Ann Roe",), year=1999),
    ):
        assert looking.look(Wanted(asked_of_record(known), known)).record is None
    known = PaperRecord(title=TITLE, authors=("A. Roe",), year=2020)
    assert looking.look(Wanted(asked_of_record(known), known)).record is not None


def test_an_answer_about_another_doi_is_not_taken(store: SentStore, online: Online) -> None:
    online.answers["*"] = [send(200, {"message": there.crossref_work()})]
    assert look(store, "10.55555/wrong", CROSSREF).record is None


def test_only_the_services_agreed_to_are_asked(store: SentStore, online: Online) -> None:
    look(store, DOI, Consent(("openalex",)))
    assert [path.partition(":")[0] for path in online.paths] == ["/works/doi"]
    with pytest.raises(LookUpError, match="turned off"):
        look(store, DOI, Consent())
    with pytest.raises(LookUpError, match="Look-ups at Crossref are turned off"):
        get(store, consent=Consent(("arxiv",)))
    assert len(online.paths) == 1


def test_what_is_switched_off_meanwhile_is_not_asked_any_more(
    store: SentStore, online: Online
) -> None:
    agreed = [CROSSREF]
    looking = Looking(store, lambda: agreed[0], SilentJob(), pace=0.01)
    assert looking.look(Wanted([Asked("doi", DOI)], PaperRecord(title=""))).answers
    agreed[0] = Consent()
    found = looking.look(Wanted([Asked("doi", "10.55555/next")], PaperRecord(title="")))
    assert "Look-ups at Crossref are turned off" in found.problems[0].reason
    assert len(online.paths) == 1


def test_each_request_is_listed_with_what_came_of_it(store: SentStore, online: Online) -> None:
    look(store, DOI)
    look(store, "10.55555/unknown", CROSSREF)
    unknown, openalex, crossref = store.sent()
    assert (unknown.status, unknown.outcome) == (404, "not found there")
    assert unknown.asked == Asked("doi", "10.55555/unknown")
    assert (openalex.service, crossref.service) == ("openalex", "crossref")
    assert crossref.address == online.address + WORK
    assert crossref.status == 200
    assert crossref.outcome.startswith("answered, ")
    assert datetime.now(UTC) - datetime.fromisoformat(crossref.at) < timedelta(minutes=1)
    store.clear()
    assert store.sent() == []


def test_what_cannot_be_listed_is_not_sent(tmp_path: Path, online: Online) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(LookUpError, match="so nothing is sent"):
        get(SentStore(tmp_path / "file" / "look-ups.db"))
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database" * 100)
    with pytest.raises(LookUpError, match="so nothing is sent"):
        get(SentStore(damaged))
    assert online.paths == []


def test_an_answer_is_kept_and_asked_for_once(store: SentStore, online: Online) -> None:
    first = get(store)
    assert get(SentStore(store.path)) == first
    assert len(online.paths) == len(store.sent()) == 1


# --- errors and limits --------------------------------------------------------------------------


def test_a_busy_service_is_asked_again_when_it_says(
    store: SentStore, online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    online.answers[WORK] = [send(429, b"", {"Retry-After": "1"})]
    started = time.monotonic()
    asker = Asker(store, lambda: CROSSREF, pace=1.0)
    asked = Asked("doi", DOI)
    assert asker.get("crossref", asked, address("crossref", asked), SilentJob())
    assert time.monotonic() - started >= 0.95
    assert [each.status for each in store.sent()] == [200, 429]


@pytest.mark.parametrize("dated", [True, False])
def test_one_that_wants_long_patience_is_left_alone(
    store: SentStore, online: Online, dated: bool
) -> None:
    until = datetime.now(UTC) + timedelta(minutes=10)
    stated = format_datetime(until, usegmt=True) if dated else "600"
    online.answers[WORK] = [send(503, b"", {"Retry-After": stated})] * 3
    asked = Asked("doi", DOI)
    for _ in range(2):
        with pytest.raises(LookUpError, match="accepts no requests for 10 minutes"):
            Asker(store, lambda: CROSSREF).get(
                "crossref", asked, address("crossref", asked), SilentJob()
            )
    assert len(online.paths) == 1


def test_a_faulty_service_is_asked_three_times_and_then_no_more_in_this_run(
    store: SentStore, online: Online
) -> None:
    online.answers["*"] = [send(500), there.cut, send(502)]
    looking = Looking(store, lambda: CROSSREF, SilentJob(), pace=0.01)
    wanted = Wanted([Asked("doi", DOI)], PaperRecord(title=""))
    found = looking.look(wanted)
    assert found.record is None
    assert "Crossref did not answer" in found.problems[0].reason
    assert looking.look(wanted).problems == found.problems
    assert len(online.paths) == 3
    assert [each.status for each in store.sent()] == [502, 200, 500]


def test_a_cut_answer_is_asked_for_again(store: SentStore, online: Online) -> None:
    online.answers[WORK] = [there.cut]
    assert get(store) is not None
    assert "was interrupted" in store.sent()[1].outcome


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (send(200, b"<html>Sign in to this network</html>"), "gave an unexpected answer"),
        (send(200, b'{"message": []}'), "gave an unexpected answer"),
        (send(200, b"[" * 100_000), "gave an unexpected answer"),
        (send(200, b"\xff\xfe{}"), "gave an unexpected answer"),
        (send(403, b"no"), "status 403"),
        (send(302, b"", {"Location": "https://elsewhere.example/works/1"}), "another computer"),
        (send(302, b"", {"Location": "http://127.0.0.1:1/works/1"}), "another computer"),
        (send(302, b""), "another computer"),
        (there.endless, "larger than 4 MB"),
        (send(200, b"x", {"Content-Encoding": "gzip"}), "compressed"),
    ],
)
def test_what_is_of_no_use_is_said_in_a_sentence(
    store: SentStore, online: Online, answer: there.Answer, said: str
) -> None:
    online.answers[WORK] = [answer]
    found = look(store, DOI, CROSSREF)
    assert found.record is None
    assert said in found.problems[0].reason
    assert len(online.paths) == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"<feed/>",
        b"{}",
        b"",
        there.atom()[:90],
        b"<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/hostname'>]><feed>&a;</feed>",
    ],
)
def test_wrong_atom_is_said_in_a_sentence(store: SentStore, online: Online, answer: bytes) -> None:
    online.answers["*"] = [send(200, answer)]
    found = look(store, f"arXiv:{ARXIV}", Consent(("arxiv",)))
    assert "gave an unexpected answer" in found.problems[0].reason


def test_arxivs_own_error_is_no_paper(store: SentStore, online: Online) -> None:
    error = "<entry><id>http://arxiv.org/api/errors#incorrect_id</id><title>Error</title></entry>"
    online.answers["*"] = [send(200, there.atom(error))]
    found = look(store, f"arXiv:{ARXIV}", Consent(("arxiv",)))
    assert (found.record, found.problems) == (None, [])


def test_a_redirect_within_the_service_is_followed_and_listed(
    store: SentStore, online: Online
) -> None:
    online.answers["/works/10.55555%2Fold"] = [send(301, b"", {"Location": WORK})]
    body = get(store, "10.55555/old")
    assert isinstance(body, bytes)
    assert json.loads(body)["message"]["DOI"] == DOI
    assert [each.status for each in store.sent()] == [200, 301]
    online.answers["*"] = [send(301, b"", {"Location": WORK + "?again"})] * 9
    with pytest.raises(LookUpError, match="circle"):
        get(store, "10.55555/ring")


def test_a_slow_answer_is_given_up(
    store: SentStore, online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "CONNECT_S", 0.2)
    free = threading.Event()

    def silent(_: object) -> None:
        free.wait(5)

    online.answers[WORK] = [silent, silent, silent]
    found = look(store, DOI, CROSSREF)
    free.set()
    assert "too long" in found.problems[0].reason


def test_an_answer_that_drips_is_given_up(
    store: SentStore, online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "WHOLE_S", 0.0)
    online.answers["*"] = [there.endless] * 3
    assert "too long" in look(store, DOI, CROSSREF).problems[0].reason


def test_a_stop_ends_the_waiting_and_is_listed(store: SentStore, online: Online) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        Asker(store, lambda: CROSSREF).get(
            "crossref", Asked("doi", DOI), online.address + WORK, Stopped()
        )
    assert [each.outcome for each in store.sent()] == ["stopped"]


def test_the_proxy_of_the_system_is_used(
    store: SentStore, online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name)
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, online.address)
    where = "http://crossref.invalid/works/1"
    online.answers[where] = [send(407), send(200, b"{}")]
    asker = Asker(store, lambda: CROSSREF, pace=0.01)
    with pytest.raises(LookUpError, match="status 407"):
        asker.get("crossref", Asked("doi", DOI), where, SilentJob())
    assert asker.get("crossref", Asked("doi", DOI), where, SilentJob()) == b"{}"


def test_where_there_is_no_connection_a_sentence_says_so(store: SentStore) -> None:
    """The tests lead every connection to a closed port, as their proxy."""
    found = look(store, DOI)
    assert [each.source for each in found.problems] == ["Crossref", "OpenAlex"]
    assert all("no connection" in each.reason for each in found.problems)


def test_two_runs_share_the_pauses_of_a_service(store: SentStore) -> None:
    service: OnlineService = "arxiv"
    assert store.take_turn(service, 3.0) == 0
    assert 2.5 < SentStore(store.path).take_turn(service, 3.0) <= 3.0
    assert store.take_turn("crossref", 1.0) == 0


# --- what may be asked --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kind", "value"),
    [
        ("https://doi.org/10.55555/A.B", "doi", "10.55555/a.b"),
        ("doi:10.55555/a.b", "doi", "10.55555/a.b"),
        ("arXiv:2101.04321v3", "arxiv", "2101.04321"),
        ("https://arxiv.org/abs/2101.04321", "arxiv", "2101.04321"),
        ("10.48550/arXiv.2101.04321", "arxiv", "2101.04321"),
        ("  Walks   on graphs ", "title", "Walks on graphs"),
    ],
)
def test_what_is_typed_is_understood(typed: str, kind: str, value: str) -> None:
    assert parse_request(typed) == Asked(kind, value)  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", ["", "smith2020", "two words", "long " * 100])
def test_what_is_none_of_them_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="is not a DOI, an arXiv id or the title"):
        parse_request(typed)


def test_a_paper_with_an_id_is_not_asked_for_by_title() -> None:
    named = PaperRecord(title=TITLE, doi=DOI, arxiv=ARXIV)
    assert asked_of_record(named) == [Asked("doi", DOI), Asked("arxiv", ARXIV)]
    assert asked_of_record(PaperRecord(title="Untitled")) == []


# --- papers of a library ------------------------------------------------------------------------


def test_a_paper_gets_what_is_empty_and_nothing_is_changed_yet(
    store: SentStore, online: Online, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        records = [
            PaperRecord(title=TITLE, doi=DOI, venue="J. Marsh Birds"),
            PaperRecord(title="Something else altogether, wrongly named", doi="10.55555/wrong"),
        ]
        numbers = [each.number for each in library.papers.add(records, source="test")]
        wrong = there.crossref_work() | {"DOI": "10.55555/wrong"}
        online.answers["/works/10.55555%2Fwrong"] = [send(200, {"message": wrong})]
        looking = Looking(store, lambda: CROSSREF, SilentJob(), pace=0.01)
        one, other = looking.papers(library, [n for n in numbers if n is not None])
        assert {*one.fields} == {"authors", "year", "abstract", "extra"}
        assert (other.fields, other.answers) == ({}, [])
        assert "another title" in other.problems[0].reason
        assert library.papers.get(numbers[0] or 0).year is None  # type: ignore[arg-type]
