"""How surely quotations are told from altered ones: ``python -m tools.lab.benchmarks.quotations``.

Takes passages of real papers, prints them as other files would (divided words, ligatures, other
quotation marks, left-out words), alters one to three words in half of them (one of a short one,
``--words 4 7``), and looks all up.
As many are looked up in another paper. Prints how many exact ones are found, how many altered ones
are shown as different, and how many of the others are not found.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

from core.base.findings import Quotation
from core.recommend.quotations import QuotedText, check_quotation, fold_words

_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "fi": "ﬁ", "fl": "ﬂ", "ff": "ﬀ"}
_EXPECTED = {"exact": "found", "altered": "differs", "foreign": "not found"}


def read_papers(path: Path) -> list[list[str]]:
    """Return the sentences of each paper of a file of full texts."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [
            [
                sentence["text"]
                for section in record["sections"]
                for paragraph in section["paragraphs"]
                for sentence in paragraph
            ]
            for record in map(json.loads, lines)
        ]


def draw_quotation(
    sentences: Sequence[str], draw: random.Random, lengths: tuple[int, int]
) -> list[str]:
    """Return the words of a passage of so many words, as they are written."""
    while True:
        start = draw.randrange(len(sentences))
        words = " ".join(sentences[start : start + 2]).split()
        length = draw.randint(*lengths)
        if (
            "[" not in "".join(words)
            and len(words) >= length
            and sum(word.isalpha() for word in words[:length]) >= min(6, length - 1)
        ):
            begin = draw.randint(0, len(words) - length)
            return words[begin : begin + length]


def alter_words(words: list[str], others: Sequence[str], draw: random.Random) -> list[str]:
    """Replace, leave out, add or exchange one to three words."""
    altered = list(words)
    for _ in range(draw.randint(1, 3) if len(words) >= 8 else 1):
        at = draw.randrange(1, len(altered) - 1)
        match draw.choice(("replace", "leave out", "add", "exchange")):
            case "replace":
                altered[at] = draw.choice(others)
            case "leave out":
                del altered[at]
            case "add":
                altered.insert(at, draw.choice(others))
            case _:
                altered[at], altered[at - 1] = altered[at - 1], altered[at]
    return altered


def print_otherwise(words: Sequence[str], draw: random.Random, *, gaps: bool) -> str:
    """Return words as a manuscript may print them."""
    printed = []
    for printed_word in words:
        word = printed_word
        for letters, ligature in _LIGATURES.items():
            word = word.replace(letters, ligature if draw.random() < 0.3 else letters)
        if word.isalpha() and len(word) > 7 and draw.random() < 0.15:
            word = f"{word[:4]}-\n{word[4:]}"
        printed.append(word)
    if gaps and len(printed) > 20 and draw.random() < 0.4:
        middle = len(printed) // 2
        printed[middle : middle + 3] = [draw.choice(("[…]", "...", "[ . . . ]"))]
    separators = (" ", " ", " ", "\n")
    return "".join(word + draw.choice(separators) for word in printed).strip()


def has_other_words(one: Sequence[str], other: Sequence[str]) -> bool:
    """Tell whether an alteration changed the words at all."""
    texts = ("".join(word.text for word in fold_words(" ".join(words))) for words in (one, other))
    return len(set(texts)) > 1


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="Full texts (.jsonl.gz).")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", type=int, nargs=2, default=(8, 40))
    options = parser.parse_args()
    draw = random.Random(options.seed)
    papers = [paper for path in options.files for paper in read_papers(path) if len(paper) > 40]
    counts: dict[tuple[str, str], int] = {}
    seconds = time.process_time()
    for number in range(options.count):
        kind = ("exact", "altered")[number % 2]
        sentences = draw.choice(papers)
        words = draw_quotation(sentences, draw, options.words)
        if kind == "altered":
            others = [word for word in " ".join(sentences).split() if word.isalpha()]
            altered = alter_words(words, others, draw)
            while not has_other_words(words, altered):
                altered = alter_words(words, others, draw)
            words = altered
        text = print_otherwise(words, draw, gaps=kind == "exact")
        other = draw.choice([paper for paper in papers if paper is not sentences])
        for name, source in ((kind, sentences), ("foreign", other)):
            quotation, _ = check_quotation(text, QuotedText(source))
            counts[name, quotation.state] = counts.get((name, quotation.state), 0) + 1
            if quotation.state != _EXPECTED[name]:
                _print_failure(name, text, quotation)
    for key, count in sorted(counts.items()):
        print(*key, count)
    print(f"{1000 * (time.process_time() - seconds) / options.count:.0f} ms each")


def _print_failure(kind: str, text: str, quotation: Quotation) -> None:
    print(kind, quotation.state, repr(text), quotation.passage, quotation.differences, sep="\n  ")


if __name__ == "__main__":
    main()
