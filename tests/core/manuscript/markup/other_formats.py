"""Manuscripts of further formats."""

from __future__ import annotations

from pathlib import Path

from tests.core.manuscript.tex import BIB

OAK, ELM = "Recorders at the Edge", "An Hour of Silence"


def written(folder: Path, name: str, text: str) -> Path:
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
