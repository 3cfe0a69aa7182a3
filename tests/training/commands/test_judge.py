from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from core.base import wire
from core.base.errors import UsageError
from core.base.jobs import SilentJob
from core.models.manifest import Start, read_manifest
from core.models.shelf import Model
from tests.tiny_encoder import make_tiny_encoder, make_tiny_reranker
from training.commands.judge import BM25, Bench, command
from training.corpus.corpus import Corpus


def test_models_stand_next_to_bm25_with_what_they_win_and_lose(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    other = make_tiny_encoder(tmp_path / "other", name="other", seed=5)
    out = tmp_path / "judged.json"
    asked = ["--corpus", tiny_corpus, "--model", other, "--model", tiny_base, "--out", out]
    said = CliRunner().invoke(command, [*map(str, asked), "--device", "cpu", "--examples", "2"])
    assert said.exit_code == 0, said.output
    assert all(wire.from_line(line) for line in said.stdout.splitlines())
    found = json.loads(out.read_text("utf-8"))
    assert [row["model"] for row in found["rows"]] == [BM25, "other", "tiny"]
    assert [versus["model"] for versus in found["versus"]] == [BM25, "other"]
    for versus in found["versus"]:
        counts = versus["difference"]
        assert counts["wins"] + counts["losses"] + counts["ties"] == found["questions"]
        assert len(versus["examples"]) <= 4
        for example in versus["examples"]:
            assert example["before"] != example["after"]
            assert max(example["before"], example["after"]) <= len(example["cited"])


def test_two_models_of_one_name_are_told_apart(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    other = make_tiny_encoder(tmp_path / "other", name="tiny", seed=5)
    models = [Model(read_manifest(folder), folder) for folder in (other, tiny_base)]
    found = Bench(corpus, "cpu", SilentJob()).judgement(models, examples=0)
    names = [row["model"] for row in found["rows"]]
    assert len(set(names)) == 3
    assert all(name.startswith("tiny (") for name in names[1:])
    assert [versus["model"] for versus in found["versus"]] == names[:2]
    assert not any(versus["examples"] for versus in found["versus"])


def test_a_reranker_is_judged_on_the_order_it_gives_to_hits_of_bm25(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    folder = make_tiny_reranker(tiny_base, tmp_path / "reranker")
    bench = Bench(corpus, "cpu", SilentJob(), reranking=True)
    found = bench.judgement([Model(read_manifest(folder), folder)], examples=1)
    assert [row["model"] for row in found["rows"]] == [BM25, "tiny-reranker"]
    assert found["reranking"]
    assert found["questions"] <= 100
    assert found["rows"][0]["scores"] != found["rows"][1]["scores"]


def test_a_reranker_that_adds_to_a_first_stage_is_judged_beside_it(
    corpus: Corpus, tiny_base: Path, tmp_path: Path
) -> None:
    folder = make_tiny_reranker(tiny_base, tmp_path / "reranker")
    start = Start(likeness=1e-6, first=1_000.0)
    manifest = read_manifest(folder).model_copy(update={"start": start})
    found = Bench(corpus, "cpu", SilentJob(), reranking=True).judgement(
        [Model(manifest, folder)], examples=1
    )
    # So sure a first stage keeps its order.
    assert found["rows"][0]["scores"] == found["rows"][1]["scores"]


def test_a_reranker_and_an_encoder_are_not_compared(
    tiny_corpus: Path, tiny_base: Path, tmp_path: Path
) -> None:
    folder = make_tiny_reranker(tiny_base, tmp_path / "reranker")
    out = tmp_path / "judged.json"
    asked = ["--corpus", tiny_corpus, "--model", folder, "--model", tiny_base, "--out", out]
    said = CliRunner().invoke(command, list(map(str, asked)))
    assert isinstance(said.exception, UsageError)
    assert not out.exists()
