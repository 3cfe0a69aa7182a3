"""The whole run, on a machine that has nothing of Cocite: see ``BARE``."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

import tools.lab.scale
from tests.conftest import GUARD
from tests.lab.scale.small_runs import Learning
from tools.lab.scale.arrays import Pack, Rows
from tools.lab.scale.both import Both
from tools.lab.scale.course import Plan, train_batches
from tools.lab.scale.network import Network
from tools.lab.scale.pairs import Pairs, list_scores
from tools.lab.scale.running import main
from tools.lab.scale.texts import Papers, Questions
from tools.lab.scale.trained import Trained, read_base, trainable, with_adapter

FOLDER = Path(tools.lab.scale.__file__).parent
SOME = 20
"""Questions that are learned from, and development questions whose lists are scored."""
MAY_IMPORT = sys.stdlib_module_names | {"torch", "numpy", "safetensors"}

BARE = """
import runpy, sys

class Bare:
    "Lets nothing be imported that a machine with torch, numpy and safetensors may lack."
    lacking = {"core", "training", "desktop", "tests", "resources", "click", "tokenizers",
               "transformers", "pydantic", "bm25s"}

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.lacking:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Bare())
sys.argv[0] = "running"
runpy.run_module("scale.running", run_name="__main__")
print("ours:", sorted(Bare.lacking & set(sys.modules)))
"""


def options(pack: Path, weights: Path, adapter: Path, out: Path) -> list[str]:
    files = {"pack": pack, "weights": weights, "adapter": adapter, "out": out}
    named = [part for name, path in files.items() for part in (f"--{name}", str(path))]
    sizes = ["--heads", "4", "--batch", "16", "--lists", "6", "4", "--rank", "4", "--kept", "3"]
    return [*named, *sizes, "--times", "2"]


@pytest.fixture(scope="module")
def adapter(weights: dict[str, Tensor], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("adapter") / "queries.safetensors"
    name = "encoder.layer.0.output.dense.weight"
    rows, columns = weights[name].shape
    torch.manual_seed(1)
    matrices = {f"{name}.lora_B": torch.randn(rows, 2), f"{name}.lora_A": torch.randn(2, columns)}
    save_file({**matrices, "embeddings.LayerNorm.bias": torch.full((24,), 0.1)}, path)
    return path


@pytest.fixture(scope="module")
def ran(
    pack: Path, weights_file: Path, adapter: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str]:
    """Its folder and what it said, of a run in a child process with a copy of the folder alone."""
    bare, out = tmp_path_factory.mktemp("bare"), tmp_path_factory.mktemp("out") / "new"
    shutil.copytree(FOLDER, bare / "scale", ignore=shutil.ignore_patterns("__pycache__"))
    asked = [*options(pack, weights_file, adapter, out), "--steps", "8", "8", "--every", "2"]
    asked += ["--most", str(SOME)]
    child = subprocess.run(
        [sys.executable, "-c", BARE, *asked],
        cwd=bare,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(GUARD), str(bare)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return out, child.stdout


def imported(name: str, seen: set[str]) -> Iterator[str]:
    """Yield what a module of the folder, and those of the folder that it imports, import."""
    seen.add(name)
    for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom) and node.module and node.module not in seen:
            yield from imported(node.module, seen)


def test_training_imports_nothing_that_a_bare_machine_lacks() -> None:
    seen: set[str] = set()
    names = {name.partition(".")[0] for name in imported("running", seen)}
    assert {"torch", "numpy", "safetensors"} <= names <= MAY_IMPORT
    modules = {path.stem for path in FOLDER.glob("*.py")}
    assert seen == modules - {"__init__", "packing", "shipping"}


def test_it_runs_where_nothing_of_cocite_is(ran: tuple[Path, str]) -> None:
    out, said = ran
    assert said.splitlines()[-1] == "ours: []"
    assert {path.name for path in out.iterdir()} == {
        "both.safetensors",
        "both-whole.safetensors",
        "pairs.safetensors",
        "pairs-whole.safetensors",
        "dev-lists.npy",
        "dev-pair.npy",
        "dev-sentence.npy",
        "dev-title-sentence.npy",
    }


def test_it_says_what_is_found_before_and_after(ran: tuple[Path, str]) -> None:
    said = ran[1]
    for state in ("untrained", "before", "both whole", "both thin"):
        for split in ("dev", "held out"):
            found = re.search(rf"\] {state}: {split}, title sentence: {{'R@10': ([\d.]+)", said)
            assert found, (state, split)
            assert 0 <= float(found[1]) <= 1
    for state in ("pairs whole, first 60", "pairs thin, first 30", "title sentence"):
        assert re.search(rf"\] {state}: {{'first': [\d.]+, 'by pairs': [\d.]+, 'by both'", said)
    assert re.search(r"both whole, step 6, \d+ s: loss [\d.]+", said)
    assert re.search(r"pairs thin, step 2, \d+ s: loss [\d.]+", said)


@pytest.mark.parametrize(("name", "pooler"), [("both", False), ("pairs", True)])
def test_files_hold_a_change_of_each_trained_weight(
    name: str, ran: tuple[Path, str], weights: dict[str, Tensor], *, pooler: bool
) -> None:
    whole = load_file(ran[0] / f"{name}-whole.safetensors")
    thin = load_file(ran[0] / f"{name}.safetensors")
    assert {rows.dtype for rows in (*whole.values(), *thin.values())} == {torch.float16}
    assert set(whole) == set(trainable(weights, pooler=pooler))
    assert all(rows.shape == weights[each].shape for each, rows in whole.items())
    assert {each.removesuffix(".lora_A").removesuffix(".lora_B") for each in thin} == set(whole)
    for each, rows in whole.items():
        if rows.ndim < 2 or min(rows.shape) <= 4:
            assert thin[each].shape == rows.shape
        else:
            assert thin[f"{each}.lora_B"].shape == (rows.shape[0], 4)
            assert thin[f"{each}.lora_A"].shape == (4, rows.shape[1])
    assert whole["encoder.layer.0.output.dense.weight"].any()


def test_the_written_cross_encoder_gives_the_written_log_odds(
    ran: tuple[Path, str], packed: Pack, papers: Papers, weights_file: Path
) -> None:
    base = read_base(weights_file, "cpu")
    network = Network.of(base, 4)
    without_head = {**base, "classifier.weight": torch.zeros(1, 24)}
    read = with_adapter(without_head, load_file(ran[0] / "pairs.safetensors"))
    written = np.load(ran[0] / "dev-pair.npy")
    lists = np.load(ran[0] / "dev-lists.npy")[:SOME].astype(np.int64)
    questions = Questions(packed, "dev", "cpu").in_pairs("pair")
    assert lists.shape == written.shape
    scores = list_scores(network, read, questions, papers.in_pairs, lists)
    # Both are computed in bfloat16, of weights that were rounded once more for the file.
    assert np.abs(scores.numpy() - written).max() < 0.02
    assert written.std() > 0.02


def test_lists_are_of_the_pool_and_without_the_manuscript(
    ran: tuple[Path, str], packed: Pack
) -> None:
    lists, itself = np.load(ran[0] / "dev-lists.npy"), Rows(packed, "dev_itself")
    assert np.isin(lists, packed["dev_pool"]).all()
    assert not any(np.isin(itself[row], lists[row]).any() for row in range(len(lists)))


def test_the_same_steps_write_the_same_files(
    ran: tuple[Path, str], pack: Path, weights_file: Path, adapter: Path, tmp_path: Path
) -> None:
    given = options(pack, weights_file, adapter, tmp_path)
    main([*given, "--steps", "8", "0", "--most", str(SOME)])
    for name in ("both.safetensors", "both-whole.safetensors", "dev-lists.npy"):
        assert (tmp_path / name).read_bytes() == (ran[0] / name).read_bytes()
    assert not (tmp_path / "pairs.safetensors").exists()


def test_a_step_of_more_questions_than_there_are_is_refused(
    pack: Path, weights_file: Path, adapter: Path, tmp_path: Path
) -> None:
    asked = [*options(pack, weights_file, adapter, tmp_path), "--most", "15"]
    with pytest.raises(SystemExit, match="A step takes 16 questions, but there are 15"):
        main(asked)


@pytest.mark.parametrize("name", ["both", "pairs"])
def test_the_loss_falls(
    name: str,
    learning: Learning,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Processors without bfloat16 are slow in it; the run in the child process has it.
    monkeypatch.setattr(f"tools.lab.scale.{name}.in_half", lambda weights: weights)
    task: Both | Pairs = learning.both() if name == "both" else learning.pairs()
    plan = Plan(name=name, rate=1e-2, whole=0.7, batch=16, seconds=0, steps=40, rank=8, every=7)
    start = Trained(learning.base, trainable(learning.base, pooler=name == "pairs"))
    usable = learning.train.usable()[:16]
    train_batches(
        plan, start, usable, task.random, loss_of=task.loss, finished=lambda _phase, _of: None
    )
    losses = [float(each) for each in re.findall(r"loss ([\d.]+)", capsys.readouterr().out)]
    assert len(losses) == 6
    assert losses[-1] < 0.9 * losses[0]
