"""The tiny corpus as it was, and as it is after more full texts and some decisions were added."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tests.tiny_corpus import write_lines

FIRST = {f"c:{at}" for at in range(6)} | {"c:9", "d:0"}
"""Full texts that were there at first; the last two are held out."""
_JUDGING = {"d:0": "c:10", "d:1": "c:11"}
"""Further held-out papers, with the sentences of others: their ids put them into the half that
judges, where none of the tiny corpus is."""
MANUSCRIPT = "manuscript-00000000:1"


def grown(tiny_corpus: Path, folder: Path, *, decided: bool = True) -> tuple[Path, Path]:
    """Write the corpus with ``FIRST`` alone, and with all full texts; return both folders."""
    before = _with(tiny_corpus, folder / "before", FIRST)
    after = _with(tiny_corpus, folder / "after", None)
    if decided:
        write_lines(after / "fulltexts" / "manuscripts.jsonl.gz", [_manuscript()])
        splits = json.loads((after / "splits.json").read_text("utf-8"))
        splits["train"].append(MANUSCRIPT)
        (after / "splits.json").write_text(json.dumps(splits), encoding="utf-8")
    return before, after


def _with(tiny_corpus: Path, folder: Path, kept: Collection[str] | None) -> Path:
    shutil.copytree(tiny_corpus, folder)
    for path in (folder / "fulltexts").iterdir():
        lines = gzip.decompress(path.read_bytes()).decode().splitlines()
        texts = [json.loads(line) for line in lines]
        texts += [
            {**each, "id": name, "title": f"{each['title']}, again"}
            for each in texts
            for name, copied in _JUDGING.items()
            if copied == each["id"]
        ]
        write_lines(path, [each for each in texts if kept is None or each["id"] in kept])
    splits = json.loads((folder / "splits.json").read_text("utf-8"))
    splits["dev"] += _JUDGING
    (folder / "splits.json").write_text(json.dumps(splits), encoding="utf-8")
    return folder


def _manuscript() -> dict[str, Any]:
    sentences = [
        {"text": "Peat is sour.", "cites": ["p:0", "p:3"], "markers": [], "refused": ["p:5"]},
        {"text": "Nobody cites here.", "cites": [], "markers": []},
    ]
    return {
        "id": MANUSCRIPT,
        "title": "A draft",
        "abstract": "",
        "sections": [{"title": "", "paragraphs": [sentences]}],
        "references": [],
    }
