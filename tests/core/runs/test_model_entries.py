"""Training again with what was added: a real encoder, in a process of its own.

What the models that come with Cocite are for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.wire import EVENTS, Ended, Started, Warned, tail
from core.models.manifest import AdapterFile, Manifest, read_manifest
from core.models.shelf import LEARNED, Model, Shelf, built_in_models, copy_files, read_learned
from core.runs.judging import Qualities
from core.runs.model_entries import Entries, choose_preset, make_name
from tests import wording
from tests.training.growing import grown
from training.runs.surroundings import base_used

# --- training a model again with what was added -----------------------------------------------


SMALL = ("batch=8", "bank=16", "mining_pool=0", "held_out_contexts=10", "held_out_pool=30")


def trainer(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "training", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )


def given(*more: str) -> list[str]:
    return [part for each in (*SMALL, *more) for part in ("--set", each)]


@pytest.fixture(scope="module")
def runs(
    tiny_corpus: Path,
    tiny_base: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A folder with a corpus before and after, and the runs of both: "first" and "second"."""
    home = tmp_path_factory.mktemp("again")
    before, after = grown(tiny_corpus, home)
    base, name = f"base={tiny_base}", "name=mine"
    first = trainer(
        home,
        *("cocite", "--corpus", before, "--out", home / "first", "--preset", "queries"),
        *given(base, name),
    )
    assert first.returncode == 0, first.stderr
    model = home / "first" / "model"
    second = trainer(
        home,
        *("again", "--corpus", after, "--out", home / "second", "--model", model),
    )
    assert second.returncode == 0, second.stderr
    return home


def test_only_the_new_and_as_much_of_the_known_is_learned_from(runs: Path) -> None:
    first = read_learned(runs / "first" / "model")
    second = read_learned(runs / "second" / "model")
    assert first is not None
    assert second is not None
    new = second.sentences - first.sentences
    started = [each for each in tail(runs / "second" / EVENTS)[0] if isinstance(each, Started)]
    examples = started[0].examples
    assert examples == 2 * new
    assert second.decisions == 3
    assert first.get_checksums() < second.get_checksums()


def test_manifest_and_card_say_from_which_model_and_how_much(runs: Path) -> None:
    manifest = read_manifest(runs / "second" / "model")
    extra = manifest.model_extra or {}
    assert (manifest.name, extra["trained_from"]) == ("mine-again", "mine")
    learned = read_learned(runs / "second" / "model")
    assert learned is not None
    assert extra["learned"]["sentences"] == learned.sentences
    assert "keys" not in extra["learned"]
    card = (runs / "second" / "model" / "README.md").read_text("utf-8")
    assert f"Learned from {learned.sentences} citing sentences, 3 decisions" in card
    assert "trained from mine" in card


def test_the_judgement_says_what_was_gained_on_the_new_and_kept_of_the_old(runs: Path) -> None:
    [ended] = [each for each in tail(runs / "second" / EVENTS)[0] if isinstance(each, Ended)]
    assert "On new sentences: " in ended.message
    assert wording.fill("training.runs.stages:_on_old knows") + ": " in ended.message
    [first] = [each for each in tail(runs / "first" / EVENTS)[0] if isinstance(each, Ended)]
    assert "On new sentences" not in first.message


def test_too_little_is_said_before_the_first_step(runs: Path) -> None:
    said = [
        str(each.message) for each in tail(runs / "second" / EVENTS)[0] if isinstance(each, Warned)
    ]
    assert any(wording.stem("training.judging.added:shortfalls {enough") in each for each in said)
    nothing = trainer(
        runs,
        *("again", "--corpus", runs / "after", "--out", runs / "third"),
        *("--model", runs / "second" / "model"),
        *given(),
    )
    assert nothing.returncode == 2
    assert wording.stem("training.judging.added:require") + "0; at least 10" in nothing.stderr


def test_what_is_new_can_be_asked_before_a_training(runs: Path) -> None:
    model = runs / "first" / "model"
    asked = trainer(runs, "added", "--corpus", runs / "after", "--model", model, "--json")
    found = json.loads(asked.stdout)
    assert found["decisions"] == 3
    assert found["why_not"] is None
    learned = read_learned(model)
    assert learned is not None
    assert found["since"] == learned.until
    none = trainer(runs, "added", "--corpus", runs / "before", "--model", model, "--json")
    assert json.loads(none.stdout)["why_not"] is not None


def test_models_of_other_recipes_are_refused(runs: Path, tiny_base: Path) -> None:
    out = ("--out", runs / "fourth")
    asked = trainer(runs, "again", "--corpus", runs / "after", *out, "--model", tiny_base)
    assert asked.returncode == 2
    assert wording.stem("core.runs.model_entries:require_own_kind") in asked.stderr


def test_the_shelf_keeps_what_a_model_learned_from(runs: Path, tmp_path: Path) -> None:
    model = Shelf(tmp_path / "models").add(runs / "first" / "model")
    learned = (runs / "first" / "model" / LEARNED).read_bytes()
    assert (model.folder / LEARNED).read_bytes() == learned
    (tmp_path / "for others").mkdir()
    copy_files(model.folder, model.manifest, tmp_path / "for others")
    assert not (tmp_path / "for others" / LEARNED).exists()


def test_a_base_is_told_from_others_by_its_adapter_too(runs: Path) -> None:
    used = []
    for name in ("first", "second"):
        folder = runs / name / "model"
        used.append(base_used(Model(read_manifest(folder), folder)))
    assert used[0].weights_sha256 == used[1].weights_sha256
    assert used[0].adapters != used[1].adapters


def test_a_model_of_both_sides_is_gone_on_with_as_it_was_made() -> None:
    said = Manifest(
        name="mine",
        recipe="cocite",
        weights_sha256="0" * 64,
        pooling="mean",
        max_tokens=64,
        dimension=8,
    )
    assert choose_preset(said) == "small"
    adapter = AdapterFile(file="queries.safetensors", sha256="0" * 64)
    assert choose_preset(said.model_copy(update={"adapters": {"queries": adapter}})) == "queries"


def test_a_model_that_goes_on_again_and_again_keeps_a_short_name() -> None:
    assert make_name("mine") == make_name("mine-again") == make_name("mine-again-3") == "mine-again"


# --- what the list shows ----------------------------------------------------------------------


def test_the_models_that_come_with_cocite_say_what_they_are_for(tmp_path: Path) -> None:
    entries = Entries(tmp_path, Qualities(tmp_path / "qualities.json"))
    described = {
        entry.title: (entry.kind, entry.made_for, str(entry.recipe), entry.keeps_vectors)
        for entry in (entries.of(model, ()) for model in built_in_models())
    }
    assert described == {
        "Cocite small": ("encoder", "encoder", "Cocite (recommended)", False),
        "Cocite reader": ("reranker", "reranker", "Lists of candidates", False),
        "MiniLM (all-MiniLM-L6-v2)": ("encoder", "", "as published", False),
    }
