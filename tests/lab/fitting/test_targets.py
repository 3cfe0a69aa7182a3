"""Where the fitted parameters go: into what the product ships."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

RESOURCES = Path(__file__).resolve().parents[3] / "resources"


@pytest.mark.parametrize(
    ("script", "name"),
    [
        ("references", "TARGET"),
        ("ranker", "TARGET"),
        ("scoring", "TARGET"),
        ("gaps", "_TARGET"),
        ("general_words", "_TARGET"),
    ],
)
def test_a_script_writes_where_the_product_reads(script: str, name: str) -> None:
    target = getattr(import_module(f"tools.lab.fitting.{script}"), name)
    assert target.is_relative_to(RESOURCES)
    assert target.exists()
