"""Sentences and markers against hand labels.

``python -m tools.lab.benchmarks.marker_accuracy [-v]``

The labels in ``labels/`` were set on page images before any parser saw the pages. They hold
rectangles only; the PDFs are found in COCITE_DATA by their sha256. ``--labels`` takes others.

Rules of counting. A predicted sentence that begins on a passage's lines is a predicted boundary.
It is right where a labelled sentence begins. Headings run into the text without a stop were
labelled as the beginning of the sentence after them; a boundary up to three words later is
therefore right too, if the words before it were left out or are a sentence without a final stop.
A predicted marker is found if it covers more than half of a labelled one or lies to more than
half in it; names before a numbered bracket were left out of the labels. A labelled marker that
leads to no entry counts as one pair, found when the parser names none either. Entries are
compared by place in the list, by number where they are numbered.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from core.base.records import Manuscript, Marker, Rect, Sentence
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.lines import Page
from tools.lab.benchmarks.data import data_folder

LABELS = Path(__file__).parent / "labels"
TOLERANCE = 3.0
"""How far, in points, the left edge of a sentence may lie from that of its first word."""


@dataclass
class Passage:
    """A labelled stretch of text: its lines, first words (with the three after) and markers."""

    pdf: str
    lines: list[Rect]
    starts: list[list[Rect]]
    markers: list[tuple[list[Rect], list[int]]]


@dataclass
class Count:
    """How many were right of those found, and how many were to be found."""

    right: float = 0
    found: float = 0
    true: float = 0

    def add(self, right: float, found: float, true: float) -> None:
        """Count some more."""
        self.right += right
        self.found += found
        self.true += true

    def __str__(self) -> str:
        """Say precision, recall and F1."""
        precision = self.right / self.found if self.found else float("nan")
        recall = self.right / self.true if self.true else float("nan")
        f1 = 2 * self.right / (self.found + self.true) if self.found + self.true else float("nan")
        return f"P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  of {self.true:.0f}"


@dataclass
class Tally:
    """The counts of one PDF, style or labelling."""

    boundaries: Count = field(default_factory=Count)
    markers: Count = field(default_factory=Count)
    pairs: Count = field(default_factory=Count)

    def add(self, other: Tally) -> None:
        """Count what another counted too."""
        for mine, its in zip(vars(self).values(), vars(other).values(), strict=True):
            mine.add(its.right, its.found, its.true)


# --- reading the labelled passages --------------------------------------------------------------


def passages(path: Path) -> list[Passage]:
    """Return the labelled passages of a file."""
    result = []
    for text in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        result.append(
            Passage(
                row["sha256"],
                [Rect(*rect) for rect in row["lines"]],
                [[Rect(*rect) for rect in words] for words in row["starts"]],
                [
                    ([Rect(*rect) for rect in marker["rects"]], marker["references"])
                    for marker in row["markers"]
                ],
            )
        )
    return result


@cache
def pdfs() -> dict[str, Path]:
    """Return the PDFs of the development data by sha256."""
    return {
        hashlib.sha256(path.read_bytes()).hexdigest(): path
        for path in sorted((data_folder() / "pdfs").glob("*/*.pdf"))
    }


# --- comparing places on a page -----------------------------------------------------------------


def on(one: Rect, other: Rect) -> bool:
    """Say whether two rectangles stand on one printed line."""
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    return one.page == other.page and shared > 0.5 * min(one.y1 - one.y0, other.y1 - other.y0)


def area(rects: Iterable[Rect]) -> float:
    """Return the area of rectangles that do not overlap."""
    return sum((rect.x1 - rect.x0) * (rect.y1 - rect.y0) for rect in rects)


def overlap(some: Iterable[Rect], others: Sequence[Rect]) -> float:
    """Return the area two groups of rectangles share."""
    return sum(
        max(0.0, min(one.x1, two.x1) - max(one.x0, two.x0))
        * max(0.0, min(one.y1, two.y1) - max(one.y0, two.y0))
        for one in some
        for two in others
        if one.page == two.page
    )


def within(rect: Rect, lines: Iterable[Rect]) -> bool:
    """Say whether a rectangle begins on one of the lines."""
    return any(on(rect, line) and line.x0 - TOLERANCE <= rect.x0 < line.x1 - 0.5 for line in lines)


def marker_rects(sentence: Sentence, marker: Marker, pages: Sequence[Page]) -> list[Rect]:
    """Return where a marker is printed: its characters aligned with those on the page."""
    printed: list[tuple[str, Rect]] = []
    for rect in sentence.rects:
        printed += sorted(_characters(rect, pages[rect.page]), key=lambda pair: pair[1].x0)
    text = [(at, char) for at, char in enumerate(sentence.text) if not char.isspace()]
    matcher = SequenceMatcher(
        None, "".join(char for _, char in text), "".join(char for char, _ in printed), False
    )
    found = [
        printed[block.b + step][1]
        for block in matcher.get_matching_blocks()
        for step in range(block.size)
        if marker.start <= text[block.a + step][0] < marker.end
    ]
    lines: dict[tuple[int, float], list[Rect]] = defaultdict(list)
    for rect in found:
        lines[rect.page, rect.y0].append(rect)
    return [
        Rect(page, min(r.x0 for r in rects), y0, max(r.x1 for r in rects), rects[0].y1)
        for (page, y0), rects in lines.items()
    ]


def _characters(rect: Rect, page: Page) -> Iterator[tuple[str, Rect]]:
    for line in page.lines:
        if not rect.y0 - 1 <= (line.y0 + line.y1) / 2 <= rect.y1 + 1:
            continue
        for char, left, right in zip(line.text, line.lefts, line.rights, strict=True):
            if not char.isspace() and rect.x0 - 0.5 <= (left + right) / 2 <= rect.x1 + 0.5:
                yield char, Rect(rect.page, left, rect.y0, right, rect.y1)


# --- counting right and wrong markers -----------------------------------------------------------


def judge_boundaries(passage: Passage, sentences: Sequence[Sentence], log: list[str]) -> Count:
    """Count the boundaries of a passage."""
    starts = [
        (at, s.rects[0]) for at, s in enumerate(sentences) if within(s.rects[0], passage.lines)
    ]
    matched: set[int] = set()
    right = 0
    for words in passage.starts:
        exact = [at for at, rect in starts if begins(rect, words[0])]
        late = [
            at
            for at, rect in starts
            if any(begins(rect, word) for word in words[1:]) and after_heading(at, sentences, words)
        ]
        matched.update(exact, late)
        right += bool(exact or late)
        if not exact and not late:
            log.append(f"  no sentence begins at {tuple(words[0])}: {standing(words, sentences)!r}")
    for at, _ in starts:
        if at not in matched:
            log.append(f"  begins too much: {sentences[at].text[:70]!r}")
    return Count(right, right + sum(at not in matched for at, _ in starts), len(passage.starts))


def standing(words: Sequence[Rect], sentences: Sequence[Sentence]) -> str:
    """Return the sentence that stands at a place, to see by eye what became of it."""
    at = [sentence.text for sentence in sentences if overlap(words[:1], sentence.rects)]
    return " | ".join(at)


def begins(rect: Rect, word: Rect) -> bool:
    """Say whether a sentence whose first rectangle is ``rect`` begins with the word."""
    return on(rect, word) and abs(rect.x0 - word.x0) <= TOLERANCE


def after_heading(at: int, sentences: Sequence[Sentence], words: Sequence[Rect]) -> bool:
    """Say whether what stands before a sentence is left out, or a sentence without a stop."""
    before = sentences[at - 1] if at else None
    if before is None or not overlap(words[:1], before.rects):
        return True
    return begins(before.rects[0], words[0]) and before.text[-1] not in ".!?:;"


Found = tuple[list[Rect], list[int]]


def judge_markers(true: Sequence[Found], found: Sequence[Found]) -> tuple[Count, Count, list[str]]:
    """Count markers and (marker, reference) pairs; the log names what is wrong by places."""
    scores = sorted(
        (
            (score, a, b)
            for a, (there, _) in enumerate(true)
            for b, (here, _) in enumerate(found)
            if (score := likeness(there, here)) > 0
        ),
        reverse=True,
    )
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for _, a, b in scores:
        if a not in partner and b not in taken:
            partner[a] = b
            taken.add(b)
    pairs = Count()
    log: list[str] = []
    for a, (rects, references) in enumerate(true):
        got = found[partner[a]][1] if a in partner else []
        if references:
            shared = len(set(references) & set(got))
            pairs.add(shared, len(set(got)), len(set(references)))
        else:
            pairs.add(not got, len(set(got)) or 1, 1)
        if set(got) != set(references):
            log.append(f"  marker at {tuple(rects[0])}: {sorted(got)} for {sorted(references)}")
    for b, (rects, references) in enumerate(found):
        if b not in taken:
            pairs.add(0, len(set(references)) or 1, 0)
            log.append(f"  no marker at {tuple(rects[0]) if rects else ()}: {sorted(references)}")
    return Count(len(partner), len(found), len(true)), pairs, log


def likeness(there: Sequence[Rect], here: Sequence[Rect]) -> float:
    """Return the shared share of two markers; 0 unless one lies to more than half in the other."""
    shared = overlap(there, here)
    smaller = min(area(there), area(here))
    if smaller == 0 or shared <= 0.5 * smaller:
        return 0.0
    return shared / (area(there) + area(here) - shared)


def ordinals(marker: Marker, manuscript: Manuscript) -> list[int]:
    """Return a marker's entries by place in the printed list."""
    found = [manuscript.references[at] for at in marker.references]
    return [int(r.label) - 1 if r.label.isdigit() else r.index for r in found]


def judge(
    passage: Passage, manuscript: Manuscript, pages: Sequence[Page]
) -> tuple[Tally, list[str]]:
    """Compare a passage with what the parser read there."""
    log: list[str] = []
    boundaries = judge_boundaries(passage, manuscript.sentences, log)
    found: list[Found] = []
    for sentence in manuscript.sentences:
        if not overlap(sentence.rects, passage.lines):
            continue
        for marker in sentence.markers:
            rects = marker_rects(sentence, marker, pages)
            if 2 * overlap(rects, passage.lines) > area(rects):
                found.append((rects, ordinals(marker, manuscript)))
    markers, pairs, more = judge_markers(passage.markers, found)
    return Tally(boundaries, markers, pairs), log + more


def agreement(first: Sequence[Passage], second: Sequence[Passage]) -> Tally:
    """Return how far two labellings agree where the second went; the first counts as true."""
    total = Tally()
    for passage in second:
        others = [other for other in first if other.pdf == passage.pdf]
        starts = [
            words[0]
            for other in others
            for words in other.starts
            if within(words[0], passage.lines)
        ]
        same = sum(any(begins(words[0], start) for start in starts) for words in passage.starts)
        total.boundaries.add(same, len(passage.starts), len(starts))
        true = [
            marker
            for other in others
            for marker in other.markers
            if 2 * overlap(marker[0], passage.lines) > area(marker[0])
        ]
        markers, pairs, _ = judge_markers(true, passage.markers)
        total.add(Tally(Count(), markers, pairs))
    return total


def against_grobid(path: Path, manuscript: Manuscript) -> Count:
    """Compare citations of entries, counted by title, with the S2ORC file beside a PDF.

    That file is another program's reading of GROBID's TEI, so this shows differences only.
    """
    parsed = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["pdf_parse"]
    titles = {name: plain(entry["title"]) for name, entry in parsed["bib_entries"].items()}
    true = Counter(
        titles[span["ref_id"]]
        for paragraph in [*parsed["abstract"], *parsed["body_text"]]
        for span in paragraph["cite_spans"]
        if titles.get(span["ref_id"])
    )
    texts = [plain(reference.text) for reference in manuscript.references]
    cited = Counter(
        at
        for sentence in manuscript.sentences
        for marker in sentence.markers
        for at in marker.references
    )
    found = Counter(
        {title: sum(cited[at] for at, text in enumerate(texts) if title in text) for title in true}
    )
    return Count((found & true).total(), found.total(), true.total())


def plain(text: str) -> str:
    """Return letters and digits only, for comparing."""
    return "".join(char for char in text.casefold() if char.isalnum())


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true", help="print every miss")
    parser.add_argument("--labels", type=Path, default=LABELS, help="folder with label files")
    options = parser.parse_args()
    files = sorted(options.labels.glob("*.jsonl"))
    first = [p for path in files if path.stem != "second" for p in passages(path)]
    second = [p for path in files if path.stem == "second" for p in passages(path)]
    tallies: dict[str, Tally] = defaultdict(Tally)
    for pdf in dict.fromkeys(passage.pdf for passage in first):
        labelled = [passage for passage in first if passage.pdf == pdf]
        judge_pdf(pdfs()[pdf], labelled, tallies, verbose=options.verbose)
    for name in sorted(tallies, key=lambda name: name.startswith("all")):
        show(name, tallies[name])
    if second:
        show("second labelling", agreement(first, second))


def judge_pdf(
    path: Path, labelled: Sequence[Passage], tallies: dict[str, Tally], *, verbose: bool
) -> None:
    """Read a PDF and add what its passages show to the tallies."""
    manuscript = parse(path)
    pages, _ = extract_pages(path, max_pages=500)
    numbered = sum(r.label.isdigit() for r in manuscript.references)
    style = "numbered" if 2 * numbered > len(manuscript.references) else "author-year"
    for passage in labelled:
        tally, log = judge(passage, manuscript, pages)
        for name in (path.stem, f"all {style}", "all"):
            tallies[name].add(tally)
        if verbose and log:
            print(path.stem, *log, sep="\n")
    if path.with_suffix(".tei.xml").exists():
        print(f"{path.stem:26} {'GROBID':11} {against_grobid(path, manuscript)}")


def show(name: str, tally: Tally) -> None:
    """Print one line a count."""
    for what, count in vars(tally).items():
        print(f"{name:26} {what:11} {count}")


if __name__ == "__main__":
    main()
