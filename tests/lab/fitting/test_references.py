from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from core.manuscript.references.entry_fields import Labeller, cut_entry
from tools.lab.fitting.references import f1, main


def test_training_writes_weights_that_read_entries_it_has_not_seen(
    data: Path, tmp_path: Path
) -> None:
    target = tmp_path / "weights"
    arguments = [str(data), "--target", str(target), "--styles", "0"]
    result = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert "title        P 1.000  R 1.000" in result.output
    text = "Lund, U. and Dahl, A. (1977). On ice and clay by the sea. Annals of Frost, 3, 7–9."
    found = cut_entry(text, Labeller(target.read_bytes()))
    assert found["title"] == "On ice and clay by the sea"
    assert found["venue"] == "Annals of Frost"


def test_f1_counts_what_is_found_true_and_right() -> None:
    precision, recall, score = f1([("a", "a"), ("b", "c"), ("", "d"), ("", "")])
    assert (precision, recall, score) == (0.5, pytest.approx(1 / 3), pytest.approx(0.4))
