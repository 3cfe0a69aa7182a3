"""The claims of the five papers, as pairs of arms that differ in one thing.

Both arms of a claim begin with the same base and take the same steps. The published figures are of
other data and larger models: what is compared is which arm is ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Asked = Literal["papers", "contexts", "lists", "texts"]
"""By what an arm is judged: papers that ask for those they cite, sampled contexts, BM25's hits put
in order, or parts of an abstract that ask for one another."""
Part = Literal["triplets", "contexts", "documents", "lists", "summaries"]
"""Which sizes of the scale an arm takes."""

BM25, UNTRAINED = "BM25", "untrained"
"""Arms that are not trained: the order of BM25, and the base."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A run of a recipe. ``values`` come over those of the scale."""

    recipe: str
    part: Part
    values: Mapping[str, object] = field(default_factory=dict)


_TEXTS: Mapping[str, object] = {"architecture": "encoder"}
PRETRAINED = "hierarchical-pretrained"
START = "reranker-start"
SUMMARIES = "semcse-summaries"

ARMS: Mapping[str, Arm] = {
    "specter": Arm("specter", "triplets"),
    "specter-easy": Arm("specter", "triplets", {"hard_share": 0}),
    "scincl": Arm("scincl", "triplets"),
    "scincl-directed": Arm("scincl", "triplets", {"graph": "bigraph"}),
    "scincl-undirected": Arm("scincl", "triplets", {"graph": "bigraph", "undirected": True}),
    "mp-src-tgt": Arm("mp-bert4cr", "contexts", _TEXTS),
    "mp-src": Arm("mp-bert4cr", "contexts", {**_TEXTS, "objective": "mpt-src"}),
    "mp-triplet": Arm("mp-bert4cr", "contexts", {**_TEXTS, "objective": "triplet"}),
    "reranker": Arm("reranker", "lists"),
    START: Arm("reranker", "lists", {"steps": 1, "learning_rate": 1e-12}),
    "hierarchical": Arm("mp-bert4cr", "documents"),
    "hierarchical-once": Arm("mp-bert4cr", "documents", {"dynamic": False}),
    PRETRAINED: Arm("mp-bert4cr", "documents"),
    "semcse-titles": Arm("semcse", "summaries", {"title_share": 1, "sentence_share": 0}),
    SUMMARIES: Arm("semcse", "summaries"),
}
"""By the name of their runs. The pretrained one gets its steps from the scale; what SemCSE learns
from a language model has to be given. The reranker's start is a run that moves no weight: float32
knows no step so small."""


@dataclass(frozen=True, slots=True)
class Claim:
    """That the second of two arms is better. ``metrics`` are names of ``judges``."""

    name: str
    before: str
    after: str
    score_kind: Asked
    metrics: tuple[str, ...]
    published: str


_SEVERAL = ("recall@10, P ≥ 2", "map@10, P ≥ 2")
_LISTS = ("mrr", "recall@10", "f1@20")

CLAIMS = (
    Claim(
        "hard negatives over easy ones",
        "specter-easy",
        "specter",
        "papers",
        ("cite MAP",),
        "SPECTER, SciDocs' citation tasks: 89.8 → 91.5",
    ),
    Claim(
        "SciNCL over SPECTER",
        "specter",
        "scincl",
        "papers",
        ("cite MAP", "co-cite MAP"),
        "SciNCL, same corpus: cite 86.2 → 91.4, co-cite 87.8 → 90.1",
    ),
    Claim(
        "undirected citations over directed ones",
        "scincl-directed",
        "scincl-undirected",
        "papers",
        ("cite MAP", "co-cite MAP"),
        "SciNCL, a negative result: average over SciDocs 81.8 → 81.7",
    ),
    Claim(
        "mpt-src-tgt over mpt-src",
        "mp-src",
        "mp-src-tgt",
        "contexts",
        _SEVERAL,
        "MP-BERT4CR, DBLP-1, P ≥ 2: R@10 48.8 → 52.5, MAP 24.3 → 27.5",
    ),
    Claim(
        "mpt-src over the triplet",
        "mp-triplet",
        "mp-src",
        "contexts",
        _SEVERAL,
        "MP-BERT4CR, DBLP-1, P ≥ 2: R@10 45.0 → 48.8, MAP 22.8 → 24.3",
    ),
    Claim(
        "BM25, then a reranker, over BM25",
        BM25,
        "reranker",
        "lists",
        _LISTS,
        "Nogueira et al., Open Research: F1@20 .082 → .131, MRR .279 → .423",
    ),
    Claim(
        "contexts drawn anew over once",
        "hierarchical-once",
        "hierarchical",
        "contexts",
        ("recall@10", "map@10"),
        "MP-BERT4CR, DBLP-1, P ≥ 1: R@10 39.4 → 45.2, MAP 19.3 → 21.8",
    ),
    Claim(
        "a hierarchical model pretrained over one that is not",
        "hierarchical",
        PRETRAINED,
        "contexts",
        ("recall@10", "map@10"),
        "MP-BERT4CR has no figure without",
    ),
    Claim(
        "summaries over pairs of title and abstract",
        "semcse-titles",
        SUMMARIES,
        "texts",
        ("title reciprocal rank", "half reciprocal rank"),
        "SemCSE against SciNCL: rank by the title 5.7 → 2.5, by the first half 7.4 → 2.7",
    ),
)
"""In the order in which they are tried: what costs least and says most first."""

_CONTEXTS = ("recall@10", "map@10")
GAINS = (
    Claim("specter over its base", UNTRAINED, "specter", "papers", ("cite MAP",), ""),
    Claim("scincl over its base", UNTRAINED, "scincl", "papers", ("cite MAP",), ""),
    Claim("mp-bert4cr over its base", UNTRAINED, "mp-src-tgt", "contexts", _CONTEXTS, ""),
    Claim(
        "semcse over its base",
        UNTRAINED,
        "semcse-titles",
        "texts",
        ("title reciprocal rank", "half reciprocal rank"),
        "",
    ),
    Claim("the reranker's start over BM25", BM25, START, "lists", _LISTS, ""),
    Claim("reranker over its start", START, "reranker", "lists", _LISTS, ""),
)
"""What each recipe brings at its own task. ``cocite`` is judged as a model for use."""
