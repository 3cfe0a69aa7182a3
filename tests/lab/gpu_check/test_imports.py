"""Modules that training reaches."""

from __future__ import annotations

from tools.lab.gpu_check import imports


def test_everything_that_training_reaches_can_be_imported() -> None:
    assert len(imports.modules()) > 50
    assert imports.missing() == []
