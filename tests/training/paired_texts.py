"""Texts of papers that are learned in pairs."""

from __future__ import annotations

import itertools
from typing import Any

from tests.tiny_corpus import TOPICS
from training.corpus.corpus import Corpus

PAPERS = 1000
WORDS = [word for words in TOPICS.values() for word in words.split()]


def summarised(semcse_papers: Corpus, number: int) -> dict[str, Any]:
    one, two, three = semcse_papers.title(number).split()
    orders = itertools.cycle(itertools.permutations((one, two, three)))
    texts = [f"{a} and {b} measured {c} {at}." for at, (a, b, c) in zip(range(15), orders)]  # noqa: B905
    said = [{"prompt": at // 3 + 1, "text": text} for at, text in enumerate(texts)]
    return {"id": f"p:{number}", "model": "m", "seed": 0, "summaries": said}
