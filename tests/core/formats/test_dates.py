"""Dates of every kind, as they are read and written."""

from __future__ import annotations

import pytest

from core.formats import dates


@pytest.mark.parametrize(
    "issued",
    [
        {"date-parts": [[2011, 5, 25], [2012, 6, 26]], "circa": True},
        {"date-parts": [[2017]], "season": 4},
        {"date-parts": [[2017]], "season": 1, "circa": True},
        {"date-parts": [[-333, 11, 5]]},
        {"date-parts": [[-100, 7], [-44, 3, 15]]},
        {"date-parts": [[-44], [14]]},
        {"date-parts": [[2014, 12], [0]]},
    ],
)
def test_dates_of_every_kind_come_back_as_they_were(issued: object) -> None:
    assert dates.to_csl(dates.from_csl(issued)) == issued


@pytest.mark.parametrize("parts", [["", 5, 3], ["x", 5], [], [-0], ["-"], ["-x", 4]])
def test_a_date_without_a_year_is_none(parts: list[object]) -> None:
    assert dates.from_csl({"date-parts": [parts]}) in ("", "0000")
