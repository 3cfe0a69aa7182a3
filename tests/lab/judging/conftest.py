"""A corpus and models that are judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from training.corpus.corpus import Corpus


@pytest.fixture(scope="module")
def query_file(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("queries") / "dev.jsonl"
    lines = []
    for place, context in enumerate(corpus.contexts("dev")):
        passage = corpus.passage(context)
        cited = [corpus.ids[paper] for paper in context.cited]
        lines.append(
            {
                "id": f"q{place}",
                "title": passage.title,
                "sentence": passage.sentence,
                "already_cited": cited[:1] if place % 3 == 0 else [],
                "relevant": cited,
                "self": corpus.ids[context.citing],
            }
        )
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path
