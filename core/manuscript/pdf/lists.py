"""Where the reference lists lie among the rows: one, several, with a heading or without."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from itertools import accumulate
from statistics import median

from core.manuscript.pdf.bibliography import entry_groups
from core.manuscript.pdf.flow import raised_characters
from core.manuscript.pdf.headings import AFFILIATION, Heading, is_list_title
from core.manuscript.pdf.kinds import LineKind
from core.manuscript.pdf.layout import Row
from core.manuscript.pdf.lines import Line
from core.manuscript.pdf.notes import SHORT_FORM
from core.manuscript.pdf.regions import is_monospaced
from core.manuscript.references.author_names import opens_entry
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.text import common_titles
from core.manuscript.text.common_titles import is_known_title, is_references_title

_YEAR = re.compile(r"\b(?:1[6-9]|20)\d{2}[a-z]?\b")
_APPENDIX = re.compile(
    r"(?:appendi|supplement|online|checklist|author|about|biograph|proof|additional|vitae"
    rf"|{common_titles.KINDS['appendix'].lstrip('^')}|{common_titles.KINDS['acknowledgements']})",
    re.IGNORECASE,
)
_FIRST_LABEL = re.compile(r"[\[［【〔][1１][\]］】〕]|\(1\)|1\.\s|\[[A-Z][\w+]{1,6}\d{2}[a-z]?\]")
_TRAILER = re.compile(
    r"(?:conflicts? of interest\b|copyright\s|©|this is an open[- ]access\b|publisher[’']s note\b"
    r"|open access this article|(?:how to )?cite this article|submit your (?:next )?manuscript"
    r"|received:?\s+\d)",
    re.IGNORECASE,
)
"""What a press prints under the list, in its size."""
_BOILERPLATE = re.compile(
    r"\bis an international,? (?:peer|open)|\bpublish your work in this journal\b"
    r"|\baccepted for indexing on\b|\bmanuscript management system\b|\AAcknowledge?ments?\b[.:]?\s",
    re.IGNORECASE,
)
"""What a journal says of itself there, within a sentence."""
_BACK_LINK = re.compile("\u21a9\ufe0e?\\Z")
"""What Pandoc prints behind each note, which stand below the list of a web page."""
_TITLE_LINE = re.compile(
    r"[^\W\d_a-zß-öø-ÿ](?:(?!\b(?:1[6-9]|20)\d{2}\b|https?:|\d[-–]\d).){3,160}[^.,;]"
)
"""What a title may be, and an entry not: no year, address or pages, no full stop behind it."""
_LEADERS = re.compile(r"(?:\.\s?){8,}\s*\d{0,4}\s*\Z")
_CAPTION_NUMBER = re.compile(r"\d+(?:\.\d+)*\s")
_MOST_ROWS_OF_CAPTION = 4
_FIRST_NOTE = re.compile(r"1\.?\s")
_LATE = 0.7  # of a list's rows
_MOST_ABOVE = 3  # rows with the name of the journal above that
_LEAST_ENTRIES = 3
_FIRST_ROWS = 60  # of a list, behind which there may be something else
_MOST_ROWS_OF_ENTRY = 12
_LABEL = re.compile(r"(\d{1,3})[.)]\s")
_RAISED_FIRST = re.compile(r"1(?!\d)")
_RAISED_LABEL = re.compile(r"\d{1,3}(?=\D)")
_NUMBER_LABEL = re.compile(r"[\[［【〔(]?(?P<label>\d{1,3})[\]］】〕.)]\s*(?=\S)")
_SHARED = 0.9
_MOST_TRIES = 40
_MOST_MISSES = 12
_LONGER = 2
_LOOK_AHEAD = 5
_LOOK_BACK = 24  # rows of the list below, with which those above are judged


@dataclass(frozen=True, slots=True)
class Zone:
    """The rows ``start:end`` hold a reference list; its heading, if any, is at ``heading``.

    The list of an ``own_works`` zone is of what the authors published; it cites nothing.
    """

    heading: int
    start: int
    end: int
    own_works: bool = False


def find_zones(rows: Sequence[Row], headings: Sequence[Heading], skip: Set[int]) -> list[Zone]:
    """Return where the reference lists lie, in reading order; ``skip`` are rows of floats.

    A heading alone does not make a list, except where no other one is better: it may stand in a
    table of contents.
    """
    zones: list[Zone] = []
    weak: list[Zone] = []
    for heading in headings:
        if not is_list_title(rows, heading):
            continue
        end = _before_captions(rows, heading.end, _zone_end(rows, heading, headings))
        zone = Zone(heading.start, heading.end, _before_notes(rows, heading.end, end))
        text = " ".join(row.line.text for row in rows[zone.start : zone.end])
        if len(_YEAR.findall(text)) >= 2:
            zones.append(zone)
        elif zone.end > zone.start:
            weak.append(zone)
    if len(zones) > 1:  # the title in the table of contents has text below it
        zones = [zone for zone in zones if _holds_entries(rows[zone.start : zone.end])] or zones
    zones = zones or weak[:1] or _unheaded(rows, headings, skip)
    return [part for zone in zones for part in _split_restart(rows, zone, skip)]


def _before_captions(rows: Sequence[Row], start: int, end: int) -> int:
    """Return where a list of figures or tables begins below a list, its ``end`` if there is none.

    Dots lead from each caption to its page, often in its second or third line.
    """
    leaders = [at for at in range(start, end) if _LEADERS.search(rows[at].line.text)]
    if len(leaders) < _LEAST_ENTRIES or leaders[0] == start:
        return end
    caption = range(max(start, leaders[0] - _MOST_ROWS_OF_CAPTION), leaders[0] + 1)
    first = max((at for at in caption if _CAPTION_NUMBER.match(rows[at].line.text)), default=None)
    first = leaders[0] if first is None else first
    line, above = rows[first].line, rows[first - 1].line
    return first - (first > start and (above.size > line.size + 0.4 or above.bold > line.bold))


def _before_notes(rows: Sequence[Row], start: int, end: int) -> int:
    """Return where the notes of a web page begin below a list, its ``end`` if there are none."""
    places = range(start, end)
    back_link = next((at for at in places if _BACK_LINK.search(rows[at].line.text)), None)
    if back_link is None:
        return end
    note = range(max(start, back_link - _MOST_ROWS_OF_ENTRY), back_link + 1)
    return max((at for at in note if _FIRST_NOTE.match(rows[at].line.text)), default=back_link)


def _split_restart(rows: Sequence[Row], zone: Zone, skip: Set[int]) -> list[Zone]:
    """Part a list from one directly behind it, whose numbers start again at 1.

    If one author is in all entries of the other, these are the author's own works.
    """
    restart = _find_restart(rows, [at for at in range(zone.start, zone.end) if at not in skip])
    if restart is None:
        return [zone]
    behind = [rows[at] for at in range(restart, zone.end) if at not in skip]
    second = Zone(restart, restart, zone.end, own_works=_share_an_author(behind))
    return [replace(zone, end=restart), second]


def _find_restart(rows: Sequence[Row], places: Sequence[int]) -> int | None:
    """Return the row of a second 1 that begins a list: behind 1, 2, 3 … and before 2 and 3."""
    labels = [
        (at, int(match["label"]))
        for at in places
        if (match := _NUMBER_LABEL.match(rows[at].line.text)) is not None
    ]
    if not labels:
        return None
    first, number = labels[0]
    left_edge = rows[first].indent
    labels = [
        (at, value)
        for at, value in labels
        if abs(rows[at].indent - left_edge) < rows[at].line.size  # no number inside an entry
    ]
    count = 0
    for place, (at, value) in enumerate(labels):
        following = [other for _, other in labels[place + 1 : place + _LEAST_ENTRIES]]
        if number == value == 1 and count >= _LEAST_ENTRIES and following == [2, 3]:
            return at
        count += value == count + 1
    return None


def _share_an_author(rows: Sequence[Row]) -> bool:
    """Say whether an author is in all entries but at most one in ten, whose names are not read."""
    groups = entry_groups(rows)
    families = Counter(
        family
        for label, group in groups
        for family in set(parse_entry(_entry_text(label, group)).families)
    )
    most = max(families.values(), default=0)
    return len(groups) >= _LEAST_ENTRIES and most >= _SHARED * len(groups)


def _entry_text(label: str, group: Sequence[Row]) -> str:
    text = " ".join(row.line.text for row in group)
    match = _NUMBER_LABEL.match(text) if label else None
    return text[match.end() :] if match else text


def _zone_end(rows: Sequence[Row], heading: Heading, headings: Sequence[Heading]) -> int:
    """Return where another section begins, be its title a heading or only set as the list's."""
    return _end_by_look(rows, heading, _next_heading(rows, heading, headings))


def _next_heading(rows: Sequence[Row], heading: Heading, headings: Sequence[Heading]) -> int:
    """Return where the next title stands that is none of the list's entries."""
    for other in headings:
        if other.start < heading.end or _is_entry(rows[heading.end : other.start], other):
            continue
        same_look = abs(other.size - heading.size) < 1 and other.bold == heading.bold
        text = f"{other.number} {other.title}".strip()
        if _APPENDIX.match(other.title) or _APPENDIX.match(text):
            return other.start
        if is_references_title(other.title) or (same_look and not _YEAR.search(text)):
            return other.start
        if other.size > heading.size + 0.4 and _ends_small_type(rows, heading, other):
            return other.start
    return len(rows)


def _is_entry(above: Sequence[Row], heading: Heading) -> bool:
    """Say whether the number of what looks like a heading is an entry's, the first or the next."""
    if not heading.number.isdecimal():
        return False
    labels = [int(label[1]) for row in above if (label := _LABEL.match(row.line.text))]
    if not above:
        return heading.number == "1"
    return bool(labels) and int(heading.number) == max(labels) + 1


def _ends_small_type(rows: Sequence[Row], heading: Heading, other: Heading) -> bool:
    """Say whether the rows below a larger title are larger than those of the list above it."""
    listed = [row.line.size for row in rows[heading.end : other.start]]
    below = [row.line.size for row in rows[other.end : other.end + _LOOK_AHEAD]]
    return len(listed) > _LOOK_AHEAD and bool(below) and median(below) > median(listed) + 0.4


def _end_by_look(rows: Sequence[Row], heading: Heading, end: int) -> int:
    """Return where another section begins whose title is set as the list's, which no entry is."""
    first = rows[heading.start].line
    fonts = {row.line.font for row in rows[heading.end : heading.end + _LOOK_AHEAD]}
    for at in range(heading.end, end):
        line = rows[at].line
        alike = line.font == first.font and abs(line.size - first.size) < 0.2
        is_title = first.font not in fonts and _TITLE_LINE.fullmatch(line.text.strip())
        if alike and (is_known_title(line.text) or (is_title and _is_in_font(line, first.font))):
            return at
    return end


def _is_in_font(line: Line, font: str) -> bool:
    """Say whether nearly all of a line is set in a font; the lead of an entry is not."""
    return sum(run.end - run.start for run in line.runs if run.font == font) > 0.8 * len(line.text)


def _unheaded(rows: Sequence[Row], headings: Sequence[Heading], skip: Set[int]) -> list[Zone]:
    """Return the list at the document's end that no heading announces, if there is one."""
    earliest = len(rows) // 3
    ends = [heading.start for heading in headings if heading.start > earliest]
    starts = [at for at in range(earliest, len(rows)) if at not in skip and _may_open(rows, at)]
    for start in starts[-_MOST_TRIES:]:
        end = min([end for end in ends if end > start], default=len(rows))
        if _reads_like_a_list(rows[start:end]) and not _are_notes(rows, start, end):
            first = _first_of_list(rows, [at for at in starts if at <= start], end)
            return [Zone(first, first, end)]
    return []


def _first_of_list(rows: Sequence[Row], starts: Sequence[int], end: int) -> int:
    """Return the earliest of the starts from which all reads like a list up to ``end``.

    The later ones are looked at first; some rows between entries open none, and an entry is not
    much longer than the others.
    """
    first, misses = starts[-1], 0
    longest = _LONGER * median(len(group) for _, group in entry_groups(rows[first:end])) + 2
    for start in reversed(starts):
        window = rows[start : min(end, first + _LOOK_BACK)]
        if _reads_like_a_list(window) and len(entry_groups(window)[0][1]) <= longest:
            first, misses = start, 0
        elif (misses := misses + 1) > _MOST_MISSES:
            break
    return first


def _may_open(rows: Sequence[Row], at: int) -> bool:
    """Say whether a list may begin here: its first label, or names apart from what is above."""
    text = rows[at].line.text
    if _FIRST_LABEL.match(text) or (_RAISED_FIRST.match(text) and _has_raised_label(rows[at])):
        return True
    if at and rows[at - 1].column == rows[at].column:
        step = rows[at].line.baseline - rows[at - 1].line.baseline
        ended = rows[at - 1].line.text.rstrip()[-1:] in ".)]"
        if 0 < step < 1.3 * rows[at].line.size and not ended:
            return False
    closed, opened = text.find(")"), text.find("(")
    if closed >= 0 and not 0 <= opened < closed:
        return False  # "(Roe," stands in the row above: a citation
    return opens_entry(text)


def _has_raised_label(row: Row) -> bool:
    """Say whether a row begins with a raised number, as entries of some lists and footnotes do."""
    return bool(_RAISED_LABEL.match(row.line.text)) and 0 in raised_characters(row.line)


def _are_notes(rows: Sequence[Row], start: int, end: int) -> bool:
    """Say whether rows with raised numbers are footnotes: there are others, or some say "ibid."."""
    if not _has_raised_label(rows[start]):
        return False
    largest = rows[start].line.size + 0.4  # larger is text, which may begin with "13C"
    other_rows = [row for row in (*rows[:start], *rows[end:]) if row.line.size < largest]
    return any(SHORT_FORM.search(row.line.text) for row in rows[start:end]) or any(
        _has_raised_label(row) and not AFFILIATION.search(row.line.text) for row in other_rows
    )


def _reads_like_a_list(rows: Sequence[Row]) -> bool:
    """Say whether all rows fall into entries, nearly all with a year and names or a label."""
    groups = entry_groups(rows)
    if len(groups) < _LEAST_ENTRIES or not _holds_entries(rows):
        return False
    if groups[0][1][0] is not rows[0]:
        return False  # the first label stands further down
    good = 0
    for label, group in groups:
        text = " ".join(row.line.text for row in group)
        is_named = bool(label) or opens_entry(text)
        good += is_named and bool(_YEAR.search(text))
    return good >= 0.8 * len(groups)


def _holds_entries(rows: Sequence[Row]) -> bool:
    """Say whether the rows fall into entries of some rows each, as no running text does."""
    return len(rows) <= _MOST_ROWS_OF_ENTRY * len(entry_groups(rows))


def list_rows(
    rows: Sequence[Row], zone: Zone, kinds: Sequence[LineKind], skip: Set[int]
) -> list[Row]:
    """Return a list's rows without the floats between them and the footnotes below them."""
    own = [
        rows[at]
        for at in range(zone.start, zone.end)
        if kinds[at] is not LineKind.CAPTION and (at not in skip or is_monospaced(rows[at].line))
    ]
    if not own:
        return []
    last = [at for at, row in enumerate(own) if _TRAILER.match(row.line.text)]
    own = own[: min([at for at in last if at > _LATE * len(own)], default=len(own))]
    own = _without_boilerplate(own)
    usual = _usual_size(own)
    bottoms = {row.column: row.line.baseline for row in own if row.line.size > 0.95 * usual}
    return [
        row
        for row in own
        if abs(row.line.size - usual) < 0.18 * usual
        and row.line.baseline < bottoms.get(row.column, 0.0) + 1
    ]


def _usual_size(rows: Sequence[Row]) -> float:
    """Return the size of most letters where a list begins; drawings and tables may be behind it."""
    letters: Counter[float] = Counter()
    for row in rows[:_FIRST_ROWS]:
        letters[row.line.size] += row.line.letters
    sizes = sorted(letters)
    counts = list(accumulate(letters[size] for size in sizes))
    return sizes[bisect_left(counts, counts[-1] / 2)]


def _without_boilerplate(rows: list[Row]) -> list[Row]:
    """Leave out what a journal says of itself within or below a list, up to the next label."""
    for at, row in enumerate(rows):
        if _BOILERPLATE.search(row.line.text):
            first = _above_boilerplate(rows, at)
            labels = [
                below for below in range(at + 1, len(rows)) if _is_label(rows[below], rows[0])
            ]
            if labels or at > _LATE * len(rows) or _NUMBER_LABEL.match(rows[0].line.text):
                return rows[:first] + _without_boilerplate(rows[labels[0] :] if labels else [])
    return rows


def _is_label(row: Row, first: Row) -> bool:
    """Say whether a row begins with a number, in a list whose entries do."""
    return all(_NUMBER_LABEL.match(one.line.text) for one in (row, first))


def _above_boilerplate(rows: Sequence[Row], at: int) -> int:
    """Return the first row of what a journal says of itself: its name stands above it."""
    first = at
    for above in range(at - 1, max(0, at - _MOST_ABOVE) - 1, -1):
        text = rows[above].line.text.strip()
        if text in rows[at].line.text or rows[above].line.block == rows[at].line.block:
            first = above
    return first
