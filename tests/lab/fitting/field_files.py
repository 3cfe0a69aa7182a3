"""A small field in files, as the fitting reads it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.lab.fitting.fields import FieldData


def write_lines(file: Path, lines: Iterable[dict[str, Any]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wt", encoding="utf-8") as stored:
        stored.writelines(json.dumps(line) + "\n" for line in lines)


def make_paper(number: int) -> dict[str, Any]:
    abstract = f"Walks of {number} herons over moors." if number % 3 else ""
    return {
        "id": f"pmid:{number}",
        "title": f"Herons of moor number {number}",
        "abstract": abstract,
        "authors": ["Ada Quill"],
        "year": 2000 + number % 20,
        "venue": "",
    }


def make_full_text(name: str) -> dict[str, Any]:
    sentences = [
        {"text": "Herons walk [1].", "cites": ["pmid:1"], "markers": [[12, 15]]},
        {"text": "They stand.", "cites": [], "markers": []},
        {"text": "Moors are wet [1, 2].", "cites": ["pmid:1", "pmid:2"], "markers": [[14, 20]]},
    ]
    return {
        "id": name,
        "title": "On moors",
        "abstract": "We walk.",
        "sections": [{"title": "", "paragraphs": [sentences]}],
        "references": [{"key": "3", "text": "Third", "id": "pmid:3"}],
    }


def make_field_data(tmp_path: Path) -> FieldData:
    """Write the files of the life sciences, and read them."""
    write_lines(tmp_path / "papers" / "bio.jsonl.gz", map(make_paper, range(1, 13)))
    full_texts = map(make_full_text, map("pmc:{}".format, range(3)))
    write_lines(tmp_path / "fulltexts" / "bio-train.jsonl.gz", full_texts)
    return FieldData("life sciences", tmp_path)
