"""Markers and sentences on clean text: ``python -m tools.lab.benchmarks.marker_spans [-v]``.

The full texts of the dev papers, and of N train papers a style, with their sentences, marker
spans and links. Their truth was made by another program, so the figures show differences, not
errors. Markers are found sentence by sentence with the list's keys and texts; boundaries in the
sentences of a paragraph joined by spaces.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from core.base.records import Marker, Reference
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.markers import ReferenceIndex, build_index, find_markers
from core.manuscript.text.sentences import sentence_spans
from tools.lab.benchmarks.data import data_folder
from tools.lab.benchmarks.marker_accuracy import Count

_LABEL = re.compile(r"[A-Za-zÀ-ž+*.’'-]{1,8}\d{2}[a-z]?")


def papers(train: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield style and paper: all of dev, and the first ``train`` of each style of train."""
    taken: Counter[str] = Counter()
    for path in sorted((data_folder() / "fulltexts").glob("neurips-*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                paper = json.loads(line)
                style = ("dev " if "dev" in path.name else "train ") + style_of(paper)
                taken[style] += 1
                if "dev" in path.name or taken[style] <= train:
                    yield style, paper


def sentences_of(paper: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the sentences of a paper."""
    for paragraph in paragraphs_of(paper):
        yield from paragraph


def paragraphs_of(paper: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Yield the paragraphs of a paper."""
    for section in paper["sections"]:
        yield from section["paragraphs"]


def style_of(paper: dict[str, Any]) -> str:
    """Return the marker style of a paper."""
    keys = [each["key"] for each in paper["references"]]
    shown = [s["text"][a:b] for s in sentences_of(paper) for a, b in s["markers"]]
    if keys[0].isdigit():
        rounds = sum(each.startswith("(") for each in shown)
        return "(12)" if 2 * rounds > len(shown) else "[12]"
    return "[ABC+20]" if 2 * sum(map(is_label, keys)) > len(keys) else "author-year"


def is_label(key: str) -> bool:
    """Say whether a key is a printed label, not surname and year."""
    return _LABEL.fullmatch(key) is not None and not re.search(r"\d{4}", key)


def list_of(paper: dict[str, Any], style: str) -> ReferenceIndex:
    """Return the index of a paper's list, made from keys and texts alone."""
    references = []
    for at, each in enumerate(paper["references"]):
        fields = parse_entry(each["text"])
        label = "" if "author-year" in style else each["key"]
        references.append(
            Reference(
                index=at, label=label, text=each["text"], authors=fields.authors, year=fields.year
            )
        )
    texts = [" ".join(s["text"] for s in each) for each in paragraphs_of(paper)]
    return build_index(references, texts)


def compare(true: Sequence[Sequence[int]], found: Sequence[Marker]) -> tuple[int, list[str]]:
    """Return how many spans overlap by half of the smaller one, and those that do not."""
    free = list(true)
    extra = []
    for marker in found:
        hit = next(
            (
                (a, b)
                for a, b in free
                if 2 * (min(b, marker.end) - max(a, marker.start))
                > min(b - a, marker.end - marker.start)
            ),
            None,
        )
        if hit is None:
            extra.append(marker.text)
        else:
            free = [span for span in free if tuple(span) != tuple(hit)]
    return len(found) - len(extra), extra


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", type=int, default=25, help="train papers of each style")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what differs")
    options = parser.parse_args()
    spans: dict[str, Count] = defaultdict(Count)
    links: dict[str, Count] = defaultdict(Count)
    boundaries: dict[str, Count] = defaultdict(Count)
    unresolved: Counter[str] = Counter()
    for style, paper in papers(options.train):
        index = list_of(paper, style)
        ids = [each["id"] for each in paper["references"]]
        for sentence in sentences_of(paper):
            found = find_markers(sentence["text"], index)
            right, extra = compare(sentence["markers"], found)
            spans[style].add(right, len(found), len(sentence["markers"]))
            unresolved[style] += sum(bool(marker.unresolved) for marker in found)
            cited = {ids[at] for marker in found for at in marker.references} - {None}
            true = set(sentence["cites"])
            links[style].add(len(cited & true), len(cited), len(true))
            if options.verbose:
                tell(style, sentence, found, extra, cited ^ true)
        for paragraph in paragraphs_of(paper):
            boundaries[style].add(*boundary_counts([each["text"] for each in paragraph], options))
    for style in sorted(spans):
        print(f"{style:18} spans      {spans[style]}")
        print(f"{style:18} links      {links[style]}   unresolved in {unresolved[style]} markers")
        print(f"{style:18} boundaries {boundaries[style]}")


def tell(
    style: str, sentence: dict[str, Any], found: Sequence[Marker], extra: list[str], links: set[str]
) -> None:
    """Print how one sentence differs."""
    if len(found) != len(sentence["markers"]) or extra:
        shown = [sentence["text"][a:b] for a, b in sentence["markers"]]
        print(f"{style} MARKERS {[each.text for each in found]} for {shown}: {sentence['text']}")
    elif links:
        print(f"{style} LINKS {[(each.text, each.references) for each in found]}: {sorted(links)}")


def boundary_counts(sentences: Sequence[str], options: argparse.Namespace) -> tuple[int, int, int]:
    """Return right, found and true boundaries inside a paragraph."""
    true, at = set(), 0
    for text in sentences:
        true.add(at)
        at += len(text) + 1
    text = " ".join(sentences)
    found = {start for start, _ in sentence_spans(text)}
    if options.verbose:
        for start in sorted(found ^ true):
            kind = "NOT CUT" if start in true else "CUT"
            print(f"{kind} {text[max(0, start - 60) : start]}|{text[start : start + 40]}")
    return len(found & true), len(found), len(true)


if __name__ == "__main__":
    main()
