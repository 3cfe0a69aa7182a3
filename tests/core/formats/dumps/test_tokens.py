"""Identifiers in lines of JSON, found by their bytes."""

from __future__ import annotations

import json

import pytest

from core.formats.dumps import tokens


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, {b"10.55555/a.b", b"w1"}),
        ({"doi": "HTTP://dx.doi.org/10.55555/A.B"}, {b"10.55555/a.b", b"w1"}),
        ({"doi": "10.55555/A.B"}, {b"10.55555/a.b", b"w1"}),
        ({"doi": "https://doi.org/10.55555/a%2Fb"}, {b"10.55555/a/b", b"w1"}),
        ({"doi": "https://doi.org/10.55555/ä"}, {"10.55555/ä".encode(), b"w1"}),
        ({"doi": None}, {b"w1"}),
        ({"ids": {"openalex": "W1"}}, {b"10.55555/a.b", b"w1"}),
        ({"ids": {}}, {b"10.55555/a.b", b"w1"}),
        ({"ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/44"}}, {b"10.55555/a.b", b"w1", b"44"}),
        (
            {"locations": [{"landing_page_url": "https://arxiv.org/abs/2101.00003v2"}]},
            {b"10.55555/a.b", b"w1", b"2101.00003"},
        ),
    ],
)
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_the_ids_of_openalex_are_found_by_bytes_however_they_are_written(
    change: dict[str, object], expected: set[bytes], separators: tuple[str, str]
) -> None:
    work = {"id": "https://openalex.org/W1", "doi": "https://doi.org/10.55555/a.b"}
    work |= {"ids": {"openalex": "https://openalex.org/W1"}, "title": "Olives"}  # type: ignore[dict-item]
    line = json.dumps({**work, **change}, separators=separators).encode()
    assert set(tokens.openalex(line)) == expected
    turned = json.dumps(dict(reversed({**work, **change}.items())), separators=separators)
    assert set(tokens.openalex(turned.encode())) == expected
