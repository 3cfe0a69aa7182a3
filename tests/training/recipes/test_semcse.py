from __future__ import annotations

import collections
import itertools
import json
import multiprocessing
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats
import torch

from core.base.errors import FormatError, UsageError
from core.base.jobs import SilentJob
from core.base.wire import Event
from core.manuscript.text.sentences import split_sentences
from core.models.encoder import SentenceEncoder
from tests.plain_library import gives_the_same_rows
from tests.tiny_corpus import TOPICS
from tests.tiny_encoder import make_tiny_encoder
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.loop.train import train
from training.models.losses import info_nce, semcse
from training.recipes.semcse import RECIPE, SemCSESettings, SemCSETask
from training.sampling.semcse_texts import Extractive, Pairs, PositiveShares, split_papers
from training.sampling.summary_file import SummaryFile, append

PAPERS = 1000
WORDS = [word for words in TOPICS.values() for word in words.split()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of 1,000 papers whose texts all speak of the same three words of 96."""
    folder = tmp_path_factory.mktemp("semcse")
    random = np.random.default_rng(2)
    with (folder / "papers.jsonl").open("w", encoding="utf-8") as file:
        for number in range(PAPERS):
            one, two, three = (WORDS[at] for at in random.choice(len(WORDS), 3, replace=False))
            abstract = (
                f"We study {one} with {two}. Older work left out {two} of {three}. "
                f"The {three} is known by its {one}. It is {two} that we measured, and {three}."
            )
            record = {"id": f"p:{number}", "title": f"{one} {two} {three}", "abstract": abstract}
            file.write(json.dumps(record) + "\n")
    return folder


@pytest.fixture(scope="module")
def papers(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("semcse-cache")))
        return Corpus.open(folder)


@pytest.fixture(scope="module")
def summaries(papers: Corpus, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifteen summaries of each paper, as ``training.commands.summaries`` writes them."""
    path = tmp_path_factory.mktemp("summaries") / "summaries.jsonl.gz"
    append(path, (summarised(papers, number) for number in range(PAPERS)))
    return path


def summarised(papers: Corpus, number: int) -> dict[str, Any]:
    one, two, three = papers.title(number).split()
    orders = itertools.cycle(itertools.permutations((one, two, three)))
    texts = [f"{a} and {b} measured {c} {at}." for at, (a, b, c) in zip(range(15), orders)]  # noqa: B905
    said = [{"prompt": at // 3 + 1, "text": text} for at, text in enumerate(texts)]
    return {"id": f"p:{number}", "model": "m", "seed": 0, "summaries": said}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = " ".join((*WORDS, "we study with older work left out of the is known by its it that"))
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=words)


def settings(base: Path, **values: Any) -> SemCSESettings:  # noqa: ANN401 - of every type
    plain = {"base": str(base), "device": "cpu", "precision": "float32"}
    return SemCSESettings.model_validate(plain | values)


def made(papers: Corpus, asked: SemCSESettings, folder: Path) -> tuple[SemCSETask, list[str]]:
    warned: list[str] = []
    preparation = Preparation(folder, "cpu", SilentJob(), warned.append)
    (stage,) = RECIPE.stages(asked)
    task = stage.make(papers, stage.settings(asked), preparation)
    assert isinstance(task, SemCSETask)
    return task, warned


@pytest.fixture
def task(papers: Corpus, base: Path, summaries: Path, tmp_path: Path) -> SemCSETask:
    task, warned = made(papers, settings(base, summaries=str(summaries)), tmp_path)
    assert not warned
    return task


# --- pairs --------------------------------------------------------------------------------------


def kind_of(papers: Corpus, number: int, text: str) -> str:
    if text == papers.title(number):
        return "title"
    return "sentence" if text in split_sentences(papers.abstract(number)) else "summary"


def test_half_of_the_positives_are_summaries_then_sentences_then_titles(
    papers: Corpus, summaries: Path, tmp_path: Path
) -> None:
    source = SummaryFile(papers, summaries, tmp_path / "copy")
    pairs = Pairs(papers, source, pairing="mixed", shares=PositiveShares(), seed=4)
    drawn = [(number, pairs.draw(epoch, number)) for epoch in range(2) for number in range(PAPERS)]
    kinds = collections.Counter(kind_of(papers, number, pair.positive) for number, pair in drawn)
    expected = {"summary": 0.5, "title": 0.15, "sentence": 0.35}
    found = [kinds[kind] for kind in expected]
    assert sum(found) == len(drawn)
    wanted = [share * len(drawn) for share in expected.values()]
    assert scipy.stats.chisquare(found, wanted).pvalue > 0.001
    for number, pair in drawn:
        assert pair.anchor in source.of(number)
        assert pair.anchor != pair.positive


def test_every_summary_is_drawn_alike(papers: Corpus, summaries: Path, tmp_path: Path) -> None:
    source = SummaryFile(papers, summaries, tmp_path / "copy")
    pairs = Pairs(papers, source, pairing="summaries", shares=PositiveShares(), seed=4)
    drawn = [pairs.draw(epoch, 7) for epoch in range(600)]
    for texts in zip(*drawn, strict=True):
        counts = collections.Counter(texts)
        assert set(counts) == set(source.of(7))
        assert scipy.stats.chisquare(list(counts.values())).pvalue > 0.001
    assert all(pair.anchor != pair.positive for pair in drawn)


def test_the_same_seed_epoch_and_paper_draw_the_same(papers: Corpus) -> None:
    numbers = np.arange(50)
    source = Extractive(papers, numbers)
    one, same, other = (
        Pairs(papers, source, pairing="mixed", shares=PositiveShares(), seed=seed)
        for seed in (1, 1, 2)
    )
    first = [one.draw(0, number) for number in range(50)]
    assert first == [same.draw(0, number) for number in reversed(range(50))][::-1]
    assert first != [other.draw(0, number) for number in range(50)]
    assert first != [one.draw(1, number) for number in range(50)]


def test_the_same_input_ablation_pairs_a_summary_with_itself(papers: Corpus) -> None:
    source = Extractive(papers, np.arange(20))
    pairs = Pairs(papers, source, pairing="same-input", shares=PositiveShares(), seed=1)
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


# --- files of summaries -------------------------------------------------------------------------


def test_summaries_from_elsewhere_are_read(papers: Corpus, tmp_path: Path) -> None:
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
    source = SummaryFile(papers, path, tmp_path / "copy")
    assert source.papers().tolist() == [3]
    assert source.of(3) == ("Peat is wet.", "It is old.")


def test_a_file_without_summaries_of_these_papers_is_refused(
    papers: Corpus, tmp_path: Path
) -> None:
    append(tmp_path / "other.jsonl", [{"id": "x", "summaries": ["Peat is wet."]}])
    with pytest.raises(FormatError, match="no summary of a paper"):
        SummaryFile(papers, tmp_path / "other.jsonl", tmp_path / "copy")
    with pytest.raises(FormatError):
        SummaryFile(papers, tmp_path / "none.jsonl", tmp_path / "copy")


def test_a_run_keeps_the_summaries_it_began_with(
    papers: Corpus, summaries: Path, tmp_path: Path
) -> None:
    source = Path(shutil.copy(summaries, tmp_path))
    first = SummaryFile(papers, source, tmp_path / "copy")
    said = {paper: first.of(paper) for paper in first.papers().tolist()}
    source.write_text('{"id": "p:3", "summaries": ["Another."]}\n', encoding="utf-8")
    again = SummaryFile(papers, source, tmp_path / "copy")
    assert {paper: again.of(paper) for paper in again.papers().tolist()} == said
    assert {each.name for each in tmp_path.glob("copy*")} == {"copy", "copy.npy"}


def _drawn(pairs: Pairs) -> list[tuple[str, str]]:
    return [tuple(pairs.draw(0, number)) for number in range(30)]


def test_pairs_can_be_drawn_in_another_process(
    papers: Corpus, summaries: Path, tmp_path: Path
) -> None:
    source = SummaryFile(papers, summaries, tmp_path / "copy")
    pairs = Pairs(papers, source, pairing="mixed", shares=PositiveShares(), seed=4)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(_drawn, (pairs,)) == _drawn(pairs)


# --- the task -----------------------------------------------------------------------------------


def test_examples_are_of_training_papers_with_summaries(task: SemCSETask, papers: Corpus) -> None:
    parts = split_papers(papers)
    assert len(task) == len(parts.train)
    own = {title for number in parts.train for title in [papers.title(int(number))]}
    for index in range(0, len(task), 17):
        anchor = task.example(0, index).anchor
        assert any(set(title.split()) <= set(anchor.split()) for title in own)


@pytest.mark.parametrize("objective", ["triplet", "infonce"])
def test_the_loss_is_that_of_anchors_against_all_positives(
    papers: Corpus, base: Path, tmp_path: Path, objective: str
) -> None:
    asked = settings(base, objective=objective, margin=2.0, l2=0.1, temperature=0.5)
    task, _ = made(papers, asked, tmp_path)
    examples = [task.example(0, index) for index in range(6)]
    task.model.eval()
    outputs = task.model(**task.batch(examples).inputs)
    anchors = torch.from_numpy(task.encoder.encode([pair.anchor for pair in examples]))
    positives = torch.from_numpy(task.encoder.encode([pair.positive for pair in examples]))
    assert torch.allclose(outputs["anchors"], anchors, atol=1e-5)
    expected = (
        semcse(anchors, positives, margin=2.0, l2=0.1)
        if objective == "triplet"
        else info_nce(anchors, positives, temperature=0.5)
    )
    assert float(task.loss(outputs, {}).detach()) == pytest.approx(float(expected), rel=1e-4)


def test_training_reads_fewer_tokens_than_the_model_does(
    papers: Corpus, base: Path, tmp_path: Path
) -> None:
    task, _ = made(papers, settings(base, training_tokens=8), tmp_path)
    inputs = task.batch([task.example(0, 0), task.example(0, 1)]).inputs
    assert max(group["input_ids"].shape[1] for group in inputs["groups"]) == 8
    assert task.encoder.manifest.max_tokens == 64


def test_the_pooling_can_be_the_paper_s(papers: Corpus, base: Path, tmp_path: Path) -> None:
    task, _ = made(papers, settings(base, pooling="cls"), tmp_path)
    task.save(tmp_path / "model")
    assert gives_the_same_rows(tmp_path / "model")
    assert SentenceEncoder(tmp_path / "model", device="cpu").manifest.pooling == "cls"


def test_evaluation_ranks_by_the_distance_of_the_objective(task: SemCSETask) -> None:
    scores = task.evaluate()
    assert scores.keys() == {"matching mrr", "summary rank", "paper rank"}  # no dev contexts here
    assert task.metric == "matching mrr"
    assert 0 < scores["matching mrr"] <= 1 <= scores["paper rank"]
    assert scores == task.evaluate()


def test_citing_sentences_choose_where_too_few_papers_are_kept_back(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task, warned = made(corpus, settings(tiny_base), tmp_path)
    assert task.metric == "recall@10, choosing"
    assert task.metric in task.evaluate()
    assert "matching mrr" not in task.evaluate()
    assert "not the published method" in warned[0]


def test_a_corpus_of_one_paper_is_refused(base: Path, tmp_path: Path) -> None:
    record = {"id": "p:0", "title": "Peat", "abstract": "A single sentence of some moor."}
    (tmp_path / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(UsageError, match="Fewer than two papers"):
        made(Corpus.open(tmp_path), settings(base), tmp_path / "stage")


def test_shares_of_more_than_the_whole_are_refused() -> None:
    with pytest.raises(ValueError, match="together more than 1"):
        SemCSESettings(title_share=0.6, sentence_share=0.6)


def test_presets_are_of_known_settings() -> None:
    for preset in RECIPE.presets.values():
        SemCSESettings.model_validate(preset)
    paper = SemCSESettings.model_validate(RECIPE.presets["paper"])
    assert (paper.batch, paper.evaluate_every, paper.patience, paper.margin) == (32, 1000, 15, 1)
    assert (paper.l2, paper.title_share, paper.sentence_share) == (1 / 250, 0.15, 0.35)


class Nobody:
    def report(self, event: Event) -> None:
        pass

    def stop_asked(self) -> bool:
        return False


@pytest.mark.parametrize("objective", ["triplet", "infonce"])
def test_a_short_training_learns_which_texts_belong_together(
    papers: Corpus, base: Path, summaries: Path, tmp_path: Path, objective: str
) -> None:
    asked = settings(
        base,
        summaries=str(summaries),
        objective=objective,
        steps=24,
        learning_rate=3e-3,
        evaluate_every=12,
    )
    task, _ = made(papers, asked, tmp_path / "stage")
    before = task.evaluate()
    identity = {"recipe": "semcse", "stage": "summaries", "settings": "", "corpus": ""}
    outcome = train(
        task,
        asked,
        folder=tmp_path / "stage",
        watcher=Nobody(),
        resume=False,
        identity=identity,
    )
    after = task.evaluate()
    assert outcome.scores == after
    assert after["summary rank"] < before["summary rank"]
    assert after["paper rank"] < before["paper rank"]
    assert after["matching mrr"] > before["matching mrr"]
