"""The values of CSL's variables in the one form in which a record holds them."""

from __future__ import annotations

import pytest

from core.formats.variables import pages, take_epub_date, tidied


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("7-19", "7–19"),
        ("7 -- 19", "7–19"),
        ("7—19, 21-3", "7–19, 21–3"),
        ("S7", "S7"),
        ("7--7", "7"),
    ],
)
def test_ranges_of_pages_have_the_dash_of_print(written: str, kept: str) -> None:
    assert pages(written) == kept
    assert tidied({"page": written}) == {"page": kept}
    assert tidied({"section": written}) == {"section": written}


def test_texts_are_one_text_and_dates_are_iso() -> None:
    assert tidied(
        {
            "ISSN": "1234-5679 (Print) 8765-432X",
            "publisher-place": ["Oslo", "Bergen", "Oslo"],
            "accessed": "12 May 2016",
            "issued": "2001/09/01/",
            "mine": ["kept", "as it is"],
        }
    ) == {
        "ISSN": "1234-5679; 8765-432X",
        "publisher-place": "Oslo; Bergen",
        "accessed": "2016-05-12",
        "issued": "2001-09-01",
        "mine": ["kept", "as it is"],
    }


def test_what_is_in_no_form_that_is_known_stays() -> None:
    assert tidied({"issued": "in press", "ISSN": "none", "page": 7}) == {
        "issued": "in press",
        "ISSN": "none",
        "page": 7,
    }


@pytest.mark.parametrize(
    ("fields", "kind", "taken"),
    [
        ({"edition": "20160512"}, "article-journal", {"available-date": "2016-05-12"}),
        ({"edition": "2016/05/12/"}, "book", {"available-date": "2016-05-12"}),
        ({"edition": "2016"}, "article-journal", {"available-date": "2016"}),
        ({"edition": "2016"}, "book", {"edition": "2016"}),
        ({"edition": "2nd"}, "article-journal", {"edition": "2nd"}),
        (
            {"edition": "2016", "available-date": "2015"},
            "article-journal",
            {"edition": "2016", "available-date": "2015"},
        ),
        ({"volume": "4"}, "article-journal", {"volume": "4"}),
    ],
)
def test_the_epub_date_of_endnote_is_no_edition(
    fields: dict[str, str], kind: str, taken: dict[str, str]
) -> None:
    assert take_epub_date(dict(fields), kind) == taken
