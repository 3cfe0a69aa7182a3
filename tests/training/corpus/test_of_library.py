"""A library, exported and opened for training."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

from core.library.exports.corpus_export import export_corpus
from core.library.imports.importing import import_sources
from core.library.library import Library
from training.corpus.corpus import Corpus, Split

SPLITS: tuple[Split, ...] = ("train", "dev", "test")


def told(corpus: Corpus) -> list[tuple[object, ...]]:
    """Return the citing sentences of all splits with their surroundings, and what they cite."""
    return sorted(
        (
            *(corpus.ids[each.citing], each.position, each.section, each.paragraph),
            *(astuple(corpus.passage(each)), sorted(corpus.ids[number] for number in each.cited)),
        )
        for split in SPLITS
        for each in corpus.contexts(split)
    )


def test_a_library_gives_the_papers_edges_and_contexts_that_were_imported(
    tiny_corpus: Path, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        import_sources(library, [tiny_corpus], parser=None)
        report = export_corpus(library, tmp_path / "out")
    before, after = Corpus.open(tiny_corpus), Corpus.open(tmp_path / "out")
    assert sorted(after.ids) == sorted(before.ids)
    for number, paper_id in enumerate(after.ids):
        same = before.number(paper_id)
        assert same is not None
        assert after.text(number) == before.text(same)
        assert after.years[number] == before.years[same]
    assert told(after) == told(before)
    assert _edges(after) == _edges(before)
    known = after.counts
    assert (known.unknown_ids, known.duplicates, known.bad_lines, known.drawn_dev) == (0, 0, 0, 0)
    assert (sum(known.contexts.values()), sum(known.edges.values())) == (
        report.contexts,
        report.citations,
    )
    assert known.held_out == {"dev": report.dev, "test": 0}


def _edges(corpus: Corpus) -> set[tuple[str, str]]:
    return {
        (corpus.ids[citing], corpus.ids[cited])
        for split in SPLITS
        for citing, cited in corpus.edges(split).tolist()
    }
