"""Signs of the font Symbol."""

from __future__ import annotations

from pathlib import Path

from core.manuscript.word.document import parse
from tests.core.manuscript.word_files import (
    add,
    run,
    saved,
    started,
    texts,
)


def test_signs_of_the_font_symbol_are_read(tmp_path: Path) -> None:
    document = started()
    document.add_heading("Introduction", 1)
    font = '<w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr>'
    add(
        document,
        run("The "),
        '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>',
        run(" subunit at "),
        '<w:r><w:sym w:font="Symbol" w:char="F02D"/></w:r>',
        run("20 "),
        f"<w:r>{font}<w:t>\uf0b0</w:t></w:r>",
        run("C, 3 "),
        f"<w:r>{font}<w:t>\uf06d</w:t></w:r>",
        run("m "),
        '<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>',
        run(" it stops"),
        '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>',
        run("."),
    )
    assert (
        texts(parse(saved(document, tmp_path)))[-1] == "The α subunit at −20 °C, 3 μm → it stops ."
    )
