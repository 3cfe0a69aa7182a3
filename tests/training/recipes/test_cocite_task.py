"""The recommended recipe for queries alone: rows that stay, the bank, going on, what is saved."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor
from torch.utils.data import DataLoader

from core.base.errors import ModelError, UsageError
from core.base.jobs import Job, JobCancelled, SilentJob
from core.models.adapters import in_four_bits, select_four_bits, summed, write_adapter
from core.models.encoder import SentenceEncoder
from core.models.manifest import WEIGHTS, file_sha256, read_manifest
from core.models.shelf import Shelf
from tests import wording
from tests.training import warm
from tests.training.small_tasks import IDENTITY, Follower, same
from training.base.recipe import Preparation
from training.corpus.corpus import Corpus
from training.loop import batches
from training.loop.train import TrainOutcome, train
from training.models.encoders import load_encoder
from training.recipes.cocite import RECIPE, CociteSettings
from training.recipes.cocite_task import ABSENT, QueryTask, among, paper_rows
from training.runs.running import TrainingOrder, run
from training.runs.stages import model_name
from training.sampling.triplets import CitationDraws, CitationTriplets

TEXTS = ["peat acidity", "a sentence about gluten and dough that cites others", "orbit"]


def settings_of(base: Path, **values: object) -> CociteSettings:
    return CociteSettings.model_validate(
        {
            "base": str(base),
            "sides": "queries",
            "batch": 8,
            "bank": 16,
            "mining_pool": 0,
            "lora_rank": 4,
            "learning_rate": 1e-2,
            "held_out_contexts": 10,
            "held_out_pool": 30,
            **values,
        }
    )


def task_of(
    corpus: Corpus,
    base: Path,
    folder: Path,
    *,
    citations: float = 0.0,
    job: Job | None = None,
    **values: object,
) -> QueryTask:
    settings = settings_of(base, **values)
    prepared = Preparation(folder=folder, device="cpu", job=job or SilentJob(), warn=print)
    triplets = CitationTriplets(corpus.cites(), corpus.trainable, CitationDraws(seed=settings.seed))
    shared = [(triplets, citations)] if citations else []
    return QueryTask(corpus, settings, prepared, shared)


def trained(
    task: QueryTask, folder: Path, follower: Follower, *, resume: bool = False
) -> TrainOutcome:
    return train(
        task,
        task._settings.model_copy(update={"steps": 4, "micro_batch": 3, "device": "cpu"}),
        folder=folder,
        watcher=follower,
        resume=resume,
        identity=IDENTITY,
    )


def weights(task: QueryTask) -> dict[str, Tensor]:
    return {name: value.clone() for name, value in task.model.state_dict().items()}


def test_papers_have_the_rows_that_the_base_gives_them(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path)
    base = load_encoder(str(tiny_base))
    numbers = task._papers.numbers.tolist()
    assert set(numbers) == set(np.flatnonzero(corpus.trainable).tolist())
    assert (task._papers.rows == base.encode_papers([corpus.text(n) for n in numbers])).all()


def test_only_queries_are_encoded_in_a_step(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path)
    examples = [task.example(0, at) for at in range(5)]
    batch = task.batch(examples)
    assert sum(len(group["input_ids"]) for group in batch.inputs["groups"]) == 5
    with torch.no_grad():
        rows = task.model.eval()(**batch.inputs)["rows"].numpy()
    alone = task.encoder.encode([example.query for example in examples])
    assert np.allclose(rows, alone, atol=1e-5)


def test_the_bank_is_drawn_by_seed_epoch_and_example_alone(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    one, other = (task_of(corpus, tiny_base, tmp_path) for _ in range(2))
    assert one.example(1, 3) == other.example(1, 3)
    assert one.example(0, 3).bank != one.example(1, 3).bank
    assert one.example(0, 3).bank != one.example(0, 4).bank
    assert len(set(one.example(0, 3).bank)) == 16 // 8
    assert set(one.example(0, 3).bank) <= set(one._papers.numbers.tolist())


def test_an_abstract_that_asks_keeps_the_order_of_papers_that_have_one_row(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path, bank=10_000, distillation=0.5)
    at = len(task) - 1
    example = task.example(0, at)
    assert example.rest is not None
    assert example.positives == ()
    batch = task.batch([task.example(0, 0), example])
    rows, taught = (torch.randn(2, 32, dtype=torch.float64) for _ in range(2))
    both = task.loss({"rows": rows, "taught": taught}, batch.targets).item()
    papers = torch.from_numpy(task._papers.rows).double()
    counted = ~np.isin(task._papers.numbers, example.unfair)
    assert counted.sum() == len(counted) - 1
    p, q = (
        torch.softmax(torch.cosine_similarity(of[1], papers[counted]) / 0.05, dim=0)
        for of in (taught, rows)
    )
    expected = float((p * (p / q).log()).sum())
    assert both - task.loss({"rows": rows}, batch.targets).item() == pytest.approx(expected)


@pytest.mark.parametrize("bank", [0, 16, 10_000])
def test_the_loss_contrasts_with_each_paper_of_batch_and_bank_once(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, bank: int
) -> None:
    task = task_of(corpus, tiny_base, tmp_path, bank=bank, negatives=1)
    task.begin_epoch(0, tmp_path)
    examples = [task.example(0, at) for at in range(6)]
    queries = torch.randn(6, 32, dtype=torch.float64)
    found = task.loss({"rows": queries}, task.batch(examples).targets).item()
    shown = {
        paper
        for example in examples
        for paper in (*example.positives, *example.negatives, *example.bank)
    }
    if bank == 10_000:
        shown = set(task._papers.numbers.tolist())
    rows = dict(zip(task._papers.numbers.tolist(), task._papers.rows, strict=True))
    losses = []
    for query, example in zip(queries, examples, strict=True):
        cosines = {
            paper: torch.cosine_similarity(query, torch.from_numpy(rows[paper]).double(), dim=0)
            / task._settings.temperature
            for paper in shown
        }
        unfair = {*example.right, *example.unfair}
        wrong = [cosine for paper, cosine in cosines.items() if paper not in unfair]
        right = [cosines[paper] for paper in sorted(shown & set(example.right))]
        each = [torch.logsumexp(torch.stack([r, *wrong]), 0) - r for r in right]
        losses.append(torch.stack(each).mean().item())
    assert found == pytest.approx(np.mean(losses), rel=1e-4)


def test_among_marks_what_a_list_holds() -> None:
    lists = torch.tensor([[7, 3, 3, -2], [9, 4, -2, -2]])
    assert among(torch.tensor([3, 4, 7]), lists).tolist() == [
        [True, False, True],
        [False, True, False],
    ]
    assert among(torch.tensor([], dtype=torch.long), lists).shape == (2, 0)


def test_papers_of_citations_have_rows_however_few_may_be_mined(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(
        corpus, tiny_base, tmp_path, citations=0.5, mining_pool=1, epochs=2, contexts=4, bank=0
    )
    assert len(task._papers.numbers) < corpus.trainable.sum()
    for epoch in range(2):
        targets = task.batch([task.example(epoch, at) for at in range(len(task))]).targets
        shown = set(targets["papers"].flatten().tolist()) - {ABSENT}
        assert shown <= set(task._papers.numbers.tolist())


def test_training_lowers_the_loss_and_leaves_the_rows_of_papers_alone(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path, negatives=0, lora_rank=16)
    before = task._papers.rows.copy()
    optimiser = torch.optim.AdamW(
        [weight for weight in task.model.parameters() if weight.requires_grad], lr=1e-2
    )
    losses = []
    places = np.random.default_rng(0).permutation(len(task))[:64].reshape(-1, 16)
    for epoch in range(15):
        for chosen in places:
            batch = task.batch([task.example(epoch, int(at)) for at in chosen])
            loss = task.loss(task.model.train()(**batch.inputs), batch.targets)
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            losses.append(loss.item())
    assert np.mean(losses[-8:]) < 0.9 * np.mean(losses[:8])
    assert (task._papers.rows == before).all()
    again = task_of(corpus, tiny_base, tmp_path, negatives=0)
    assert (again._papers.rows == before).all()


@pytest.mark.parametrize(
    ("trainable", "more"), [("lora", {}), ("biases", {"renew": 1, "distillation": 0.5})]
)
def test_stopped_and_resumed_in_a_new_process_it_ends_bit_for_bit_the_same(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, trainable: str, more: Mapping[str, object]
) -> None:
    values: Mapping[str, object] = {"trainable": trainable, "negatives": 1, **more}
    whole = task_of(corpus, tiny_base, tmp_path / "whole", **values)
    assert trained(whole, tmp_path / "whole", Follower()).finished
    first = task_of(corpus, tiny_base, tmp_path / "parts", **values)
    assert not trained(first, tmp_path / "parts", Follower(stop_after=2)).finished
    second = task_of(corpus, tiny_base, tmp_path / "parts", **values)
    outcome = trained(second, tmp_path / "parts", Follower(), resume=True)
    assert outcome.finished
    assert same(weights(second), weights(whole))
    assert outcome.scores == whole.evaluate()

    whole.save(tmp_path / "model")
    used = SentenceEncoder(tmp_path / "model", device="cpu", precision="float32")
    with torch.no_grad():
        rows = whole.model.eval()(**whole.encoder.tokens(TEXTS).inputs())["rows"]
    expected = torch.nn.functional.normalize(rows).numpy()
    assert np.abs(used.encode_queries(TEXTS) - expected).max() < 1e-5
    base = SentenceEncoder(tiny_base, device="cpu", precision="float32")
    papers = [corpus.text(paper) for paper in range(6)]
    assert (used.encode_papers(papers) == base.encode_papers(papers)).all()
    assert np.abs(used.encode_queries(TEXTS) - base.encode_queries(TEXTS)).max() > 1e-3
    said = read_manifest(tmp_path / "model")
    assert said.fingerprint == base.manifest.fingerprint != said.query_fingerprint
    assert said.name == model_name("cocite", "tiny")


def test_a_training_begins_with_the_adapter_of_its_base_and_saves_both_changes_as_one(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    first = task_of(corpus, tiny_base, tmp_path / "first")
    trained(first, tmp_path / "first", Follower())
    first.save(tmp_path / "before")
    before = SentenceEncoder(tmp_path / "before", device="cpu", precision="float32")

    task = task_of(corpus, tmp_path / "before", tmp_path / "second", trainable="lora")
    with torch.no_grad():
        rows = task.model.eval()(**task.encoder.tokens(TEXTS).inputs())["rows"]
    begun = torch.nn.functional.normalize(rows).numpy()
    assert np.abs(begun - before.encode_queries(TEXTS)).max() < 1e-5
    assert (task._papers.rows == first._papers.rows).all()
    trained(task, tmp_path / "second", Follower())
    task.save(tmp_path / "after")
    after = SentenceEncoder(tmp_path / "after", device="cpu", precision="float32")
    with torch.no_grad():
        rows = task.model.eval()(**task.encoder.tokens(TEXTS).inputs())["rows"]
    expected = torch.nn.functional.normalize(rows).numpy()
    assert np.abs(after.encode_queries(TEXTS) - expected).max() < 2e-3
    assert np.abs(after.encode_queries(TEXTS) - before.encode_queries(TEXTS)).max() > 1e-2
    assert after.manifest.fingerprint == before.manifest.fingerprint


def test_an_adapter_for_queries_is_no_beginning_where_papers_are_trained_too(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path / "first")
    task.save(tmp_path / "before")
    with pytest.raises(
        ModelError, match=wording.pattern("training.models.encoders:_refuse_adapters")
    ):
        task_of(corpus, tmp_path / "before", tmp_path / "second", sides="both")


class Stopping(SilentJob):
    """Asks for a stop at its n-th check."""

    def __init__(self, after: int) -> None:
        self._left = after

    def check(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise JobCancelled


def test_rows_made_before_a_stop_are_not_made_again(
    tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = load_encoder(str(tiny_base))
    papers = [(f"{'peat ' * (n % 7)}paper {n}", "") for n in range(600)]
    expected = encoder.encode_papers(papers)
    encoded: list[int] = []
    encode = type(encoder).encode_papers

    def counted(self: object, part: list[tuple[str, str]]) -> object:
        encoded.append(len(part))
        return encode(encoder, part)

    monkeypatch.setattr(type(encoder), "encode_papers", counted)
    with pytest.raises(JobCancelled):
        paper_rows(encoder, papers, tmp_path, Stopping(3))
    assert encoded == [256, 256]
    rows = paper_rows(encoder, papers, tmp_path, SilentJob())
    assert encoded == [256, 256, 88]
    assert np.abs(rows.astype(np.float32) - expected.astype(np.float32)).max() < 2e-3
    assert [path.suffix for path in tmp_path.iterdir()] == [".npy"]
    assert (paper_rows(encoder, papers, tmp_path, SilentJob()) == rows).all()
    assert len(encoded) == 3


def test_what_does_not_go_together_is_refused(tiny_base: Path) -> None:
    with pytest.raises(UsageError, match="max_tokens must be 0"):
        RECIPE.stages(settings_of(tiny_base, max_tokens=32))
    assert RECIPE.stages(settings_of(tiny_base))


def test_all_weights_but_those_of_words_are_trained_and_saved_at_a_rank(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    values: Mapping[str, object] = {"trainable": "all", "dropout": False, "learning_rate": 1e-3}
    task = task_of(corpus, tiny_base, tmp_path / "run", lora_rank=24, **values)
    words = task.encoder.transformer.get_input_embeddings()
    before = words.weight.detach().clone()
    trained(task, tmp_path / "run", Follower())
    assert (words.weight == before).all()
    with torch.no_grad():
        rows = task.model.eval()(**task.encoder.tokens(TEXTS).inputs())["rows"]
    expected = torch.nn.functional.normalize(rows).numpy()
    unlike = []
    for rank in (24, 2):
        task._settings = task._settings.model_copy(update={"lora_rank": rank})
        task.save(tmp_path / str(rank))
        used = SentenceEncoder(tmp_path / str(rank), device="cpu", precision="float32")
        unlike.append(float(np.abs(used.encode_queries(TEXTS) - expected).max()))
    assert unlike[0] < 2e-3 < unlike[1]
    sizes = [(tmp_path / str(rank) / "queries.safetensors").stat().st_size for rank in (24, 2)]
    assert sizes[0] > 2 * sizes[1]


def test_without_dropout_a_step_sees_what_the_model_answers(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    task = task_of(corpus, tiny_base, tmp_path, dropout=False)
    inputs = task.batch([task.example(0, at) for at in range(4)]).inputs
    with torch.no_grad():
        in_training = task.model.train()(**inputs)["rows"]
        in_use = task.model.eval()(**inputs)["rows"]
    assert torch.equal(in_training, in_use)


@pytest.mark.parametrize(
    ("share", "parts"),
    [("title_neighbours", ("title", "sentence")), ("title_abstract", ("title",))],
)
def test_the_wide_forms_begin_with_the_title(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, share: str, parts: tuple[str, ...]
) -> None:
    alone = dict.fromkeys(("title_sentence", "sentence", "neighbours", "sampled"), 0.0)
    task = task_of(corpus, tiny_base, tmp_path, **alone, **{share: 1.0})
    for at in range(5):
        passage = corpus.passage(task._contexts.contexts[at])
        query = task.example(0, at).query
        assert query.startswith(f"{passage.title}. ")
        assert all(getattr(passage, part) in query for part in parts)
        assert (passage.abstract in query) == (share == "title_abstract")


def test_papers_known_by_their_titles_alone_answer_where_that_is_wanted(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = next(paper for each in corpus.contexts() for paper in each.cited)
    trainable = corpus.trainable.copy()
    trainable[bare] = False
    monkeypatch.setattr(corpus, "trainable", trainable)
    for wanted in (False, True):
        task = task_of(corpus, tiny_base, tmp_path / str(wanted), titles_only=wanted)
        answers = {paper for at in range(len(task)) for paper in task.example(0, at).right}
        assert (bare in answers) == wanted
        assert (bare in task._papers.numbers) == wanted


@pytest.mark.parametrize("preset", RECIPE.presets)
def test_presets_are_settings(preset: str) -> None:
    assert RECIPE.stages(CociteSettings.model_validate(RECIPE.presets[preset]))


def test_a_model_of_adapters_is_no_base(corpus: Corpus, tiny_base: Path, tmp_path: Path) -> None:
    task_of(corpus, tiny_base, tmp_path / "run").save(tmp_path / "model")
    with pytest.raises(
        ModelError, match=wording.pattern("training.models.encoders:_refuse_adapters")
    ):
        load_encoder(str(tmp_path / "model"))


def for_both_sides(folder: Path) -> Path:
    """Make a model's adapter for queries one for papers too."""
    said = read_manifest(folder)
    both = {"papers": said.adapters["queries"], "queries": said.adapters["queries"]}
    for_both = said.model_copy(update={"adapters": both})
    (folder / "manifest.json").write_text(for_both.model_dump_json(), encoding="utf-8")
    (folder / "queries.safetensors").rename(folder / "both.safetensors")
    text = (folder / "manifest.json").read_text("utf-8").replace("queries.saf", "both.saf")
    (folder / "manifest.json").write_text(text, encoding="utf-8")
    return folder


def test_queries_are_trained_further_where_both_sides_have_an_adapter_and_papers_keep_theirs(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    first = task_of(corpus, tiny_base, tmp_path / "first")
    trained(first, tmp_path / "first", Follower())
    first.save(tmp_path / "before")
    before = SentenceEncoder(for_both_sides(tmp_path / "before"), device="cpu", precision="float32")
    papers = [corpus.text(number) for number in range(5)]
    assert (
        np.abs(before.encode_papers(papers) - plain(tiny_base).encode_papers(papers)).max() > 1e-3
    )

    task = task_of(corpus, tmp_path / "before", tmp_path / "second", trainable="lora")
    with torch.no_grad():
        rows = task.model.eval()(**task.encoder.tokens(TEXTS).inputs())["rows"]
    begun = torch.nn.functional.normalize(rows).numpy()
    assert np.abs(begun - before.encode_queries(TEXTS)).max() < 1e-5
    trained(task, tmp_path / "second", Follower())
    task.save(tmp_path / "after")
    after = SentenceEncoder(tmp_path / "after", device="cpu", precision="float32")
    assert (after.encode_papers(papers) == before.encode_papers(papers)).all()
    assert after.manifest.fingerprint == before.manifest.fingerprint
    assert after.manifest.has_query_adapter
    assert not before.manifest.has_query_adapter
    with torch.no_grad():
        rows = task.model.eval()(**task.encoder.tokens(TEXTS).inputs())["rows"]
    expected = torch.nn.functional.normalize(rows).numpy()
    assert np.abs(after.encode_queries(TEXTS) - expected).max() < 2e-3


def test_both_sides_are_trained_further_where_they_have_the_same_adapter(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    first = task_of(corpus, tiny_base, tmp_path / "first")
    trained(first, tmp_path / "first", Follower())
    first.save(tmp_path / "before")
    before = SentenceEncoder(for_both_sides(tmp_path / "before"), device="cpu", precision="float32")
    encoder = load_encoder(str(tmp_path / "before"))
    papers = [corpus.text(number) for number in range(5)]
    rows = np.array(encoder.encode_papers(papers), np.float32)
    assert np.abs(rows - before.encode_papers(papers)).max() < 2e-3
    encoder.save(tmp_path / "whole", name="whole", recipe="cocite")
    whole = SentenceEncoder(tmp_path / "whole", device="cpu", precision="float32")
    assert not whole.manifest.adapters
    assert np.abs(whole.encode_queries(TEXTS) - before.encode_queries(TEXTS)).max() < 1e-5


def whole_in_four_bits(folder: Path, base: Path) -> Path:
    """Write the adapter of a model for queries anew: whole, as those that come with Cocite are."""
    exact, said = load_file(base / WEIGHTS), read_manifest(folder)
    path = folder / said.adapters["queries"].file
    sums = summed(load_file(path), exact)
    write_adapter(path, in_four_bits({name: rows - exact[name] for name, rows in sums.items()}))
    written = said.adapters["queries"].model_copy(update={"sha256": file_sha256(path)})
    said = said.model_copy(update={"adapters": {"queries": written}})
    (folder / "manifest.json").write_text(said.model_dump_json(), encoding="utf-8")
    return folder


def test_what_an_adapter_has_in_four_bits_stays_and_what_is_trained_comes_on_top(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    first = task_of(corpus, tiny_base, tmp_path / "first")
    trained(first, tmp_path / "first", Follower())
    first.save(tmp_path / "0")
    whole_in_four_bits(tmp_path / "0", tiny_base)
    kept = select_four_bits(load_file(tmp_path / "0" / "queries.safetensors"))
    assert kept
    for number in (1, 2):
        task = task_of(corpus, tmp_path / f"{number - 1}", tmp_path / f"run{number}")
        trained(task, tmp_path / f"run{number}", Follower())
        task.save(tmp_path / f"{number}")
        saved = load_file(tmp_path / f"{number}" / "queries.safetensors")
        assert same(select_four_bits(saved), kept)
        after = SentenceEncoder(tmp_path / f"{number}", device="cpu", precision="float32")
        with torch.no_grad():
            rows = task.model.eval()(**task.encoder.tokens(TEXTS).inputs())["rows"]
        expected = torch.nn.functional.normalize(rows).numpy()
        assert np.abs(after.encode_queries(TEXTS) - expected).max() < 2e-3


def plain(base: Path) -> SentenceEncoder:
    return SentenceEncoder(base, device="cpu", precision="float32")


def test_a_whole_run_gives_a_model_that_the_shelf_takes_and_its_card_tells_what_it_costs(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    values = settings_of(tiny_base, steps=3, citations=0.25).model_dump(exclude_defaults=True)
    given = tuple(f"{name}={value}" for name, value in values.items())
    ended = run(TrainingOrder(RECIPE, tiny_corpus, tmp_path / "run", assignments=given))
    assert ended.outcome == "finished"
    assert ended.before
    assert ended.scores.keys() >= ended.before.keys()
    model = Shelf(tmp_path / "shelf").add(tmp_path / "run" / "model")
    base = read_manifest(tiny_base)
    assert model.manifest.name == "cocite-tiny"
    assert model.manifest.fingerprint == base.fingerprint
    files = {path.name for path in model.folder.iterdir()}
    assert {"manifest.json", "queries.safetensors", "model.safetensors", "README.md"} <= files
    card = (model.folder / "README.md").read_text(encoding="utf-8")
    assert "cocite models use cocite-tiny" in card
    assert "cocite index" not in card
    assert "need not be encoded again" in card


@pytest.mark.parametrize("sides", ["queries", "both"])
def test_a_run_with_workers_works_where_processes_share_no_memory(
    tiny_corpus: Path,
    tiny_base: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sides: str,
) -> None:
    spawning = partial(DataLoader, multiprocessing_context=warm.context())
    monkeypatch.setattr(batches, "DataLoader", spawning)
    settings = settings_of(tiny_base, steps=2, sides=sides, workers=1, citations=0.25)
    values = settings.model_dump(exclude_defaults=True)
    given = tuple(f"{name}={value}" for name, value in values.items())
    ended = run(TrainingOrder(RECIPE, tiny_corpus, tmp_path / "run", assignments=given))
    assert ended.outcome == "finished"


def test_over_weights_of_a_package_the_model_is_the_adapter_alone(
    corpus: Corpus, tiny_base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "tiny_weights_of_a_package"
    shutil.copytree(tiny_base, package / "model")
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    said = read_manifest(tiny_base).model_copy(update={"package": package.name})
    (package / "model" / "manifest.json").write_text(said.model_dump_json(), encoding="utf-8")
    task_of(corpus, package / "model", tmp_path / "run").save(tmp_path / "model")
    files = {path.name for path in (tmp_path / "model").iterdir()}
    assert files == {"manifest.json", "queries.safetensors"}
    assert SentenceEncoder(tmp_path / "model").encode_queries(TEXTS).shape == (3, 32)


def test_nothing_is_mined_where_every_paper_is_a_negative_anyway(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    for bank, mined in ((10_000, []), (16, ["negatives-0.npy"])):
        task = task_of(corpus, tiny_base, tmp_path, bank=bank, negatives=1)
        task.begin_epoch(0, tmp_path)
        assert [path.name for path in tmp_path.glob("negatives-*")] == mined
