"""Reading RIS: every TY line is accounted for, also where rispy would lose the record."""

from __future__ import annotations

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
    written = ris.write([Paper(**fields, number=PaperNumber(1), ids=(), citation_key="roe")])
    (again,) = ris.parse(written)
    assert again.record is not None
    assert [again.record.url, *again.record.extra["urls"]] == addresses
