"""The benchmarks: each can be imported and is named in their table."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "tools" / "lab" / "benchmarks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
OF_THE_WINDOW = {"heartbeat", "window_script", "window_soak"}
"""These import Qt, which must be absent from this process."""


def test_the_table_names_each_benchmark() -> None:
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert NAMES
    assert not [name for name in NAMES if f"`{name}`" not in table]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OF_THE_WINDOW])
def test_a_benchmark_can_be_imported(name: str) -> None:
    importlib.import_module(f"tools.lab.benchmarks.{name}")
