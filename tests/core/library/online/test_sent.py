"""Services that are asked: what is typed, and what each is sent.

Looking papers up, against a server that answers as the three services document it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.base.errors import LookUpError, UsageError
from core.base.jobs import SilentJob
from core.base.lookups import Asked, Consent, OnlineService
from core.base.records import PaperRecord
from core.library.online.looking import Asker
from core.library.online.sent import SentStore, address, asked_of_record, parse_request
from tests import services_online as there
from tests import wording
from tests.core.library.online.asked_services import CROSSREF, WORK, look
from tests.services_online import ARXIV, DOI, TITLE, Online, send

# --- what each service is asked: a DOI, an arXiv id or a title --------------------------------


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
    with pytest.raises(UsageError, match=wording.pattern("core.library.online.sent:parse_request")):
        parse_request(typed)


def test_a_paper_with_an_id_is_not_asked_for_by_title() -> None:
    named = PaperRecord(title=TITLE, doi=DOI, arxiv=ARXIV)
    assert asked_of_record(named) == [Asked("doi", DOI), Asked("arxiv", ARXIV)]
    assert asked_of_record(PaperRecord(title="Untitled")) == []


# --- the list of what was sent, and the answers for a while: one file of the person -----------


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


def test_only_the_services_agreed_to_are_asked(store: SentStore, online: Online) -> None:
    look(store, DOI, Consent(("openalex",)))
    assert [path.partition(":")[0] for path in online.paths] == ["/works/doi"]
    with pytest.raises(LookUpError, match="turned off"):
        look(store, DOI, Consent())
    with pytest.raises(
        LookUpError,
        match=wording.pattern(
            "core.library.online.looking:switched_off {service", service="Crossref"
        ),
    ):
        get(store, consent=Consent(("arxiv",)))
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
    with pytest.raises(LookUpError, match=wording.pattern("core.library.online.sent:_open {file")):
        get(SentStore(tmp_path / "file" / "look-ups.db"))
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"no database" * 100)
    with pytest.raises(LookUpError, match=wording.pattern("core.library.online.sent:_open {file")):
        get(SentStore(damaged))
    assert online.paths == []


def test_an_answer_is_kept_and_asked_for_once(store: SentStore, online: Online) -> None:
    first = get(store)
    assert get(SentStore(store.path)) == first
    assert len(online.paths) == len(store.sent()) == 1


# --- errors and limits --------------------------------------------------------------------------


def test_a_cut_answer_is_asked_for_again(store: SentStore, online: Online) -> None:
    online.answers[WORK] = [there.cut]
    assert get(store) is not None
    assert "was interrupted" in store.sent()[1].outcome


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            send(200, b"<html>Sign in to this network</html>"),
            wording.stem("core.library.online.looking:_read_works"),
        ),
        (send(200, b'{"message": []}'), wording.stem("core.library.online.looking:_read_works")),
        (send(200, b"[" * 100_000), wording.stem("core.library.online.looking:_read_works")),
        (send(200, b"\xff\xfe{}"), wording.stem("core.library.online.looking:_read_works")),
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
    assert wording.stem("core.library.online.looking:_read_works") in found.problems[0].reason


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


# --- papers of a library ------------------------------------------------------------------------
