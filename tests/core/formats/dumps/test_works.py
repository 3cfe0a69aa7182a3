"""Works as files of citation data state them."""

from __future__ import annotations

import pytest

from core.formats.dumps.works import iso_date


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("6/25/2021 0:00", "2021-06-25"),
        ("2021-06-25T00:00:00", "2021-06-25"),
        ("2021", "2021"),
        ("25/6/2021", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_dates(said: str, date: str) -> None:
    assert iso_date(said) == date
