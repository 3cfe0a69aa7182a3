"""Looking papers up: which answer is taken, and how often one is asked."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from core.base.errors import LookUpError
from core.base.jobs import JobCancelled, SilentJob
from core.base.lookups import Asked, Consent
from core.base.records import PaperRecord
from core.library.library import Library
from core.library.online import looking
from core.library.online.looking import Asker, Looking, Wanted
from core.library.online.sent import SentStore, address, asked_of_record
from tests import services_online as there
from tests import wording
from tests.core.library.online.asked_services import CROSSREF, WORK, look
from tests.services_online import DOI, TITLE, Online, send


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


def test_what_is_switched_off_meanwhile_is_not_asked_any_more(
    store: SentStore, online: Online
) -> None:
    agreed = [CROSSREF]
    looking = Looking(store, lambda: agreed[0], SilentJob(), pace=0.01)
    assert looking.look(Wanted([Asked("doi", DOI)], PaperRecord(title=""))).answers
    agreed[0] = Consent()
    found = looking.look(Wanted([Asked("doi", "10.55555/next")], PaperRecord(title="")))
    assert (
        wording.fill("core.library.online.looking:switched_off", service="Crossref")
        in found.problems[0].reason
    )
    assert len(online.paths) == 1


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
