"""What a PDF reader says it did not read, and pages set so that it once lost text in silence."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
import pytest

from core.base.records import Manuscript, UnreadPart
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.test_bibliography import BARE
from tests.core.manuscript.typesetting import (
    BOLD,
    CAPTION,
    FIRST,
    HEADING,
    ROMAN,
    TEXT,
    Press,
    Style,
)

COLUMNS = ((54.0, 296.0), (316.0, 558.0))
METHOD, RESULTS = prose.plain(prose.METHOD), prose.plain(prose.RESULTS)
SMALL = Style(size=7.0, leading=8.5, hang=10.0)
SMALL_TITLE = Style(font=BOLD, size=7.0, leading=10.0, above=14.0, justify=False)


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def kinds(manuscript: Manuscript) -> list[str]:
    return [part.kind for part in manuscript.unread]


def put_lines(press: Press, x: float, y: float, lines: list[str], size: float = 7.5) -> None:
    for number, line in enumerate(lines):
        press.put(x, y + 9 * number, line, ROMAN, size)


def put_title(press: Press) -> None:
    press.put(120, 50, prose.TITLE, BOLD, 16)
    press.put(200, 66, "Mara Ilves, Tobias Renn", ROMAN, 11)


# --- pages in uneven columns ----------------------------------------------------------------------


def test_side_matter_right_of_a_wide_column_is_not_mixed_into_it(tmp_path: Path) -> None:
    press = Press(tmp_path / "side.pdf", ((54.0, 400.0),), top=100.0)
    put_title(press)
    put_lines(press, 420, 110, [f"side matter line {number} of the press" for number in range(64)])
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add(" ".join(RESULTS), TEXT)
    press.next_page()
    press.columns = list(COLUMNS)
    for _ in range(3):
        press.add(" ".join(METHOD), FIRST)
        press.add(" ".join(RESULTS), TEXT)
    manuscript = parse(press.save())
    assert texts(manuscript) == (METHOD + RESULTS) * 4
    assert not manuscript.unread


def test_a_narrow_column_beside_two_columns_of_text_is_not_mixed_into_them(tmp_path: Path) -> None:
    press = Press(tmp_path / "three.pdf", ((150.0, 346.0), (362.0, 558.0)), top=100.0, bottom=330.0)
    put_title(press)
    lines = [f"To cite, line {number} of the journal" for number in range(24)]
    put_lines(press, 40, 110, lines, 7.0)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add(" ".join(RESULTS), TEXT)
    press.next_page()
    press.columns, press.bottom = list(COLUMNS), 720.0
    for _ in range(5):
        press.add(" ".join(METHOD), FIRST)
        press.add(" ".join(RESULTS), TEXT)
    manuscript = parse(press.save())
    read = texts(manuscript)
    assert read[: len(METHOD)] == METHOD
    assert read == (METHOD + RESULTS) * 6


def test_a_frame_of_a_picture_that_is_too_large_hides_no_text(tmp_path: Path) -> None:
    press = Press(tmp_path / "plain.pdf", ((54.0, 558.0),))
    press.add(" ".join(METHOD), FIRST)
    press.add(" ".join(RESULTS), TEXT)
    with pymupdf.open(press.save()) as document:
        dot = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 2, 2))
        dot.clear_with(200)
        document[0].insert_image(pymupdf.Rect(60, 60, 550, 330), pixmap=dot, keep_proportion=False)
        document.save(tmp_path / "framed.pdf")
    assert texts(parse(tmp_path / "framed.pdf")) == METHOD + RESULTS


def test_a_sentence_that_begins_with_a_bold_figure_is_no_caption(tmp_path: Path) -> None:
    press = Press(tmp_path / "bold.pdf", ((54.0, 558.0),))
    press.add(" ".join(METHOD), FIRST)
    x = press.put(66, press.y, "Figure 3A", BOLD)
    press.put(x, press.y, " shows the weights of all pebbles that fell on the plate of slate")
    press.y += 12
    press.add("and were read by two walkers.", FIRST)
    press.add(" ".join(RESULTS), TEXT)
    said = texts(parse(press.save()))
    assert any(text.startswith("Figure 3A shows the weights") for text in said)


# --- lists ----------------------------------------------------------------------------------------


def small_list(press: Press, title: str = "REFERENCES AND NOTES") -> None:
    if title:
        press.add(title, SMALL_TITLE)
    for number, entry in enumerate(BARE, start=1):
        press.add(f"{number}. {entry}", SMALL)


def test_a_list_in_small_type_under_a_small_title_is_found(tmp_path: Path) -> None:
    press = Press(tmp_path / "small.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    for number, sentence in enumerate(METHOD[:5], start=1):
        press.add(f"{sentence[:-1]} ({number}). {RESULTS[number]}", TEXT)
    press.add("We allowed for one gap in each series of falls, and never for more than", FIRST)
    press.add("1. Falls in 1998, 2004 and 2009 were counted together in the same way.", FIRST)
    small_list(press)
    press.add("ACKNOWLEDGMENTS", SMALL_TITLE)
    press.add("We thank the harbour of Port Elm for two sieves.", SMALL)
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == ["1", "2", "3", "4", "5"]
    assert "Port Elm" not in manuscript.references[-1].text
    cited = [at for each in manuscript.sentences for m in each.markers for at in m.references]
    assert cited == [0, 1, 2, 3, 4]
    assert any("Falls in 1998" in text for text in texts(manuscript))


def test_a_list_without_a_title_under_the_text_of_both_columns_is_one(tmp_path: Path) -> None:
    press = Press(tmp_path / "under.pdf", COLUMNS, top=100.0, bottom=420.0)
    put_title(press)
    press.add("1 Introduction", HEADING)
    for part in (METHOD, RESULTS, METHOD):
        press.add(" ".join(part), FIRST)
    assert press.column == 1
    press.column, press.y, press.top, press.bottom = 0, 460.0, 460.0, 510.0
    small_list(press, title="")
    assert press.column == 1
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == ["1", "2", "3", "4", "5"]
    assert texts(manuscript) == METHOD + RESULTS + METHOD


def test_numbers_of_entries_in_a_column_of_their_own_are_no_line_numbers(tmp_path: Path) -> None:
    press = Press(tmp_path / "labels.pdf", ((54.0, 540.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    for number, sentence in enumerate(METHOD, start=1):
        press.add(f"{sentence[:-1]} [{number}]. {RESULTS[number - 1]}", TEXT)
    press.add("References", HEADING)
    press.columns = [(108.0, 420.0)]
    for number in range(1, 13):
        press.put(72, press.y, str(number), ROMAN, 10.0)
        press.add(f"Ander, P. et al. On slate {number}. Shore Journal of Sieves and Sand 12, "
                  f"45-{60 + number}, and a second row that is as long (1998).", FIRST)  # fmt: skip
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == [str(at) for at in range(1, 13)]
    assert sum(len(each.markers) for each in manuscript.sentences) == len(METHOD)


def test_numbers_in_parentheses_cite_although_isotopes_are_raised(tmp_path: Path) -> None:
    press = Press(tmp_path / "raised.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    for number, sentence in enumerate(METHOD[:5], start=1):
        press.add(f"{sentence[:-1]} ({number}).", FIRST)
        parts = [("The slate of the pier", 10.0, 0.0), (str(number), 6.5, 3.5), (" is old.", 10, 0)]
        press.run(54, press.y, parts)
        press.y += 12
    small_list(press)
    manuscript = parse(press.save())
    markers = [marker.text for each in manuscript.sentences for marker in each.markers]
    assert markers == ["(1)", "(2)", "(3)", "(4)", "(5)"]


def test_an_entry_with_a_number_in_larger_type_does_not_end_the_list(tmp_path: Path) -> None:
    press = Press(tmp_path / "bold.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    large = Style(size=12.0, leading=20.0, justify=False)
    press.add("References", Style(size=12.0, leading=14.0, above=20.0, justify=False))
    for number in range(1, 9):
        press.add(f"{number}. Richter K, Haslbeck M: The shock of slate number {number}.", large)
        press.add(f"Annals of Harbour Studies 20{number:02}, 40:253-266.", large)
    manuscript = parse(press.save())
    assert [entry.label for entry in manuscript.references] == [str(at) for at in range(1, 9)]


# --- what is said of the rest ---------------------------------------------------------------------


def test_a_page_that_was_wholly_read_has_nothing_unread(tmp_path: Path) -> None:
    press = Press(tmp_path / "whole.pdf", COLUMNS)
    put_title(press)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add("Figure 1: The plate of slate, and the wool around the microphone.", CAPTION)
    press.add(" ".join(RESULTS), FIRST)
    small_list(press)
    manuscript = parse(press.save())
    assert manuscript.unread == ()
    assert manuscript.source_characters > 1_500


def test_a_title_of_a_list_without_entries_is_said(tmp_path: Path) -> None:
    press = Press(tmp_path / "empty.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    press.add(" ".join([*METHOD, *RESULTS]), FIRST)
    press.add("References", HEADING)
    (part,) = parse(press.save()).unread
    assert part.kind == "list"
    assert part.page == 1
    assert "could not be read" in part.text


@pytest.mark.parametrize("marker", ["[{}]", "(Ander et al., 200{})", "[{}, 9]"])
def test_citations_without_any_list_are_said(marker: str, tmp_path: Path) -> None:
    press = Press(tmp_path / "none.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    for number, sentence in enumerate(METHOD[:5], start=1):
        press.add(f"{sentence[:-1]} {marker.format(number)}. {RESULTS[number]}", FIRST)
    (part,) = parse(press.save()).unread
    assert part.kind == "list"
    assert marker.format(1) in part.text


def test_a_text_that_cites_nothing_lacks_no_list(tmp_path: Path) -> None:
    press = Press(tmp_path / "none.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add(" ".join([*METHOD[:5], *RESULTS[6:]]), FIRST)
    assert parse(press.save()).unread == ()


def test_numbers_that_a_list_leaves_out_are_said(tmp_path: Path) -> None:
    press = Press(tmp_path / "gap.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add("References", HEADING)
    for number, entry in zip((4, 5, 7, 8, 9), BARE, strict=True):
        press.add(f"{number}. {entry}", FIRST)
    (part,) = parse(press.save()).unread
    assert part.text == "The reference list was read without its entries 1–3, 6."


def scanned(path: Path, at: int, target: Path) -> list[UnreadPart]:
    """Return what is said of a PDF with a page before ``at`` that is one large picture."""
    with pymupdf.open(path) as document:
        picture = document[0].get_pixmap(dpi=50).tobytes("png")
        page = document.new_page(at, width=612, height=792)
        page.insert_image(page.rect, stream=io.BytesIO(picture))
        document.save(target)
    return list(parse(target).unread)


def test_a_scanned_page_among_pages_of_text_is_said(tmp_path: Path) -> None:
    press = Press(tmp_path / "text.pdf", ((54.0, 558.0),))
    for _ in range(4):
        press.add(" ".join([*METHOD, *RESULTS, *METHOD]), FIRST)
        press.next_page()
    path = press.save()
    (part,) = scanned(path, 2, tmp_path / "inside.pdf")
    assert (part.kind, part.page) == ("page", 3)
    assert part.characters > 500
    (part,) = scanned(path, -1, tmp_path / "behind.pdf")
    assert part.characters == 0  # a figure behind the text


def test_lines_of_text_in_the_frame_of_an_algorithm_are_said(tmp_path: Path) -> None:
    press = Press(tmp_path / "framed.pdf", ((54.0, 558.0),))
    press.add(" ".join(METHOD), FIRST)
    press.y += 14
    for text in ("Algorithm 1 Sorting by sound", " ".join(RESULTS)):
        press.canvas.line(54, 792 - press.y + 9, 558, 792 - press.y + 9)
        press.y += 6
        press.add(text, FIRST)
        press.y += 4
    press.canvas.line(54, 792 - press.y + 9, 558, 792 - press.y + 9)
    press.y += 30
    press.add(" ".join(METHOD), FIRST)
    manuscript = parse(press.save())
    assert not any(RESULTS[4] in text for text in texts(manuscript))
    (part,) = manuscript.unread
    assert (part.kind, part.page) == ("text", 1)
    assert 400 < part.characters < 900


def test_an_entry_that_swallows_what_follows_is_said(tmp_path: Path) -> None:
    press = Press(tmp_path / "tail.pdf", ((54.0, 558.0),))
    put_title(press)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    press.add("References", HEADING)
    for number, entry in enumerate(BARE, start=1):
        press.add(f"[{number}] {entry}", FIRST)
    press.add(" ".join([*RESULTS, *METHOD]), FIRST)
    (part,) = parse(press.save()).unread
    assert part.kind == "text"
    assert part.characters > 900
