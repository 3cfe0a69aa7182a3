from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner, Result
from numpy.typing import NDArray
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    AutoModelForCausalLM,
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

from core.base.errors import ModelError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from tests.tiny_corpus import vocabulary
from training.commands.summaries import (
    CONTINUATIONS,
    PROMPTS,
    Work,
    _order,
    clean,
    command,
    summarise,
)
from training.corpus.corpus import Corpus
from training.models.summary_model import Sampling, SummaryModel
from training.sampling.summary_file import append, summarised_papers

TOKENS = 12
SAMPLING = Sampling(tokens=TOKENS)


def make_language_model(folder: Path, kind: str) -> Path:
    """Write a model with random weights that ends a sentence every few words."""
    words = [*vocabulary().split(), *" ".join(PROMPTS).split(), "moor.", "Peat", "Stars", "dust."]
    known = {word: at for at, word in enumerate(dict.fromkeys(["[END]", "[UNK]", *words]))}
    backend = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    PreTrainedTokenizerFast(
        tokenizer_object=backend, unk_token="[UNK]", eos_token="[END]"
    ).save_pretrained(folder)
    torch.manual_seed(1)
    sizes = {"vocab_size": len(known), "eos_token_id": 0, "bos_token_id": 0}
    model = (
        GPT2LMHeadModel(GPT2Config(n_embd=16, n_layer=2, n_head=2, n_positions=160, **sizes))
        if kind == "gpt2"
        else LlamaForCausalLM(
            LlamaConfig(
                hidden_size=16,
                intermediate_size=32,
                num_hidden_layers=2,
                num_attention_heads=2,
                num_key_value_heads=1,
                max_position_embeddings=160,
                **sizes,
            )
        )
    )
    for weights in model.parameters():
        weights.data.mul_(8)  # so that what was read decides, and no token is like another
    # As folders of language models have it; ours must win over it, without a warning.
    model.generation_config.temperature, model.generation_config.do_sample = 0.6, True
    model.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module", params=["gpt2", "llama"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_language_model(tmp_path_factory.mktemp("lm") / request.param, request.param)


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_language_model(tmp_path_factory.mktemp("lm") / "tiny-gpt2", "gpt2")


@pytest.fixture(scope="module")
def model(gpt2: Path) -> SummaryModel:
    return SummaryModel(gpt2, device="cpu", sampling=SAMPLING)


def work(corpus: Corpus, model: SummaryModel, out: Path, papers: int = 4, seed: int = 0) -> Work:
    return Work(corpus, model, "tiny", out, papers=papers, batch=2, seed=seed)


def lines(path: Path) -> list[dict[str, Any]]:
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in content.decode().splitlines()]


# --- the method ---------------------------------------------------------------------------------


def test_there_are_five_prompts_of_three_continuations() -> None:
    assert len(set(PROMPTS)) == 5
    assert CONTINUATIONS == 3
    assert PROMPTS[3] == "A comprehensive summary for our work would be that"


def test_fifteen_continuations_are_asked_for_each_paper(
    corpus: Corpus, model: SummaryModel, tmp_path: Path
) -> None:
    tally = summarise(work(corpus, model, tmp_path / "out.jsonl"), SilentJob())
    written = lines(tmp_path / "out.jsonl")
    assert len(written) == tally.papers == 4
    for line in written:
        assert len(line["summaries"]) + sum(line["removed"].values()) == 15
        assert {each["prompt"] for each in line["summaries"]} <= {1, 2, 3, 4, 5}
        assert (line["model"], line["seed"]) == ("tiny", 0)
    assert tally.summaries == sum(len(line["summaries"]) for line in written) > 20
    assert tally.removed.total() == 4 * 15 - tally.summaries


def test_only_trainable_papers_are_read_in_any_order_but_theirs(corpus: Corpus) -> None:
    order = _order(corpus)
    assert sorted(order) == np.flatnonzero(corpus.trainable).tolist() != order


@pytest.mark.parametrize(
    ("continuation", "expected"),
    [
        (" peat is  old and wet. It is", ("peat is old and wet.", "")),
        (": “peat is old and wet.\n\nMore", ("peat is old and wet.", "")),
        ("peat is old and wet\nIntroduction", ("peat is old and wet", "")),
        ("peat is wet, as e.g. moors are. So", ("peat is wet, as e.g. moors are.", "")),
        ("peat is old and", ("", "unfinished")),
        ("Peat is OLD, and known. So", ("", "copy")),
        ("it is so. It", ("", "short")),
        ("  \n", ("", "empty")),
    ],
)
def test_continuations_are_cut_at_the_end_of_their_sentence(
    continuation: str, expected: tuple[str, str]
) -> None:
    assert clean(continuation, {"peatisoldandknown"}) == expected


# --- the model ----------------------------------------------------------------------------------


def by_hand(folder: Path, text: str, prompt: str, draws: NDArray[np.float32]) -> str:
    """Go on with a text alone, without padding or cache, sampling in numpy."""
    plain = AutoModelForCausalLM.from_pretrained(folder).eval()
    tokenizer = PreTrainedTokenizerFast.from_pretrained(folder)
    ids = tokenizer(f"{text} {prompt}")["input_ids"]
    start = len(ids)
    for draw in draws:
        with torch.no_grad():
            logits = plain(torch.tensor([ids])).logits[0, -1].double().numpy()
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        order = np.argsort(-chances)
        before = np.cumsum(chances[order]) - chances[order]
        kept = np.zeros_like(chances)
        kept[order[before < SAMPLING.top_p]] = chances[order[before < SAMPLING.top_p]]
        ids.append(int(np.searchsorted(np.cumsum(kept) / kept.sum(), draw, side="right")))
        if ids[-1] == 0:
            break
    return str(tokenizer.decode(ids[start:], skip_special_tokens=True))


def test_a_batch_says_what_each_text_alone_would(folder: Path) -> None:
    model = SummaryModel(folder, device="cpu", sampling=SAMPLING)
    texts = ["peat and moor", "The dwarf and orbit of stars dust telescope comet halo"]
    draws = np.random.default_rng(2).random((2, 2, 2, TOKENS), np.float32)
    spoken = model.continuations(texts, PROMPTS[:2], draws)
    different = set()
    for text, prompt, continuation in np.ndindex(2, 2, 2):
        said = spoken[text][prompt][continuation]
        own = draws[text, prompt, continuation]
        expected = by_hand(folder, texts[text], PROMPTS[prompt], own)
        assert said
        assert expected.startswith(said)  # a batch ends when all have said a sentence
        different.add(said)
    assert len(different) == 8


def test_texts_longer_than_the_context_are_cut(model: SummaryModel) -> None:
    draws = np.full((1, 1, 1, TOKENS), 0.5, np.float32)
    (((said,),),) = model.continuations(["peat " * 500], PROMPTS[:1], draws)
    assert said


def test_a_context_too_short_for_a_summary_is_refused(gpt2: Path) -> None:
    long = SummaryModel(gpt2, device="cpu", sampling=Sampling(tokens=500))
    with pytest.raises(ModelError, match="160 tokens, too few"):
        long.continuations(["peat"], PROMPTS[:1], np.zeros((1, 1, 1, 500), np.float32))


def test_what_is_no_language_model_is_refused(tiny_base: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no model folder"):
        SummaryModel(tmp_path / "none")
    with pytest.raises(ModelError, match="could not be loaded"):
        SummaryModel(tmp_path)
    with pytest.raises(ModelError, match="lack weights"):
        SummaryModel(tiny_base)


# --- going on -----------------------------------------------------------------------------------


class StopAfter(SilentJob):
    def __init__(self, batches: int) -> None:
        self._left = batches

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise JobCancelled


@pytest.fixture(scope="module", params=["out.jsonl", "out.jsonl.gz"])
def whole(
    request: pytest.FixtureRequest,
    corpus: Corpus,
    model: SummaryModel,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """What a run that nothing stopped writes."""
    path = tmp_path_factory.mktemp("whole") / request.param
    assert isinstance(path, Path)
    summarise(work(corpus, model, path), SilentJob())
    return path


def test_a_stopped_run_goes_on_and_ends_in_the_same_file(
    corpus: Corpus, model: SummaryModel, whole: Path, tmp_path: Path
) -> None:
    path = tmp_path / whole.name
    with pytest.raises(JobCancelled):
        summarise(work(corpus, model, path), StopAfter(1))
    assert len(lines(path)) == 2
    tally = summarise(work(corpus, model, path), SilentJob())
    assert (tally.papers, tally.before) == (2, 2)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("cut", [1, 5, 200])
def test_a_torn_end_is_made_again(
    corpus: Corpus, model: SummaryModel, whole: Path, tmp_path: Path, cut: int
) -> None:
    path = tmp_path / whole.name
    path.write_bytes(whole.read_bytes()[:-cut])
    tally = summarise(work(corpus, model, path), SilentJob())
    # The end of a line, or gzip's checksum, is lost without a paper.
    assert (tally.papers > 0) == (cut > (5 if whole.suffix == ".gz" else 1))
    assert lines(path) == lines(whole)
    assert summarised_papers(path, {}) == {line["id"] for line in lines(whole)}


def test_more_papers_can_be_had_later(corpus: Corpus, model: SummaryModel, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    summarise(work(corpus, model, path, papers=2), SilentJob())
    summarise(work(corpus, model, path, papers=4), SilentJob())
    wanted = {corpus.ids[paper] for paper in _order(corpus)[:4]}
    assert {line["id"] for line in lines(path)} == wanted
    assert len(lines(path)) == 4


def test_draws_depend_on_the_seed(corpus: Corpus, model: SummaryModel, tmp_path: Path) -> None:
    for seed in (0, 1):
        how = work(corpus, model, tmp_path / f"{seed}.jsonl", papers=2, seed=seed)
        summarise(how, SilentJob())
    one, other = (lines(tmp_path / f"{seed}.jsonl") for seed in (0, 1))
    assert [line["id"] for line in one] == [line["id"] for line in other]
    assert [line["summaries"] for line in one] != [line["summaries"] for line in other]


def test_summaries_of_two_models_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    append(path, [{"id": "p:1", "model": "other", "seed": 0, "summaries": []}])
    with pytest.raises(UsageError, match="made otherwise"):
        summarised_papers(path, {"model": "tiny", "seed": 0})


# --- the command --------------------------------------------------------------------------------


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, list(map(str, arguments)))


def counted(arguments: Sequence[str | Path]) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    counts: dict[str, Any] = json.loads(result.stdout)
    return counts


def test_the_command_counts_what_it_did(tiny_corpus: Path, gpt2: Path, tmp_path: Path) -> None:
    out = tmp_path / "s.jsonl.gz"
    asked = [tiny_corpus, "--model", gpt2, "--out", out, "--papers", "2", "--batch", "2"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("training.models.summary_model.Sampling", lambda: SAMPLING)
        counts = counted(asked)
        assert (counts["papers"], counts["before"]) == (2, 0)
        assert counts["summaries"] + sum(counts["removed"].values()) == 30
        assert {line["model"] for line in lines(out)} == {"tiny-gpt2"}
        again = run(*asked)
    assert "0 papers (2 were there before)" in again.stdout


def test_the_command_wants_a_name_it_can_go_on_with(tiny_corpus: Path, gpt2: Path) -> None:
    result = run(tiny_corpus, "--model", gpt2, "--out", "summaries.txt")
    assert isinstance(result.exception, UsageError)
    assert "jsonl" in result.exception.remedy


def test_a_corpus_without_abstracts_is_refused(model: SummaryModel, tmp_path: Path) -> None:
    record = {"id": "p:1", "title": "Peat", "abstract": ""}
    (tmp_path / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(UsageError, match="No paper"):
        summarise(work(Corpus.open(tmp_path), model, tmp_path / "out.jsonl"), SilentJob())
