"""Papers that the tests of writers write."""

from __future__ import annotations

from typing import Any

from core.base.records import Paper, PaperNumber


def paper(title: str = "Weighing contexts", **fields: Any) -> Paper:  # noqa: ANN401 - fields of all types
    values = {"number": PaperNumber(7), "ids": (), "citation_key": "Smith2020", **fields}
    return Paper(title=title, **values)


WALKS = paper(
    authors=("Ann Smith", "Ludwig van Beethoven"),
    year=2020,
    venue="Journal of Walks",
    doi="10.1000/a",
    extra={"type": "article-journal", "volume": "4", "issue": "2", "page": "7–19"},
)
