"""Services that are asked: what is typed, and what each is sent."""

from __future__ import annotations

import pytest

from core.base.errors import UsageError
from core.base.lookups import Asked
from core.base.records import PaperRecord
from core.library.online.services import asked_of_record, parse_request
from tests.services_online import ARXIV, DOI, TITLE


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
