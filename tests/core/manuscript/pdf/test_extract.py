from __future__ import annotations

import unicodedata
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import PdfUnreadableError
from core.manuscript.pdf.extract import Glyphs, shown_places, tidy
from core.manuscript.sources import read_manuscript
from core.manuscript.text.serial import from_json, to_json
from tests import wording

TEXT = "Birds sing in the reeds at dawn. Reeds do not sing at all. It ends here in the evening."


def typed(*glyphs: tuple[str, float, float]) -> Glyphs:
    text = "".join(char for char, _, _ in glyphs)
    return tidy(text, [left for _, left, _ in glyphs], [right for _, _, right in glyphs],
                list(range(len(glyphs))))  # fmt: skip


def spread(text: str, width: float = 5.0) -> Glyphs:
    places = [at * width for at in range(len(text))]
    return tidy(text, places, [at + width for at in places], [0] * len(text))


def test_old_style_figures_of_a_font_are_figures() -> None:
    signs = "".join(chr(0xF730 + int(digit)) for digit in "2016")
    places = [float(at) for at in range(4)]
    text, *_ = tidy(signs, places, [at + 1 for at in places], [0] * 4)
    assert text == "2016"


def test_a_dot_on_a_small_l_makes_a_turkish_capital() -> None:
    glyphs = [("l", 0.0, 3.0), ("˙", 0.5, 2.5), ("s", 3.0, 7.0), ("i", 7.0, 9.0)]
    assert typed(*glyphs)[0] == "İsi"


def test_ligatures_are_taken_apart_within_their_width() -> None:
    text, lefts, rights, _ = typed(("e", 0, 5), ("ﬃ", 5, 14), ("x", 14, 19))
    assert text == "effix"
    assert lefts == [0, 5, 8, 11, 14]
    assert rights == [5, 8, 11, 14, 19]


@pytest.mark.parametrize(
    ("glyphs", "expected"),
    [
        pytest.param([("´", 5, 8), ("e", 4.5, 9)], "é", id="drawn before its letter"),
        pytest.param([("e", 4.5, 9), ("´", 5, 8)], "é", id="drawn after its letter"),
        pytest.param([("´", 5, 8), (" ", 8, 8), ("e", 4.5, 9)], "é", id="a space between"),
        pytest.param([("ˇ", 4.8, 8.4), ("c", 4.5, 9)], "č", id="caron"),
        pytest.param([("c", 4.5, 9), ("¸", 5, 8)], "ç", id="cedilla"),
        pytest.param([("¨", 5, 8), ("ı", 5, 8)], "ï", id="dotless i"),
        pytest.param([("e", 0, 5), ("\u0301", 4, 4)], "é", id="combining mark"),
        pytest.param([("´", 20, 23), ("e", 4.5, 9)], "´e", id="an accent elsewhere stays"),
        pytest.param([("ˆ", 5, 8), ("=", 4.5, 9)], "ˆ=", id="no letter below"),
    ],
)
def test_accents_go_on_the_letter_they_are_drawn_over(
    glyphs: list[tuple[str, float, float]], expected: str
) -> None:
    assert typed(*glyphs)[0] == expected


def test_a_space_that_only_the_accent_made_goes() -> None:
    text, *_ = typed(("r", 0, 4), (" ", 4, 4.2), ("´", 4.3, 7), ("e", 4, 8.5))
    assert text == "ré"
    behind = ("u", 0, 5), ("¨", 1, 3), (" ", 2.5, 5)
    assert typed(("J", -4, 0), *behind, ("r", 5, 9))[0] == "Jür"
    assert typed(("J", -4, 0), *behind, ("r", 7.5, 11))[0] == "Jü r"


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("\ufffdWhat is asked?", "•What is asked?"),
        ("\ufffd what is asked", "• what is asked"),
        ("\uf0b7 What is asked?", "• What is asked?"),
        ("\ufffdnding a word", "\ufffdnding a word"),  # a ligature that is not known
        ("\ufffd 5 mm", "\ufffd 5 mm"),
        ("a \ufffdWhat", "a \ufffdWhat"),
    ],
)
def test_a_sign_without_a_meaning_before_an_item_is_a_bullet(printed: str, read: str) -> None:
    text, lefts, rights, owners = spread(printed)
    assert text == read
    assert len(text) == len(lefts) == len(rights) == len(owners)


def test_odd_spaces_become_spaces_and_invisible_characters_go() -> None:
    assert spread("a\u00a0b\u200bc\u2009d")[0] == "a bc d"


@given(st.text(alphabet="abé ´¨ﬁﬀ\u0301\u200b-", max_size=30))
def test_places_stay_one_to_a_character_and_text_is_composed(text: str) -> None:
    found, lefts, rights, owners = spread(text)
    assert len(found) == len(lefts) == len(rights) == len(owners)
    assert "ﬁ" not in found
    if "\u0301" not in found:
        assert unicodedata.is_normalized("NFC", found)


def written(folder: Path, labels: list[dict[str, object]]) -> Path:
    document = pymupdf.open()
    for _ in range(4):
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 72, 500, 700), TEXT)
    if labels:
        document.set_page_labels(labels)
    document.save(folder / "marsh.pdf")
    return folder / "marsh.pdf"


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ([], ["1", "2", "3", "4"]),
        ([{"startpage": 0, "style": "D", "firstpagenum": 1}], ["1", "2", "3", "4"]),
        ([{"startpage": 0, "style": "D", "firstpagenum": 1234}], ["1234", "1235", "1236", "1237"]),
        ([{"startpage": 0, "style": "r", "firstpagenum": 10}, {"startpage": 2, "style": "D"}],
         ["x", "xi", "1", "2"]),
        ([{"startpage": 0, "style": "D", "prefix": "S"}], ["S1", "S2", "S3", "S4"]),
    ],
)  # fmt: skip
def test_pages_have_their_printed_names(
    tmp_path: Path, labels: list[dict[str, object]], names: list[str]
) -> None:
    manuscript = read_manuscript(written(tmp_path, labels), max_pages=9)
    assert [manuscript.page_name(page) for page in range(4)] == names
    assert from_json(to_json(manuscript)) == manuscript


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("cropped", [False, True])
def test_a_place_is_where_its_word_is_displayed(tmp_path: Path, turn: int, cropped: bool) -> None:
    path = tmp_path / "a.pdf"
    with pymupdf.open() as document:
        page = document.new_page(width=600, height=800)
        page.insert_text((150, 200), "olives")
        (word,) = page.get_text("words")
        own = (word[0], 800 - word[3], word[2], 800 - word[1])  # origin bottom left
        if cropped:
            page.set_cropbox(pymupdf.Rect(100, 50, 500, 700))
        page.set_rotation(turn)
        document.save(path)
    with pymupdf.open(path) as document:
        page = document[0]
        (word,) = page.get_text("words")
        displayed = pymupdf.Rect(word[:4]) * page.rotation_matrix
        displayed.normalize()
    (shown, none) = shown_places(path, [(0, *own), (1, *own)])
    assert none is None
    assert shown is not None
    assert shown[0] == 0
    assert shown[1:] == pytest.approx(tuple(displayed), abs=0.01)


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"no PDF")
    with pytest.raises(PdfUnreadableError):
        shown_places(tmp_path / "a.pdf", [(0, 1, 2, 3, 4)])


def numbered(folder: Path, numbers: list[str], at: float = 800) -> Path:
    """Write a PDF that states no labels, with these numbers at the edge of its pages."""
    document = pymupdf.open()
    for count, number in enumerate(numbers):
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 90, 500, 600), f"Marsh {'abcdefgh'[count]}. {TEXT}")
        page.insert_text((300, at), number)
        page.insert_text((72, 40), "J. Reeds 2019, 12")
    document.save(folder / "printed.pdf")
    return folder / "printed.pdf"


@pytest.mark.parametrize(
    ("numbers", "names"),
    [
        pytest.param(["1234", "1235", "1236", "1237"], "1234 1235 1236 1237", id="article"),
        pytest.param(["", "1235", "1236", "1237"], "1234 1235 1236 1237", id="first without"),
        pytest.param(["Reeds 57", "Marsh 58", "Reeds 59"], "57 58 59", id="running heads"),
        pytest.param(["", "1", "2", "3"], "[1] 1 2 3", id="cover sheet"),
        pytest.param(["i", "ii", "iii", "1", "2", "3"], "i ii iii 1 2 3", id="front matter"),
        pytest.param(["1", "2", "3", "4"], "1 2 3 4", id="positions"),
        pytest.param(["17", "93", "41", "8"], "1 2 3 4", id="not numbers of pages"),
        pytest.param(["", "", "", "9", "10", "11"], "6 7 8 9 10 11", id="half"),
        pytest.param(["31", "32"], "1 2", id="too few"),
    ],
)
def test_numbers_printed_at_the_edge_count_where_a_pdf_states_none(
    tmp_path: Path, numbers: list[str], names: str
) -> None:
    for at in (800, 60):
        manuscript = read_manuscript(numbered(tmp_path, numbers, at), max_pages=9)
        found = [manuscript.page_name(page) for page in range(len(numbers))]
        assert found == names.split(), at


def test_what_was_not_read_is_named_by_the_printed_number(tmp_path: Path) -> None:
    path = written(tmp_path, [{"startpage": 0, "style": "D", "firstpagenum": 1234}])
    with pymupdf.open(path) as document:
        page = document[2]
        picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 400, 500))
        picture.clear_with(120)
        page.add_redact_annot(page.rect)
        page.apply_redactions()
        page.insert_image(page.rect, pixmap=picture)
        document.save(tmp_path / "scan.pdf")
    (part,) = read_manuscript(tmp_path / "scan.pdf", max_pages=9).unread
    assert (part.page, str(part.text)) == (
        3,
        wording.fill("core.manuscript.pdf.unread:unread_pages picture", page=1236),
    )


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("<FEFF0041002D>", ["A-5", "A-6", "A-7", "A-8"]),
        ("<412D>", ["A-5", "A-6", "A-7", "A-8"]),
        ("<FEFF00DC>", ["Ü5", "Ü6", "Ü7", "Ü8"]),
    ],
)
def test_labels_in_hexadecimal_are_decoded(tmp_path: Path, prefix: str, names: list[str]) -> None:
    path = written(tmp_path, [])
    with pymupdf.open(path) as document:
        stated = f"<</Nums[0<</S/D/P{prefix}/St 5>>]>>"
        document.xref_set_key(document.pdf_catalog(), "PageLabels", stated)
        document.saveIncr()
    manuscript = read_manuscript(path, max_pages=9)
    assert [manuscript.page_name(page) for page in range(4)] == names


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("a \x1cne di\x1berence", "a fine difference"),
        ("o\x1ece, ru\x1fe and \x1dow", "office, ruffle and flow"),
        ("pages 3\x1519", "pages 3–19"),
        ("\x13\x1a\x1b\x1c", ""),
    ],
)
def test_codes_of_tex_without_characters_are_named(drawn: str, text: str) -> None:
    places = [float(at) for at in range(len(drawn))]
    assert tidy(drawn, places, [at + 1.0 for at in places], [0] * len(drawn))[0] == text
