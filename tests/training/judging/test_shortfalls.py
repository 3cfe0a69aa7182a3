"""What is said before a training of which its corpus cannot show whether it helped."""

from __future__ import annotations

import json
from pathlib import Path

from core.base.wire import EVENTS
from tests import wording
from training.base.registry import recipe_named
from training.corpus.corpus import Corpus
from training.recipes.specter import RECIPE
from training.runs.running import TrainingOrder, run, shortfalls


def test_too_few_held_out_questions_are_said_with_the_number_that_is_missing(
    corpus: Corpus,
) -> None:
    by_papers, by_sentences = map(str, shortfalls(corpus, RECIPE))
    assert by_papers == wording.fill("training.runs.running:shortfalls five", count=3, missing=17)
    held_out = sum(
        any(corpus.has_abstract[paper] for paper in context.cited)
        for context in corpus.contexts("dev")
    )
    assert f"with an abstract: {held_out};" in by_sentences
    assert f"{300 - held_out} more are needed" in by_sentences
    assert [str(each) for each in shortfalls(corpus, recipe_named("mp-bert4cr"))] == [by_sentences]


def test_it_is_said_before_the_first_step_and_not_again(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    given = [f"base={tiny_base}", "steps=1", "batch=4", "held_out_contexts=5", "held_out_pool=20"]
    asked = TrainingOrder(RECIPE, tiny_corpus, tmp_path / "run", assignments=given)
    run(asked)
    lines = (tmp_path / "run" / EVENTS).read_text("utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    said = [at for at, each in enumerate(events) if "more are needed" in each.get("message", "")]
    steps = [at for at, each in enumerate(events) if each["event"] == "progress"]
    assert len(said) == 2
    assert max(said) < min(steps)
