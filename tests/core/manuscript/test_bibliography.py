"""Reference lists in the ways they are set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.recommend.unread import judge_reading
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import ENTRY, FIRST, HEADING, Press, Style

BARE = [
    "P. Ander and R. Holt. A handbook of patient sieving. Shore Press, 1998.",
    (
        "S. Brandvik, K. Oyen, and L. Tamm. Clay pots as resonators on windy and on quiet beaches. "
        "Journal of Quiet Instruments, 12(3):45–61, 2004."
    ),
    (
        "E. Corso. What a pot hears at noon and what it does not hear at any other hour. "
        "In Proceedings of the Third Meeting on Clay, pages 7–15, 2009."
    ),
    (
        "I. Dahl, T. Renn, and M. Ilves. A tent as a laboratory for those without a house. "
        "Journal of Quiet Instruments, 19(1):1–22, 2011."
    ),
    (
        "J. van der Berg. A long beach and a short walk, and all that was heard on it. "
        "Shores and Slopes, 2:77–98, 2015."
    ),
]
GAPS = replace(ENTRY, above=8.0, hang=0.0)
TIGHT = replace(ENTRY, above=0.0)


def listed(path: Path, entries: list[str], style: Style, columns: int = 1) -> Manuscript:
    sides = ((54.0, 558.0),) if columns == 1 else ((54.0, 296.0), (316.0, 558.0))
    press = Press(path, sides, bottom=330.0 if columns == 2 else 720.0)
    press.put(150, 60, prose.TITLE, "Times-Bold", 16)
    press.y = press.top = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("References", HEADING)
    for entry in entries:
        press.add(entry, style)
    return parse(press.save())


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize(
    ("shape", "style", "labels"),
    [
        pytest.param("[{n}] {e}", TIGHT, ["1", "2", "3", "4", "5"], id="brackets"),
        pytest.param("{n}. {e}", TIGHT, ["1", "2", "3", "4", "5"], id="numbers"),
        pytest.param("[{a}] {e}", TIGHT, ["AH98", "BOT+04", "Cor09", "DRI11", "vB15"], id="labels"),
        pytest.param("{e}", TIGHT, [""] * 5, id="hanging indent"),
        pytest.param("{e}", GAPS, [""] * 5, id="gaps"),
    ],
)
def test_lists_are_cut_into_their_entries(
    tmp_path: Path, shape: str, style: Style, labels: list[str], columns: int
) -> None:
    alphabetic = ["AH98", "BOT+04", "Cor09", "DRI11", "vB15"]
    entries = [
        shape.format(n=number, a=label, e=entry)
        for number, (label, entry) in enumerate(zip(alphabetic, BARE, strict=True), start=1)
    ]
    found = listed(tmp_path / "list.pdf", entries, style, columns).references
    assert [each.text for each in found] == BARE
    assert [each.label for each in found] == labels
    assert [each.index for each in found] == list(range(5))
    assert [each.year for each in found] == [1998, 2004, 2009, 2011, 2015]


def test_bulleted_web_addresses_above_a_list_are_no_entries(tmp_path: Path) -> None:
    links = ["• source code: https://example.org/sieve", "• https://example.org/manual"]
    found = listed(tmp_path / "list.pdf", [*links, *BARE], GAPS)
    assert [reference.text for reference in found.references] == BARE


def test_a_paper_without_a_list_has_no_references(tmp_path: Path) -> None:
    press = Press(tmp_path / "none.pdf")
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    assert parse(press.save()).references == ()


OWN = [
    "T. Moor and S. Brandvik. Listening to ropes in the wind. Ropes and Knots, 4:1–9, 2016.",
    "L. Heath, T. Moor, and K. Oyen. The colour of fog at dawn. Fog Letters, 7:12–19, 2018.",
    "T. Moor. Notes on a quiet harbour. Harbour Press, 2020.",
    "T. Moor and E. Corso. Ebb and flow of a small pond. Ponds, 1:3–8, 2021.",
]
BEHIND = replace(TIGHT, above=3.0)


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("shape", ["[{n}] {e}", "{n}. {e}"], ids=["brackets", "numbers"])
def test_works_of_an_author_behind_the_list_are_no_entries_of_it(
    tmp_path: Path, shape: str, columns: int
) -> None:
    entries = [
        shape.format(n=number, e=entry)
        for works in (BARE, OWN)
        for number, entry in enumerate(works, start=1)
    ]
    found = listed(tmp_path / "list.pdf", entries, BEHIND, columns)
    assert [each.text for each in found.references] == BARE
    assert not any("ropes" in sentence.text for sentence in found.sentences)
    (part,) = found.unread
    assert (part.kind, part.page) == ("text", 1)
    assert "Listening to ropes" in str(part.text)
    reading = judge_reading(found)
    assert (reading.level, reading.loses_text, reading.loses_list) == ("minor", False, False)


def test_numbers_that_start_again_begin_another_list(tmp_path: Path) -> None:
    more = [
        f"{name}. {entry.partition('. ')[2]}"
        for name, entry in zip(
            ("A. Fen", "B. Tarn", "C. Sedge", "D. Reed"), (BARE[3], *OWN[1:]), strict=True
        )
    ]
    entries = [
        f"{number}. {entry}"
        for works in (BARE, more)
        for number, entry in enumerate(works, start=1)
    ]
    found = listed(tmp_path / "list.pdf", entries, BEHIND)
    assert [each.list_number for each in found.references] == [0] * 5 + [1] * 4
    assert [each.text for each in found.references] == [*BARE, *more]


@pytest.mark.parametrize("columns", [1, 2])
def test_numbers_in_an_entry_start_no_other_list(tmp_path: Path, columns: int) -> None:
    ways = (
        "A. Tarn. Three ways: 1. by foot, 2. by boat, 3. by air, for a walk of one day. Ways, 2012."
    )
    works = [*BARE[:3], ways, *BARE[3:]]
    entries = [f"{number}. {entry}" for number, entry in enumerate(works, start=1)]
    found = listed(tmp_path / "list.pdf", entries, BEHIND, columns)
    assert [each.label for each in found.references] == ["1", "2", "3", "4", "5", "6"]
    assert {each.list_number for each in found.references} == {0}


def test_a_list_of_one_author_is_a_list_where_no_other_stands_before_it(tmp_path: Path) -> None:
    entries = [f"{number}. {entry}" for number, entry in enumerate(OWN, start=1)]
    found = listed(tmp_path / "list.pdf", entries, BEHIND)
    assert [each.text for each in found.references] == OWN


@pytest.mark.parametrize("style", [TIGHT, GAPS], ids=["hanging indent", "gaps"])
def test_works_of_an_author_behind_a_list_by_names_are_another_list(
    tmp_path: Path, style: Style
) -> None:
    by_name = [*BARE[:4], "R. Vale. Paths along a river in spring. Rivers, 3:4–8, 2013."]
    found = listed(tmp_path / "list.pdf", [*by_name, *OWN], style)
    assert [each.text for each in found.references] == [*by_name, *OWN]
    assert [each.list_number for each in found.references] == [0] * 5 + [1] * 4


@pytest.mark.parametrize(
    "works",
    [
        pytest.param([*BARE, *(f"Z. Ztone. Part {n} of a song. Songs, {n}:1–9, 2019." for n in
                     (1, 2, 3))], id="at their place by name"),
        pytest.param([*reversed(BARE), *OWN], id="a list in no order"),
        pytest.param([*BARE, *OWN[:3], "A. Tarn. Ways of a walk on one day. Ways, 3:9–14, 2012."],
                     id="another author at the end"),
    ],
)  # fmt: skip
def test_one_list_stays_one(tmp_path: Path, works: list[str]) -> None:
    found = listed(tmp_path / "list.pdf", works, TIGHT)
    assert len(found.references) == len(works)
    assert {each.list_number for each in found.references} == {0}
