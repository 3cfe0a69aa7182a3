from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.library.store.search_text import parse, parse_years


def said(text: str) -> list[tuple[object, ...]]:
    """The parts of a text without what is as usual: (field, words, then what is set)."""
    shown = []
    for part in parse(text).parts:
        marks = ["phrase"] * part.phrase + ["without"] * part.without + ["open"] * part.open
        shown.append((part.field, part.years or part.words, *marks))
    return shown


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("graph walks", [("", "graph"), ("", "walks", "open")]),
        ("graph ", [("", "graph")]),
        ('"hard negatives"', [("", "hard negatives", "phrase")]),
        ('"hard neg', [("", "hard neg", "phrase", "open")]),
        ("„harte Fälle“ mehr ", [("", "harte Fälle", "phrase"), ("", "mehr")]),
        ("author:smith", [("author", "smith", "open")]),
        ("Author: smith ", [("author", "smith")]),
        ('author:"Smith, Jane" x ', [("author", "Smith, Jane", "phrase"), ("", "x")]),
        ("autor:weiß jahr:2019 ", [("author", "weiß"), ("year", (2019, 2019))]),
        ("-survey graph ", [("", "survey", "without"), ("", "graph")]),
        ("−author:smith ", [("author", "smith", "without")]),
        ('-"a review" ', [("", "a review", "phrase", "without")]),
        ("co-citation ", [("", "co-citation")]),
        ("a - b ", [("", "a"), ("", "b")]),
        ("tag:to-read ", [("tag", "to-read")]),
        ("year:2019-2022 x ", [("year", (2019, 2022)), ("", "x")]),
        ("year:2019–2022 ", [("year", (2019, 2022))]),
        ("year: 2019 - 2022 ", [("year", (2019, 2022))]),
        ("year:2022-2019", [("year", (2019, 2022))]),
        ("year:2019-", [("year", (2019, 9999))]),
        ("year:-2019", [("year", (0, 2019))]),
        ("year:>2019", [("year", (2020, 9999))]),
        ("year>=2019 x ", [("year", (2019, 9999)), ("", "x")]),
        ("year:<=2019", [("year", (0, 2019))]),
        ("year:2019 -draft ", [("year", (2019, 2019)), ("", "draft", "without")]),
        ("-year:2019", [("year", (2019, 2019), "without")]),
        ("year:201", [("year", (2010, 2019))]),
        ("year:986", [("year", (986, 986))]),
        ("year:800-1200", [("year", (800, 1200))]),
        ("year:<=986", [("year", (0, 986))]),
        ("year:soon ", [("", "year:soon")]),
        ("year: ", []),
        ("author:", []),
        ("author: - ", []),
        ("BERT: pre-training ", [("", "BERT: pre-training")]),
        ("10.1145/3292500.3330925", [("doi", "10.1145/3292500.3330925", "open")]),
        ("2004.12832 ", [("arxiv", "2004.12832")]),
        ("doi:10.1/ab ", [("doi", "10.1/ab")]),
        ("", []),
        ('"', []),
        ('""-"": -:', []),
    ],
)
def test_a_text_is_read_as_its_parts(text: str, parts: list[tuple[object, ...]]) -> None:
    assert said(text) == parts


_TYPED = st.lists(
    st.sampled_from(
        ["author:", "year:", "year:>", "tag:", "title:", '"', "-", " ", ":", "2019", "-2022", "..",
         "smith", "ß", "“", "10.1145/", "<", "=", "\\", "*", "%", "(", "\n", "x" * 40]
    )
    | st.text(max_size=6),
    max_size=12,
).map("".join)  # fmt: skip


@given(_TYPED)
def test_nothing_that_is_typed_raises_and_each_part_says_where_it_stands(text: str) -> None:
    query = parse(text)
    places = [(part.start, part.end) for part in query.parts]
    assert places == sorted(places)
    for part in query.parts:
        assert 0 <= part.start < part.end <= len(text)
        assert any(map(str.isalnum, part.words))
        assert not (part.open and part.without)
        if part.years is not None:
            assert part.field == "year"


@given(st.integers(1000, 2999), st.integers(1000, 2999))
def test_the_years_of_a_span_include_both_ends(one: int, other: int) -> None:
    assert parse_years(f"{one}-{other}") == (min(one, other), max(one, other))
    assert parse_years(f"{one}..{other}") == (min(one, other), max(one, other))


def test_what_is_asked_is_parted_from_what_narrows_it() -> None:
    query = parse('graph "hard negatives" author:smith -survey year:2020-')
    assert query.plain_text() == 'graph "hard negatives"'
    assert [part.field or part.words for part in query.narrowing().parts] == [
        "author",
        "survey",
        "year",
    ]


def test_a_long_text_is_read_up_to_some_parts() -> None:
    assert len(parse("word " * 50_000).parts) == 64
