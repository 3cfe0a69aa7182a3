from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner, Result
from numpy.typing import NDArray
from transformers import (
    AutoModelForCausalLM,
    PreTrainedTokenizerFast,
)

from core.base.errors import UsageError
from core.base.jobs import JobCancelled, SilentJob
from tests.training.summarised import SAMPLING, TOKENS, lines, make_language_model, summary_work
from training.commands.summaries import (
    CONTINUATIONS,
    PROMPTS,
    _order,
    clean,
    command,
    summarise,
)
from training.corpus.corpus import Corpus
from training.models.summary_model import SummaryModel


@pytest.fixture(scope="module", params=["gpt2", "llama"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_language_model(tmp_path_factory.mktemp("lm") / request.param, request.param)


# --- the method ---------------------------------------------------------------------------------


def test_there_are_five_prompts_of_three_continuations() -> None:
    assert len(set(PROMPTS)) == 5
    assert CONTINUATIONS == 3
    assert PROMPTS[3] == "A comprehensive summary for our work would be that"


def test_fifteen_continuations_are_asked_for_each_paper(
    corpus: Corpus, language_model: SummaryModel, tmp_path: Path
) -> None:
    tally = summarise(summary_work(corpus, language_model, tmp_path / "out.jsonl"), SilentJob())
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
    language_model = SummaryModel(folder, device="cpu", sampling=SAMPLING)
    texts = ["peat and moor", "The dwarf and orbit of stars dust telescope comet halo"]
    draws = np.random.default_rng(2).random((2, 2, 2, TOKENS), np.float32)
    spoken = language_model.continuations(texts, PROMPTS[:2], draws)
    different = set()
    for text, prompt, continuation in np.ndindex(2, 2, 2):
        said = spoken[text][prompt][continuation]
        own = draws[text, prompt, continuation]
        expected = by_hand(folder, texts[text], PROMPTS[prompt], own)
        assert said
        assert expected.startswith(said)  # it ends after the first words of a second sentence
        different.add(said)
    assert len(different) == 8


# --- going on -----------------------------------------------------------------------------------


class StopAfter(SilentJob):
    def __init__(self, batches: int) -> None:
        self._left = batches

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise JobCancelled


def test_a_stopped_run_goes_on_and_ends_in_the_same_file(
    corpus: Corpus, language_model: SummaryModel, whole: Path, tmp_path: Path
) -> None:
    path = tmp_path / whole.name
    with pytest.raises(JobCancelled):
        summarise(summary_work(corpus, language_model, path), StopAfter(1))
    assert len(lines(path)) == 2
    tally = summarise(summary_work(corpus, language_model, path), SilentJob())
    assert (tally.papers, tally.before) == (2, 2)
    assert path.read_bytes() == whole.read_bytes()


def test_more_papers_can_be_had_later(
    corpus: Corpus, language_model: SummaryModel, tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    summarise(summary_work(corpus, language_model, path, papers=2), SilentJob())
    summarise(summary_work(corpus, language_model, path, papers=4), SilentJob())
    wanted = {corpus.ids[paper] for paper in _order(corpus)[:4]}
    assert {line["id"] for line in lines(path)} == wanted
    assert len(lines(path)) == 4


def test_draws_depend_on_the_seed(
    corpus: Corpus, language_model: SummaryModel, tmp_path: Path
) -> None:
    for seed in (0, 1):
        how = summary_work(corpus, language_model, tmp_path / f"{seed}.jsonl", papers=2, seed=seed)
        summarise(how, SilentJob())
    one, other = (lines(tmp_path / f"{seed}.jsonl") for seed in (0, 1))
    assert [line["id"] for line in one] == [line["id"] for line in other]
    assert [line["summaries"] for line in one] != [line["summaries"] for line in other]


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


@pytest.mark.parametrize("options", [("--name", "smollm"), ("--yes",)])
def test_what_is_for_an_address_is_refused_beside_a_model(
    tiny_corpus: Path, gpt2: Path, options: tuple[str, ...]
) -> None:
    result = run(tiny_corpus, "--model", gpt2, *options, "--out", "summaries.jsonl")
    assert isinstance(result.exception, UsageError)
    assert "--address" in str(result.exception)


def test_a_corpus_without_abstracts_is_refused(
    language_model: SummaryModel, tmp_path: Path
) -> None:
    record = {"id": "p:1", "title": "Peat", "abstract": ""}
    (tmp_path / "papers.jsonl").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(UsageError, match="No paper"):
        summarise(
            summary_work(Corpus.open(tmp_path), language_model, tmp_path / "out.jsonl"), SilentJob()
        )


def test_a_program_on_this_computer_is_asked_only_after_consent(
    tiny_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("training.commands.summaries.ServedModel")
    asked = [tiny_corpus, "--address", "http://127.0.0.1:9", "--out", tmp_path / "s.jsonl"]
    result = CliRunner().invoke(command, list(map(str, asked)), input="n\n")
    assert "http://127.0.0.1:9/v1" in result.stderr
    assert result.exit_code == 1
    assert not (tmp_path / "s.jsonl").exists()


def test_summaries_of_a_program_go_into_the_file_with_its_models_name(
    tiny_corpus: Path, gpt2: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Served:
        sampling = SAMPLING
        name = "small:1b"

        def continuations(
            self, texts: Sequence[str], prompts: Sequence[str], draws: NDArray[np.float32]
        ) -> list[list[list[str]]]:
            return [
                [[f"{number} {prompt} is old." for number in range(3)] for prompt in prompts]
                for _ in texts
            ][: len(draws)]

    monkeypatch.setattr("training.commands.summaries.ServedModel", lambda *_, **__: Served())
    out = tmp_path / "s.jsonl"
    asked = [tiny_corpus, "--address", "http://localhost:9", "--yes", "--out", out, "--papers", "2"]
    assert counted(asked)["summaries"] == 30
    assert {line["model"] for line in lines(out)} == {"small:1b"}
    for both in ([], ["--model", gpt2, "--address", "http://localhost:9"]):
        result = run(tiny_corpus, *both, "--out", out)
        assert isinstance(result.exception, UsageError)
