"""What ships with Cocite: locked with hashes, and under licences that the AGPL can stand beside."""

from __future__ import annotations

import importlib.metadata
import re

import pytest
from packaging.requirements import Requirement

from tests.building import CHECKOUT
from tests.test_packaging import normalised, pins

COMPATIBLE = {
    *("0BSD", "AGPL-3.0-or-later", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause"),
    *("BSD-2-Clause-Views", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CNRI-Python", "ISC"),
    *("LGPL-3.0-only", "GPL-3.0-only", "MIT", "MPL-2.0", "PSF-2.0", "Zlib"),
}
CLASSIFIED = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Public Domain": "CC0-1.0",
    "Python Software Foundation License": "PSF-2.0",
}
WRITTEN = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0 License": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Dual Licensed - GNU AFFERO GPL 3.0 or Artifex Commercial License": "AGPL-3.0-or-later",
}
# Distributions whose metadata names no licence, and why they may be there all the same.
REVIEWED = {
    "pymupdf-layout": "an empty package that pymupdf 2 requires; the code is pymupdf's",
    "pymupdf4llm": "an empty package that pymupdf 2 requires; the code is pymupdf's",
}


def shipped() -> set[str]:
    """The names of what Cocite needs to run, as far as it is installed here."""
    todo, seen = ["cocite"], set[str]()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        try:
            required = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # for another system
        seen.add(name)
        needed = [Requirement(line) for line in required]
        todo += [
            normalised(each.name)
            for each in needed
            if each.marker is None or each.marker.evaluate({"extra": ""})
        ]
    return seen


def licence(name: str) -> str:
    """The licence of a distribution as an SPDX expression, "" if its metadata names none."""
    said = importlib.metadata.metadata(name)
    written = " ".join((said["License"] or "").split())
    classified = [
        CLASSIFIED.get(line.rpartition("::")[2].strip(), "")
        for line in said.get_all("Classifier") or []
        if line.startswith("License ::")
    ]
    return (
        said["License-Expression"]
        or " AND ".join(filter(None, classified))
        or WRITTEN.get(written, written)
    )


def is_compatible(expression: str) -> bool:
    """Of each part one choice must be; no distribution here nests them."""
    return all(
        any(choice.strip() in COMPATIBLE for choice in part.split(" OR "))
        for part in expression.split(" AND ")
    )


def test_everything_that_ships_has_a_licence_that_fits_the_agpl() -> None:
    names = shipped()
    assert len(names) > 80
    odd = {each: licence(each) for each in names if not is_compatible(licence(each))}
    assert {each: said for each, said in odd.items() if said or each not in REVIEWED} == {}
    assert set(REVIEWED) <= set(odd), "a reviewed distribution is gone, or names its licence now"


@pytest.mark.parametrize("expression", ["", "GPL-2.0-only", "MIT AND PolyForm-Noncommercial-1.0.0"])
def test_a_licence_that_does_not_fit_is_told(expression: str) -> None:
    assert not is_compatible(expression)


def test_what_ships_is_locked_as_it_is_pinned() -> None:
    text = (CHECKOUT / "requirements.lock").read_text("utf-8")
    entries = re.findall(
        r"^([\w.-]+)==([^\s;]+)[^\\\n]*((?: \\\n +--hash=sha256:\w{64})+)$", text, re.M
    )
    assert len(entries) == len(re.findall(r"^[^#\s]", text, re.M))  # each has hashes
    locked = {normalised(name): version for name, version, _ in entries}
    pinned = pins()
    assert {name: pinned.get(name, version) for name, version in locked.items()} == locked
    unlocked = shipped() - locked.keys() - {"cocite", "pip"}
    assert not unlocked
