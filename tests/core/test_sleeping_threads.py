"""Threads of a model sleep while they wait: each program says so before an OpenMP is loaded.

libgomp and its like read the environment once, when they are loaded. On a busy machine, threads
that spin took several times the processor time of the work itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.children import let_threads_sleep
from tests.core.programs.serving import fill

WATCH = """
import atexit, importlib.abc, json, os, runpy, sys

LIBRARIES = {"torch", "faiss", "sklearn", "lightgbm", "scipy", "onnxruntime", "transformers"}
imported = {}

class Watch(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in LIBRARIES:
            imported.setdefault(name, os.environ.get("OMP_WAIT_POLICY"))

def tell():
    with open(told_file, "w") as file:
        json.dump({"imported": imported, "at the end": os.environ.get("OMP_WAIT_POLICY")}, file)

told_file = sys.argv.pop(1)
sys.meta_path.insert(0, Watch())
atexit.register(tell)
module = sys.argv.pop(1)
sys.argv[0] = module
if module == "window":
    from desktop import __main__
    __main__.import_window = lambda: sys.exit(0)
    __main__.main([])
elif module == "commands":
    from core.commands.cli import main
    main(sys.argv[1:])
else:
    runpy.run_module(module, run_name="__main__", alter_sys=True)
"""
COMMANDS = ("index", "evaluate", "recommend", "similar", "serve", "lsp", "mcp", "train", "import")
PROGRAMS = [
    ["window"],
    ["desktop", "--help"],
    *(["desktop", command, "--help"] for command in COMMANDS),
    ["commands", "index", "--help"],
    ["training", "--help"],
    ["training", "cocite", "--help"],
    ["tools.lab", "--help"],
    ["tools.lab.fitting.gaps", "--help"],
]


def watched(folder: Path, *arguments: str) -> dict[str, object]:
    """Run a program; return which libraries it imported, and what was set then and at the end."""
    told = folder / "told.json"
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME")
    }
    done = subprocess.run(
        [sys.executable, "-c", WATCH, str(told), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.exists(), done.stderr
    found: dict[str, object] = json.loads(told.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=" ".join)
def test_each_program_sets_it_first(program: list[str], tmp_path: Path) -> None:
    found = watched(tmp_path, *program)
    assert found["at the end"] == "PASSIVE"
    imported = found["imported"]
    assert isinstance(imported, dict)
    assert set(imported.values()) <= {"PASSIVE"}, imported


def test_it_is_set_where_a_model_encodes(tmp_path: Path, tiny_model: Path) -> None:
    fill(tmp_path / "library")
    given = ["index", "--library", str(tmp_path / "library"), "--model", str(tiny_model)]
    found = watched(tmp_path, "desktop", *given)
    imported = found["imported"]
    assert isinstance(imported, dict)
    assert imported["torch"] == "PASSIVE"
    assert set(imported.values()) == {"PASSIVE"}


def test_what_the_person_set_stays() -> None:
    for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"):
        environment = {name: "9"}
        let_threads_sleep(environment)
        assert environment == {name: "9"}
