from __future__ import annotations

from importlib import metadata

from desktop.help import licences


def test_every_distribution_is_listed_with_a_licence_as_far_as_it_says_one() -> None:
    found = {one.name.casefold(): one for one in licences.distributions()}
    assert len(found) == len({d.metadata["Name"].casefold() for d in metadata.distributions()})
    assert found["pyside6"].version == metadata.version("pyside6")
    assert "MIT" in found["rapidfuzz"].licence
    assert list(found) == sorted(found)


def test_the_text_of_a_licence_is_found() -> None:
    assert "Permission is hereby granted" in licences.licence_texts("rapidfuzz")
    assert licences.licence_texts("no such distribution") == ""
