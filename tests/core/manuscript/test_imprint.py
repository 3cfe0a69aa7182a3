"""Journal, volume and pages of a PDF, where its first page prints them in a form that is known."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.library.imports.pdf_import import record_of
from core.manuscript.assemble import parse
from core.manuscript.extract import extract_pages
from core.manuscript.imprint import find_imprint
from core.manuscript.serial import from_json, to_json
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import FIRST, Press

HEAD, FOOT = 40.0, 760.0


def printed(folder: Path, text: str, y: float, xmp: str = "") -> Path:
    press = Press(folder / "paper.pdf", ((80.0, 540.0),))
    press.put(80, y, text, size=8)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    path = press.save()
    if xmp:
        with pymupdf.open(path) as document:
            document.set_xml_metadata(xmp)
            document.saveIncr()
    return path


def imprint(folder: Path, text: str, y: float, year: int | None = 2018) -> dict[str, str]:
    pages, metadata = extract_pages(printed(folder, text, y), max_pages=10)
    return find_imprint(pages[0], metadata, year)


@pytest.mark.parametrize(
    ("text", "y", "said"),
    [
        ("Pebbles Research (2018) 5:697–707", HEAD, ("Pebbles Research", "5", "", "697–707", "")),
        ("Annals of Pebbles 6 (2018) 9-16", HEAD, ("Annals of Pebbles", "6", "", "9–16", "")),
        ("Beach Letters, 2018, 25(4), 40–49", HEAD, ("Beach Letters", "25", "4", "40–49", "")),
        (
            "Beach Stud, September 2017, 11(3): 427–432",
            HEAD,
            ("Beach Stud", "11", "3", "427–432", ""),
        ),
        ("Pebbles 2018, 6, 104; doi:10.1000/x", FOOT, ("Pebbles", "6", "", "", "104")),
        (
            "Frontiers in Pebbles | May 2018 | Volume 9 | Article 1096",
            FOOT,
            ("Frontiers in Pebbles", "9", "", "", "1096"),
        ),
        (
            "Roe (2018). On pebbles. Journal of Pebbles, 1(2), 15. https://doi.org/10.1000/x",
            FOOT,
            ("Journal of Pebbles", "1", "2", "", "15"),
        ),
    ],
)
def test_a_journal_is_read_with_its_numbers(
    tmp_path: Path, text: str, y: float, said: tuple[str, ...]
) -> None:
    names = ("venue", "volume", "issue", "page", "number")
    wanted = {name: value for name, value in zip(names, said, strict=True) if value}
    assert imprint(tmp_path, text, y) == {**wanted, "type": "article-journal"}


def test_proceedings_are_read_with_their_pages(tmp_path: Path) -> None:
    text = "Proceedings of the 3rd Meeting on Pebbles, pages 10–18"
    assert imprint(tmp_path, text, FOOT) == {
        "venue": "Proceedings of the 3rd Meeting on Pebbles",
        "page": "10–18",
        "type": "paper-conference",
    }


@pytest.mark.parametrize(
    "text",
    [
        "Annals of Pebbles 6 (1999) 9-16",  # of another year
        "Annals of Pebbles 6 (2018) 16-9",
        "as in the Annals of Pebbles 6 (2018) 9-16",
        "Submitted to Annals of Pebbles",
        "12 (3)",
    ],
)
def test_what_is_not_sure_is_left_out(tmp_path: Path, text: str) -> None:
    assert imprint(tmp_path, text, HEAD) == {}


def test_a_publishers_metadata_are_believed_and_become_the_record(tmp_path: Path) -> None:
    xmp = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><prism:publicationName>Pebbles'
        "</prism:publicationName><prism:volume>7</prism:volume><prism:number>2</prism:number>"
        "<prism:startingPage>10</prism:startingPage><prism:endingPage>19</prism:endingPage>"
        "<prism:aggregationType>journal</prism:aggregationType></x:xmpmeta>"
    )
    path = printed(tmp_path, "2049-3630/© 2018", FOOT, xmp)
    manuscript = parse(path)
    assert from_json(to_json(manuscript)) == manuscript
    record = record_of(manuscript, path)
    assert (record.venue, record.extra["type"]) == ("Pebbles", "article-journal")
    assert {name: record.extra[name] for name in ("volume", "issue", "page", "ISSN")} == {
        "volume": "7",
        "issue": "2",
        "page": "10–19",
        "ISSN": "2049-3630",
    }
