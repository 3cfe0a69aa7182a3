"""By what an arm is judged."""

from __future__ import annotations

import json
from pathlib import Path

from tests.training.written_corpora import full_text, paper, small
from tools.lab.measuring.judges import Judges
from training.corpus.corpus import Corpus


def test_in_a_corpus_of_titles_bare_papers_are_asked_for(tmp_path: Path) -> None:
    bare_papers = [paper(f"p{at}", abstract="") for at in range(60)]
    cited = [f"p{at}" for at in range(8)]
    corpus = Corpus.open(
        small(
            tmp_path / "titles",
            [*bare_papers, paper("citing")],
            fulltexts_jsonl=full_text("citing", *cited),
            splits_json=json.dumps({"train": [], "dev": ["citing"], "test": []}),
        )
    )
    judges = Judges(corpus, "cpu", 10, 40)
    (question,) = judges._related[0].queries
    assert set(question.positives) < {corpus.number(paper_id) for paper_id in cited}
    assert len(question.negatives) == 25
    (asked,), _ = judges._lists
    assert [corpus.ids[number] for number in asked.cited] == cited
