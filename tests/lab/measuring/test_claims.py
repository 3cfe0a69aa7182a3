"""Claims, each of two arms."""

from __future__ import annotations

from tools.lab.measuring.claims import ARMS, BM25, CLAIMS


def test_the_two_arms_of_a_claim_differ_in_what_it_says_alone() -> None:
    assert len(CLAIMS) == 9
    for claim in CLAIMS:
        assert claim.after in ARMS
        assert claim.before in {*ARMS, BM25}
        if claim.before != BM25:
            assert ARMS[claim.before].part == ARMS[claim.after].part
