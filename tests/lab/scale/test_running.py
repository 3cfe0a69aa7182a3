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
from tools.lab.scale.arrays import ragged, read_small, write_pack
from tools.lab.scale.both import Both
from tools.lab.scale.course import Plan, Watch, train_batches
from tools.lab.scale.eight_bits import unpacked_weights
from tools.lab.scale.network import Network
from tools.lab.scale.pairs import Pairs
from tools.lab.scale.running import main
from tools.lab.scale.scoring import encoded
from tools.lab.scale.texts import Papers
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
    asked = out.parent / "asked.npz.xz"
    write_pack(asked, ragged("query", [[500, 501], [502]], np.uint16))
    files = {"pack": pack, "weights": weights, "adapter": adapter, "out": out, "asked": asked}
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
        "both-whole.npz",
        "pairs.safetensors",
        "pairs-whole.npz",
        "rows-papers.npz",
        "rows-titles.npz",
        "rows-other.npz",
        "rows-asked.npz",
    }


def test_it_says_what_is_found_before_and_after(ran: tuple[Path, str]) -> None:
    said = ran[1]
    for state in ("untrained", "before", "both whole", "both thin"):
        for split in ("dev", "other_dev", "held out, train", "held out, other"):
            found = re.search(rf"\] {state}: {split}, title sentence: {{'R@10': ([\d.]+)", said)
            assert found, (state, split)
            assert 0 <= float(found[1]) <= 1
    for state in ("pairs whole, first 60", "pairs thin, first 30"):
        assert re.search(
            rf"\] {state}: other_dev: {{'first': [\d.]+, 'by pairs': [\d.]+, 'by both'", said
        )
    assert re.search(r"both whole, step 6, \d+ s: loss [\d.]+", said)
    assert re.search(r"pairs thin, step 2, \d+ s: loss [\d.]+", said)


@pytest.mark.parametrize(("name", "pooler"), [("both", False), ("pairs", True)])
def test_files_hold_a_change_of_each_trained_weight(
    name: str, ran: tuple[Path, str], weights: dict[str, Tensor], *, pooler: bool
) -> None:
    whole = unpacked_weights(read_small(ran[0] / f"{name}-whole.npz"))
    thin = load_file(ran[0] / f"{name}.safetensors")
    assert {rows.dtype for rows in thin.values()} == {torch.float16}
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


def test_rows_are_those_of_the_written_encoder(
    ran: tuple[Path, str], papers: Papers, weights_file: Path
) -> None:
    base = read_base(weights_file, "cpu")
    whole = unpacked_weights(read_small(ran[0] / "both-whole.npz"))
    read = with_adapter(base, {name: torch.from_numpy(rows) for name, rows in whole.items()})
    network, with_abstract = Network.of(base, 4), np.flatnonzero(papers.with_abstract)
    wanted = {
        "papers": papers.alone[torch.from_numpy(with_abstract)],
        "titles": papers.titles_alone[torch.from_numpy(with_abstract)],
        "other": papers.alone[papers.pools["other_dev"].rows],
    }
    for name, texts in wanted.items():
        written = read_small(ran[0] / f"rows-{name}.npz")
        rows = written["places"] * written["steps"].astype(np.float32)[:, None]
        assert np.abs(rows - encoded(network, read, texts).numpy()).max() < 0.03
        assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=0.01)
    assert len(read_small(ran[0] / "rows-asked.npz")["places"]) == 2


def test_the_same_steps_write_the_same_files(
    ran: tuple[Path, str], pack: Path, weights_file: Path, adapter: Path, tmp_path: Path
) -> None:
    given = options(pack, weights_file, adapter, tmp_path)
    main([*given, "--steps", "8", "0", "--most", str(SOME)])
    for name in ("both.safetensors", "both-whole.npz", "rows-papers.npz"):
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
    watch = Watch(lambda _phase, _of: None)
    train_batches(plan, start, [usable], task.random, loss_of=task.loss, watch=watch)
    losses = [float(each) for each in re.findall(r"loss ([\d.]+)", capsys.readouterr().out)]
    assert len(losses) == 6
    assert losses[-1] < 0.9 * losses[0]
