"""The ranking of the sample library, sentence by sentence, and what a change of it changes.

``python -m tests.ranking_baseline`` writes ``ranking_baseline.json`` anew after a change of the
ranking was looked at and wanted. The sample is small, its citations and sentences are our own.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from unittest import mock

import click

from core.models.encoder import PRECISION
from core.models.shelf import Shelf
from core.workspace import Workspace

STORED = Path(__file__).with_name("ranking_baseline.json")
_SAMPLE = Path(__file__).parents[1] / "resources" / "sample"
_DEPTH = 10

Ranks = Mapping[str, Mapping[str, int]]
"""Sentence → expected paper → its rank from 1; one past the depth if it is not among the first."""


def ranked_now(folder: Path) -> dict[str, dict[str, int]]:
    """Import the sample into ``folder``, ask every expected sentence, and return the ranks.

    The model computes in float32: what a machine chooses by its speed parts near ties otherwise.
    """
    with (
        mock.patch.dict(os.environ, {PRECISION: "float32"}),
        closing(Workspace(folder / "library", Shelf(folder / "shelf"), create=True)) as workspace,
    ):
        workspace.imports.add([_SAMPLE / "library"])
        workspace.indexing.load_model(in_process=True)
        workspace.indexing.vectors()
        opened = workspace.manuscripts.open(_SAMPLE / "manuscript.pdf")
        places = {_key(each.text): each.index for each in opened.manuscript.sentences}
        found: dict[str, dict[str, int]] = {}
        for line in (_SAMPLE / "expected.jsonl").read_text("utf-8").splitlines():
            entry = json.loads(line)
            answer = workspace.recommending.recommend(
                opened, places[_key(entry["sentence"])], limit=_DEPTH
            )
            ranks = {each.paper.id: each.rank for each in answer.suggestions[:_DEPTH]}
            found[entry["sentence"]] = {
                paper: ranks.get(paper, _DEPTH + 1) for paper in entry["expected"]
            }
    return found


def mean_reciprocal_rank(ranks: Ranks) -> float:
    """Return the mean over sentences of 1 / the rank of the first expected paper."""
    best = [min(papers.values()) for papers in ranks.values()]
    return sum(1 / rank for rank in best if rank <= _DEPTH) / len(best)


def deltas(before: Ranks, now: Ranks) -> list[str]:
    """Return a line for each expected paper whose rank changed, falls first."""
    changed = [
        (now[sentence][paper] - rank, sentence, paper, rank)
        for sentence, papers in before.items()
        for paper, rank in papers.items()
        if now[sentence][paper] != rank
    ]
    return [
        f"{rank:3} → {rank + change:3}  {paper:32} {sentence[:60]}…"
        for change, sentence, paper, rank in sorted(changed, key=lambda each: -each[0])
    ]


def _key(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def main() -> None:
    """Write the ranks of now, and print what changed."""
    with tempfile.TemporaryDirectory() as folder:
        now = ranked_now(Path(folder))
    if STORED.is_file():
        before = json.loads(STORED.read_text("utf-8"))
        click.echo("\n".join(deltas(before, now)) or "nothing changed")
    STORED.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    click.echo(f"MRR {mean_reciprocal_rank(now):.3f}")


if __name__ == "__main__":
    main()
