from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from huggingface_hub import ModelCard

from core.models.manifest import Kind, Manifest, Start
from tests import wording
from training.judging.related import CITED
from training.judging.significance import Difference
from training.recipes.specter import RECIPE
from training.runs.folder import BaseUsed, CorpusUsed, RunConfig
from training.runs.stages import CARD, Comparison, write_card

CONFIG = RunConfig(
    recipe="specter",
    preset="small",
    settings={**RECIPE.settings().model_dump(), "steps": 77, "base": "/home/her/secret/tiny"},
    seed=5,
    corpus=CorpusUsed(
        folder="/home/her/secret/corpus",
        fingerprint="abc" * 20,
        counts={"papers": 78, "edges": {"train": 261, "dev": 39}},
    ),
    base=BaseUsed(name="minilm", origin="sentence-transformers/all-MiniLM-L6-v2"),
    versions={"python": "3.11", "torch": "2.13"},
)
BEFORE = {"recall@10": 0.2, "mrr": 0.1}


def manifest(kind: Kind = "encoder", licence: str = "Apache-2.0") -> Manifest:
    return Manifest(
        name="mine",
        kind=kind,
        recipe="specter",
        weights_sha256="0" * 64,
        pooling="mean",
        separator=". ",
        max_tokens=256,
        query_tokens=64 if kind == "reranker" else 0,
        dimension=384,
        licence=licence,
    )


def compared(new: float, low: float, high: float) -> Comparison:
    difference = Difference(
        mean=new - BEFORE["recall@10"], low=low, high=high, p=0.01, wins=3, losses=1, ties=6
    )
    return Comparison({"recall@10": new, "mrr": 0.15, "own": 0.7}, BEFORE, difference)


def card(folder: Path, comparison: Comparison, said: Manifest | None = None) -> ModelCard:
    write_card(folder, RECIPE, CONFIG, said or manifest(), comparison)
    return ModelCard.load(folder / CARD)


def test_the_header_is_what_the_hub_reads(tmp_path: Path) -> None:
    data = card(tmp_path, compared(0.3, 0.05, 0.15)).data
    assert data.license == "apache-2.0"
    assert data.base_model == "sentence-transformers/all-MiniLM-L6-v2"
    assert data.pipeline_tag == "sentence-similarity"
    assert {"cocite", "specter"} <= set(data.tags)
    results = data.eval_results
    assert {each.metric_type: each.metric_value for each in results} == {
        "recall@10": 0.3,
        "mrr": 0.15,
        "own": 0.7,
    }


def test_it_says_what_was_done_with_what_and_how_good_it_became(tmp_path: Path) -> None:
    text = card(tmp_path, compared(0.3, 0.05, 0.15)).text
    assert RECIPE.summary in text
    assert RECIPE.source in text
    assert "preset small" in text
    assert f"| `steps` | 77 | {RECIPE.settings().steps} |" in text
    assert "`epochs`" not in text
    assert "| edges, train | 261 |" in text
    assert CONFIG.corpus.fingerprint in text
    assert "| recall@10 | 0.3000 | 0.2000 |" in text
    assert "| own | 0.7000 |  |" in text
    assert "cocite models use mine" in text
    assert "torch 2.13" in text


def test_it_tells_nobody_where_things_lay(tmp_path: Path) -> None:
    assert "secret" not in card(tmp_path, compared(0.3, 0.05, 0.15)).content


@pytest.mark.parametrize(
    ("comparison", "verdict"),
    [
        (
            compared(0.3, 0.05, 0.15),
            wording.fill("training.runs.stages:_sentence more") + ": recall@10 0.300",
        ),
        (
            compared(0.1, -0.15, -0.05),
            wording.fill("training.runs.stages:_sentence less") + ": recall@10 0.100",
        ),
        (compared(0.21, -0.01, 0.03), wording.fill("training.runs.stages:_sentence clear")),
        (Comparison({"f1": 0.5}), wording.stem("training.runs.stages:_whole compared")),
    ],
    ids=["gain", "loss", "tie", "unknown"],
)
def test_a_loss_is_said_as_plainly_as_a_gain(
    tmp_path: Path, comparison: Comparison, verdict: str
) -> None:
    assert verdict in comparison.sentence()
    assert comparison.sentence() in card(tmp_path, comparison).text


def test_a_model_nobody_could_measure_says_so(tmp_path: Path) -> None:
    found = card(tmp_path, Comparison({}))
    assert "no held-out papers to measure on" in found.text
    assert found.data.eval_results is None


@pytest.mark.parametrize(
    ("kind", "task", "words"),
    [
        ("encoder", "sentence-similarity", "mean of the last states"),
        ("hierarchical", "sentence-similarity", "sentence by sentence"),
        ("reranker", "text-ranking", "given one score"),
    ],
)
def test_it_says_how_a_paper_is_read(tmp_path: Path, kind: Kind, task: str, words: str) -> None:
    found = card(tmp_path, compared(0.3, 0.05, 0.15), manifest(kind))
    assert found.data.pipeline_tag == task
    assert words in found.text
    assert ("cocite models use" in found.text) == (kind != "reranker")


def test_a_reranker_says_whether_other_programs_can_open_it(tmp_path: Path) -> None:
    scores = compared(0.3, 0.05, 0.15)
    plain = manifest("reranker")
    assert "opens it as a CrossEncoder" in card(tmp_path, scores, plain).text
    started = plain.model_copy(update={"start": Start(likeness=7.5, level=0.25, first=1.0)})
    said = card(tmp_path, scores, started).text
    assert "7.5 · (cosine − 0.25)" in said
    assert "−1 · ln(rank)" in said
    assert "version 6 refuses the folder" in said


def test_a_licence_that_is_not_known_is_not_made_up(tmp_path: Path) -> None:
    found = card(tmp_path, compared(0.3, 0.05, 0.15), manifest(licence=""))
    assert found.data.license is None
    assert "not stated by the base" in found.text


def test_a_bar_in_a_value_does_not_break_the_table(tmp_path: Path) -> None:
    config = CONFIG.model_copy(
        update={"settings": {**CONFIG.settings, "name": "", "pooling": "a|b"}}
    )
    write_card(tmp_path, RECIPE, config, manifest(), compared(0.3, 0.05, 0.15))
    text = (tmp_path / CARD).read_text(encoding="utf-8")
    assert "| `pooling` | a/b |" in text


def test_a_model_of_papers_is_judged_first_by_what_it_was_trained_for(tmp_path: Path) -> None:
    own = Difference(mean=0.032, low=0.01, high=0.05, p=0.01, wins=30, losses=10, ties=2)
    sentences = Difference(mean=-0.028, low=-0.04, high=-0.01, p=0.01, wins=1, losses=9, ties=4)
    found = Comparison(
        {"recall@10": 0.651, CITED: 0.741},
        {"recall@10": 0.679, CITED: 0.709},
        sentences,
        own,
        of_papers=True,
    )
    said = found.sentence()
    gain, loss = said.index("finds more"), said.index("finds less")
    assert gain < loss
    assert "cited map 0.741, before 0.709" in said[:loss]
    assert said in card(tmp_path, found).text
    others = dataclasses.replace(found, of_papers=False)
    assert "finds more" not in others.sentence()
    alone = dataclasses.replace(found, difference=None)
    assert "finds more" in alone.sentence()
    assert "sentences" not in alone.sentence()
