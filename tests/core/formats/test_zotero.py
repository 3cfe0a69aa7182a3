"""Zotero items become entries, whichever way they were stored."""

from __future__ import annotations

import pytest

from core.base import items
from core.base.records import PaperRecord
from core.formats.zotero import Creator, Item
from tests import wording


def item(kind: str = "journalArticle", *people: Creator, **fields: str) -> Item:
    stored = {"title": "Acid moors", **fields}
    return Item("item 1", kind, [*stored.items()], [*people])


def record(made: Item) -> PaperRecord:
    entry = made.entry()
    assert entry.record is not None, entry.problem
    return entry.record


def test_an_article_has_its_fields_by_the_names_of_csl() -> None:
    made = record(
        item(
            "journalArticle",
            Creator("author", "Ada", "Moor"),
            Creator("author", "", "Peat Society", whole=True),
            Creator("editor", "Bea", "Bog"),
            publicationTitle="Annals of Bogs",
            volume="3",
            issue="2",
            pages="10-19",
            date="2001-05-03",
            abstractNote="Moors are old.",
            DOI="10.55555/x.1",
            journalAbbreviation="Ann. Bogs",
        )
    )
    assert made.authors == ("Ada Moor", "Peat Society")
    assert (made.venue, made.year, made.doi) == ("Annals of Bogs", 2001, "10.55555/x.1")
    assert made.abstract == "Moors are old."
    wanted = {"volume": "3", "issue": "2", "container-title-short": "Ann. Bogs"}
    assert wanted.items() <= made.extra.items()
    assert made.extra["editor"] == ["Bea Bog"]
    assert made.extra[items.TYPE] == "article-journal"
    assert "10" in str(made.extra["page"])
    assert "19" in str(made.extra["page"])


@pytest.mark.parametrize(
    ("kind", "type_name"),
    [
        ("bookSection", "chapter"),
        ("conferencePaper", "paper-conference"),
        ("computerProgram", "software"),
        ("podcast", "broadcast"),
        ("statute", "legislation"),
    ],
)
def test_types_are_those_of_csl(kind: str, type_name: str) -> None:
    assert record(item(kind)).extra[items.TYPE] == type_name


def test_a_type_without_a_counterpart_is_kept_by_its_own_name() -> None:
    extra = record(item("gadget")).extra
    assert items.TYPE not in extra
    assert extra[items.SOURCE_TYPE] == "gadget"


@pytest.mark.parametrize("name", ["caseName", "nameOfAct", "subject", "shortTitle"])
def test_what_stands_for_a_title_is_one(name: str) -> None:
    made = Item("item 1", "case", [(name, "Moor v. Peat")])
    assert record(made).title == "Moor v. Peat"


def test_an_item_without_a_title_is_refused_with_the_reason() -> None:
    entry = Item("item 7", "journalArticle", [("volume", "3")]).entry()
    assert (entry.record, entry.location) == (None, "item 7")
    assert entry.problem == wording.fill(wording.ITEM_WITHOUT_TITLE)


@pytest.mark.parametrize(
    ("kind", "role"),
    [("patent", "inventor"), ("computerProgram", "programmer"), ("film", "director")],
)
def test_who_made_a_work_is_its_author_where_none_is_named(kind: str, role: str) -> None:
    maker, author = Creator(role, "Ada", "Moor"), Creator("author", "Bea", "Bog")
    alone = record(item(kind, maker))
    assert alone.authors == ("Ada Moor",)
    assert role not in alone.extra
    both = record(item(kind, maker, author))
    assert both.authors == ("Bea Bog",)
    assert both.extra[role] == ["Ada Moor"]


def test_roles_bear_the_names_of_csl_and_unnamed_people_are_left_out() -> None:
    made = record(
        item(
            "book",
            Creator("seriesEditor", "Ada", "Moor"),
            Creator("bookAuthor", "Bea", "Bog"),
            Creator("translator", " ", " "),
            Creator("castMember", "Cy", "Fen"),
        )
    )
    assert made.extra["collection-editor"] == ["Ada Moor"]
    assert made.extra["container-author"] == ["Bea Bog"]
    assert made.extra["castMember"] == ["Cy Fen"]
    assert "translator" not in made.extra


def test_lines_of_extra_become_fields_and_the_rest_stays_a_note() -> None:
    made = record(
        item(
            extra="PMID: 123456\nDOI: 10.55555/x.2\nCitation Key: moor2001\nRead twice.",
        )
    )
    assert made.doi == "10.55555/x.2"
    assert made.extra["PMID"] == "123456"
    assert made.extra["citation_key"] == "moor2001"
    assert made.extra["note"] == "Read twice."


def test_a_line_that_says_something_else_than_the_field_is_kept() -> None:
    made = record(item(DOI="10.55555/x.1", extra="DOI: 10.55555/x.2"))
    assert made.doi == "10.55555/x.1"
    assert "10.55555/x.2" in str(made.extra["note"])
    same = record(item(DOI="10.55555/x.1", extra="DOI: 10.55555/x.1"))
    assert "note" not in same.extra


def test_a_doi_is_found_in_the_address_and_a_field_that_holds_none_is_kept() -> None:
    made = record(item(url="https://doi.org/10.55555/x.3", DOI="see the publisher"))
    assert made.doi == "10.55555/x.3"
    assert "see the publisher" in made.extra.values()


@pytest.mark.parametrize(
    "fields",
    [
        {"extra": "arXiv: 2001.01234"},
        {"repository": "arXiv", "archiveID": "arXiv:2001.01234"},
        {"url": "https://arxiv.org/abs/2001.01234"},
    ],
)
def test_arxiv_numbers_are_found_and_not_kept_twice(fields: dict[str, str]) -> None:
    made = record(item("preprint", **fields))
    assert made.arxiv == "2001.01234"
    assert "number" not in made.extra


def test_the_place_of_a_talk_is_that_of_the_event() -> None:
    talk = record(item("presentation", place="Ghent"))
    assert talk.extra["event-place"] == "Ghent"
    printed = record(item("conferencePaper", place="Ghent", publisher="Bog Press"))
    assert printed.extra["publisher-place"] == "Ghent"
    assert record(item("book", place="Ghent")).extra["publisher-place"] == "Ghent"


def test_notes_lose_their_markup_and_empty_ones_are_left_out() -> None:
    made = item()
    made.notes = ["<p>Read\n<b>twice</b>.</p><ul><li>At dusk</li></ul>", "<p></p>", "Again\nlate"]
    assert record(made).extra["annote"] == "Read twice.\nAt dusk\n\nAgain\nlate"
    assert "annote" not in record(item()).extra


def test_groups_tags_and_files_come_along_once() -> None:
    made = item()
    made.tags, made.automatic = ["peat", " moor ", "peat"], ["Bogs", "peat"]
    made.collections = ["Mine", "Mine"]
    made.attachments = ["a.pdf", "a.pdf", "b.pdf"]
    entry = made.entry()
    assert entry.record is not None
    assert entry.tags == ("peat", "moor")
    assert entry.record.keywords == ("Bogs", "peat", "moor")
    assert entry.collections == ("Mine",)
    assert entry.attachments == ("a.pdf", "b.pdf")


def test_the_date_of_a_decision_is_its_year() -> None:
    made = record(Item("item 1", "case", [("caseName", "Moor v. Peat"), ("dateDecided", "1998")]))
    assert made.year == 1998
