"""Corpora that are checked before a training."""

from __future__ import annotations

from pathlib import Path

from tests.tiny_corpus import write_lines
from training.corpus.corpus import Corpus


def made(
    folder: Path, *, abstracts: int, edges: int = 0, contexts: int = 0, first_cited: int = 0
) -> Corpus:
    """Return a corpus with so much of everything; papers and citing papers are the same."""
    folder.mkdir()
    papers = [
        {"id": f"p{at}", "title": f"Paper {at}", "abstract": "Text." if at < abstracts else ""}
        for at in range(max(abstracts, 40))
    ]
    write_lines(folder / "papers.jsonl", papers)
    if edges:
        rows = "".join(f"p{at % 20}\tp{20 + at // 20}\n" for at in range(edges))
        (folder / "edges.tsv").write_text(rows, encoding="utf-8")
    if contexts:
        sentences = [
            {"text": "So.", "cites": [f"p{first_cited + at % 30}"]} for at in range(contexts)
        ]
        sections = [{"title": "", "paragraphs": [sentences]}]
        write_lines(folder / "fulltexts.jsonl", [{"id": "citing", "sections": sections}])
    return Corpus.open(folder)
