"""Web of Science: parts of books, and articles that appeared early."""

from __future__ import annotations

from tests.core.formats.catalogue_samples import WOS, read


def test_a_chapter_of_web_of_science_is_told_from_its_book() -> None:
    in_book = WOS.replace("PT J", "PT B")
    assert read("wos", in_book).extra["type"] == "chapter"
    assert read("wos", in_book.replace("BOG STUDIES", "Peat and its sounds")).extra["type"] == (
        "book"
    )


def test_early_access_dates_a_work_that_has_no_year() -> None:
    early = WOS.replace("PD MAY\nPY 2003\n", "EA JAN 2021\n")
    assert read("wos", early).year == 2021
    assert read("wos", early.replace("EA JAN 2021", "EA JAN 2021\nPY 2022")).year == 2022
