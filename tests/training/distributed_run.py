"""One process of a training: what ``test_distributed`` starts twice, with the launcher's words.

The small tasks train, then some steps of every recipe, with a base that drops no units.
"""

from __future__ import annotations

import gc
from functools import partial
from pathlib import Path
from unittest.mock import patch

import torch
import torch.distributed as dist
from safetensors.torch import save_file

from core.base.jobs import SilentJob
from tests.training.small_tasks import Follower, Pairs, SmallTask, Triplets, moments, run
from training.base.recipe import Preparation
from training.base.registry import recipe_named
from training.corpus.corpus import Corpus
from training.loop.train import train
from training.runs.main_first import main_first

# 17 examples in batches of 8: the last batch of the uncoupled task has one example, so that the
# second process has none. Pairs drops it, and has shares of 4 and 4, or of 5 and 4 in batches of 9.
KINDS: dict[str, tuple[type[SmallTask], dict[str, int]]] = {
    "pairs": (Pairs, {"batch": 8, "micro_batch": 8}),
    "cached": (Pairs, {"batch": 9, "micro_batch": 2}),
    "triplets": (Triplets, {"batch": 8, "micro_batch": 3}),
}
STILL = {"learning_rate": 1e-7, "clip": 0}


def train_all(base: Path, folder: Path) -> dict[str, torch.Tensor]:
    """Train each kind; return all weights, and the number of events, by name."""
    gc.collect()
    gc.freeze()  # accelerate collects at each start
    found: dict[str, torch.Tensor] = {}
    for name, (kind, settings) in KINDS.items():
        task, follower = kind(base, size=17, dropout=0.0), Follower()
        task.metric = "score"
        # The pooler takes no part in a sentence's vector: a weight no gradient reaches.
        assert any("pooler" in weight for weight in task.model.state_dict())
        if name == "cached":
            # A stop is asked for by the main process alone, and heard by both.
            run(task, folder / name, Follower(stop_after=1), **STILL, **settings)
            task.score = float
        run(task, folder / name, follower, resume=True, **STILL, **settings)
        found |= {f"{name}/{key}": row for key, row in moments(folder / name).items()}
        found[f"{name}/events"] = torch.tensor(len(follower.events))
    return found


_BANDS = {"k_positive": 6, "c_positive": 3, "k_hard": 20, "c_hard": 1, "c_easy": 2, "dimension": 12}
RECIPES: dict[str, dict[str, object]] = {
    "specter": {},
    "scincl": _BANDS,
    "mp-bert4cr": {"heads": 2, "dropout": 0, "document_layers": 1},
    "semcse": {},
    "reranker": {"query_tokens": 24, "depth": 5, "dev_depth": 5},
    "cocite": {"mining_pool": 20, "trainable": "all"},
}
_FEW = {"steps": 6, "batch": 8, "learning_rate": 1e-3, "clip": 0, "evaluate_every": 1_000}
_SMALL = {"device": "cpu", "precision": "float32", "held_out_contexts": 5, "held_out_pool": 20}


@patch("training.models.encoders.has_bfloat16", lambda _: False)
def train_recipes(base: Path, corpus: Path, folder: Path) -> dict[str, torch.Tensor]:
    """Train each recipe some steps; return how its weights moved, by "recipe/weight".

    All in float32: where negatives are mined by rows in bfloat16, the last bit of a weight decides
    which of two papers as near is taken, and so does the number of processes.
    """
    gc.collect()
    gc.freeze()
    opened = Corpus.open(corpus)
    found: dict[str, torch.Tensor] = {}
    for name, values in RECIPES.items():
        recipe = recipe_named(name)
        settings = recipe.settings.model_validate({"base": str(base), **_FEW, **_SMALL, **values})
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        preparation = Preparation(place, "cpu", SilentJob(), lambda _: None)
        (stage,) = recipe.stages(settings)
        task = main_first(partial(stage.make, opened, settings, preparation), device="cpu")
        task.metric = ""
        before = {key: weight.clone() for key, weight in task.model.state_dict().items()}
        train(task, settings, folder=place, watcher=Follower(), resume=False, identity={})
        moved = task.model.state_dict()
        found |= {f"{name}/{key}": moved[key] - before[key] for key in before}
    return found


def train_both(arguments: list[str]) -> None:
    """Be one of two processes: BASE STILL FOLDER CORPUS."""
    base, still, place, corpus = map(Path, arguments)
    tasks = train_all(base, place / "tasks")
    recipes = train_recipes(still, corpus, place / "recipes")
    save_file(tasks, place / f"tasks-{dist.get_rank()}.safetensors")
    save_file(recipes, place / f"recipes-{dist.get_rank()}.safetensors")
    dist.barrier()
    dist.destroy_process_group()
