"""Rich text is read as Word is."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.sources import read_manuscript
from core.manuscript.text import pandoc
from tests.core.manuscript.markup.other_formats import written
from tests.core.manuscript.tex import markers, texts


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_rich_text_is_read_as_word_is(tmp_path: Path) -> None:
    text = (
        r"{\rtf1\ansi\ansicpg1252 {\b Birds of the marsh}\par Birds sing (Oak, 2019). M\'fcller"
        r" says that reeds do not.\par References\par Oak, T. (2019). Songs of the reeds."
        r" Marshes, 3, 1.\par}"
    )
    manuscript = read_manuscript(written(tmp_path, "marsh.rtf", text), max_pages=9)
    assert manuscript.title == "Birds of the marsh"
    assert texts(manuscript) == ["Birds sing (Oak, 2019).", "Müller says that reeds do not."]
    assert markers(manuscript) == [("(Oak, 2019)", ["Songs of the reeds"], ())]
