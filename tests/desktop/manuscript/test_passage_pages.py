from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QImage, QPainter

from core.base.records import Sentence
from desktop.manuscript.passage_pages import MARGIN, PassagePages, set_passage


def sentences(count: int) -> list[Sentence]:
    texts = [
        f"Sentence {index} of the passage is neither long nor short." for index in range(count)
    ]
    return [Sentence(index, None, 0, text, ()) for index, text in enumerate(texts)]


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (3, 1), (400, 11)])
def test_each_sentence_has_its_place_in_reading_order(
    qapp: QCoreApplication, count: int, pages: int
) -> None:
    passage = set_passage(sentences(count))
    assert len(passage.pages) == pytest.approx(pages, abs=3 if pages > 1 else 0)
    places = [
        (rect.page, rect.y0, rect.x0) for sentence in passage.sentences for rect in sentence.rects
    ]
    assert len(places) >= count
    assert places == sorted(places)
    assert all(rect.x1 > rect.x0 for s in passage.sentences for rect in s.rects)


def test_the_text_is_painted_where_the_sentences_are(qapp: QCoreApplication) -> None:
    passage = set_passage(sentences(2))
    source = PassagePages(passage)
    picture = QImage(source.sizes[0].toSize() * 2, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFFFF)
    painter = QPainter(picture)
    source.paint(painter, 0, QRectF(picture.rect()))
    painter.end()
    rect = passage.sentences[1].rects[0]
    ys = range(round(rect.y0 * 2), round(rect.y1 * 2))
    xs = range(round(rect.x0 * 2), round(rect.x1 * 2))
    assert any(picture.pixelColor(x, y).lightness() < 128 for x in xs for y in ys)
    margin = [picture.pixelColor(x, y).lightness() for x in range(0, 80, 4) for y in ys]
    assert min(margin) == 255
    source.close()


def test_no_sentences_make_one_empty_page(qapp: QCoreApplication) -> None:
    passage = set_passage(())
    assert passage.sentences == ()
    assert len(passage.pages) == 1


def test_letters_beyond_the_first_plane_move_no_mark(qapp: QCoreApplication) -> None:
    texts = [
        "Let \U0001d417 and \U0001d418 be \U0001d4d7-matrices, and \U0001d417\U0001d417 theirs.",
        "Here a second sentence begins.",
        "The third one ends it \U0001f600.",
    ]
    passage = set_passage([Sentence(index, None, 0, text, ()) for index, text in enumerate(texts)])
    whole = passage.layouts[0].text().encode("utf-16-le")
    lines = {(placed.page, placed.top): placed.line for page in passage.pages for placed in page}
    for sentence, text in zip(passage.sentences, texts, strict=True):
        marked = ""
        for rect in sentence.rects:
            line = lines[rect.page, rect.y0]
            start, end = line.xToCursor(rect.x0 - MARGIN), line.xToCursor(rect.x1 - MARGIN)
            marked += whole[2 * start : 2 * end].decode("utf-16-le")
        assert "".join(marked.split()) == "".join(text.split())
