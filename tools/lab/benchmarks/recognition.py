"""How well scans are read.

``python -m tools.lab.benchmarks.recognition FILE.pdf … [--dots 150 300]``

The pages of PDFs with a text are made pictures, read with text recognition in the child process as
the window does it, and compared with what is read from the text. Characters are compared where both
have the text; what only one of them has in pieces of over three words (a footnote, a heading) is
counted by itself. Markers and references are compared with those read from the text.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import unicodedata
from collections import Counter
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pymupdf

from core.base.records import Manuscript
from core.manuscript.reader import GuardedReader

_PIECE, _ALONE = 30, 3  # words: of a piece that differs, and of one that only one of the two has
_SAME = str.maketrans("‘’´`“”–—−‐‑‒", "''''\"\"------")


@dataclass
class Figures:
    """Counts of one file, or of several together."""

    characters: int = 0
    wrong: int = 0
    lacking: int = 0
    added: int = 0
    markers: int = 0
    markers_found: int = 0
    markers_right: int = 0
    references: int = 0
    references_right: int = 0

    def add(self, other: Figures) -> None:
        """Add the counts of another."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))

    def __str__(self) -> str:
        """Say them as shares."""
        f1 = 2 * self.markers_right / max(self.markers + self.markers_found, 1)
        return (
            f"characters wrong {100 * self.wrong / max(self.characters, 1):.2f} % of"
            f" {self.characters:,}  lacking {self.lacking:,}  added {self.added:,}"
            f"  markers F1 {f1:.3f} of {self.markers}"
            f"  references {self.references_right} of {self.references}"
        )


def compare(printed: Manuscript, read: Manuscript) -> Figures:
    """Compare what is read from a scan with what is read from the text."""
    figures = _characters(_words(printed), _words(read))
    pairs = _same_entries(printed, read)
    figures.references, figures.references_right = len(printed.references), len(pairs)
    truth = _cited(printed)
    found = [pairs.get(cited, -1) for cited in _cited(read)]
    blocks = SequenceMatcher(None, truth, found, autojunk=False).get_matching_blocks()
    figures.markers, figures.markers_found = len(truth), len(found)
    figures.markers_right = sum(block.size for block in blocks)
    return figures


def _words(manuscript: Manuscript) -> list[str]:
    text = " ".join(sentence.text for sentence in manuscript.sentences)
    return unicodedata.normalize("NFKC", text).translate(_SAME).split()


def _cited(manuscript: Manuscript) -> list[int]:
    markers = (marker for sentence in manuscript.sentences for marker in sentence.markers)
    return [cited for marker in markers for cited in marker.references]


def _characters(truth: list[str], found: list[str]) -> Figures:
    figures = Figures()
    matcher = SequenceMatcher(None, truth, found, autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        one, other = " ".join(truth[first:last]), " ".join(found[start:end])
        most = _ALONE if kind in ("insert", "delete") else _PIECE
        if kind == "equal" or max(last - first, end - start) <= most:
            figures.characters += len(one)
            figures.wrong += 0 if kind == "equal" else edits(one, other)
        else:
            figures.lacking += len(one)
            figures.added += len(other)
    return figures


def edits(one: str, other: str) -> int:
    """Return how many characters must be changed, put in or taken out (Levenshtein)."""
    letters = np.array(list(other))
    row = np.arange(len(other) + 1)
    for at, char in enumerate(one, start=1):
        changed = row[:-1] + (letters != char) if other else row[:0]
        new = np.concatenate([[at], np.minimum(changed, row[1:] + 1)])
        steps = np.arange(len(new))
        row = np.minimum.accumulate(new - steps) + steps
    return int(row[-1])


def _same_entries(printed: Manuscript, read: Manuscript) -> dict[int, int]:
    """Return which entry of the text each entry of the scan is: most words are the same."""
    truth = [Counter(entry.text.casefold().split()) for entry in printed.references]
    pairs: dict[int, int] = {}
    for at, entry in enumerate(read.references):
        words = Counter(entry.text.casefold().split())
        shared = [
            2 * sum((words & other).values()) / max(sum((words + other).values()), 1)
            for other in truth
        ]
        best = int(np.argmax(shared)) if shared else 0
        if shared and shared[best] > 0.6 and best not in pairs.values():
            pairs[at] = best
    return pairs


def rasterised(source: Path, target: Path, dots: int) -> Path:
    """Write a PDF whose pages are pictures of those of another, at some dots an inch."""
    with pymupdf.open(source) as printed, pymupdf.open() as scanned:
        for sheet in printed:
            copy = scanned.new_page(width=sheet.rect.width, height=sheet.rect.height)
            copy.insert_image(copy.rect, pixmap=sheet.get_pixmap(dpi=dots, colorspace="GRAY"))
        scanned.save(target, deflate=True)
    return target


def _pages(file: Path) -> int:
    with pymupdf.open(file) as document:
        return int(document.page_count)


def main() -> None:
    """Print the figures of each file and of all."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", nargs="+", type=Path)
    options.add_argument("--dots", nargs="+", type=int, default=[150, 300])
    asked = options.parse_args()
    for dots in asked.dots:
        every, seconds, pages = Figures(), 0.0, 0
        for file in asked.files:
            with tempfile.TemporaryDirectory() as folder, GuardedReader() as reader:
                printed = reader.read_manuscript(file)
                scan = rasterised(file, Path(folder) / "scan.pdf", dots)
                began = time.monotonic()
                read = reader.recognise(scan)
                seconds += time.monotonic() - began
                pages += _pages(file)
            figures = compare(printed, read)
            every.add(figures)
            print(f"{dots} dots  {file.name}  {figures}", flush=True)
        print(f"{dots} dots  ALL  {every}  {seconds / pages:.1f} s a page\n", flush=True)


if __name__ == "__main__":
    main()
