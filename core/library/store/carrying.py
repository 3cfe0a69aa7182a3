"""Finds the sentences and entries of a manuscript again after its text was changed a little.

A mended typo or an added word leaves a sentence the one it was: what a person decided about it
moves along. What has no certain successor stays where it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rapidfuzz import fuzz

_LEAST_ALIKE = 90.0
_FARTHEST = 0.15, 5
"""As a share of the manuscript, or in sentences; a like sentence further away is another one."""


def successors(
    before: Sequence[str], after: Sequence[str], wanted_texts: Collection[str]
) -> dict[str, str]:
    """Return for each ``wanted_texts`` text of ``before`` the text of ``after`` that it became.

    Texts are compared as they are given; those that stand in both are themselves and take no
    part. A text with two equally likely successors has none, and none is given out twice.
    """
    lost_texts = {text: index for index, text in enumerate(before) if text in wanted_texts}
    lost_texts = {text: index for text, index in lost_texts.items() if text not in set(after)}
    new = {text: index for index, text in enumerate(after) if text not in set(before)}
    pairs = []
    for text, index in lost_texts.items():
        near = [
            other
            for other, at in new.items()
            if abs(at / len(after) - index / len(before)) <= _FARTHEST[0]
            or abs(at - index) <= _FARTHEST[1]
        ]
        scores = sorted(((fuzz.ratio(text, other), other) for other in near), reverse=True)
        if not scores or scores[0][0] < _LEAST_ALIKE:
            continue
        if len(scores) == 1 or scores[0][0] > scores[1][0]:
            pairs.append((*scores[0], text))
    successor_texts: dict[str, str] = {}
    for _, other, text in sorted(pairs, reverse=True):
        if other not in successor_texts.values():
            successor_texts[text] = other
    return successor_texts
