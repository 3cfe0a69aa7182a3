"""What earlier versions kept under BibTeX's and other names is by the names of CSL now."""

from __future__ import annotations

from typing import Any

import pytest

from core.formats.legacy_names import renewed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            {"type": "article", "volume": "4", "number": "2", "pages": "7-19", "month": "3"},
            {"type": "article-journal", "volume": "4", "issue": "2", "page": "7–19"}
            | {"issued": "2016-03"},
        ),
        (
            {"type": "JOUR", "year": "2016/09/01/", "access_date": "2020/01/02/"},
            {"type": "article-journal", "issued": "2016-09-01", "accessed": "2020-01-02"},
        ),
        (
            {"type": "techreport", "institution": "Lab", "number": "7", "address": "Graz"},
            {"type": "report", "publisher": "Lab", "number": "7", "publisher-place": "Graz"},
        ),
        ({"type": "mastersthesis"}, {"type": "thesis", "genre": "Master’s thesis"}),
        ({"type": "mvbook"}, {"type": "book", "source_type": "mvbook"}),
        ({"type": "podcast"}, {"source_type": "podcast"}),
        (
            {"type": "inproceedings", "series": "LNCS", "number": "12", "isbn": "1"},
            {"type": "paper-conference", "collection-title": "LNCS", "collection-number": "12"}
            | {"ISBN": "1"},
        ),
        (
            {
                "type": "article-journal",
                "issued": {"date-parts": [[2016, 5]]},
                "translator": [{"family": "Roe", "given": "Ann"}],
                "document-number": "e1",
            },
            {
                "type": "article-journal",
                "issued": "2016-05",
                "translator": ["Ann Roe"],
                "number": "e1",
            },
        ),
        ({"own": {"a": [1]}, "note": None, "ids": "a, b"},) * 2,
        ({"pages": {"odd": 1}, "number": [1]},) * 2,
    ],
)
def test_every_value_is_there_by_its_name_of_today(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    assert renewed(before, 2016) == after
    assert renewed(after, 2016) == after


def test_two_values_for_one_name_are_both_kept() -> None:
    found = renewed({"address": "Graz", "location": "Wien", "school": "TU", "publisher": "X"}, None)
    assert set(found.values()) == {"Graz", "Wien", "TU", "X"}
    assert (found["publisher"], found["publisher-place"]) == ("X", "Graz")
