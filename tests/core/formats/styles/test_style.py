"""Citation styles as files: dependent ones stand for others."""

from __future__ import annotations

from pathlib import Path

from core.base.records import PaperRecord
from core.formats.bibliography import Cite, formatted_text


def test_a_dependent_style_is_the_one_that_it_stands_for(tmp_path: Path) -> None:
    style = tmp_path / "mine.csl"
    style.write_text(
        '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"><info><title>x</title>'
        '<link href="http://www.zotero.org/styles/nature" rel="independent-parent"/></info></style>'
    )
    work = [PaperRecord(title="Peat", authors=("Ada Moor",), year=2001, venue="Bogs")]
    own = formatted_text(work, [[Cite(0)]], str(style))
    assert own == formatted_text(work, [[Cite(0)]], "nature")


def test_a_dependent_style_speaks_the_language_that_it_names(tmp_path: Path) -> None:
    style = tmp_path / "moor.csl"
    style.write_text(
        '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" default-locale="de-DE"><info>'
        '<title>x</title><link href="http://www.zotero.org/styles/harvard-cite-them-right"'
        ' rel="independent-parent"/></info></style>'
    )
    work = [PaperRecord(title="Peat", authors=("Ada Moor", "Bo Lind"), year=2001, venue="Bogs")]
    assert formatted_text(work, [[Cite(0)]], str(style)).citations == ("(Moor und Lind, 2001)",)
