"""A plain change of a text is read by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.rereading import TypedTexts
from tests.core.manuscript.reread_texts import (
    TEXTS,
    assert_is_same,
    file_of,
)


@pytest.mark.parametrize(
    ("suffix", "old", "new"),
    [
        (".tex", "measured for long", "measured for very long"),
        (".tex", " and \\autoref{sec:end}", " and \\autoref{sec:intro} \\cite{new2020}"),
        (".tex", "All moors", "New here.\n\nAll moors"),
        (".tex", "holds.\nIt was", "holds.\n\nIt was"),
        (".tex", "of all,", "of\n\nall,"),
        (".md", "measured again", "measured again and again"),
        (".md", "below a heading", "below a heading [@new2020]"),
        (".md", "last paragraph of all.\n", "last paragraph of all.\n\nOne more.\n"),
        (".typ", "measured for long", "measured for very long"),
        (".typ", "found the same", "found the same @new2020"),
        (".typ", "last paragraph", "very last"),
    ],
)
def test_a_plain_change_is_read_by_itself(suffix: str, old: str, new: str, tmp_path: Path) -> None:
    path, texts = file_of(tmp_path, suffix), TypedTexts()
    path.write_text(TEXTS[suffix], encoding="utf-8")
    first = texts.read_text(path)
    path.write_text(TEXTS[suffix].replace(old, new), encoding="utf-8")
    reading = texts.read_text(path, [first.number])
    assert reading.base == first.number
    assert reading.change is not None
    assert reading.change.apply(first.manuscript) == reading.manuscript
    assert_is_same(reading, path)


@pytest.mark.parametrize(
    ("suffix", "old", "new"),
    [
        (".tex", "All moors", "\\begin{quote}All moors"),
        (".tex", "All moors", "\\section{New}\nAll moors"),
        (".tex", "All moors", "\\input{chapter}\nAll moors"),
        (".tex", "Mosses grow", "Mosses always grow"),
        (".tex", "last paragraph", "last paragraph\\footnote{A note.}"),
        (".md", "last paragraph", "last [@doi:10.55555/x.1] paragraph"),
        (".md", "A second line", "# A second line"),
        (".typ", "last paragraph", "last #ours paragraph"),
    ],
)
def test_a_change_of_the_structure_has_all_read(
    suffix: str, old: str, new: str, tmp_path: Path
) -> None:
    path, texts = file_of(tmp_path, suffix), TypedTexts()
    path.write_text(TEXTS[suffix], encoding="utf-8")
    first = texts.read_text(path)
    path.write_text(TEXTS[suffix].replace(old, new), encoding="utf-8")
    reading = texts.read_text(path, [first.number])
    assert reading.base is None
    assert_is_same(reading, path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("draft.org", "* Peat\n\nPeat is acid [cite:@a]. It is cold.\n"),
        ("draft.rst", "Peat\n====\n\nPeat is acid :cite:p:`a`. It is cold.\n"),
    ],
)
def test_a_format_without_rules_for_parts_is_read_as_a_whole(
    name: str, text: str, tmp_path: Path
) -> None:
    path, texts = tmp_path / name, TypedTexts()
    path.write_text(text, encoding="utf-8")
    reading = texts.read_text(path)
    path.write_text(text.replace("cold", "wet"), encoding="utf-8")
    changed = texts.read_text(path, [reading.number])
    assert any("wet" in sentence.text for sentence in changed.manuscript.sentences)
