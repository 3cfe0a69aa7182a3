"""Manuscripts for MyST and Sphinx."""

from __future__ import annotations

from pathlib import Path

from tests.core.manuscript.tex import BIB

OAK, ELM = "Recorders at the Edge", "An Hour of Silence"


def written_myst(folder: Path, text: str, name: str = "marsh.md") -> Path:
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
