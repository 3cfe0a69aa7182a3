"""Records that tests add, and short ways to add them and to look at what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.records import Paper, PaperRecord
from core.library.library import Library
from core.library.store.papers import Outcome

TITLE = "Weighing citation contexts by rarity"


def paper(title: str = TITLE, **fields: object) -> PaperRecord:
    return PaperRecord(title=title, **fields)  # type: ignore[arg-type]


def add(library: Library, *records: PaperRecord) -> list[Outcome]:
    return list(library.papers.add(records, source="test"))


def statuses(outcomes: Sequence[Outcome]) -> list[str]:
    return [outcome.status for outcome in outcomes]


def only(library: Library) -> Paper:
    (number,) = library.papers.numbers()
    return library.papers.get(number)


FULL = PaperRecord(
    id="acl:P20-1",
    title="Łukasiewicz & “friends”: a naïve account",
    abstract="One.\n\nTwo.",
    authors=("Ann Smith", "Zoë Ångström"),
    year=2020,
    venue="Journal of Walks",
    doi="10.1000/abc",
    arxiv="2001.00001",
    url="https://example.org/p20",
    keywords=("walks", "rarity"),
    extra={"pages": "1–9", "nested": {"list": [1, None]}},
)
