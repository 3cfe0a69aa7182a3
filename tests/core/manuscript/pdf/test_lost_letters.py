"""Letters that a font lost, told by their width and by the word around them."""

from __future__ import annotations

from typing import Any

import pytest

from core.manuscript.pdf.lines import Line, Page, TextRun
from core.manuscript.pdf.lost_letters import has_accent_font, name_accents, put_back

WIDTHS = {"f": 3.3, "i": 2.6, "l": 2.6}


def line_of(text: str, lost: dict[int, float]) -> Line:
    """Set a line letter by letter; ``lost`` says how wide the glyphs without a letter are."""
    lefts, rights, x = [], [], 50.0
    for at, char in enumerate(text):
        width = lost.get(at, WIDTHS.get(char, 5.0))
        lefts.append(x)
        rights.append(x + width)
        x += width
    run = TextRun(0, len(text), "Sans", 10.0, False, False, 100.0, 92.0, 103.0)
    return Line(0, text, lefts, rights, [run])


@pytest.mark.parametrize(
    ("printed", "width", "read"),
    [
        ("scienti\ufffdc", 5.9, "scientific"),
        ("work\ufffdow", 5.9, "workflow"),
        ("re\ufffdect", 5.9, "reflect"),
        ("\ufffdelds", 5.9, "fields"),
        ("di\ufffderent", 6.6, "different"),
        ("di\ufffdcult", 9.2, "difficult"),
        ("coe\ufffdcient", 8.2, "coefficient"),
        ("di\ufffderent", 5.5, "different"),
        ("\ufffdt of", 5.5, "fit of"),
        ("shu\ufffded", 9.2, "shuffled"),
        ("\ufffdC", 7.0, "…C"),
        ("4 \ufffd 5", 5.9, "4 \ufffd 5"),
    ],
)
def test_a_lost_ligature_is_told_by_its_width_and_its_word(
    printed: str, width: float, read: str
) -> None:
    page = Page(0, 600.0, 800.0)
    line = line_of(printed, {printed.index("\ufffd"): width})
    right = line.rights[-1]
    page.lines = [line_of("life of all", {}), line]
    put_back([page])
    assert line.text == read
    assert len(line.lefts) == len(line.rights) == len(line.text) == line.runs[-1].end
    assert line.lefts == sorted(line.lefts)
    assert line.rights[-1] == right


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("kept at 94 \ufffdC for long", "kept at 94 °C for long"),
        ("a dish of 35 mm \ufffd10 mm", "a dish of 35 mm ×10 mm"),
        ("so 1 \ufffd10\ufffd7 times", "so 1 ×10−7 times"),
        ("between 4 \ufffd 5 pots", "between 4 … 5 pots"),
        ("of the pots \ufffd x", "of the pots … x"),
        ("read at 15\ufffdcoverage", "read at 15×coverage"),
        ("the Potlux\ufffdand a tent", "the Potlux… and a tent"),
        ("the Potlux\ufffd) and a tent", "the Potlux…) and a tent"),
        ("the old \ufffdPots of clay", "the old …Pots of clay"),
        ("heard in the distri\ufffd", "heard in the distri-"),
        ("all too dri\ufffdzl", "all too dri\ufffdzl"),
        ("all too di\ufffdcult", "all too difficult"),
    ],
)
def test_a_lost_sign_is_told_by_what_stands_around_it(printed: str, read: str) -> None:
    page = Page(0, 600.0, 800.0)
    page.lines = [line_of(printed, {})]
    put_back([page])
    assert page.lines[0].text == read


def test_a_lost_sign_of_tex_is_told_by_its_width() -> None:
    page = Page(0, 600.0, 800.0)
    line = line_of("where \ufffdx is the \ufffd of pots", {6: 5.56, 16: 10.56})
    line.runs[0].font = "CMEX10"
    page.lines = [line]
    put_back([page])
    assert line.text == "where ˆx is the ∑ of pots"


def test_a_t_that_is_wide_as_all_letters_of_small_type_lacks_no_h() -> None:
    page = Page(0, 600.0, 800.0)
    small = line_of("Tide pool", {0: 8.6, **dict.fromkeys(range(1, 9), 5.6)})
    page.lines = [small, line_of("Tus it went", {0: 11.0})]
    put_back([page])
    assert [line.text for line in page.lines] == ["Tide pool", "Thus it went"]


def test_qu_drawn_as_one_glyph_is_read_as_two_letters() -> None:
    page = Page(0, 600.0, 800.0)
    wide, known, name = (
        line_of("Qarries", {0: 12.0}),
        line_of("Qestions", {0: 7.0}),
        line_of("Qian, L.", {0: 7.0}),
    )
    page.lines = [wide, known, name, line_of("the questions", {})]
    put_back([page])
    assert [line.text for line in (wide, known, name)] == ["Quarries", "Questions", "Qian, L."]


@pytest.mark.parametrize(
    ("printed", "font", "read"),
    [
        ("the eVect of", "LigatureItalic", "the effect of"),
        ("a Werce eYcient", "Ligature", "a fierce efficient"),
        ("of Xowers aZuent", "LigatureBold", "of flowers affluent"),
        ("the eVect of", "Times", "the eVect of"),
        ("Ann Roe Æ Li Wei", "AdvPSMP1", "Ann Roe · Li Wei"),
        ("p \\ 0.05 and n [ 3", "QwertyAdvPSMP4", "p < 0.05 and n > 3"),
        ("ðn ¼ 5 þ 2Þ", "AdvP4C4E74", "(n = 5 + 2)"),
        ("15e18", "AdvPS44A44B", "15–18"),
        ("q7", "ABCDEF+AdvTT2a3365e1", "üä"),
        ("Reed,T", "AdvTT74141cac", "Reed,*"),
        ("Æ and ð", "Times", "Æ and ð"),
    ],
)
def test_fonts_of_ligatures_and_signs_say_what_their_letters_stand_for(
    printed: str, font: str, read: str
) -> None:
    """Only the letters in that font are meant: capitals inside of words, or signs."""
    line = line_of(printed, {})
    runs, size = [], len(printed)
    for at, char in enumerate(printed):
        before = printed[at - 1] if at else " "
        own = (
            (char == "e" and font == "AdvPS44A44B")
            or char in "\\[Æð¼þÞq7T"
            or (char in "VWXYZ" and (before.islower() or char in "WX"))
        )
        name = font if own else "Sans"
        runs.append(TextRun(at, at + 1, name, 10.0, False, False, 100.0, 92.0, 103.0))
    line.runs = runs
    page = Page(0, 600.0, 800.0, lines=[line])
    put_back([page])
    assert line.text == read
    assert len(line.lefts) == len(line.text) == line.runs[-1].end >= size


class _Encoding:
    """A PDF whose font names its codes so."""

    def xref_get_key(self, _number: int, _key: str) -> tuple[str, str]:
        return "xref", "7 0 R"

    def xref_object(self, _number: int) -> str:
        return "<< /Type /Encoding /Differences [ 1 /C19 /C18 160 /Euro ] >>"


def _text(font: str, chars: str) -> dict[str, Any]:
    span = {"font": font, "chars": [{"c": char} for char in chars]}
    return {"blocks": [{"lines": [{"spans": [span]}]}, {"type": 3}]}


def test_accents_are_named_as_their_font_calls_their_codes() -> None:
    raw = _text("AdvP4C4E59", "\ufffd\ufffd€\ufffd")
    assert has_accent_font(raw)
    coded = _text("AdvP4C4E59", "\x01\x02€\x09")
    name_accents(raw, coded, [("ABCDEF+AdvP4C4E59", _Encoding(), 5)])
    chars = raw["blocks"][0]["lines"][0]["spans"][0]["chars"]
    assert "".join(char["c"] for char in chars) == "´`¨\ufffd"
    assert not has_accent_font(_text("Times", "a"))
