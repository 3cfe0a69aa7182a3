"""Reading order and what is left out, on pages set for the purpose."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.pdf import unusual_pages
from tests.core.manuscript.pdf.layout_rows import METHOD, RESULTS, texts
from tests.core.manuscript.pdf.listed_papers import BARE
from tests.core.manuscript.pdf.unusual_pages import TWO, letters
from tests.core.manuscript.typesetting import (
    BOLD,
    FIRST,
    HEADING,
    ROMAN,
    TEXT,
    Press,
    Style,
)

SMALL = Style(size=8.0, leading=10.0)


def test_line_numbers_of_a_review_copy_are_dropped(tmp_path: Path) -> None:
    press = Press(tmp_path / "review.pdf", ((80.0, 540.0),))
    for start in (0, 5):
        press.add(" ".join(METHOD[start : start + 5]), FIRST)
        press.add(" ".join(RESULTS[start : start + 5]), TEXT)
    for number in range(50):
        press.put(50, press.top + 12 * number, f"{number:03}", size=7)
    manuscript = parse(press.save())
    assert texts(manuscript) == METHOD[:5] + RESULTS[:5] + METHOD[5:] + RESULTS[5:]


def test_running_heads_that_alternate_are_dropped(tmp_path: Path) -> None:
    press = Press(tmp_path / "heads.pdf", bottom=200)
    for start in range(0, 10, 5):
        press.add(" ".join(METHOD[start:] + RESULTS[start:]), FIRST)
    for page in range(1, 7):
        name = "ILVES AND RENN" if page % 2 else "SORTING PEBBLES"
        press.heads = [(250, 40, name), (300, 770, "Page # of 6")]
        press.next_page()
        press.add(" ".join(RESULTS[:3]), FIRST)
    found = " ".join(texts(parse(press.save())))
    assert "ILVES" not in found
    assert "SORTING" not in found
    assert "Page" not in found


def test_a_turned_page_is_read_as_displayed(tmp_path: Path) -> None:
    press = Press(tmp_path / "straight.pdf")
    press.add("1 Introduction", HEADING)
    press.add(" ".join(METHOD), FIRST)
    straight = parse(press.save())
    turned = tmp_path / "turned.pdf"
    with pymupdf.open(press.path) as document, pymupdf.open() as sideways:
        page = sideways.new_page(width=792, height=612)
        page.show_pdf_page(page.rect, document, 0, rotate=90)
        page.set_rotation(90)
        sideways.save(turned)
    found = parse(turned)
    assert texts(found) == texts(straight)
    for ours, theirs in zip(found.sentences, straight.sentences, strict=True):
        for rect, other in zip(ours.rects, theirs.rects, strict=True):
            assert rect == pytest.approx(other, abs=1.5)


def test_places_count_from_the_crop_box(tmp_path: Path) -> None:
    press = Press(tmp_path / "whole.pdf")
    press.add(" ".join(METHOD), FIRST)
    whole = parse(press.save())
    cropped = tmp_path / "cropped.pdf"
    with pymupdf.open(press.path) as document:
        document[0].set_cropbox(pymupdf.Rect(30, 20, 600, 780))
        document.save(cropped)
    first, second = whole.sentences[0].rects[0], parse(cropped).sentences[0].rects[0]
    assert second.x0 == pytest.approx(first.x0 - 30, abs=0.1)
    assert second.y0 == pytest.approx(first.y0 - 20, abs=0.1)


def test_line_numbers_in_both_margins_go_also_where_they_are_few(tmp_path: Path) -> None:
    press = Press(tmp_path / "review.pdf", TWO, top=110, bottom=290)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.add(" ".join(prose.METHOD + prose.RESULTS), FIRST)
    for row in range(16):
        press.put(34, press.top + 12 * row, f"{row:03}", size=7)
        press.put(568, press.top + 12 * row, f"{row + 16:03}", size=7)
    press.next_page()
    press.add(unusual_pages.METHOD[0], FIRST)
    press.put(34, press.top, "032", size=7)
    assert (
        unusual_pages.texts(parse(press.save()))
        == unusual_pages.METHOD + unusual_pages.RESULTS + unusual_pages.METHOD[:1]
    )


def watermark_across(press: Press) -> None:
    press.canvas.saveState()
    press.canvas.setFillGray(0.85)
    press.canvas.setFont(BOLD, 90)
    press.canvas.translate(120, 200)
    press.canvas.rotate(50)
    press.canvas.drawString(0, 0, "DO NOT SHARE")
    press.canvas.restoreState()


def watermark_level(press: Press) -> None:
    press.canvas.saveState()
    press.canvas.setFillGray(0.85)
    press.put(90, 150, "DRAFT COPY", BOLD, 70)
    press.canvas.restoreState()


def stamp(press: Press) -> None:
    press.put(54, 40, "Under review at a meeting on clay. Do not pass on.", size=9)


@pytest.mark.parametrize("mark", [watermark_across, watermark_level, stamp])
def test_marks_of_a_review_copy_are_no_text(tmp_path: Path, mark: Callable[[Press], None]) -> None:
    press = Press(tmp_path / "marked.pdf")
    mark(press)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.METHOD), FIRST)
    path = press.save()
    found = parse(path)
    assert found.title == prose.TITLE
    assert unusual_pages.texts(found) == unusual_pages.METHOD


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_text_drawn_sideways_is_read_and_highlighted_where_it_stands(
    tmp_path: Path, degrees: int
) -> None:
    press = Press(tmp_path / "upright.pdf")
    press.add(" ".join(prose.METHOD), FIRST)
    press.next_page()
    press.add(" ".join(prose.RESULTS), FIRST)
    upright = press.save()
    path = tmp_path / "sideways.pdf"
    with pymupdf.open(upright) as document, pymupdf.open() as turned:
        turned.insert_pdf(document, to_page=0)
        size = (612, 792) if degrees == 180 else (792, 612)
        page = turned.new_page(width=size[0], height=size[1])
        page.show_pdf_page(page.rect, document, 1, rotate=degrees)
        turned.save(path)
    found = parse(path)
    assert unusual_pages.texts(found) == unusual_pages.METHOD + unusual_pages.RESULTS
    with pymupdf.open(path) as document:
        words = document[1].get_text("words")
        for sentence in found.sentences[len(unusual_pages.METHOD) :]:
            inside = [
                word[4]
                for word in words
                if any(
                    rect.x0 <= (word[0] + word[2]) / 2 <= rect.x1
                    and rect.y0 <= (word[1] + word[3]) / 2 <= rect.y1
                    for rect in sentence.rects
                )
            ]
            assert sorted(letters("".join(inside))) == sorted(letters(sentence.text))


def test_labels_stand_before_the_edge_of_a_list_that_is_longer_than_its_text(
    tmp_path: Path,
) -> None:
    press = Press(tmp_path / "hung.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    for start in range(0, 20, 4):
        text = " ".join(prose.plain([*prose.METHOD, *prose.RESULTS][start : start + 4]))
        press.add(f"{text[:-1]} [{start + 1}].", FIRST)
    press.add("References", HEADING)
    press.columns = [(80.0, 558.0)]
    for number in range(1, 61):
        if press.y + 30 > press.bottom:
            press.next_page()
        press.put(56, press.y, f"[{number}]", ROMAN, 8.0)
        press.add(BARE[number % 5].replace("J. van", "van"), SMALL)
        press.y += 4
    manuscript = parse(press.save())
    assert [reference.label for reference in manuscript.references] == [
        str(number) for number in range(1, 61)
    ]
    cited = [at for each in manuscript.sentences for m in each.markers for at in m.references]
    assert cited == [0, 4, 8, 12, 16]


def test_long_labels_far_in_front_of_their_entries_are_read(tmp_path: Path) -> None:
    press = Press(tmp_path / "dated.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    labels = ["Ilves et Reed 98", "Stone 01", "Oak et al. 92", "Elm 07", "Fir et al. 11"]
    for at, label in enumerate(labels):
        text = " ".join(prose.plain([*prose.METHOD, *prose.RESULTS][4 * at : 4 * at + 4]))
        press.add(f"{text[:-1]} [{label}].", FIRST)
    press.add("References", HEADING)
    press.columns = [(190.0, 558.0)]
    for number in range(20):
        if press.y + 30 > press.bottom:
            press.next_page()
        label = labels[number] if number < len(labels) else f"Ash {number + 60}"
        press.put(56, press.y, f"[{label}]", ROMAN, 8.0)
        press.add(BARE[number % 5].replace("J. van", "van"), SMALL)
        press.y += 4
    manuscript = parse(press.save())
    assert [reference.label for reference in manuscript.references][:5] == labels
    markers = [marker for sentence in manuscript.sentences for marker in sentence.markers]
    by_label = [marker.references for marker in markers if marker.text.startswith("[")]
    assert by_label == [(0,), (1,), (2,), (3,), (4,)]


def test_a_label_at_the_foot_of_several_pages_is_no_page_number(tmp_path: Path) -> None:
    press = Press(tmp_path / "foot.pdf", ((54.0, 558.0),), top=60.0, bottom=720.0)
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("References", HEADING)
    press.columns = [(80.0, 558.0)]
    words = " ".join(prose.plain([*prose.METHOD, *prose.RESULTS])).split()
    for number in range(1, 201):
        if press.y > press.bottom:
            press.next_page()
            press.y = press.top
        press.put(56, press.y, f"[{number}]", ROMAN, 8.0)
        title = " ".join(words[number : number + 4])
        press.add(f"P. Ander. On {title.rstrip('.,')}. Shore Press, 1998.", SMALL)
    manuscript = parse(press.save())
    assert [reference.label for reference in manuscript.references] == [
        str(number) for number in range(1, 201)
    ]


def test_running_heads_with_other_words_on_each_page_are_dropped(tmp_path: Path) -> None:
    press = unusual_pages.titled(tmp_path / "sections.pdf")
    words = ("SLATE", "WOOL", "WIND", "WIND", "WIND", "SHORES", "SHORES", "SHORES", "CLAY")
    for at, word in enumerate(words):
        press.y = 130
        press.add(f"{METHOD[at]} {RESULTS[at]}", FIRST)
        press.heads = [(54, 30, f"ON {word}")]
        press.next_page()
    read = parse(press.save())
    assert texts(read)[::2] == METHOD[:9]
    assert "ON " not in f"{texts(read)}{read.sections}"


def test_a_white_title_on_a_box_is_no_watermark(tmp_path: Path) -> None:
    press = Press(tmp_path / "white.pdf")
    press.canvas.setFillColorRGB(0.7, 0.1, 0.1)
    press.canvas.rect(40, press.canvas._pagesize[1] - 110, 520, 80, stroke=0, fill=1)
    press.canvas.setFillGray(1)
    press.put(54, 80, prose.TITLE, BOLD, 23)
    press.canvas.setFillGray(0)
    press.put(54, 130, ", ".join(prose.AUTHORS), size=11)
    press.y = 160
    press.add("1 Introduction", HEADING)
    for _ in range(3):
        press.add(" ".join(prose.METHOD), FIRST)
    assert parse(press.save()).title == prose.TITLE
