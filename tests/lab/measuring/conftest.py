"""Trainings that measurements start begin with the trainer imported."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from tests.training import warm
from tools.lab.measuring import children


@pytest.fixture(autouse=True)
def warm_children(monkeypatch: pytest.MonkeyPatch) -> None:
    module = SimpleNamespace(**{**vars(subprocess), "Popen": warm.Started})
    monkeypatch.setattr(children, "subprocess", module)
