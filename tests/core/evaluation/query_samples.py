"""Queries as lines of a file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any


def line(**changes: object) -> dict[str, Any]:
    base = {
        "id": "m#1",
        "title": "Contrastive learning",
        "abstract": "",
        "before": ["Negatives matter."],
        "sentence": "Hard negatives are mined from a citation graph.",
        "after": [],
        "already_cited": ["t:graph"],
        "relevant": ["t:hard", "t:graph"],
        "self": "t:soil",
    }
    return base | changes


def written(folder: Path, *lines: dict[str, Any], name: str = "queries.jsonl") -> Path:
    text = "".join(json.dumps(each) + "\n" for each in lines)
    path = folder / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path
