"""Packages that imports in a block do not find."""

from __future__ import annotations

import importlib
import sys

import pytest

from core.base.unneeded import unseen


def test_a_package_is_found_again_behind_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with unseen(["colorsys"]), pytest.raises(ImportError):
        importlib.import_module("colorsys")
    assert importlib.import_module("colorsys").rgb_to_hsv(0, 0, 0) == (0, 0, 0)


def test_what_was_imported_before_stays() -> None:
    import colorsys

    with unseen(["colorsys"]):
        assert importlib.import_module("colorsys") is colorsys
    assert sys.modules["colorsys"] is colorsys
