"""Summaries as a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.base.errors import FormatError, UsageError
from core.base.jobs import SilentJob
from tests.training.summarised import lines, summary_work
from training.commands.summaries import (
    summarise,
)
from training.corpus.corpus import Corpus
from training.models.summary_model import SummaryModel
from training.sampling.summary_file import SummaryFile, append, summarised_papers


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
    with pytest.raises(UsageError, match="made otherwise"):
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
    with pytest.raises(FormatError, match="no summary of a paper"):
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
