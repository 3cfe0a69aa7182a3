"""Keys that a pattern makes of a paper."""

from __future__ import annotations

import pytest

from core.base.key_patterns import DEFAULT_PATTERN, make_key, renew_stated_key
from core.formats import bibtex
from tests.core.library.keys.keyed_papers import QUAYS

BIB = """
@report{a, author = {{World Marsh Organization} and Roe, Ann}, title = {Reeds}, year = 2020}
@article{b, author = {van der Berg, Jan and Ash, Bo, Jr.}, title = {Tents}, year = 2021}
"""


def test_a_bibliography_says_who_is_an_organisation() -> None:
    first, second = (entry.record for entry in bibtex.parse(BIB, "a.bib"))
    assert first is not None
    assert second is not None
    assert first.cited_authors == ("World Marsh Organization", "Roe")
    assert second.cited_authors == ("van der Berg", "Ash")
    assert make_key(first, DEFAULT_PATTERN) == "worldmarshorganization2020reeds"
    assert make_key(second, DEFAULT_PATTERN) == "berg2021tents"


@pytest.mark.parametrize(
    ("extra", "key", "stated"),
    [
        ({}, "lind2018quays", None),  # made by the pattern
        ({}, "lind2018quaysb", None),
        ({}, "roe1999walks", None),  # made before the details were mended
        ({}, "Lind:quays", "Lind:quays"),
        ({"citation_key": "a"}, "a", "a"),
        ({"citation_key": "a"}, "ab", "a"),  # the key was in use
        ({"citation_key": "a"}, "mine", "mine"),
    ],
)
def test_keys_of_earlier_libraries_are_told_apart(
    extra: dict[str, str], key: str, stated: str | None
) -> None:
    renewed = renew_stated_key(extra, key, QUAYS, "[auth][year][title]")
    assert renewed.get("citation_key") == stated
    assert key == "mine" or renewed.get("ids") is None
