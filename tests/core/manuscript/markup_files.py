"""Markdown and Typst manuscripts written by the tests, with a bibliography beside them."""

from __future__ import annotations

from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.markup import markdown, typst

BIB = "@article{oak2010, author={Oak, Jane}, title={Sieves and sand}, year=2010}\n"


def read_markdown(folder: Path, text: str) -> Manuscript:
    return markdown.parse(_written(folder, "md", f"---\nbibliography: sand.bib\n---\n{text}\n"))


def read_typst(folder: Path, text: str) -> Manuscript:
    return typst.parse(_written(folder, "typ", f'{text}\n\n#bibliography("sand.bib")\n'))


def _written(folder: Path, suffix: str, text: str) -> Path:
    (folder / "sand.bib").write_text(BIB, encoding="utf-8")
    path = folder / f"sand.{suffix}"
    path.write_text(text, encoding="utf-8")
    return path
