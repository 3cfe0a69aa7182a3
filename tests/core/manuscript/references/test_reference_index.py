"""Short names of organisations in entries, and texts that cite by them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.base.records import Reference
from core.manuscript.pdf.assemble import parse
from core.manuscript.references.reference_index import UNDATED, ReferenceIndex, find_short_names
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.kinds_of_lists import METHOD
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("by the Global Pebble Office [GPO], 2020", {"GPO": "Global Pebble Office"}),
        ("of the Office for Slate and Sand (OSS, 2020)", {"OSS": "Office for Slate and Sand"}),
        ("of the Office for Slate and Sand (OSS, see there)", {}),
        ("the Office for Slate and Sand (OSS) says", {"OSS": "Office for Slate and Sand"}),
        ("a plain word (ABC) behind it", {}),
    ],
)
def test_short_names_of_organisations_are_read(text: str, names: dict[str, str]) -> None:
    assert find_short_names(text) == names


def test_an_organisation_is_cited_by_its_short_name(tmp_path: Path) -> None:
    press = Press(tmp_path / "short.pdf")
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("Introduction", HEADING)
    press.add("Pebbles are counted (Global Pebble Office [GPO], 2020). The guide of GPO (2020) is "
              "strict. Later the rules changed (GPO, 2020).", FIRST)  # fmt: skip
    press.add(METHOD, FIRST)
    press.add("References", HEADING)
    press.add("Berg, O. (2012). A model of calm. Journal of Pebbles, 5(3), 44–70.", FIRST)
    press.add("Global Pebble Office. (2020). Guidelines on slate (Report No. 12).", FIRST)
    manuscript = parse(press.save())
    markers = [marker for one in manuscript.sentences for marker in one.markers]
    assert [marker.references for marker in markers] == [(1,), (1,), (1,)]


def build(*entries: tuple[str, str, int | None], label: str = "") -> ReferenceIndex:
    """Return the index of entries, each by its authors, the rest of its text and its year."""
    references = [
        Reference(
            index=at, label=label, text=f"{authors}. {rest}", authors=tuple(authors.split(", ")),
            year=year,
        )
        for at, (authors, rest, year) in enumerate(entries)
    ]  # fmt: skip
    return ReferenceIndex.of(references)


@pytest.mark.parametrize(
    ("others", "entry"),
    [("", 1), (" and Lund", 2), (" and Berg", 3), (" et al.", 4), (" and Nobody", 0)],
)
def test_the_other_authors_tell_entries_of_one_name_and_year_apart(others: str, entry: int) -> None:
    authors = (
        "A. Berg, R. Holt",
        "A. Berg",
        "A. Berg, I. Lund",
        "B. Berg, C. Berg",
        "A. Berg, K. Ito, R. Oak",
    )
    index = build(*((names, "Sand. 2012.", 2012) for names in authors))
    assert index.by_names("Berg", others, 2012, "") == entry


def test_letters_follow_the_list_where_it_prints_none() -> None:
    index = build(*[("A. Berg", "Sand, printed 2012. Shore 2012.", None)] * 3)
    assert [index.by_names("Berg", "", 2012, letter) for letter in "abcd"] == [0, 1, 2, None]


def test_a_year_without_a_letter_means_the_entry_without_one() -> None:
    index = build(("A. Berg", "2012a. Sand.", 2012), ("A. Berg", "2012. Wind.", 2012))
    assert index.by_names("Berg", "", 2012, "") == 1
    assert index.by_names("Berg", "", 2012, "a") == 0
    assert build(("A. Berg", "2012a. Sand.", 2012)).by_names("Berg", "", 2012, "") == 0


def test_a_work_in_press_is_cited_with_its_year_or_without() -> None:
    index = build(
        ("A. Berg", "2012. Sand.", 2012),
        ("A. Berg", "2013, in press. Wind.", 2013),
        ("B. Holt", "2014. Rocks.", 2014),
        ("C. Oak", "Foam.", None),
    )
    assert index.by_names("Oak", "", UNDATED, "") == 3
    assert index.by_names("Berg", "", UNDATED, "") == 1
    assert index.by_names("Berg", "", 2013, "") == 1
    assert index.by_names("Holt", "", UNDATED, "") is None


def test_only_east_asian_names_are_cited_by_their_first_letters() -> None:
    index = build(("Sandworks", "2012. Sand.", 2012), ("김모래", "2012. 모래.", 2012))
    assert index.by_names("San", "", 2012, "") is None
    assert index.by_names("김", "", 2012, "") == 1


def test_a_short_name_leads_to_its_own_entry_first() -> None:
    index = build(
        ("Global Pebble Office", "2020. Slate.", 2020),
        ("GPO", "2020. Sand.", 2020),
        ("Global Pebble Office", "2021. Wind.", 2021),
    )
    index.add_short_names({"GPO": "Global Pebble Office"})
    assert index.by_names("GPO", "", 2020, "") == 1
    assert index.by_names("GPO", "", 2021, "") == 2
    assert index.list_works("GPO") == [1]


@pytest.mark.parametrize(
    ("name", "short", "entry"),
    [
        ("Office for Pebbles and Sand", "OPS", 0),
        ("Pebble Office", "PO", None),
        ("Ole Peter Sand", "OPS", None),
    ],
)
def test_an_organisation_is_cited_by_three_initials_that_nothing_explains(
    name: str, short: str, entry: int | None
) -> None:
    assert build((name, "2020. Slate.", 2020)).by_names(short, "", 2020, "") == entry


def test_an_entry_without_authors_is_cited_by_its_first_words() -> None:
    entry = Reference(index=0, label="", text="Sand and slate. 2012.", year=2012)
    index = ReferenceIndex.of([entry])
    assert index.by_names("Sand", "", 2012, "") == 0
    assert index.list_works("Sand") == []


def test_a_list_is_numbered_if_most_of_its_entries_are() -> None:
    entries = [("A. Berg", f"Sand {at}.", 2012) for at in range(4)]
    references = build(*entries).references
    numbered = [replace(one, label=str(at)) for at, one in enumerate(references, start=1)]
    assert ReferenceIndex.of(numbered).is_numbered
    assert not ReferenceIndex.of([*numbered[:2], *references[2:]]).is_numbered


def test_an_author_without_letters_leads_nowhere() -> None:
    assert build(("", "2010. Reeds.", 2010)).by_names("Oak", "", 2010, "") is None
