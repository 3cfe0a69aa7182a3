"""Summaries as a file.

Pairs of texts that SemCSE learns from."""

from __future__ import annotations

import collections
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

from core.base.errors import FormatError, UsageError
from core.base.jobs import SilentJob
from core.manuscript.text.sentences import split_sentences
from tests import wording
from tests.training import warm
from tests.training.paired_texts import PAPERS
from tests.training.summarised import lines, summary_work
from training.commands.summaries import summarise
from training.corpus.corpus import Corpus
from training.models.summary_model import SummaryModel
from training.sampling.semcse_texts import (
    Extractive,
    Pairs,
    PositiveShares,
    SummaryFile,
    append,
    summarised_papers,
)

# --- files of summaries: JSON Lines, plain or gzip, one paper a line --------------------------


@pytest.mark.parametrize("cut", [1, 5, 200])
def test_a_torn_end_is_made_again(
    corpus: Corpus, language_model: SummaryModel, whole: Path, tmp_path: Path, cut: int
) -> None:
    path = tmp_path / whole.name
    path.write_bytes(whole.read_bytes()[:-cut])
    tally = summarise(summary_work(corpus, language_model, path), SilentJob())
    # The end of a line, or gzip's checksum, is lost without a paper.
    assert (tally.papers > 0) == (cut > (5 if whole.suffix == ".gz" else 1))
    assert lines(path) == lines(whole)
    assert summarised_papers(path, {}) == {line["id"] for line in lines(whole)}


def test_summaries_of_two_models_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    append(path, [{"id": "p:1", "model": "other", "seed": 0, "summaries": []}])
    with pytest.raises(
        UsageError, match=wording.pattern("training.sampling.semcse_texts:summarised_papers")
    ):
        summarised_papers(path, {"model": "tiny", "seed": 0})


def test_summaries_from_elsewhere_are_read(semcse_papers: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    append(
        path,
        [
            {"id": "p:3", "summaries": ["Peat\nis wet.", "Peat is wet.", "", None, "It is old."]},
            {"id": "unknown", "summaries": ["Nothing."]},
            {"id": "p:5", "summaries": []},
            {"id": "p:6"},
        ],
    )
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "p:7", "summ')
    source = SummaryFile(semcse_papers, path, tmp_path / "copy")
    assert source.papers().tolist() == [3]
    assert source.of(3) == ("Peat is wet.", "It is old.")


def test_a_file_without_summaries_of_these_papers_is_refused(
    semcse_papers: Corpus, tmp_path: Path
) -> None:
    append(tmp_path / "other.jsonl", [{"id": "x", "summaries": ["Peat is wet."]}])
    with pytest.raises(
        FormatError, match=wording.pattern("training.sampling.semcse_texts:_laid_out")
    ):
        SummaryFile(semcse_papers, tmp_path / "other.jsonl", tmp_path / "copy")
    with pytest.raises(FormatError):
        SummaryFile(semcse_papers, tmp_path / "none.jsonl", tmp_path / "copy")


def test_a_run_keeps_the_summaries_it_began_with(
    semcse_papers: Corpus, semcse_summaries: Path, tmp_path: Path
) -> None:
    source = Path(shutil.copy(semcse_summaries, tmp_path))
    first = SummaryFile(semcse_papers, source, tmp_path / "copy")
    said = {paper: first.of(paper) for paper in first.papers().tolist()}
    source.write_text('{"id": "p:3", "summaries": ["Another."]}\n', encoding="utf-8")
    again = SummaryFile(semcse_papers, source, tmp_path / "copy")
    assert {paper: again.of(paper) for paper in again.papers().tolist()} == said
    assert {each.name for each in tmp_path.glob("copy*")} == {"copy", "copy.npy"}


# --- papers, and pairs of their texts ---------------------------------------------------------


def kind_of(semcse_papers: Corpus, number: int, text: str) -> str:
    if text == semcse_papers.title(number):
        return "title"
    return "sentence" if text in split_sentences(semcse_papers.abstract(number)) else "summary"


def test_half_of_the_positives_are_summaries_then_sentences_then_titles(
    semcse_papers: Corpus, semcse_summaries: Path, tmp_path: Path
) -> None:
    source = SummaryFile(semcse_papers, semcse_summaries, tmp_path / "copy")
    pairs = Pairs(semcse_papers, source, pairing="mixed", shares=PositiveShares(), seed=4)
    drawn = [(number, pairs.draw(epoch, number)) for epoch in range(2) for number in range(PAPERS)]
    kinds = collections.Counter(
        kind_of(semcse_papers, number, pair.positive) for number, pair in drawn
    )
    expected = {"summary": 0.5, "title": 0.15, "sentence": 0.35}
    found = [kinds[kind] for kind in expected]
    assert sum(found) == len(drawn)
    wanted = [share * len(drawn) for share in expected.values()]
    assert scipy.stats.chisquare(found, wanted).pvalue > 0.001
    for number, pair in drawn:
        assert pair.anchor in source.of(number)
        assert pair.anchor != pair.positive


def test_every_summary_is_drawn_alike(
    semcse_papers: Corpus, semcse_summaries: Path, tmp_path: Path
) -> None:
    source = SummaryFile(semcse_papers, semcse_summaries, tmp_path / "copy")
    pairs = Pairs(semcse_papers, source, pairing="summaries", shares=PositiveShares(), seed=4)
    drawn = [pairs.draw(epoch, 7) for epoch in range(600)]
    for texts in zip(*drawn, strict=True):
        counts = collections.Counter(texts)
        assert set(counts) == set(source.of(7))
        assert scipy.stats.chisquare(list(counts.values())).pvalue > 0.001
    assert all(pair.anchor != pair.positive for pair in drawn)


def test_the_same_seed_epoch_and_paper_draw_the_same(semcse_papers: Corpus) -> None:
    numbers = np.arange(50)
    source = Extractive(semcse_papers, numbers)
    one, same, other = (
        Pairs(semcse_papers, source, pairing="mixed", shares=PositiveShares(), seed=seed)
        for seed in (1, 1, 2)
    )
    first = [one.draw(0, number) for number in range(50)]
    assert first == [same.draw(0, number) for number in reversed(range(50))][::-1]
    assert first != [other.draw(0, number) for number in range(50)]
    assert first != [one.draw(1, number) for number in range(50)]


def test_the_same_input_ablation_pairs_a_summary_with_itself(semcse_papers: Corpus) -> None:
    source = Extractive(semcse_papers, np.arange(20))
    pairs = Pairs(semcse_papers, source, pairing="same-input", shares=PositiveShares(), seed=1)
    assert all(pair.anchor == pair.positive for pair in (pairs.draw(0, at) for at in range(20)))


def test_a_paper_with_one_text_beside_its_summary_is_paired_with_that(tmp_path: Path) -> None:
    record = {"id": "p:0", "title": "Peat", "abstract": "A single sentence of some moor."}
    (tmp_path / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    one = Corpus.open(tmp_path)
    for pairing in ("mixed", "summaries"):
        source = Extractive(one, np.array([0]))
        pairs = Pairs(one, source, pairing=pairing, shares=PositiveShares(title=0), seed=1)
        assert {pairs.draw(epoch, 0) for epoch in range(9)} == {(record["abstract"], "Peat")}


def test_the_stand_in_takes_the_first_last_and_most_central_sentence(tmp_path: Path) -> None:
    sentences = (
        "Weather changes fast today.",
        "Yeast is bought.",
        "Bread dough rises with yeast in the oven.",
        "Nobody has asked us.",
        "Dough and bread need an oven.",
    )
    record = {"id": "p:0", "title": "Bread", "abstract": " ".join(sentences)}
    (tmp_path / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    source = Extractive(Corpus.open(tmp_path), np.array([0]))
    assert source.of(0) == (sentences[0], sentences[2], sentences[4])


def _drawn(pairs: Pairs) -> list[tuple[str, str]]:
    return [tuple(pairs.draw(0, number)) for number in range(30)]


def test_pairs_can_be_drawn_in_another_process(
    semcse_papers: Corpus, semcse_summaries: Path, tmp_path: Path
) -> None:
    source = SummaryFile(semcse_papers, semcse_summaries, tmp_path / "copy")
    pairs = Pairs(semcse_papers, source, pairing="mixed", shares=PositiveShares(), seed=4)
    with warm.context().Pool(1) as pool:
        assert pool.apply(_drawn, (pairs,)) == _drawn(pairs)
