"""How large measurements are: tiny for tests, small for a processor, full for a GPU.

Short is for a GPU that is there for minutes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ScaleName = Literal["tiny", "small", "short", "full"]
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Sizes of the measurements.

    ``speed`` are settings of each recipe while its speed is measured, ``speed_steps`` the steps.
    ``peer`` are those of both trainers while they are compared.
    ``recommended`` and ``reranker`` are those of the two models that are trained as they would be
    for use. ``triplets``, ``contexts``, ``documents``, ``lists`` and ``summaries`` are those of the
    claims' arms, by what they learn from.
    ``query_count`` are the questions by which an arm is judged, ``pool`` the papers among which.
    """

    speed: Values
    speed_steps: int
    peer: Values
    recommended: Values
    reranker: Values
    triplets: Values
    contexts: Values
    documents: Values
    pretraining: int
    lists: Values
    summaries: Values
    query_count: int
    pool: int


_FEW: dict[str, object] = {"held_out_contexts": 150, "held_out_pool": 400}
_TINY: dict[str, object] = {
    "held_out_contexts": 20,
    "held_out_pool": 40,
    "micro_batch": 4,
    "batch": 4,
}
_GRAPH: dict[str, object] = {
    "k_positive": 5,
    "c_positive": 3,
    "k_hard": 20,
    "c_hard": 1,
    "c_easy": 2,
    "dimension": 12,
}
_NEVER = 100_000_000
_HIERARCHY: dict[str, object] = {
    "supplemental": 8,
    "abstract": 4,
    "body": 0,
    "document_layers": 1,
    "sentence_tokens": 40,
    "separate": False,
    "positives": 1,
    "negatives": 3,
}

SCALES: dict[ScaleName, Scale] = {
    "tiny": Scale(
        speed=_TINY
        | {"mp-bert4cr.heads": 2, "query_tokens": 24}
        | {f"scincl.{name}": value for name, value in _GRAPH.items()},
        speed_steps=3,
        peer={"batch": 2, "steps": 3, "tokens": 16, "turns": 1},
        recommended=_TINY | {"contexts": 16, "epochs": 1, "mining_pool": 20},
        reranker=_TINY
        | {"steps": 2, "depth": 5, "dev_depth": 5, "dev_queries": 10, "query_tokens": 24},
        triplets=_TINY | {"steps": 2} | {f"scincl.{name}": value for name, value in _GRAPH.items()},
        contexts=_TINY | {"steps": 2, "contexts": 8, "evaluate_every": _NEVER},
        documents=_TINY
        | {"steps": 2, "contexts": 8, "evaluate_every": _NEVER, "heads": 2}
        | _HIERARCHY,
        pretraining=2,
        lists=_TINY
        | {"steps": 2, "depth": 5, "dev_depth": 5, "dev_queries": 10, "query_tokens": 12}
        | {"limit": 16, "max_tokens": 24},
        summaries=_TINY | {"steps": 2},
        query_count=20,
        pool=40,
    ),
    "small": Scale(
        speed=_FEW | {"batch": 16, "training_tokens": 64},
        speed_steps=8,
        peer={"batch": 16, "steps": 5, "tokens": 128, "turns": 3},
        recommended=_FEW | {"contexts": 3_000, "epochs": 1, "batch": 64, "mining_pool": 500},
        reranker=_FEW | {"limit": 4_000, "steps": 300},
        triplets=_FEW
        | {"training_tokens": 64, "batch": 16, "steps": 150, "learning_rate": 5e-5}
        | {"schedule": "linear", "warmup": 0.1},
        contexts=_FEW
        | {"training_tokens": 64, "contexts": 128, "evaluate_every": _NEVER}
        | {"steps": 100, "learning_rate": 5e-5},
        documents=_FEW
        | {"training_tokens": 64, "contexts": 64, "evaluate_every": _NEVER}
        | {"steps": 60, "learning_rate": 5e-5}
        | _HIERARCHY,
        pretraining=100,
        lists=_FEW
        | {"limit": 4_000, "steps": 100, "learning_rate": 2e-4}
        | {"max_tokens": 96, "query_tokens": 32},
        summaries=_FEW | {"training_tokens": 64, "steps": 100, "learning_rate": 5e-5},
        query_count=1_200,
        pool=1_500,
    ),
    "short": Scale(
        speed={"training_tokens": 256},
        speed_steps=60,
        peer={"batch": 64, "steps": 40, "tokens": 256, "turns": 3},
        recommended=_FEW | {"contexts": 10_000, "epochs": 1},
        reranker=_FEW | {"steps": 600, "batch": 16},
        triplets=_FEW
        | {"training_tokens": 128, "steps": 600, "learning_rate": 3e-5}
        | {"schedule": "linear", "warmup": 0.1, "evaluate_every": _NEVER},
        contexts=_FEW
        | {"training_tokens": 96, "steps": 300, "batch": 16, "learning_rate": 3e-5}
        | {"evaluate_every": _NEVER},
        documents=_FEW
        | {"training_tokens": 64, "steps": 150, "batch": 16, "learning_rate": 5e-5}
        | {"evaluate_every": _NEVER}
        | _HIERARCHY,
        pretraining=300,
        lists=_FEW
        | {"limit": 6_000, "steps": 200, "batch": 16, "learning_rate": 5e-5, "max_tokens": 160}
        | {"evaluate_every": _NEVER},
        summaries=_FEW | {"training_tokens": 128, "steps": 500, "evaluate_every": _NEVER},
        query_count=1_200,
        pool=1_500,
    ),
    "full": Scale(
        speed={"training_tokens": 256},
        speed_steps=60,
        peer={"batch": 64, "steps": 60, "tokens": 256, "turns": 3},
        recommended={},
        reranker={"steps": 6_000, "batch": 32},
        triplets={"steps": 4_000, "schedule": "linear", "warmup": 0.1},
        contexts={"steps": 4_000, "batch": 32, "learning_rate": 5e-5},
        documents={"steps": 4_000, "batch": 32, "learning_rate": 5e-5},
        pretraining=10_000,
        lists={"steps": 6_000, "batch": 32},
        summaries={"steps": 4_000},
        query_count=2_000,
        pool=10_000,
    ),
}


def format_values(values: Values, recipe: str, known_fields: Mapping[str, object]) -> list[str]:
    """Return those of the values that a recipe knows, as "name=value"; "recipe.name" comes last."""
    plain = {name: value for name, value in values.items() if name in known_fields}
    own = {
        name.removeprefix(f"{recipe}."): value
        for name, value in values.items()
        if name.startswith(f"{recipe}.")
    }
    return [f"{name}={value}" for name, value in {**plain, **own}.items()]
