"""What ships with Cocite: locked with hashes, and under licences that the AGPL can stand beside."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.building import CHECKOUT
from tests.test_packaging import pins
from tests.tools.shipped import REVIEWED
from tools.bom import licence, locked, required

COMPATIBLE = {
    *("0BSD", "AGPL-3.0-or-later", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause"),
    *("BSD-2-Clause-Views", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CNRI-Python", "ISC"),
    *("LGPL-3.0-only", "GPL-3.0-only", "MIT", "MPL-2.0", "PSF-2.0", "Zlib"),
}


def is_compatible(expression: str) -> bool:
    """Of each part one choice must be; no distribution here nests them."""
    return all(
        any(choice.strip() in COMPATIBLE for choice in part.split(" OR "))
        for part in expression.split(" AND ")
    )


def test_everything_that_ships_has_a_licence_that_fits_the_agpl() -> None:
    names = required()
    assert len(names) > 80
    odd = {each: licence(each) for each in names if not is_compatible(licence(each))}
    assert {each: said for each, said in odd.items() if said or each not in REVIEWED} == {}
    assert set(REVIEWED) <= set(odd), "a reviewed distribution is gone, or names its licence now"


@pytest.mark.parametrize("expression", ["", "GPL-2.0-only", "MIT AND PolyForm-Noncommercial-1.0.0"])
def test_a_licence_that_does_not_fit_is_told(expression: str) -> None:
    assert not is_compatible(expression)


def test_what_ships_is_locked_as_it_is_pinned() -> None:
    text = (CHECKOUT / "requirements.lock").read_text("utf-8")
    entries = {name: version for name, version, _ in locked(text)}
    assert len(entries) == len(re.findall(r"^[^#\s]", text, re.M))  # each has hashes
    pinned = pins()
    assert {name: pinned.get(name, version) for name, version in entries.items()} == entries
    assert not required().keys() - entries.keys() - {"cocite", "pip"}


def test_all_but_torch_is_installed_by_its_hashes() -> None:
    installed = subprocess.run(
        ["bash", "-c", "source .ci/environment.sh && locked_but_torch"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    all_of_it = (CHECKOUT / "requirements.lock").read_text("utf-8")
    left_out = {name for name, _, _ in locked(all_of_it)} - {
        name for name, _, _ in locked(installed)
    }
    assert {"torch", "triton"} < left_out
    assert all(name.startswith(("torch", "triton", "nvidia-", "cuda-")) for name in left_out)
