"""What was measured, kept line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UsageError
from tests.lab.measuring.small_measurements import ABOUT, lines
from tools.lab.measuring.ledger import LEDGER, Entry, Ledger


def test_a_line_that_a_kill_cut_off_is_measured_again(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, ABOUT)
    ledger.add(Entry(name="one", group="speed"))
    with (tmp_path / LEDGER).open("ab") as file:
        file.write(b'{"name": "two", "gro')
    again = Ledger(tmp_path, ABOUT)
    assert [*again.entries] == ["one"]
    again.add(Entry(name="two", group="speed"))
    assert [line.get("name") for line in lines(tmp_path)] == [None, "one", "two"]


def test_measurements_of_another_base_are_refused(tmp_path: Path) -> None:
    Ledger(tmp_path, ABOUT)
    with pytest.raises(UsageError, match="another corpus, base or scale"):
        Ledger(tmp_path, ABOUT.model_copy(update={"base": "other"}))
