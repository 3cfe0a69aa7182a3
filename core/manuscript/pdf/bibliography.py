"""Cuts a reference list into its entries: by labels, hanging indents, gaps, or the text of rows."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from core.base.records import Rect, Reference
from core.manuscript.pdf.flow import raised_characters
from core.manuscript.pdf.layout import Row
from core.manuscript.pdf.lines import Line
from core.manuscript.references.author_names import begins_with_name, opens_entry
from core.manuscript.references.entry_fields import (
    Fields,
    has_repeated_authors,
    parse_entry,
    parse_titled,
)
from core.manuscript.text.hyphens import Joiner

_BRACKETED = re.compile(
    r"[\[［【〔](?P<label>\d{1,3}|[A-Za-z][\w+&’'., -]{0,40}?\s?\(?\d{2,4}\)?[a-z]?)[\]］】〕]\s*"
)
_UNDATED = re.compile(r"\[(?P<label>[^\W\d_]{2,5}\+?)\]\s*")
"""The label of an entry without a year, "[Rfc]", among others that have one."""
_NUMBERED = re.compile(  # "1. Roe", "1) Roe", and "1.Roe"
    r"[(（]?(?P<label>\d{1,3})(?:[.)]?\s+|[．）、]\s*|\.(?=[^\W\d_a-z]))(?=\S)"
)
_LONE_LABEL = re.compile(r"[(（]?(?P<label>\d{1,3})[.)）]")
"""A label that its entry, on the next page, was parted from."""
_PARTICLES = re.compile(r"(?:(?:van|von|de|der|den|di|da|du|la|le|el|al)[\s-])+")
_DATED_BODY = re.compile(r"[A-Z][^.()]{2,60}\.?\s*\((?:n\.\s?d\.|\d{4})")  # "Team of X. (2020)"
_BARE_LINK = re.compile(r"[•‣▪◦●]\s+(?:[^.,()]{1,60}:?\s+)?(?:https?://|www\.)\S+\Z")
_ENDED = re.compile(r"(?:[.)\]]|\d|/\S+)\s*\Z")
_GOES_ON = re.compile(r"https?:|doi\.org|www\.|\d{1,2}[,(\s–-]")
_SHORT_ROW = 6  # times the size, by which the last row of an entry is shorter
_MOST_LINES = 4  # of an entry that begin like an entry
_MOSTLY = 0.85
_LEAST_SHOWN = 3  # rows that begin an entry, and that go on with one, in a column that shows both
_YEAR = re.compile(r"\b(?:1[6-9]|20)\d{2}[a-z]?\b")
_EARLY_YEAR = 60  # characters that a name in small letters has before its year
_CAPITAL = re.compile(  # "3GPP", "“Lind", "李", "ter Lind", "d’Oak"
    r"[\W_]*(?:(?:van|von|de[lnr]?|d[aiu]|ten?|ter|el|al|la|le|zu[mr]?)\s+|d[’'])*"
    r"(?:\d+[^\W\d_]|[^\W\d_a-zß-öø-ÿ])"
)
_MOST_ROWS = 20  # of an entry; fewer numbers are those of editions, at the beginnings of rows
_FIRST_ROWS = 3  # of a list, where its first label stands
_ADDRESS = re.compile(r"https?://|\b10\.\d{4}")


def cut_entries(
    rows: Sequence[Row], joiner: Joiner, *, first: int = 0, list_number: int = 0
) -> list[Reference]:
    """Return the entries of a list's rows, each parsed, in the order printed.

    Their positions count from ``first``; their rectangles are those of the pages as read.
    """
    rows = _without_links(rows)
    if not rows:
        return []
    references: list[Reference] = []
    groups = _without_text_behind(entry_groups(rows))
    titled = _are_titled([group for _, group in groups])
    for label, group in groups:
        text = _join_rows(group, joiner)
        text = text[_label_length(text, label) :]
        if not any(map(str.isalpha, text)):
            continue
        fields = (_titled_fields(label, group, joiner) if titled else None) or parse_entry(text)
        if references and has_repeated_authors(text):
            fields = replace(fields, authors=references[-1].authors)
        references.append(
            Reference(
                index=first + len(references),
                label=label,
                text=text,
                authors=fields.authors,
                title=fields.title,
                year=fields.year,
                venue=fields.venue,
                doi=fields.doi,
                arxiv=fields.arxiv,
                url=fields.url,
                rects=tuple(_rect(row.line) for row in group),
                list_number=list_number,
            )
        )
    return references


def _without_text_behind(groups: list[tuple[str, list[Row]]]) -> list[tuple[str, list[Row]]]:
    """Leave out what follows a list without labels: lettering of figures, the ends of captions."""
    if any(label for label, _ in groups):
        return groups
    texts = [" ".join(row.line.text for row in group) for _, group in groups]
    last = max((at for at, text in enumerate(texts) if _is_entry(text)), default=len(groups))
    is_text = (at for at in range(last + 1, len(groups)) if _is_no_entry(texts[at]))
    return groups[: next(is_text, len(groups))]


def _is_entry(text: str) -> bool:
    return opens_entry(text) and _YEAR.search(text) is not None


def _is_no_entry(text: str) -> bool:
    """Say whether a text goes on with something else: no capital, no address, no year soon."""
    begins = _CAPITAL.match(text) or _YEAR.search(text, 4, _EARLY_YEAR)
    return not (begins or _ADDRESS.search(text) or opens_entry(text))


def _title_rows(group: Sequence[Row]) -> int:
    """Return how many whole rows at the entry's beginning are bold, its label aside."""
    count = 0
    for row in group:
        bold = [run for run in row.line.runs if run.bold]
        letters = sum(map(str.isalpha, row.line.text))
        own = sum(map(str.isalpha, "".join(row.line.text[run.start : run.end] for run in bold)))
        if own < 0.9 * letters or not letters:
            break
        count += 1
    return count


def _are_titled(groups: Sequence[Sequence[Row]]) -> bool:
    """Say whether the entries begin with their titles, in bold on lines of their own."""
    title_counts = [(group, _title_rows(group)) for group in groups]
    titled = [group[:count] for group, count in title_counts if 0 < count < len(group)]
    named_count = sum(
        begins_with_name(row.line.text[_label_length(row.line.text, "1") :])
        for row in (rows[0] for rows in titled)
    )
    return len(titled) >= max(3, 0.6 * len(groups)) and named_count < 0.5 * len(titled)


def _titled_fields(label: str, group: Sequence[Row], joiner: Joiner) -> Fields | None:
    count = _title_rows(group)
    if not count:
        return None
    title = _join_rows(group[:count], joiner)
    rest = [row.line.text for row in group[count:]]
    return parse_titled(title[_label_length(title, label) :], rest)


def _without_links(rows: Sequence[Row]) -> Sequence[Row]:
    """Leave out bulleted web addresses ("• source code: https://…") in a list without bullets."""
    links = [at for at, row in enumerate(rows) if _BARE_LINK.match(row.line.text)]
    if not links or len(links) > 0.3 * len(rows):
        return rows
    return [row for at, row in enumerate(rows) if at not in links]


def _rect(line: Line) -> Rect:
    x0, y0, x1, y1 = (round(edge, 2) for edge in (line.x0, line.y0, line.x1, line.y1))
    return Rect(line.page, x0, y0, x1, y1)


def _label_length(text: str, label: str) -> int:
    if not label:
        return 0
    match = _BRACKETED.match(text) or _UNDATED.match(text) or _NUMBERED.match(text)
    return match.end() if match else len(label)


def _parse_number(row: Row) -> int | None:
    """Return the number that the row begins with, plain or raised, as a label may."""
    match = _NUMBERED.match(row.line.text) or _LONE_LABEL.fullmatch(row.line.text)
    if match:
        return int(match["label"])
    digits = re.match(r"\d{1,3}(?=\D)", row.line.text)
    raised = raised_characters(row.line) if digits else set()
    return int(digits[0]) if digits and set(range(digits.end())) <= raised else None


def _join_rows(rows: Sequence[Row], joiner: Joiner) -> str:
    text = ""
    for row in rows:
        drop, between = joiner.between(text, row.line.text)
        text = (text[:-drop] if drop else text) + between + row.line.text
    return text


def entry_groups(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Return the rows of each entry with its label as printed, "" where there is none."""
    for labels in (_bracket_labels(rows), _number_labels(rows)):
        if labels:
            starts = sorted(labels)
            return [
                (labels[start], list(rows[start:end]))
                for start, end in pairwise([*starts, len(rows)])
            ]
    starts = _unlabelled_starts(rows)
    return [("", list(rows[start:end])) for start, end in pairwise([*starts, len(rows)])]


def _bracket_labels(rows: Sequence[Row]) -> dict[int, str]:
    labels: dict[int, str] = {}
    for at, row in enumerate(rows):
        match = _BRACKETED.match(row.line.text)
        if match:
            labels[at] = match["label"]
    numbers = [int(label) for label in labels.values() if label.isdecimal()]
    rising = sum(after == before + 1 for before, after in pairwise(numbers))
    if numbers and len(numbers) > 0.5 * len(labels):
        enough = (
            min(labels) < _FIRST_ROWS if len(numbers) == 1 else rising >= 0.6 * (len(numbers) - 1)
        )
        return {at: label for at, label in labels.items() if label.isdecimal()} if enough else {}
    if len(labels) < 2 or 0 not in labels:
        return {}
    edges = {round(rows[at].line.x0) for at in labels}
    for at, row in enumerate(rows):
        if round(row.line.x0) in edges and (match := _UNDATED.match(row.line.text)):
            labels[at] = match["label"]
    return labels


def _number_labels(rows: Sequence[Row]) -> dict[int, str]:
    """Return the rows that carry the next number of a list; it may go on from an earlier one.

    One number may be missing, such as one that a figure tore away. Numbers stand as far to the
    left as those before them, measured in the column or on the page: an edge that was found too
    far to the left or right on one page must not end the list there.
    """
    labels: dict[int, str] = {}
    expected = next(
        (number for row in rows[:_FIRST_ROWS] if (number := _parse_number(row)) is not None), None
    )
    edge = 1e9
    lefts: dict[int, float] = {}
    for at, row in enumerate(rows):
        number = _parse_number(row)
        if number is None or expected is None or number not in (expected, expected + 1):
            continue
        near = 2.5 if number == expected else 0.3
        left_edge = lefts.get(row.column.position, 1e9)
        if labels and min(row.indent - edge, row.line.x0 - left_edge) > near * row.line.size:
            continue
        labels[at] = str(number)
        edge = min(edge, row.indent)
        lefts[row.column.position] = min(left_edge, row.line.x0)
        expected = number + 1
    return labels if len(labels) >= max(2, len(rows) / _MOST_ROWS) else {}


# --- lists without labels -----------------------------------------------------------------------


def _unlabelled_starts(rows: Sequence[Row]) -> list[int]:
    """Return where entries begin, by hanging indents, else by gaps, else by what rows say."""
    columns: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        columns[row.column.page, row.column.position].append(at)
    edges = {key: _left_edge([rows[at] for at in indices]) for key, indices in columns.items()}
    usual = min(edges.values())
    hung = {
        key for key, indices in columns.items() if _hangs([rows[at] for at in indices], edges[key])
    }
    offsets = [
        row.indent
        - (usual if key not in hung and edges[key] - usual < 4 * row.line.size else edges[key])
        for row in rows
        for key in ((row.column.page, row.column.position),)
    ]
    hanging = [at for at, offset in enumerate(offsets) if offset < 0.35 * rows[at].line.size]
    indented = sorted(set(range(len(rows))) - set(hanging))
    gaps = [at for at in _gap_starts(rows) if not _goes_on_small(rows, at)]
    entry_starts = _with_first([at for at in range(len(rows)) if _begins_entry(rows, at)])
    if _are_first_rows(rows, indented) and _plausible(rows, indented):
        return _with_first(indented)
    if len(indented) >= max(1, 0.15 * len(rows)) and _plausible(rows, hanging):
        return _with_first([at for at in hanging if _may_begin(rows, at, gaps)])
    if len(gaps) >= max(2, len(entry_starts) / _MOST_LINES) and _plausible(rows, gaps):
        return _with_first(sorted(set(gaps) | set(_column_tops(rows))))
    return entry_starts


def _are_first_rows(rows: Sequence[Row], indented: Sequence[int]) -> bool:
    """Say whether entries begin with an indent, as paragraphs do: nearly all rows with one open."""
    if min(len(indented), len(rows) - len(indented)) < _LEAST_SHOWN:
        return False
    opening = {at for at, row in enumerate(rows) if _opens(row.line.text)}
    share = len(opening.intersection(indented)) / len(indented)
    rest = len(opening.difference(indented)) / (len(rows) - len(indented))
    return share > _MOSTLY and rest < 0.5 * share


def _opens(text: str) -> bool:
    return opens_entry(text) or has_repeated_authors(text)


def _hangs(rows: Sequence[Row], edge: float) -> bool:
    """Say whether a column shows both where entries begin and where their other rows do."""
    flush_rows = sum(row.indent - edge < 0.35 * row.line.size for row in rows)
    return flush_rows >= _LEAST_SHOWN and len(rows) - flush_rows >= _LEAST_SHOWN


def _left_edge(rows: Sequence[Row]) -> float:
    """Return the least indent in a column that is no outlier: two rows share it, if any do.

    A column that holds only the hanging lines of one entry has a larger one than the others.
    """
    counts = Counter(round(row.indent) for row in rows)
    shared = [edge for edge, count in counts.items() if count + counts[edge + 1] >= 2]
    edge = min(shared or list(counts))
    return min(row.indent for row in rows if round(row.indent) >= edge)


def _with_first(starts: list[int]) -> list[int]:
    return starts if starts and starts[0] == 0 else [0, *starts]


def _plausible(rows: Sequence[Row], starts: Sequence[int]) -> bool:
    """Say whether most groups that begin there look like entries: they name a year."""
    if not starts:
        return False
    ends = [*starts[1:], len(rows)]
    dated = sum(
        bool(_YEAR.search(" ".join(row.line.text for row in rows[start:end])))
        for start, end in zip(starts, ends, strict=True)
    )
    return dated >= 0.6 * len(starts)


def _may_begin(rows: Sequence[Row], at: int, gaps: Sequence[int]) -> bool:
    """Refuse a row that only seems to hang out: it begins small or goes on with an address."""
    if at in gaps:
        return True
    text = rows[at].line.text
    if at and rows[at - 1].column != rows[at].column and not _ENDED.search(rows[at - 1].line.text):
        return False  # the edge of a column that begins so tells little
    if _GOES_ON.match(text):
        return False
    return not (text[0].islower() and not re.match(r"(?:van|von|de|der|den|di|da|el|al)\b", text))


def _goes_on_small(rows: Sequence[Row], at: int) -> bool:
    """Say whether a row goes on in small letters; other scripts make the rows' distances uneven."""
    text = rows[at].line.text
    has_ended = _ENDED.search(rows[at - 1].line.text) is not None
    return text[:1].islower() and _PARTICLES.match(text) is None and not has_ended


def _gap_starts(rows: Sequence[Row]) -> list[int]:
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


def _column_tops(rows: Sequence[Row]) -> list[int]:
    """Return the first rows of columns that begin an entry, which no gap can show."""
    return [
        at
        for at, (before, after) in enumerate(pairwise(rows), start=1)
        if before.column != after.column
        and (_begins_entry(rows, at) or _is_dated_name(before, rows[at : at + 2]))
    ]


def _is_dated_name(above: Row, rows: Sequence[Row]) -> bool:
    """Say whether rows begin with a name and a year, below a short row that has no full stop."""
    text = " ".join(row.line.text for row in rows)
    is_short = above.slack > _SHORT_ROW * above.line.size
    return is_short and opens_entry(_PARTICLES.sub("", text, count=1)) and bool(_YEAR.search(text))


def _begins_entry(rows: Sequence[Row], at: int) -> bool:
    if at == 0:
        return True
    if not _ENDED.search(rows[at - 1].line.text):
        return False
    text = rows[at].line.text
    if has_repeated_authors(text) or _opens_with_title(rows[at - 1], text):
        return True
    return opens_entry(text) or bool(_DATED_BODY.match(text))


def _opens_with_title(above: Row, text: str) -> bool:
    """Say whether a row opens an entry that has no authors: the one above ends with a short row."""
    is_closed = above.slack > _SHORT_ROW * above.line.size and bool(_YEAR.search(above.line.text))
    return is_closed and text[:1] in '“"„«'
