"""Web of Science: parts of books, and articles that appeared early."""

from __future__ import annotations

from core.formats.wos import parse
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


def test_a_paper_of_a_meeting_in_a_journal_is_an_article_without_anonymous_authors() -> None:
    text = (
        "PT J\nAU Roe, A\n   [Anonymous]\nTI On peat\nSO PEAT LETTERS\n"
        "DT Article; Proceedings Paper\nCT Meeting on Peat\nPY 2001\nER\n\n"
        "PT J\nTI A book on peat\nSO FENS\nDT Book Review\nER\n"
    )
    article, review = (entry.record for entry in parse(text))
    assert article is not None
    assert (article.authors, article.extra["type"]) == (("A Roe",), "article-journal")
    assert article.extra["event-title"] == "Meeting on Peat"
    assert review is not None
    assert review.extra["type"] == "review"


def test_a_patent_has_its_number_and_date() -> None:
    (entry,) = parse("PT P\nAU Roe, A\nTI Device for peat\nPN US01-A1\nPD 2001-02-03\nER\n")
    assert entry.record is not None
    assert (entry.record.year, entry.record.extra["issued"]) == (2001, "2001-02-03")
    assert entry.record.extra["number"] == "US01-A1"
