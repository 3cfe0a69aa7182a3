"""What a PDF reader says it did not read, and pages set so that it once lost text in silence."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
import pytest

from core.base.records import Manuscript, UnreadPart
from core.manuscript.pdf.assemble import parse
from tests import wording
from tests.core.manuscript.pdf.listed_papers import BARE
from tests.core.manuscript.pdf.small_lists import (
    COLUMNS,
    METHOD,
    RESULTS,
    put_title,
    small_list,
    texts,
)
from tests.core.manuscript.typesetting import (
    CAPTION,
    FIRST,
    HEADING,
    ROMAN,
    TEXT,
    Press,
)


def kinds(manuscript: Manuscript) -> list[str]:
    return [part.kind for part in manuscript.unread]


# --- pages in uneven columns ----------------------------------------------------------------------


# --- lists ----------------------------------------------------------------------------------------


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
    assert wording.stem("core.manuscript.pdf.unread:_missing_list") in part.text


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
    assert part.text == wording.fill(
        "core.manuscript.pdf.unread:_missing_numbers", numbers="1–3, 6"
    )


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
