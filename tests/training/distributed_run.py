"""One process of a training: what ``test_distributed`` starts twice, with the launcher's words.

python -m tests.training.distributed_run BASE FOLDER
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import torch
import torch.distributed as dist
from safetensors.torch import save_file

from tests.training.small_tasks import Follower, Pairs, SmallTask, Triplets, moments, run

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


if __name__ == "__main__":
    place = Path(sys.argv[2])
    result = train_all(Path(sys.argv[1]), place / "runs")
    save_file(result, place / f"{dist.get_rank()}.safetensors")
    dist.barrier()
    dist.destroy_process_group()
