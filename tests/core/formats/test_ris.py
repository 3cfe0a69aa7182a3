"""Reading RIS: every TY line is accounted for, also where rispy would lose the record."""

from __future__ import annotations

from typing import Any

import pytest

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import ris
from tests import wording
from tests.core.formats.entry_readers import RisReader


def test_a_journal_article_becomes_a_record(read_ris: RisReader) -> None:
    (entry,) = read_ris(
        "\ufeffTY  - JOUR\nID  - roe2001\nAU  - Roe, Ann\nA1  - Shi,Yu \nTI  - A <i>title</i>\n"
        "that goes on\nT2  - Annals of Things\nJF  - Annals of Things\n"
        "PY  - 2001/09/01/\nSP  - 1\nEP  - 9\n"
        "VL  - 4\nKW  - one\ntwo\nDO  - https://doi.org/10.1000/x\nUR  - https://example.org/a;b\n"
        "UR  - https://example.org/c\nN2  - Abstract &amp; more.\nL1  - a.pdf\nZZ  - odd\nER  - \n"
    )
    assert entry.record == PaperRecord(
        title="A title that goes on",
        abstract="Abstract & more.",
        authors=("Yu Shi", "Ann Roe"),
        year=2001,
        venue="Annals of Things",
        doi="10.1000/x",
        url="https://example.org/a;b",
        keywords=("one", "two"),
        extra={
            "type": "article-journal",
            "citation_key": "roe2001",
            "page": "1–9",
            "issued": "2001-09-01",
            "volume": "4",
            "urls": "https://example.org/c",
            "ZZ": "odd",
        },
    )
    assert entry.attachments == ("a.pdf",)


@pytest.mark.parametrize(
    ("date", "issued"),
    [("1999/08//undefined", "1999-08"), ("1999/08/undefined", "1999-08"),
     ("1999/undefined/undefined", None)],
)  # fmt: skip
def test_a_date_without_its_last_parts_is_read(
    read_ris: RisReader, date: str, issued: str | None
) -> None:
    (entry,) = read_ris(f"TY  - JOUR\nTI  - Peat\nDA  - {date}\nER  - ")
    assert entry.record.year == 1999
    assert entry.record.extra.get("issued") == issued


def test_a_record_that_says_nothing_is_refused(read_ris: RisReader) -> None:
    (entry,) = read_ris("TY  - JOUR\nKW  - peat\nER  - ")
    assert (entry.record, entry.problem) == (None, wording.fill(wording.RECORD_WITHOUT_TITLE))


def test_a_record_without_a_title_is_kept_under_a_made_up_one(read_ris: RisReader) -> None:
    (entry,) = read_ris("TY  - JOUR\nAU  - Roe, Ann\nPY  - 1999\nJO  - Phys. Walks\nER  - ")
    assert entry.record is not None
    assert entry.record.title == "Roe 1999, Phys. Walks"


def test_a_record_that_lacks_only_its_type_is_read(read_ris: RisReader) -> None:
    first, stray, second = read_ris(
        "C1  - 1\nAU  - Moor, Ada\nTI  - On peat\nPY  - 2001\nDB  - search 1\nER  - \n\n"
        "AU  - Fenn, Bo\nPY  - 2002\nER  - \n\n"
        "AU  - Reed, Cy\nTI  - On fens\nVL  - 3\nER  - \n"
    )
    assert [entry.record and entry.record.title for entry in (first, second)] == [
        "On peat",
        "On fens",
    ]
    assert first.record is not None
    assert (first.record.authors, first.record.year) == (("Ada Moor",), 2001)
    assert stray.record is None
    assert wording.fill(wording.LINES_OUTSIDE_RECORDS) in str(stray.problem)


def test_values_that_occur_again_are_kept(read_ris: RisReader) -> None:
    (entry,) = read_ris("TY  - JOUR\nTI  - T\nVL  - 1\nVL  - 2\nmore\nUK  - odd\nER  - ")
    assert entry.record.extra["volume"] == "1; 2 more"
    assert entry.record.extra["note"] == "odd"


def test_a_name_is_kept_as_often_as_one_tag_says_it(read_ris: RisReader) -> None:
    text = "TY  - JOUR\nTI  - T\nAU  - Lee, S.\nAU  - Roe, A.\nAU  - Lee, S.\nA1  - Roe, A.\n"
    (entry,) = read_ris(f"{text}PY  - in press\nER  - ")
    assert sorted(entry.record.authors) == ["A. Roe", "S. Lee", "S. Lee"]
    assert entry.record.year is None
    assert entry.record.extra["status"] == "in press"


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("Roe, Ann, Jr.", "Ann Roe Jr."),
        ("Ann Roe", "Ann Roe"),
        ("Barnes and Noble,", "Barnes and Noble"),
        (", Ann", "Ann"),
    ],
)
def test_names_are_turned_round(read_ris: RisReader, written: str, author: str) -> None:
    (entry,) = read_ris(f"TY  - JOUR\nTI  - T\nAU  - {written}\nER  - ")
    assert entry.record.authors == (author,)


def test_a_file_of_something_else_is_one_problem(read_ris: RisReader) -> None:
    (entry,) = read_ris("no such thing")
    assert entry.problem == wording.fill(wording.FILE_WITHOUT_RECORDS, format="RIS")
    assert read_ris(" \n") == []


def test_several_issns_are_no_isbn() -> None:
    text = (
        "TY  - JOUR\nTI  - Birds of the marsh\nSN  - 1234-5678 (Print)\nSN  - 8765-4321\nER  - \n"
    )
    (entry,) = ris.parse(text)
    assert entry.record is not None
    assert entry.record.extra["ISSN"] == "1234-5678; 8765-4321"
    (book,) = ris.parse(text.replace("1234-5678 (Print)", "978-3-16-148410-0"))
    assert book.record is not None
    assert "ISBN" in book.record.extra


def test_further_addresses_come_back_as_they_were() -> None:
    addresses = [f"https://example.org/{name}" for name in "abc"]
    lines = "".join(f"UR  - {address}\n" for address in addresses)
    text = f"TY  - JOUR\nTI  - Reeds\nAU  - Roe, Ann\n{lines}ER  - \n"
    (entry,) = ris.parse(text)
    assert entry.record is not None
    fields = {name: getattr(entry.record, name) for name in PaperRecord.__dataclass_fields__}
    again, _ = write_and_read(**fields)
    assert [again.url, *again.extra["urls"]] == addresses
    single, _ = write_and_read(extra={"urls": ["https://example.org/a"]}, url="https://example.org")
    assert single.extra["urls"] == "https://example.org/a"


def write_and_read(
    citation_key: str = "roe",
    title: str = "Reeds",
    **fields: Any,  # noqa: ANN401 - of any field
) -> tuple[PaperRecord, list[str]]:
    """Return a paper as it comes back, and the lines of its record."""
    number = PaperNumber(1)
    paper = Paper(number=number, ids=(), title=title, citation_key=citation_key, **fields)
    written = ris.write([paper])
    (entry,) = ris.parse(written)
    assert entry.record is not None
    return entry.record, written.strip().split("\n")


def test_a_paper_of_a_conference_comes_back_with_its_event() -> None:
    extra = {
        "type": "paper-conference",
        "event-title": "Meeting on Ponds",
        "event-place": "Oslo",
        "collection-title": "Notes",
        "page": "1–9",
        "ISBN": "978-3-16-148410-0",
    }
    record, lines = write_and_read(venue="Proceedings of Ponds", year=2001, extra=extra)
    assert record.venue == "Proceedings of Ponds"
    assert record.extra == {**extra, "citation_key": "roe"}
    assert {"C3  - Proceedings of Ponds", "T2  - Meeting on Ponds", "C1  - Oslo"} <= set(lines)


def test_an_event_has_a_tag_only_beside_the_proceedings_of_a_conference() -> None:
    event = {"event-title": "Meeting on Ponds"}
    article, lines = write_and_read(venue="Ponds", extra={"type": "article-journal", **event})
    assert (article.venue, article.extra["event-title"]) == ("Ponds", "Meeting on Ponds")
    assert "T2  - Ponds" in lines
    record, _ = write_and_read(extra={"type": "paper-conference", **event})
    assert (record.venue, record.extra["event-title"]) == ("", "Meeting on Ponds")


@pytest.mark.parametrize(
    ("kind", "tag", "number"),
    [("report", "SN", "R 12"), ("book", "C7", "12"), ("dataset", "SN", "978-3-16-148410-0")],
)
def test_a_number_and_an_isbn_are_not_mixed_up(kind: str, tag: str, number: str) -> None:
    extra = {"type": kind, "number": number, "ISBN": "978-3-16-148411-7"}
    record, lines = write_and_read(extra=extra)
    assert record.extra == {**extra, "citation_key": "roe"}
    assert f"{tag}  - {number}" in lines


def test_what_has_no_tag_comes_back_under_its_name() -> None:
    extra = {
        "type": "article-journal",
        "event-place": "Oslo",
        "collection-number": "4",
        "medium": "print",
        "director": ["Ida Moe", "Tor Falk"],
        "editor": ["Bo Fenn", "Cy Reed Jr."],
        "editor_and_others": True,
        "note": "10.55555/x.9",
        "genre": "10.55555/x.8",
        "archive_location": "arXiv:2002.00002",
        "keyword-count": 7,
    }
    unwritten = {"is_read": True, "scores": [1, 2]}
    record, lines = write_and_read(extra={**extra, **unwritten})
    assert record.extra == {**extra, "keyword-count": "7", "citation_key": "roe"}
    assert (record.doi, record.arxiv) == ("", "")
    assert {"A2  - Fenn, Bo", "A2  - Reed, Cy, Jr.", "U5  - medium: print"} <= set(lines)


def test_lines_of_users_that_name_nothing_new_stay_as_they_are() -> None:
    lines = ("U5  - medium: print", "U5  - medium: film", "U5  - seen on Monday")
    (entry,) = ris.parse("\n".join(["TY  - JOUR", "TI  - Reeds", *lines, "ER  - "]))
    assert entry.record is not None
    assert entry.record.extra["medium"] == "print"
    assert "medium: film" in str(entry.record.extra)
    assert "seen on Monday" in str(entry.record.extra)


@pytest.mark.parametrize(
    ("issued", "line"),
    [
        ("2016-05", "2016/05//"),
        ("2016-05-12", "2016/05/12/"),
        ("2016-05-12/2016-05-14", "2016/05/12/2016-05-12/2016-05-14"),
        ("Spring 2016", "2016///Spring"),
        ("2016/2017", "2016///2016/2017"),
        ("circa 2016", "2016///circa"),
    ],
)
def test_dates_come_back_as_they_were(issued: str, line: str) -> None:
    record, lines = write_and_read(year=2016, extra={"issued": issued})
    assert (record.year, record.extra["issued"]) == (2016, issued)
    assert f"DA  - {line}" in lines


@pytest.mark.parametrize("issued", ["2016", "", "in spring"])
def test_a_year_alone_is_written_once(issued: str) -> None:
    record, lines = write_and_read(year=2016, extra={"issued": issued})
    assert record.year == 2016
    assert not any(line.startswith("DA") for line in lines)


def test_what_stands_in_place_of_a_year_comes_back() -> None:
    record, lines = write_and_read(extra={"status": "in press"})
    assert (record.year, record.extra["status"]) == (None, "in press")
    assert not any(line.startswith("U5") for line in lines)
    record, lines = write_and_read(year=2016, extra={"status": "retracted"})
    assert (record.year, record.extra["status"]) == (2016, "retracted")


def test_a_key_that_is_a_number_and_others_come_back() -> None:
    record, lines = write_and_read(
        "123", authors=("Ann Roe Jr.",), arxiv="2001.00001", extra={"author_and_others": True}
    )
    assert (record.extra["citation_key"], record.extra["author_and_others"]) == ("123", True)
    assert (record.authors, record.arxiv) == (("Ann Roe Jr.",), "2001.00001")
    assert write_and_read(extra={"owner+an:role": "1=x"})[0].extra["owner+an:role"] == "1=x"
    assert {"AU  - Roe, Ann, Jr.", "AU  - et al.", "AN  - arXiv:2001.00001"} <= set(lines)


def test_a_doi_is_taken_from_the_address_or_a_note() -> None:
    for line in ("UR  - https://doi.org/10.55555/x.1", "N1  - doi:10.55555/x.1"):
        (entry,) = ris.parse(f"TY  - JOUR\nTI  - Reeds\n{line}\nER  - \n")
        assert entry.record is not None
        assert entry.record.doi == "10.55555/x.1"


def test_a_note_has_its_own_tag_unless_it_holds_a_doi() -> None:
    for note, line in (
        ("seen on Monday", "N1  - seen on Monday"),
        ("10.55555/x.9", "U5  - note: 10.55555/x.9"),
    ):
        record, lines = write_and_read(extra={"note": note})
        assert record.extra["note"] == note
        assert line in lines


def test_records_that_are_not_closed_stay_apart(read_ris: RisReader) -> None:
    first, second = read_ris(
        "TY  - JOUR\nTI  - Reeds\nAN  - 4711\nTY  - JOUR\nTI  - Fens\nID  - 12\n"
    )
    assert first.record is not None
    assert second.record is not None
    assert (first.record.title, second.record.title) == ("Reeds", "Fens")
    assert first.record.extra["accession_number"] == "4711"
    assert "citation_key" not in second.record.extra
    (stray,) = read_ris("AU  - Moor, Ada\nTI  - On peat\n")
    assert stray.record is None
