"""Damaged and odd PDFs: each ends in a manuscript or a plain refusal, and the next file is read."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from core.base.errors import PdfError, PdfWithoutTextError
from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.reader import GuardedReader
from tests.core.manuscript import prose
from tests.core.manuscript.mutations import MUTATIONS, Mutation, unpacked

SECONDS = 10.0
ROUNDS = 5


@pytest.fixture(scope="module")
def reader() -> Iterator[GuardedReader]:
    with GuardedReader(seconds=SECONDS, memory_mb=300, max_pages=50) as reader:
        yield reader


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_damaged_file_is_read_or_refused_and_the_next_one_is_read(
    reader: GuardedReader, two_column_file: Path, tmp_path: Path, mutation: Mutation
) -> None:
    good = two_column_file.read_bytes()
    plain = unpacked(good)
    bad = tmp_path / "bad.pdf"
    for number in range(ROUNDS):
        chance = Random(f"{mutation.__name__} {number}")
        bad.write_bytes(mutation(chance.choice((good, plain)), chance))
        refusal = refused(lambda: assert_sound(reader.read_manuscript(bad)))
        assert refusal is None or ("bad.pdf" in str(refusal) and refusal.remedy)
    assert reader.read_manuscript(two_column_file).title == prose.TITLE


def refused(read: Callable[[], None]) -> PdfError | None:
    try:
        read()
    except PdfError as refusal:
        return refusal
    return None


def assert_sound(read: Manuscript) -> None:
    """Every place named in a manuscript is there."""
    for index, sentence in enumerate(read.sentences):
        assert sentence.index == index
        assert sentence.section is None or 0 <= sentence.section < len(read.sections)
        for marker in sentence.markers:
            assert sentence.text[marker.start : marker.end] == marker.text
            assert all(0 <= each < len(read.references) for each in marker.references)
    assert [each.index for each in read.references] == list(range(len(read.references)))


# --- pages of anything anywhere -----------------------------------------------------------------

SIDE = 400.0
words = st.sampled_from(
    ("References", "1", "[1]", "2.3", "Abstract", "et al.", "(2019)", "walks", "∑", "-", "e = m")
)
texts = st.one_of(
    st.lists(words, min_size=1, max_size=12).map(" ".join),
    st.text(st.characters(max_codepoint=0x2FF, exclude_categories=("C",)), max_size=60),
)
places = st.floats(-SIDE, 2 * SIDE, allow_nan=False)
pieces = st.tuples(
    texts,
    places,
    places,
    st.floats(0.01, 300.0),
    st.sampled_from((0, 0, 0, 45, 90, 180, 270, 3)),
    st.sampled_from(("Times-Roman", "Helvetica-Bold", "Courier", "Symbol", "Times-Italic")),
)
pages = st.lists(st.lists(pieces, max_size=12), min_size=1, max_size=2)


def printed(path: Path, content: list[list[tuple[str, float, float, float, int, str]]]) -> None:
    canvas = Canvas(str(path), pagesize=(SIDE, SIDE * 1.4))
    for page in content:
        for text, x, y, size, turn, font in page:
            canvas.saveState()
            canvas.translate(x, y)
            canvas.rotate(turn)
            canvas.setFont(font, size)
            canvas.drawString(0, 0, text)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


@given(pages)
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_any_text_anywhere_on_a_page_is_read(
    content: list[list[tuple[str, float, float, float, int, str]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "odd.pdf"
        printed(path, content)
        refusal = refused(lambda: assert_sound(parse(path)))
        assert refusal is None or isinstance(refusal, PdfWithoutTextError)
