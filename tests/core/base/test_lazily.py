"""Packages that imports in a block do not find."""

from __future__ import annotations

import importlib
import sys
import threading

import pytest

from core.base.lazily import lazily, unseen

# --- a part of an object that is made once, at its first use, from whichever thread -----------


class Owner:
    def __init__(self) -> None:
        self.made: list[str] = []

    @lazily
    def part(self) -> list[str]:
        """A part."""
        self.made.append("part")
        threading.Event().wait(0.05)
        return ["part"]

    @lazily
    def whole(self) -> tuple[list[str], str]:
        """What needs the part."""
        return self.part, "whole"


def test_a_part_is_made_once_and_only_when_it_is_asked_for() -> None:
    owner = Owner()
    assert "part" not in vars(owner)
    assert owner.whole[0] is owner.part
    assert owner.made == ["part"]


def test_threads_that_ask_at_once_get_the_same_part() -> None:
    owner = Owner()
    got: list[list[str]] = []
    threads = [threading.Thread(target=lambda: got.append(owner.part)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert owner.made == ["part"]
    assert all(part is owner.part for part in got)


def test_each_owner_has_a_part_of_its_own_and_the_class_shows_how_it_is_made() -> None:
    assert Owner().part is not Owner().part
    assert isinstance(Owner.part, lazily)
    assert Owner.part.__doc__ == "A part."


# --- packages that dependencies import if present and that Cocite does not need ---------------


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
