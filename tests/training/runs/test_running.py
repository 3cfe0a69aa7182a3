"""Runs of real recipes on the tiny corpus, in this process."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from core.base import wire
from core.base.errors import DiskFullError, EngineError, TrainingError, UsageError
from core.base.wire import Ended, Measured, Preparing, Started, Warned
from core.models.loading import open_encoder
from core.models.manifest import check_weights, read_manifest
from tests import wording
from tests.tiny_encoder import make_tiny_encoder
from training.base.recipe import Preparation, Recipe, RecipeSettings, Stage
from training.base.tasks import Task
from training.corpus.corpus import Corpus
from training.judging.evaluation import CHOOSING, HeldOutContexts, HeldOutHalves
from training.recipes.specter import RECIPE
from training.runs import running
from training.runs.folder import CONFIG, LOG, MODEL
from training.runs.running import TrainingOrder, run

STEPS = 6
MIDDLE = 3
GIVEN = (f"steps={STEPS}", "batch=8", "checkpoint_every=1", "learning_rate=1e-3")
Ask = Callable[..., TrainingOrder[Any]]


@pytest.fixture(scope="module")
def ask(tiny_corpus: Path, tiny_base: Path) -> Ask:
    def asked(out: Path, *given: str, **changes: bool) -> TrainingOrder[Any]:
        settings = (f"base={tiny_base}", *(given or GIVEN))
        return replace(TrainingOrder(RECIPE, tiny_corpus, out, assignments=settings), **changes)

    return asked


@pytest.fixture(scope="module")
def trained(ask: Ask, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A run that was never interrupted, and one that was stopped in its middle."""
    folder = tmp_path_factory.mktemp("runs")
    whole, half = folder / "finished", folder / "stopped"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        assert run(ask(whole)).outcome == "finished"
        assert run(ask(half), stop_after(half, MIDDLE)).outcome == "stopped"
    return whole, half


@pytest.fixture
def finished(trained: tuple[Path, Path]) -> Path:
    """The run that was never interrupted."""
    return trained[0]


@pytest.fixture
def stopped(trained: tuple[Path, Path], tmp_path: Path) -> Path:
    """A copy of the run that was stopped in its middle."""
    return shutil.copytree(trained[1], tmp_path / "stopped")


def stop_after(out: Path, step: int) -> Callable[[], bool]:
    checkpoint = out / "checkpoints" / "citations" / "checkpoints" / f"step-{step:08d}"
    return checkpoint.exists


def events(out: Path) -> list[wire.Event]:
    lines = (out / wire.EVENTS).read_text(encoding="utf-8").splitlines()
    found = [wire.from_line(line) for line in lines]
    assert None not in found
    return [event for event in found if event is not None]


def ending(out: Path) -> Ended:
    last = events(out)[-1]
    assert isinstance(last, Ended)
    return last


def weights(out: Path) -> bytes:
    return (out / MODEL / "model.safetensors").read_bytes()


def test_a_run_leaves_everything_there_is_to_know_of_it(finished: Path, tiny_base: Path) -> None:
    config = json.loads((finished / CONFIG).read_text(encoding="utf-8"))
    assert config["recipe"] == "specter"
    assert config["settings"]["steps"] == STEPS
    assert config["settings"]["margin"] == 1.0
    assert {"python", "torch", "transformers", "cocite", "platform"} <= set(config["versions"])
    assert config["base"]["weights_sha256"] == read_manifest(tiny_base).weights_sha256
    assert len(config["corpus"]["fingerprint"]) == 64
    assert config["corpus"]["counts"]["held_out"] == {"dev": 3, "test": 2}
    assert config["devices"]
    kinds = [event.event for event in events(finished)]
    assert {"started", "preparing", "progress", "measured", "checkpoint", "ended"} <= set(kinds)
    assert list(finished.rglob("events.out.tfevents.*"))
    assert (finished / LOG).is_file()


def test_the_model_says_where_it_comes_from_and_how_good_it_is(finished: Path) -> None:
    manifest = read_manifest(finished / MODEL)
    check_weights(finished / MODEL, manifest)
    assert (manifest.name, manifest.recipe, manifest.base) == ("specter-tiny", "specter", "tiny")
    ended = ending(finished)
    assert ended.model == MODEL
    assert set(ended.scores) >= {"recall@10", "map@10", "mrr", "ndcg@10"}
    assert manifest.scores == ended.scores
    assert set(ended.before) == {"recall@10", "map@10", "mrr", "ndcg@10"}
    assert ended.message
    card = (finished / MODEL / "README.md").read_text(encoding="utf-8")
    assert f"{ended.scores['recall@10']:.4f} | {ended.before['recall@10']:.4f}" in card


def test_what_a_training_measures_is_what_its_files_find_among_the_same_papers(
    finished: Path, corpus: Corpus
) -> None:
    """The kept state's scores are those of the saved files, opened as the engine opens them."""
    measured = [event for event in events(finished) if isinstance(event, Measured)]
    kept = next(event for event in reversed(measured) if event.best)
    encoder = open_encoder(finished / MODEL, read_manifest(finished / MODEL), device="cpu")
    scores = HeldOutContexts.of(corpus, half="judging").scores(encoder)
    assert {name: kept.scores[name] for name in scores} == pytest.approx(scores, abs=1e-6)
    base = next(event for event in measured if event.stage == "base")
    assert set(base.scores) == set(scores)


def test_another_half_of_the_held_out_papers_chooses_the_state(
    finished: Path, corpus: Corpus
) -> None:
    measured = [event for event in events(finished) if isinstance(event, Measured)]
    during = [event for event in measured if event.stage not in ("base", "model")]
    best = max(during, key=lambda event: event.scores[CHOOSING])
    assert [event.step for event in during if event.best][-1] == best.step
    halves = HeldOutHalves.of(corpus)
    assert not {int(own) for own in halves.choosing.own} & {int(own) for own in halves.judging.own}


def test_evaluating_and_saving_say_how_far_they_are(finished: Path) -> None:
    said = {event.note for event in events(finished) if isinstance(event, wire.Preparing)}
    assert said >= {
        "Reading the corpus",
        wording.fill("training.loop.trainer:_start Trying"),
        wording.fill("training.judging.evaluation:MEASURING"),
        "Saving the model",
    }


def test_the_memory_said_is_what_the_process_takes(finished: Path) -> None:
    started = next(event for event in events(finished) if isinstance(event, wire.Started))
    assert started.memory > 100 * 2**20  # torch alone is more
    lines = [event.memory for event in events(finished) if isinstance(event, wire.Progress)]
    assert lines == sorted(lines)


def test_other_papers_than_chose_the_state_say_how_good_the_model_is(
    finished: Path, corpus: Corpus
) -> None:
    last = [event for event in events(finished) if isinstance(event, Measured)][-1]
    encoder = open_encoder(finished / MODEL, read_manifest(finished / MODEL), device="cpu")
    whole = np.arange(len(corpus))
    asked = HeldOutContexts.of(corpus, half="judging", queries=1_000, pool=whole)
    scores = asked.scores(encoder)
    assert (last.stage, last.scores) == ("model", pytest.approx(scores, abs=1e-6))


def test_a_run_that_is_not_compared_asks_no_model_about_the_library(
    ask: Ask, finished: Path, tmp_path: Path
) -> None:
    out = tmp_path / "alone"
    ended = run(ask(out, compared=False))
    measured = {event.stage for event in events(out) if isinstance(event, Measured)}
    assert (measured, ended.before) == ({"citations"}, {})
    assert weights(out) == weights(finished)


def test_checkpoints_are_where_the_events_say(finished: Path) -> None:
    said = [event for event in events(finished) if isinstance(event, wire.Checkpoint)]
    assert (finished / said[-1].folder).is_dir()


def test_a_stopped_run_goes_on_and_ends_as_if_it_had_not_been_stopped(
    ask: Ask, stopped: Path, finished: Path
) -> None:
    assert not (stopped / MODEL).exists()
    ended = ending(stopped)
    assert ended.outcome == "stopped"
    assert "--resume" in ended.remedy
    assert run(ask(stopped, resume=True)).outcome == "finished"
    assert weights(stopped) == weights(finished)
    assert ending(stopped).scores == ending(finished).scores
    starts = [event.step for event in events(stopped) if isinstance(event, wire.Started)]
    assert starts == [0, MIDDLE + 1]


def test_a_run_that_is_to_stop_and_keep_ends_with_its_best_state(ask: Ask, tmp_path: Path) -> None:
    out = tmp_path / "run"
    reached = stop_after(out, MIDDLE)

    asked: list[None] = []

    def stop() -> bool:
        if reached() and not asked:
            asked.append(wire.ask_to_stop(out, keep=True))
        return (out / wire.STOP).exists()

    ended = run(ask(out), stop)
    assert ended.outcome == "finished"
    assert MIDDLE <= ended.ended_at < STEPS
    check_weights(out / MODEL, read_manifest(out / MODEL))
    said = [event.message for event in events(out) if isinstance(event, Warned)]
    assert any(wording.stem("training.runs.stages:_say_shorter") in message for message in said)
    assert max(event.step for event in events(out) if isinstance(event, wire.Progress)) < STEPS


def test_a_stop_while_memory_is_tried_ends_the_run_even_where_it_is_to_keep_its_state(
    ask: Ask, tmp_path: Path
) -> None:
    out = tmp_path / "run"

    def stop() -> bool:
        if any(isinstance(e, Preparing) and "fit into memory" in e.note for e in events(out)):
            wire.ask_to_stop(out, keep=True)
        return (out / wire.STOP).exists()

    ended = run(ask(out), stop)
    assert (ended.outcome, ended.message) == (
        "stopped",
        wording.fill("training.runs.running:_STOPPED_EARLY"),
    )
    assert not any(isinstance(event, wire.Started) for event in events(out))
    (out / wire.STOP).unlink()
    assert run(ask(out, resume=True)).outcome == "finished"


def test_a_stop_counts_while_the_corpus_is_still_read(ask: Ask, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert run(ask(out), lambda: True).outcome == "stopped"
    assert not list(out.rglob("step-*"))
    assert run(ask(out, resume=True), lambda: True).outcome == "stopped"


def test_a_run_that_goes_on_keeps_the_settings_it_was_begun_with(
    ask: Ask, stopped: Path, finished: Path
) -> None:
    assert run(replace(ask(stopped), assignments=(), resume=True)).outcome == "finished"
    assert weights(stopped) == weights(finished)


def test_the_preset_of_a_run_says_nothing_new_when_it_goes_on(
    ask: Ask, stopped: Path, finished: Path
) -> None:
    config = stopped / "config.json"
    begun = json.loads(config.read_text("utf-8"))
    config.write_text(json.dumps({**begun, "preset": "small"}), encoding="utf-8")
    again = replace(ask(stopped), assignments=(), preset="small", resume=True)
    assert run(again).outcome == "finished"
    assert weights(stopped) == weights(finished)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"assignments": ("learning_rate=1e-4",)},
            "started with learning_rate = 0.001, not 0.0001",
        ),
        ({"assignments": ("seed=5",)}, "started with seed = 0, not 5"),
        ({"preset": "paper"}, "started with "),
        (
            {"recipe": replace(RECIPE, name="scincl")},
            wording.pattern("training.runs.running:_settings_of_begun {other", recipe="specter"),
        ),
    ],
    ids=["value", "seed", "preset", "recipe"],
)
def test_a_run_does_not_go_on_as_another(
    ask: Ask, finished: Path, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(UsageError, match=sentence) as refused:
        run(replace(ask(finished), resume=True, **changes))
    assert refused.value.remedy
    assert ending(finished).outcome == "finished"


def test_a_run_goes_on_with_fewer_examples_on_the_device(ask: Ask, stopped: Path) -> None:
    assert run(ask(stopped, *GIVEN, "micro_batch=2", resume=True)).outcome == "finished"
    sizes = [event.micro_batch for event in events(stopped) if isinstance(event, Started)]
    assert sizes[-1] == 2


def test_a_run_does_not_go_on_with_other_data(
    ask: Ask, stopped: Path, tiny_corpus: Path, tmp_path: Path
) -> None:
    other = shutil.copytree(tiny_corpus, tmp_path / "other")
    (other / "edges.tsv").write_text("c:1\tc:2\n", encoding="utf-8")
    with pytest.raises(
        UsageError, match=wording.pattern("training.runs.running:_refuse_another {folder")
    ):
        run(replace(ask(stopped), corpus=other, resume=True))


def test_a_run_does_not_go_on_from_another_model_of_that_name(
    tiny_corpus: Path, tmp_path: Path
) -> None:
    base = make_tiny_encoder(tmp_path / "base")
    asked = TrainingOrder(
        RECIPE, tiny_corpus, tmp_path / "run", assignments=(f"base={base}", *GIVEN)
    )
    assert run(asked, stop_after(tmp_path / "run", 1)).outcome == "stopped"
    base.rename(tmp_path / "old")
    make_tiny_encoder(base, seed=99)
    with pytest.raises(UsageError, match="different model"):
        run(replace(asked, resume=True))


def test_other_versions_are_worth_a_warning(ask: Ask, stopped: Path) -> None:
    config = json.loads((stopped / CONFIG).read_text(encoding="utf-8"))
    config["versions"]["torch"] = "1.0"
    (stopped / CONFIG).write_text(json.dumps(config), encoding="utf-8")
    assert run(ask(stopped, resume=True)).outcome == "finished"
    said = [event.message for event in events(stopped) if isinstance(event, Warned)]
    assert any(f"torch {torch.__version__}" in message for message in said)


def test_a_finished_run_says_so_and_does_nothing(ask: Ask, finished: Path) -> None:
    before = weights(finished)
    ended = run(ask(finished, resume=True))
    assert (ended.outcome, ended.model) == ("finished", MODEL)
    assert "already" in ended.message
    assert weights(finished) == before


def test_a_run_killed_just_before_its_end_only_measures_its_model(
    ask: Ask, finished: Path, tmp_path: Path
) -> None:
    out = shutil.copytree(finished, tmp_path / "killed")
    (out / MODEL).rename(out / "checkpoints" / "citations" / MODEL)
    said = len(events(out))
    assert run(ask(out, resume=True)).scores == ending(finished).scores
    assert weights(out) == weights(finished)
    assert {event.event for event in events(out)[said:]} == {"preparing", "measured", "ended"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_ends_a_run_which_goes_on_when_there_is_space(
    ask: Ask, stopped: Path, finished: Path
) -> None:
    (stopped / wire.EVENTS).rename(stopped / "events-before")
    (stopped / wire.EVENTS).symlink_to("/dev/full")
    with pytest.raises(DiskFullError, match=wording.pattern("training.runs.running:_expected")):
        run(ask(stopped, resume=True))
    (stopped / "events-before").replace(stopped / wire.EVENTS)
    assert run(ask(stopped, resume=True)).outcome == "finished"
    assert weights(stopped) == weights(finished)


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (
            OSError(28, "No space left on device", "x"),
            DiskFullError,
            wording.stem("training.runs.running:_expected"),
        ),
        (
            OSError(13, "Permission denied", "x"),
            EngineError,
            wording.stem("core.base.files:unwritten permission"),
        ),
        (torch.OutOfMemoryError("CUDA out of memory"), TrainingError, "memory"),
        (RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when"), TrainingError, "memory"),
        (
            torch.AcceleratorError("CUDA error: unspecified launch failure\nCompile with"),
            TrainingError,
            "unspecified launch failure.$",
        ),
        (RuntimeError("CUDA error: an illegal access\nCompile"), TrainingError, "illegal access.$"),
        (TrainingError("The loss is no number.", remedy="Lower it."), TrainingError, "no number"),
    ],
    ids=["full", "rights", "memory", "cublas", "device", "older torch", "known"],
)
def test_a_failure_is_one_sentence_and_the_last_event(
    ask: Ask,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,  # of a device that failed, the log has the traceback
    error: Exception,
    kind: type[EngineError],
    sentence: str,
) -> None:
    out = tmp_path / "run"
    with pytest.raises(kind, match=sentence) as failed:
        run(replace(ask(out), recipe=failing(error)))
    ended = ending(out)
    assert (ended.outcome, ended.message) == ("failed", str(failed.value))
    assert ended.remedy == failed.value.remedy


def failing(error: Exception) -> Recipe[Any]:
    """A recipe whose task cannot be made."""

    def make(corpus: Corpus, settings: RecipeSettings, preparation: Preparation) -> Task[Any]:
        raise error

    return replace(RECIPE, stages=lambda _: (Stage("citations", make),))


@pytest.mark.parametrize(
    "error",
    [
        ZeroDivisionError("by nothing"),
        torch.AcceleratorError("CUDA error: device-side assert triggered by nothing"),
    ],
)
def test_a_mistake_of_ours_goes_into_the_log_and_not_to_a_persons_face(
    ask: Ask, tmp_path: Path, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    out = tmp_path / "run"
    kind = type(error).__name__
    with pytest.raises(TrainingError, match=f"made a mistake .*{kind}") as failed:
        run(replace(ask(out), recipe=failing(error)))
    assert str(out / LOG) in failed.value.remedy
    log = (out / LOG).read_text(encoding="utf-8")
    assert "Traceback" in log
    assert "by nothing" in log


def test_a_card_that_draws_the_screen_is_spared_before_anything_is_computed_on_it(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spared: list[torch.device] = []
    monkeypatch.setattr(running, "spare_display", spared.append)
    with pytest.raises(TrainingError):
        run(replace(ask(tmp_path / "run"), recipe=failing(MemoryError())))
    assert spared == [torch.device("cpu")]


def test_a_missing_base_is_refused_before_the_corpus_is_read(tmp_path: Path) -> None:
    order = TrainingOrder(RECIPE, tmp_path / "no corpus", tmp_path / "run", preset="paper")
    with pytest.raises(UsageError, match="no model “scibert”"):
        run(order)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("base=no-such-model",), "no model “no-such-model”"),
        (("device=warp",), "no device “warp”"),
    ],
    ids=["base", "device"],
)
def test_what_is_not_there_is_one_sentence_and_can_be_mended(
    ask: Ask, tmp_path: Path, given: tuple[str, ...], sentence: str
) -> None:
    out = tmp_path / "run"
    with pytest.raises(UsageError, match=sentence):
        run(ask(out, *GIVEN, *given))
    assert ending(out).outcome == "failed"
    assert run(ask(out), lambda: True).outcome == "stopped"


def test_a_corpus_that_is_not_there_is_one_sentence(ask: Ask, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no corpus"):
        run(replace(ask(tmp_path / "run"), corpus=tmp_path / "nowhere"))
    assert ending(tmp_path / "run").outcome == "failed"


def test_a_corpus_without_what_the_recipe_needs_is_refused(ask: Ask, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    records = [{"id": f"p:{at}", "title": f"Paper {at}", "abstract": "Peat."} for at in range(20)]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (corpus / "papers.jsonl").write_text(lines, encoding="utf-8")
    with pytest.raises(UsageError, match="“specter” cannot train"):
        run(replace(ask(tmp_path / "run"), corpus=corpus))


def test_nothing_is_made_where_a_setting_is_refused(ask: Ask, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no setting"):
        run(ask(tmp_path / "run", "lerning_rate=1"))
    assert not (tmp_path / "run").exists()
