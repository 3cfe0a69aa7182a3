"""Runs of formatted text: how they are joined, cased, punctuated and written."""

from __future__ import annotations

import pytest

from core.formats.styles.rich_text import (
    CLOSING,
    OPENING,
    Run,
    Runs,
    affix,
    change_case,
    finish,
    format_runs,
    join,
    plain,
    quote,
    read_formats,
    read_text,
    strip_periods,
    write_html,
)

ENGLISH_MARKS = ("“", "”", "‘", "’")
ITALIC = frozenset("i")


def finish_text(*texts: str, inside_quotes: bool = True) -> str:
    """Return texts as one, with their signs and marks in order."""
    runs = [Run(text) for text in texts]
    return plain(finish(runs, ENGLISH_MARKS, inside_quotes=inside_quotes))


def case_text(text: str, case: str, *, is_english: bool = True) -> str:
    return plain(change_case([Run(text)], case, is_english=is_english))


def test_formats_are_read_from_the_attributes_that_set_them() -> None:
    attributes = {
        "font-style": "oblique",
        "font-weight": "bold",
        "font-variant": "small-caps",
        "vertical-align": "sup",
        "text-decoration": "none",
        "prefix": "italic",
    }
    assert read_formats(attributes) == {"i", "b", "sc", "sup"}


def test_italics_within_italics_stand_upright_and_bold_stays_bold() -> None:
    runs = [Run("upright"), Run("slanted", ITALIC), Run("heavy", frozenset("b"))]
    assert format_runs(runs, frozenset("ib")) == [
        Run("upright", frozenset("ib")),
        Run("slanted", frozenset("b")),
        Run("heavy", frozenset("ib")),
    ]
    assert format_runs(runs, frozenset()) is runs


def test_what_is_empty_gets_no_delimiter_affix_or_mark() -> None:
    empty: Runs = []
    assert plain(join([[Run("a")], empty, [Run("b")]], ", ")) == "a, b"
    assert join([empty, empty], ", ") == []
    assert affix(empty, "(", ")") == quote(empty) == []
    assert affix([Run("a")], "(", "") == [Run("("), Run("a")]
    assert plain(affix([Run("a")], "", ")")) == "a)"


def test_periods_are_stripped_and_formats_kept() -> None:
    assert strip_periods([Run("e.g.", ITALIC)]) == [Run("eg", ITALIC)]


@pytest.mark.parametrize(
    ("case", "text", "changed"),
    [
        ("lowercase", "ACID Moors", "acid moors"),
        ("uppercase", "straße", "STRASSE"),
        ("capitalize-first", "(acid moors)", "(Acid moors)"),
        ("capitalize-first", "eBay sells", "eBay sells"),
        ("capitalize-first", "3 moors", "3 moors"),
        ("capitalize-all", "acid moors of peat", "Acid Moors Of Peat"),
        ("sentence", "ACID MOORS", "Acid moors"),
        ("sentence", "acid Moors", "Acid Moors"),
        ("title", "the acid of moors", "The Acid of Moors"),
        ("title", "moors: a history of", "Moors: A History Of"),
        ("title", "up-to-date moor-like peat", "Up-to-Date Moor-Like Peat"),
        ("title", "what the mRNA of l'eau says", "What the mRNA of l'eau Says"),
        ("title", "is it old? an answer", "Is It Old? An Answer"),
        ("unheard-of", "acid Moors", "acid Moors"),
    ],
)
def test_letter_cases(case: str, text: str, changed: str) -> None:
    assert case_text(text, case) == changed


def test_single_letters_and_stop_words_within_quotation_marks_stay_small() -> None:
    title = [Run("what’s "), *quote([Run("up")]), Run(" in cytochrome c")]
    assert plain(change_case(title, "title", is_english=True)).strip(CLOSING) == (
        f"What’s {OPENING}up{CLOSING} in Cytochrome c"
    )
    assert plain(change_case([Run("v.")], "capitalize-first", is_english=True)) == "V."


def test_titles_of_other_languages_keep_their_case() -> None:
    assert case_text("der saure moorboden", "title", is_english=False) == "der saure moorboden"
    assert case_text("der saure moorboden", "uppercase", is_english=False) == "DER SAURE MOORBODEN"


@pytest.mark.parametrize("case", ["title", "lowercase", "uppercase", "sentence"])
def test_what_is_protected_keeps_its_case(case: str) -> None:
    protected = Run("pH", frozenset(("nocase",)))
    runs = change_case([Run("the "), protected, Run(" of moors")], case, is_english=True)
    assert runs[1] == protected


def test_a_title_in_several_runs_is_cased_as_one() -> None:
    runs = change_case(
        [Run("on "), Run("sphagnum", ITALIC), Run(" and peat")], "title", is_english=True
    )
    assert runs == [Run("On "), Run("Sphagnum", ITALIC), Run(" and Peat")]


@pytest.mark.parametrize(
    ("texts", "finished"),
    [
        (("Moors.", ". 2001"), "Moors. 2001"),
        (("Moors?", ". 2001"), "Moors? 2001"),
        (("Moors!", ", 2001"), "Moors!, 2001"),
        (("Moors,", ". 2001"), "Moors, 2001"),
        (("Moors", "", ". 2001"), "Moors. 2001"),
        (("Moors ", ", 2001"), "Moors, 2001"),
        (("Moors: ", " 2001"), "Moors: 2001"),
        (("Moors;", "; 2001"), "Moors; 2001"),
        (("Moors:", "! 2001"), "Moors! 2001"),
    ],
)
def test_signs_are_not_doubled(texts: tuple[str, ...], finished: str) -> None:
    assert finish_text(*texts) == finished


def test_stops_and_commas_stand_where_the_style_wants_them() -> None:
    quoted = (OPENING, "Acid moors", CLOSING, ", 2001")
    assert finish_text(*quoted) == "“Acid moors,” 2001"
    assert finish_text(*quoted, inside_quotes=False) == "“Acid moors”, 2001"
    asked = (OPENING, "Acid moors?", CLOSING, ". 2001")
    assert finish_text(*asked) == "“Acid moors?” 2001"
    assert finish_text(OPENING, "Moors", CLOSING, "; 2001") == "“Moors”; 2001"
    inner = (OPENING, "On ", OPENING, "acid", CLOSING, CLOSING)  # the outer mark alone takes it in
    assert finish_text(*inner, ", 2001") == "“On ‘acid’,” 2001"


def test_marks_within_marks_are_the_inner_ones() -> None:
    nested = (OPENING, "On ", OPENING, "acid", CLOSING, " moors", CLOSING)
    assert finish_text(*nested) == "“On ‘acid’ moors”"
    assert finish_text(*nested, " and ", OPENING, "peat", CLOSING) == "“On ‘acid’ moors” and “peat”"
    assert finish_text("a", CLOSING, OPENING, "b", CLOSING) == "a”“b”"


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("peat2", ["peat2"]),
        ('On "acid" moors', ["On ", OPENING, "acid", CLOSING, " moors"]),
        ("„Moor“ says so", [OPENING, "Moor", CLOSING, " says so"]),
        ("»Moor« and «peat»", [OPENING, "Moor", CLOSING, " and ", OPENING, "peat", CLOSING]),
        ('On 12" pipes', ["On 12", '"', " pipes"]),
        ("On “open moors", ["On ", "“", "open moors"]),
        ("The 'x' of peat", ["The ", OPENING, "x", CLOSING, " of peat"]),
        ("On \"acid' moors", ["On ", '"', "acid", "’", " moors"]),
        ("On 'acid' moors", ["On ", OPENING, "acid", CLOSING, " moors"]),
        ("the moor's peat", ["the moor", "’", "s peat"]),
        ("moors' peat", ["moors", "’", " peat"]),
    ],
)
def test_typed_marks_become_those_of_the_style(typed: str, texts: list[str]) -> None:
    joined = "".join(texts)
    runs = read_text(typed)
    assert plain(runs) == joined
    assert [run.text for run in runs if run.text in (OPENING, CLOSING)] == [
        text for text in texts if text in (OPENING, CLOSING)
    ]


def test_html_is_escaped_and_runs_of_one_format_share_a_tag() -> None:
    runs = [
        Run("Moors & <peat>", ITALIC),
        Run(" 'of'", ITALIC),
        Run(" H"),
        Run("2", frozenset(("sub", "b"))),
        Run("kept", frozenset(("nocase",))),
        Run("Small", frozenset(("sc",))),
    ]
    assert write_html(runs) == (
        "<i>Moors &amp; &lt;peat&gt; 'of'</i> H<b><sub>2</sub></b>kept"
        '<span style="font-variant: small-caps">Small</span>'
    )
