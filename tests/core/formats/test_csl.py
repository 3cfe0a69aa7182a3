"""Reading CSL-JSON, whole and broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats.bibliography import Cite, formatted_text
from core.formats.csl import convert_papers_to_items
from core.formats.entries import Entry
from core.formats.registry import get_format
from tests import wording

Read = Callable[[object], list[Entry]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_value(value: object) -> list[Entry]:
        path = tmp_path / "papers.json"
        text = value if isinstance(value, str) else json.dumps(value)
        path.write_text(text, encoding="utf-8")
        return list(get_format("csl").read_entries(path))

    return read_value


ITEM = {
    "id": "roe2001",
    "type": "article-journal",
    "title": "On <i>things</i>",
    "author": [
        {"family": "Roe", "given": "Ann", "suffix": "Jr."},
        {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
        {"literal": "Barnes and Noble"},
    ],
    "issued": {"date-parts": [["2001"]]},
    "container-title": "Annals of Things",
    "DOI": "10.1000/X",
    "page": "7-19",
    "volume": 4,
    "keyword": "one, two",
    "custom": {"kept": [1]},
}


def test_an_item_becomes_a_record(read: Read) -> None:
    (entry,) = read([ITEM])
    assert entry.location == "entry 1, line 1 (roe2001)"
    assert entry.record == PaperRecord(
        title="On things",
        authors=("Ann Roe Jr.", "Jan van der Berg", "Barnes and Noble"),
        year=2001,
        venue="Annals of Things",
        doi="10.1000/X",
        keywords=("one", "two"),
        extra={
            "type": "article-journal",
            "citation_key": "roe2001",
            "page": "7–19",
            "volume": "4",
            "kept": [1],
            "family_names": {"Barnes and Noble": "Barnes and Noble"},
        },
    )


@pytest.mark.parametrize(
    ("issued", "year", "kept"),
    [
        ({"date-parts": [[2001, 5]]}, 2001, True),
        ({"raw": "May 2001"}, 2001, True),
        ({"literal": "n.d."}, None, True),
        ({"date-parts": [[]]}, None, False),
        ({"date-parts": "2001"}, None, False),
        ("2001-05", 2001, True),
        (None, None, False),
    ],
)
def test_dates_of_every_kind(read: Read, issued: object, year: int | None, kept: bool) -> None:
    (entry,) = read([{"title": "T", "issued": issued}])
    assert entry.record.year == year
    assert ("issued" in entry.record.extra) == kept


@pytest.mark.parametrize(
    "value", [[ITEM, ITEM], {"items": [ITEM, ITEM]}, {"config": 1, "items": [ITEM, ITEM]}]
)
def test_items_come_in_a_list_or_in_an_object(read: Read, value: object) -> None:
    assert [entry.record.title for entry in read(value)] == ["On things", "On things"]


def test_a_single_item_will_do(read: Read) -> None:
    (entry,) = read(ITEM)
    assert entry.record.title == "On things"


def test_a_broken_item_costs_only_itself(read: Read) -> None:
    good, number, untitled, broken, last = read(
        '[{"id": "a", "title": "A"}, 7, {"id": "c"},\n'
        '{"id": "b", "title": },\n{"id": "d", "title": "D"}]'
    )
    assert good.record.title == "A"
    assert number.problem == wording.fill("core.formats.csl:_item")
    assert untitled.problem == wording.fill(wording.ITEM_WITHOUT_TITLE)
    assert broken.location == "entry 4, line 2"
    assert broken.problem.startswith(wording.stem("core.formats.csl:_item {reason"))
    assert last.record.title == "D"


def test_a_list_that_ends_too_early_is_reported(read: Read) -> None:
    first, end = read('[{"title": "A"},\n')
    assert first.record.title == "A"
    assert end.problem == wording.fill("core.formats.csl:_items does")


def test_a_file_broken_throughout_is_given_up(read: Read) -> None:
    entries = read('[{"id":"a,\n' * 1000)
    assert entries[-1].problem == wording.fill("core.formats.csl:_items broken")


@pytest.mark.parametrize("text", ["{", '{"a": 1}', "nothing"])
def test_what_is_no_list_of_items_is_an_error(read: Read, text: str) -> None:
    with pytest.raises(FormatError, match=r"papers\.json") as caught:
        read(text)
    assert caught.value.remedy


def test_an_arxiv_number_is_taken(read: Read) -> None:
    (entry,) = read([{"title": "T", "type": "article", "number": "arXiv:1706.03762"}])
    assert entry.record.arxiv == "1706.03762"
    assert entry.record.extra == {"type": "preprint"}


def test_half_surrogates_are_replaced(read: Read) -> None:
    (entry,) = read('[{"title": "bad \\ud83d end", "more": {"\\udc00": 1}}]')
    assert entry.record.title == "bad \N{REPLACEMENT CHARACTER} end"
    json.dumps(dict(entry.record.extra), ensure_ascii=False).encode()


@pytest.mark.parametrize("part", ["9" * 5_000, "--5", "²", "-1"])
def test_a_part_of_a_date_that_is_no_number_of_a_calendar_costs_only_itself(
    read: Read, part: str
) -> None:
    (entry,) = read([{"title": "A", "issued": {"date-parts": [[part], ["2001", part]]}}])
    assert entry.record is not None


def test_that_there_are_others_is_written_and_read() -> None:
    text = '[{"type": "book", "title": "T", "author": [{"family": "Lund"}, {"literal": "others"}]}]'
    (entry,) = get_format("csl").parse(text, "a.json")
    assert entry.record is not None
    assert entry.record.authors == ("Lund",)
    assert entry.record.extra["author_and_others"] is True


@pytest.mark.parametrize(
    ("extra", "language"),
    [
        ({"langid": "ngerman"}, "de"),
        ({"language": "English", "langid": "french"}, "en"),
        ({"language": "Volapük"}, "Volapük"),
        ({"language": "pt-BR"}, "pt-BR"),
    ],
)
def test_a_language_is_written_as_its_code(extra: dict[str, object], language: str) -> None:
    paper = Paper(number=PaperNumber(1), ids=(), title="Das gute Leben", extra=extra)
    (item,) = convert_papers_to_items([paper])
    assert item["language"] == language


def test_a_german_title_keeps_its_letters_where_titles_have_capitals() -> None:
    title = "Das gute Leben und die Stadt"
    work = PaperRecord(title=title, authors=("Ann Roe",), extra={"langid": "ngerman"})
    assert title in formatted_text([work], [[Cite(0)]], "mla").references[0]
