"""The reference list: where it lies among the rows, and where each entry begins and ends."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from core.manuscript.entries import parse_entry
from core.manuscript.headings import Heading, is_references_title
from core.manuscript.hyphens import Joiner
from core.manuscript.layout import Placed
from core.manuscript.names import begins_with_name
from core.records import Reference

_BRACKETED = re.compile(
    r"\[(?P<label>\d{1,3}|[A-Za-z][\w+&’'., -]{0,40}?\s?\(?\d{2,4}\)?[a-z]?)\]\s*"
)
_NUMBERED = re.compile(r"\(?(?P<label>\d{1,3})[.)]?\s+(?=\S)")
_YEAR = re.compile(r"\b(?:1[6-9]|20)\d{2}[a-z]?\b")
_APPENDIX = re.compile(
    r"(?:appendi|supplement|online|checklist|author|about|biograph|proof|additional|vitae)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Zone:
    """The rows ``start:end`` hold a reference list; its heading is at ``heading``."""

    heading: int
    start: int
    end: int


def find_zone(rows: Sequence[Placed], headings: Sequence[Heading]) -> Zone | None:
    """Return where the reference list lies: the last such heading with entries below it."""
    best: Zone | None = None
    for heading in headings:
        if not is_references_title(heading.title):
            continue
        end = _zone_end(rows, heading, headings)
        text = " ".join(row.line.text for row in rows[heading.end : end])
        if len(_YEAR.findall(text)) >= 2 or (best is None and end > heading.end):
            best = Zone(heading.start, heading.end, end)
    return best


def _zone_end(rows: Sequence[Placed], heading: Heading, headings: Sequence[Heading]) -> int:
    """Return where the next heading after the list stands that is none of its entries."""
    for other in headings:
        if other.start < heading.end:
            continue
        same_look = abs(other.size - heading.size) < 1 and other.bold == heading.bold
        text = f"{other.number} {other.title}".strip()
        if _APPENDIX.match(other.title) or _APPENDIX.match(text):
            return other.start
        if same_look and not _YEAR.search(text):
            return other.start
    return len(rows)


def cut_entries(rows: Sequence[Placed], joiner: Joiner) -> list[Reference]:
    """Return the entries of a list's rows, each parsed, in the order printed."""
    if not rows:
        return []
    groups = _groups(rows)
    references: list[Reference] = []
    for label, group in groups:
        text = _join_rows(group, joiner)
        text = text[_label_length(text, label) :]
        if not any(map(str.isalpha, text)):
            continue
        fields = parse_entry(text)
        references.append(
            Reference(
                index=len(references),
                label=label,
                text=text,
                authors=fields.authors,
                title=fields.title,
                year=fields.year,
                venue=fields.venue,
                doi=fields.doi,
                arxiv=fields.arxiv,
                url=fields.url,
            )
        )
    return references


def _label_length(text: str, label: str) -> int:
    if not label:
        return 0
    match = _BRACKETED.match(text) or _NUMBERED.match(text)
    return match.end() if match else 0


def _join_rows(rows: Sequence[Placed], joiner: Joiner) -> str:
    text = ""
    for row in rows:
        drop, between = joiner.between(text, row.line.text)
        text = (text[:-drop] if drop else text) + between + row.line.text
    return text


def _groups(rows: Sequence[Placed]) -> list[tuple[str, list[Placed]]]:
    for labels in (_bracket_labels(rows), _number_labels(rows)):
        if labels:
            starts = sorted(labels)
            return [
                (labels[start], list(rows[start:end]))
                for start, end in pairwise([*starts, len(rows)])
            ]
    starts = _unlabelled_starts(rows)
    return [("", list(rows[start:end])) for start, end in pairwise([*starts, len(rows)])]


def _bracket_labels(rows: Sequence[Placed]) -> dict[int, str]:
    labels: dict[int, str] = {}
    for at, row in enumerate(rows):
        match = _BRACKETED.match(row.line.text)
        if match:
            labels[at] = match["label"]
    numbers = [int(label) for label in labels.values() if label.isdigit()]
    rising = sum(after == before + 1 for before, after in pairwise(numbers))
    if numbers and len(numbers) > 0.5 * len(labels):
        enough = len(numbers) == 1 or rising >= 0.6 * (len(numbers) - 1)
        return {at: label for at, label in labels.items() if label.isdigit()} if enough else {}
    return labels if len(labels) >= 2 and 0 in labels else {}


def _number_labels(rows: Sequence[Placed]) -> dict[int, str]:
    """Return the rows that carry the next number of a list that counts from 1."""
    labels: dict[int, str] = {}
    expected = 1
    edges: list[float] = []
    for at, row in enumerate(rows):
        match = _NUMBERED.match(row.line.text)
        if match is None or int(match["label"]) != expected:
            continue
        offset = row.indent
        if edges and offset - min(edges) > 2.5 * row.line.size:
            continue
        if expected == 1 and at > 2:
            return {}
        labels[at] = match["label"]
        edges.append(offset)
        expected += 1
    return labels if len(labels) >= 2 else {}


# --- lists without labels -----------------------------------------------------------------------


def _unlabelled_starts(rows: Sequence[Placed]) -> list[int]:
    """Return where entries begin, by hanging indents, else by gaps, else by what rows say."""
    columns: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        columns[row.column.page, row.column.place].append(at)
    edges = {key: _left_edge([rows[at] for at in places]) for key, places in columns.items()}
    usual = min(edges.values())
    offsets = [
        row.indent - (usual if edges[key] - usual < 4 * row.line.size else edges[key])
        for row in rows
        for key in ((row.column.page, row.column.place),)
    ]
    hanging = [at for at, offset in enumerate(offsets) if offset < 0.35 * rows[at].line.size]
    gaps = _gap_starts(rows)
    if len(rows) - len(hanging) >= max(1, 0.15 * len(rows)) and _plausible(rows, hanging):
        return _with_first([at for at in hanging if _may_begin(rows, at, gaps)])
    if len(gaps) >= 2 and _plausible(rows, gaps):
        return _with_first(sorted(set(gaps) | set(_column_tops(rows, gaps))))
    return _with_first([at for at in range(len(rows)) if _begins_entry(rows, at)])


def _left_edge(rows: Sequence[Placed]) -> float:
    """Return the least indent in a column that is no outlier: two rows share it, if any do.

    A column that holds only the hanging lines of one entry has a larger one than the others.
    """
    counts = Counter(round(row.indent) for row in rows)
    shared = [edge for edge, count in counts.items() if count + counts[edge + 1] >= 2]
    edge = min(shared or list(counts))
    return min(row.indent for row in rows if round(row.indent) >= edge)


def _with_first(starts: list[int]) -> list[int]:
    return starts if starts and starts[0] == 0 else [0, *starts]


def _plausible(rows: Sequence[Placed], starts: Sequence[int]) -> bool:
    """Say whether most groups that begin there look like entries: they name a year."""
    ends = [*starts[1:], len(rows)]
    dated = sum(
        bool(_YEAR.search(" ".join(row.line.text for row in rows[start:end])))
        for start, end in zip(starts, ends, strict=True)
    )
    return dated >= 0.6 * len(starts)


def _may_begin(rows: Sequence[Placed], at: int, gaps: Sequence[int]) -> bool:
    """Refuse a row that only seems to hang out: it begins small or goes on with an address."""
    if at in gaps:
        return True
    text = rows[at].line.text
    if re.match(r"https?:|doi\.org|www\.", text):
        return False
    if re.match(r"\d{1,2}[,(\s–-]", text):
        return False
    return not (text[0].islower() and not re.match(r"(?:van|von|de|der|den|di|da|el|al)\b", text))


def _gap_starts(rows: Sequence[Placed]) -> list[int]:
    steps = [
        after.line.baseline - before.line.baseline
        for before, after in pairwise(rows)
        if before.column == after.column
    ]
    usual = [step for step in steps if step > 0]
    if not usual:
        return []
    small = sorted(usual)[len(usual) // 4]
    return [
        at + 1
        for at, (before, after) in enumerate(pairwise(rows))
        if before.column == after.column
        and after.line.baseline - before.line.baseline
        > small + 0.15 * median(row.line.size for row in rows)
    ]


def _column_tops(rows: Sequence[Placed], gaps: Sequence[int]) -> list[int]:
    """Return the first rows of columns that begin an entry, which no gap can show."""
    del gaps
    return [
        at
        for at, (before, after) in enumerate(pairwise(rows), start=1)
        if before.column != after.column and _begins_entry(rows, at)
    ]


def _begins_entry(rows: Sequence[Placed], at: int) -> bool:
    if at == 0:
        return True
    before = rows[at - 1].line.text.rstrip()
    if not re.search(r"(?:[.)\]]|\d|/\S+)\Z", before):
        return False
    text = rows[at].line.text
    return begins_with_name(text) and text[0].isupper()
