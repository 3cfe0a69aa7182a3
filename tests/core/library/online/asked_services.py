"""Papers that are looked up, and what services answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.jobs import SilentJob
from core.base.lookups import Consent, Found
from core.base.records import PaperRecord
from core.library.online.looking import Looking, Wanted
from core.library.online.sent import SentStore, parse_request
from tests.services_online import DOI

ALL = Consent(("crossref", "openalex", "arxiv"), "me@example.org")
CROSSREF = Consent(("crossref",))
WORK = f"/works/{DOI.replace('/', '%2F')}"


@pytest.fixture
def store(tmp_path: Path) -> SentStore:
    return SentStore(tmp_path / "sent" / "look-ups.db")


def look(store: SentStore, text: str, consent: Consent = ALL) -> Found:
    wanted = Wanted([parse_request(text)], PaperRecord(title=""))
    return Looking(store, lambda: consent, SilentJob(), pace=0.01).look(wanted)
