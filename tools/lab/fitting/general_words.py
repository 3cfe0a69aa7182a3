"""Find the words that any paper may use, whatever it is about.

``python -m tools.lab.fitting.general_words PAPERS...``

A word that says what a paper is about stands in its title too, and comes again in its abstract
(Church & Gale, 1995). Of paper records with abstracts, the words that do neither are written, in
small letters, to ``resources/general-words.txt``; names, by their capitals, are none. What ships is
of the records of the ACL and ACM libraries, OpenReview and the lists of conferences (247,254 with
abstracts). ``general-words-other.txt`` is written by hand, and no word of it is written again.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from core.base.plain_words import plain_words
from core.formats.jsonl import read
from core.library.indexes.folding import index_terms

_LEAST_SHARE = 1 / 4_000
"""Of all papers, that a word must occur in to be judged."""
_MOST_IN_TITLES = 0.04
_MOST_REPEATED = 0.2
"""Further occurrences in an abstract that has the word."""
_MOST_CAPITALS = 0.5
_FAMILY = 2.0
"""How much more often all forms of a word may be in titles, and repeated, than one of them."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_RESOURCES = Path(__file__).parents[3] / "resources"
_TARGET, _BY_HAND = _RESOURCES / "general-words.txt", _RESOURCES / "general-words-other.txt"
_WIDTH = 100


@dataclass(slots=True)
class Counts:
    """How often words occur: papers, occurrences, papers with it in the title, capitals."""

    papers: int = 0
    having: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    titled: Counter[str] = field(default_factory=Counter)
    capital: Counter[str] = field(default_factory=Counter)

    def add(self, title: str, abstract: str) -> None:
        """Count one paper."""
        self.papers += 1
        word_counts = Counter(match[0] for match in _WORD.finditer(abstract))
        small: Counter[str] = Counter()
        for word, times in word_counts.items():
            small[word.lower()] += times
            if not word.islower():
                self.capital[word.lower()] += times
        self.times.update(small)
        self.having.update(small.keys())
        title_words = {match[0].lower() for match in _WORD.finditer(title)}
        self.titled.update(title_words & small.keys())

    def general(self) -> Iterator[str]:
        """Yield the words that say nothing of what a paper is about."""
        judged = [w for w, having in self.having.items() if having >= _LEAST_SHARE * self.papers]
        families: dict[str, list[str]] = {}
        for word in judged:
            for stem in index_terms(word):
                families.setdefault(stem, []).append(word)
        for family in families.values():
            if self._say_nothing(family, doubt=_FAMILY):
                yield from (word for word in family if self._say_nothing([word]))

    def _say_nothing(self, words: Sequence[str], doubt: float = 1.0) -> bool:
        """Tell whether words are seldom in titles, seldom come again and are seldom names."""
        having, times, titled, capital = (
            sum(map(counts.__getitem__, words))
            for counts in (self.having, self.times, self.titled, self.capital)
        )
        return (
            titled < doubt * _MOST_IN_TITLES * having
            and times < (1 + doubt * _MOST_REPEATED) * having
            and capital < _MOST_CAPITALS * times
        )


@click.command(help=__doc__)
@click.argument("papers", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(papers: Sequence[Path]) -> None:
    """Count, judge, write."""
    counts = Counts()
    for path in papers:
        for entry in read(path):
            if entry.record is not None and entry.record.abstract:
                counts.add(entry.record.title, entry.record.abstract)
    by_hand = _BY_HAND.read_text("utf-8").split()
    words = sorted(set(counts.general()).difference(plain_words(), by_hand))
    print(f"{len(words)} general words of {len(counts.having)} in {counts.papers} papers")
    _TARGET.write_text(textwrap.fill(" ".join(words), _WIDTH) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
