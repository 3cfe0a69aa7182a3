"""The recipe scincl on the tiny corpus: bands of its graph, learning, resuming, refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.base.wire import Progress
from core.models.manifest import read_manifest
from tests import wording
from tests.plain_library import gives_the_same_rows
from tests.tiny_corpus import write_lines
from tests.training.small_tasks import IDENTITY, Follower
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.loop.train import train
from training.recipes import scincl
from training.recipes.scincl import RECIPE, ScinclSettings, band_triplets
from training.recipes.triplet_task import TripletTask
from training.sampling.neighbours import BandTriplets

FAST = {
    "device": "cpu",
    "precision": "float32",
    "learning_rate": 1e-2,
    "schedule": "constant",
    "batch": 20,
    "training_tokens": 32,
    "evaluate_every": 1000,
}
SMALL = {"k_positive": 6, "c_positive": 4, "k_hard": 30, "dimension": 12}


def preparation(folder: Path, said: list[str] | None = None) -> Preparation:
    return Preparation(folder, "cpu", SilentJob(), (said if said is not None else []).append)


def bands_of(corpus: Corpus, folder: Path, **given: object) -> BandTriplets:
    settings = ScinclSettings.model_validate(SMALL | given)
    return band_triplets(corpus, settings, preparation(folder))


def test_triplets_are_the_bands_of_the_graphs_neighbours(corpus: Corpus, tmp_path: Path) -> None:
    triplets = bands_of(corpus, tmp_path)
    rows = np.load(tmp_path / "graph.npy", allow_pickle=False)
    edges = corpus.edges()
    linked = [n for n in range(len(corpus)) if corpus.trainable[n] and n in edges]
    assert triplets.queries.tolist() == [n for n in linked if n in edges[:, 0]]
    for row, query in enumerate(triplets.queries.tolist()):
        others = [n for n in linked if n != query]
        cosine = {n: float(rows[n] @ rows[query]) for n in others}
        drawn = [triplets.triplet(3, 5 * row + place) for place in range(5)]
        assert len({each.positive for each in drawn}) == 4
        # By cosines, not ranks: papers that cite the same have the same vector.
        order = sorted(cosine.values(), reverse=True)
        for each in drawn:
            assert order[5] - 1e-5 <= cosine[each.positive] <= order[2] + 1e-5
            assert corpus.trainable[each.negative]
            assert each.negative != query
            assert cosine.get(each.negative, -1.0) <= order[28] + 1e-5
        hard = [each.negative for each in drawn if each.negative in triplets.hard[row]]
        assert len(hard) == 2


def test_the_graph_and_the_neighbours_are_found_again(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = bands_of(corpus, tmp_path)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the graph was embedded again")

    monkeypatch.setattr("training.graph.embedding.graph_vectors", never)
    monkeypatch.setattr("training.sampling.neighbours.nearest", never)
    again = bands_of(corpus, tmp_path)
    indices = range(len(first))
    assert [first.triplet(1, n) for n in indices] == [again.triplet(1, n) for n in indices]


@pytest.mark.parametrize("method", ["svd", "bigraph"])
def test_other_embeddings_of_the_graph_serve_as_well(
    corpus: Corpus, tmp_path: Path, method: str
) -> None:
    triplets = bands_of(corpus, tmp_path, graph=method, graph_epochs=2, undirected=True)
    assert len(triplets) == 5 * len(triplets.queries) > 0


def test_it_learns_and_says_what_the_bands_hold(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    given = (
        FAST
        | SMALL
        | {"base": str(tiny_base), "c_easy": 1, "c_hard": 1, "redraw": False, "epochs": 9}
    )
    settings = ScinclSettings.model_validate(given)
    (stage,) = RECIPE.stages(settings)
    said: list[str] = []
    task = stage.make(corpus, settings, preparation(tmp_path, said))
    assert isinstance(task, TripletTask)
    follower = Follower()
    outcome = train(
        task, settings, folder=tmp_path, watcher=follower, resume=False, identity=IDENTITY
    )
    assert outcome.finished
    losses = [event.loss for event in follower.of(Progress) if event.loss is not None]
    assert losses[-1] < 0.4 * losses[0]
    task.save(tmp_path / "model")
    assert gives_the_same_rows(tmp_path / "model")
    assert read_manifest(tmp_path / "model").name == "scincl-tiny"


def test_a_person_is_told_of_bands_that_collide_or_had_to_shrink(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    def said_with(folder: str, **given: object) -> list[str]:
        settings = ScinclSettings.model_validate({"base": str(tiny_base), "dimension": 12} | given)
        said: list[str] = []
        scincl.make(corpus, settings, preparation(tmp_path / folder, said))
        return said

    shrunk = said_with("shrunk", k_hard=4000)
    assert "linked by citations" in shrunk[0]
    colliding = said_with("colliding", k_positive=2, c_positive=1, k_hard=5)
    assert any(
        wording.stem("training.recipes.scincl:make {hard") in sentence for sentence in colliding
    )
    assert not said_with("well", k_positive=6, c_positive=4, k_hard=40)


def test_the_far_rank_is_a_share_of_the_corpus_by_default(corpus: Corpus, tmp_path: Path) -> None:
    said: list[str] = []
    settings = ScinclSettings.model_validate(SMALL | {"k_hard": 0, "k_share": 0.4})
    triplets = band_triplets(corpus, settings, preparation(tmp_path, said))
    linked = int(np.count_nonzero(corpus.trainable[np.unique(corpus.edges())]))
    assert np.load(tmp_path / "neighbours.npy").shape == (
        len(triplets.queries),
        round(0.4 * linked),
    )
    assert not said


@pytest.mark.parametrize(
    ("edges", "says"), [("", "cites any other"), ("p:0\tp:1\n", "Only 2 papers")]
)
def test_too_few_citations_are_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edges: str, says: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "corpus"
    folder.mkdir()
    records = [{"id": f"p:{n}", "title": f"On {n}", "abstract": "We count."} for n in range(9)]
    write_lines(folder / "papers.jsonl", records)
    (folder / "edges.tsv").write_text(edges, encoding="utf-8")
    (folder / "splits.json").write_text('{"dev": ["p:8"], "test": []}', encoding="utf-8")
    with pytest.raises(UsageError, match=says):
        band_triplets(Corpus.open(folder), ScinclSettings(), preparation(tmp_path / "run"))


@pytest.mark.parametrize("preset", ["small", "paper"])
def test_presets_are_valid_and_the_paper_is_as_published(preset: str) -> None:
    settings = ScinclSettings.model_validate(RECIPE.presets[preset])
    assert (settings.k_positive, settings.c_positive) == (25, 5)
    assert (settings.c_hard, settings.c_easy, settings.filtered) == (2, 3, True)
    if preset == "paper":
        assert (settings.graph, settings.dimension, settings.k_hard) == ("bigraph", 768, 4000)
        assert (settings.schedule, settings.warmup, settings.weight_decay) == ("linear", 0, 0)
        graph = settings.graph_settings().bigraph
        assert (graph.margin, graph.lr, graph.init_scale, graph.max_norm) == (0.15, 0.1, 1e-3, 1.0)
        assert (graph.batch, graph.epochs, graph.num_uniform_negs) == (10_000, 20, 0)
