from __future__ import annotations

from pathlib import Path

import numpy as np

from core.base.records import Manuscript, Marker, PaperRecord, Sentence
from core.library.exports.corpus_export import export_corpus
from core.library.library import Library
from training.corpus.corpus import Corpus
from training.sampling.cocite_examples import NONE, ContextExamples

DRAFT = Manuscript(
    title="A draft on gardens",
    sentences=(
        Sentence(0, None, 0, "Gardens are old.", ()),
        Sentence(1, None, 0, "Olives grow slowly [9].", (), (Marker(19, 22, "[9]", ()),)),
        Sentence(2, None, 0, "They are bitter.", ()),
    ),
)


def test_a_paper_chosen_or_refused_for_a_sentence_is_trained_on(tmp_path: Path) -> None:
    records = [
        PaperRecord(id=f"g:{name}", title=f"On {name}", abstract=f"All about {name}.")
        for name in ("olives", "tulips", "peat")
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        olives, tulips, _ = (each.number for each in library.papers.add(records, source="test"))
        assert olives is not None
        assert tulips is not None
        number = library.manuscripts.open(tmp_path / "draft.pdf", DRAFT, "draft")
        library.manuscripts.decide(number, DRAFT.sentences[1], olives, "cite")
        library.manuscripts.decide(number, DRAFT.sentences[1], tulips, "reject")
        export_corpus(library, tmp_path / "corpus")
    corpus = Corpus.open(tmp_path / "corpus")
    [context] = corpus.contexts()
    assert [corpus.ids[paper] for paper in context.cited] == ["g:olives"]
    passage = corpus.passage(context)
    assert passage.sentence == "Olives grow slowly."
    assert (passage.before, passage.after) == (("Gardens are old.",), ("They are bitter.",))
    assert passage.title == "A draft on gardens"
    assert [corpus.ids[paper] for paper in context.refused] == ["g:tulips"]
    examples = ContextExamples(
        corpus, forms={"sentence": 1.0}, positives=1, negatives=2, most=0, seed=0
    )
    tulips_there, peat_there = (corpus.number(f"g:{name}") for name in ("tulips", "peat"))
    assert examples.example(0, 0).negatives == (tulips_there,)
    examples.mined = np.array([[peat_there, tulips_there, NONE]])
    assert examples.example(0, 0).negatives == (tulips_there, peat_there)
