"""The end of the front matter, and the abstract between it and the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field

from core.manuscript.pdf import abstract_forms as forms
from core.manuscript.pdf.abstract_forms import (
    BESIDE_KEYWORDS,
    KEYWORDS,
    LEAD,
    PART,
    PROSE,
    SLACK,
    Label,
    alike,
    count_full,
    cut_row,
    find_keywords,
    find_labels,
    find_parts_beside_titles,
    has_lead,
    is_of_text,
)
from core.manuscript.pdf.abstract_rows import MOST_OF_BLOCK, find_better_block
from core.manuscript.pdf.author_lists import split_pieces
from core.manuscript.pdf.columns import FULL
from core.manuscript.pdf.flow import Paragraph, raised_characters
from core.manuscript.pdf.front import NOTICE, Title, find_authors
from core.manuscript.pdf.headings import AFFILIATION, Heading, names_place
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line, join
from core.manuscript.text import common_titles
from core.manuscript.text.common_titles import is_known_title, unspaced
from core.manuscript.text.hyphens import Joiner
from core.manuscript.text.thesis_covers import is_cover

_LONG_NAME, _PROSE_OF_COVER, _LEAST_FULL = 45, 5, 45


@dataclass(slots=True)
class Opening:
    """The start of the document: ``end`` is the first row behind titles and names."""

    end: int
    front: set[int]
    abstract: Paragraph | None
    used: set[int]
    keywords: tuple[str, ...]
    has_title: bool = False
    end_line: Line | None = None


def find_end(
    rows: Sequence[Row], headings: Sequence[Heading], title_rows: frozenset[int], body: Body
) -> int:
    """Return the row at which the front matter ends: abstract, first section or first prose."""
    after = max(title_rows, default=-1) + 1
    if labels := find_labels(rows, after):
        return labels[0].at
    cover = _find_cover(rows, title_rows)
    ends = [
        heading.start
        for heading in headings
        if heading.start >= after
        and heading.start not in cover
        and _is_opening(heading, rows, body)
    ]
    ends += [at for at, _ in find_parts_beside_titles(rows, after)]
    return min([*ends, _first_prose(rows, after, body)])


def _find_cover(rows: Sequence[Row], title_rows: frozenset[int]) -> set[int]:
    """Return the rows of the title's page if it is the cover of a thesis, without text."""
    pages = {rows[at].line.page for at in title_rows}
    page = {at: row for at, row in enumerate(rows) if row.line.page in pages}
    long_rows = [row for row in page.values() if row.line.letters > _LEAST_FULL]
    full_rows = sum(row.slack < 3 * row.line.size for row in long_rows)
    texts = [row.line.text for row in page.values()]
    return set(page) if full_rows < _PROSE_OF_COVER and is_cover(texts) else set()


def _is_opening(heading: Heading, rows: Sequence[Row], body: Body) -> bool:
    """Say whether the heading opens the text; "D. Sculley" is an author, not a section D."""
    if heading.number[:1].isdigit() or is_known_title(heading.title):
        return True
    own = rows[heading.start : heading.end]
    is_marked = any(raised_characters(row.line) for row in own) and len(heading.title) < _LONG_NAME
    if len(find_authors(own, "")) > (0 if is_marked else 1):
        return False
    below = rows[heading.end : heading.end + 3]
    return (
        not heading.number
        and sum(row.line.letters > 30 for row in below) >= 2
        and all(abs(row.line.size - body.size) < 0.5 for row in below)
    )


def _first_prose(rows: Sequence[Row], after: int, body: Body) -> int:
    """Return the first of four rows in a row that are long and set as the running text."""
    for at in range(after, len(rows) - 3):
        if raised_characters(rows[at].line) and len(find_authors(rows[at : at + 1], "")) > 1:
            continue
        if all(
            row.line.letters > 25
            and abs(row.line.size - body.size) < 0.5
            and row.slack < 3 * body.size
            for row in rows[at : at + 3]
        ):
            return at
    return len(rows)


def read_opening(
    rows: Sequence[Row],
    headings: Sequence[Heading],
    joiner: Joiner,
    body: Body,
    title: Title,
) -> Opening:
    """Return the abstract, the keywords and the rows both take up."""
    headings = [
        one for one in headings if not (names_place(one, rows, body) or is_of_text(one, rows))
    ]
    end = find_end(rows, headings, title.rows, body)
    front = _front_rows(rows, end)
    openings = [heading for heading in headings if heading.start not in front]
    after = max(title.rows, default=-1) + 1
    labels = find_labels(rows, after)
    reader = AbstractReader(rows, openings, body, joiner)
    title_end = max(
        ((rows[at].line.page, rows[at].line.baseline) for at in title.rows), default=(0, 0.0)
    )
    if labels:
        abstract = reader.read_labelled(labels)
    elif parts := find_parts_beside_titles(rows, after):
        abstract = reader.join_parts(parts)
    else:
        abstract = reader.read_plain(end, front, title_end)
    last_labels = [] if abstract.paragraph else forms.find_last_labels(rows)
    if last_labels:
        abstract = reader.read_labelled(last_labels)
    is_usual = bool(labels or last_labels) and _letters(abstract.paragraph) <= MOST_OF_BLOCK
    if abstract.paragraph and not is_usual:
        block = find_better_block(rows, abstract.used, body)
        if block is not None:
            front -= abstract.used  # they are text
            abstract = reader.join_parts(block)
    last = max(abstract.used, default=end)
    keywords, keyword_rows = find_keywords(rows, openings, last)
    end_line = rows[end].line if end < len(rows) else None
    end_line = labels[0].line if labels and labels[0].at == end else end_line
    used = abstract.used | keyword_rows
    return Opening(end, front, abstract.paragraph, used, keywords, bool(labels), end_line)


def _front_rows(rows: Sequence[Row], end: int) -> set[int]:
    """Return the rows above the front matter's end on its page, but text of a later column."""
    if end >= len(rows):
        return set(range(end))
    line, column = rows[end].line, rows[end].column.position
    return {
        at
        for at, row in enumerate(rows)
        if row.line.page < line.page or (row.line.page == line.page and row.line.y1 <= line.y0 + 1)
        if not (at > end and row.column.position > column > FULL and alike(row.line, line))
    }


# --- abstracts --------------------------------------------------------------------------
#
# The abstract: below its label, beside a column of notes, over two columns, or without a word.
#
# The rows of an abstract are told from what stands at its side by where they lie, and from what
# follows by their look. Without a label it is the block of prose between the names and the text
# that is set unlike the text.

_INTRODUCTION = re.compile(rf"introduction|{common_titles.KINDS['introduction']}", re.IGNORECASE)
_CONTINUED = re.compile(r"\(?continued (?:on|from)\b", re.IGNORECASE)
_MOST_ROWS, _MOST_ROWS_OF_PARTS = 200, 160
_LEAST_LABELLED, _LEAST_STANDFIRST, _LEAST_PLAIN = 80, 140, 250  # letters
_SET_APART = 0.1  # an introduction beside a box is wide, too
_AHEAD, _NEAR_BLOCKS, _HEADS = 60, 8, 3
_FIRST_PROSE, _NEXT_PAGE = 4.0, 0.25  # times more than what stands below, or a page before
_SIDE = 8  # rows, in which what stands beside a label follows it
_LEVEL = 0.5  # times the size, by which the row at a label's side may stand lower
_NEAR = 5.0  # times the size, in which keywords stand below


@dataclass(slots=True)
class Abstract:
    """What the abstract says, and the rows that it and its label take up."""

    paragraph: Paragraph | None = None
    used: set[int] = field(default_factory=set)


class AbstractReader:
    """Reads the abstract of a document out of its rows in reading order."""

    def __init__(
        self, rows: Sequence[Row], headings: Sequence[Heading], body: Body, joiner: Joiner
    ) -> None:
        self._rows = rows
        self._headings = {heading.start: heading for heading in headings}
        self._body = body
        self._joiner = joiner
        self._first_prose = -1

    # --- with a label -----------------------------------------------------------------------------

    def read_labelled(self, labels: Sequence[Label]) -> Abstract:
        """Return the first abstract in English that has a label, else the first."""
        ordered = sorted(labels, key=lambda label: not label.is_english)
        best = Abstract()
        for label in ordered:
            abstract = self._below(label)
            letters = _letters(abstract.paragraph)
            if letters >= _LEAST_LABELLED:
                return abstract
            if letters > _letters(best.paragraph) or not best.used:
                best = abstract
        return best

    def join_parts(self, parts: Iterable[tuple[int, Line | None]]) -> Abstract:
        """Return the abstract whose rows are known; a row without a line is that of a title."""
        paragraph, used = Paragraph(None), set()
        for at, line in parts:
            used.add(at)
            if line is not None:
                paragraph.append(line, self._joiner)
        forms.strip_tail(paragraph)
        return Abstract(paragraph if paragraph.text else None, used)

    def _below(self, label: Label) -> Abstract:
        first = self._first_row(label)
        if first is None:
            return Abstract(None, {label.at})
        at, line = first
        titles = self._titles(at, line)
        abstract = self.join_parts(
            (index, None if index in titles else part)
            for index, part in self._whole_chain(at, line, titles)
        )
        abstract.used.add(label.at)
        abstract.used |= {index for index in titles if index <= max(abstract.used)}
        return abstract

    def _first_row(self, label: Label) -> tuple[int, Line] | None:
        """Return the first row of the abstract: behind the label, at its side, or below it."""
        if label.has_rest:
            return label.at, label.line.cut(label.end, len(label.line.text))
        for at, piece in self._beside(label):
            is_other = forms.BEHIND_ABSTRACT.match(piece.text) or self._is_next_column(label, piece)
            is_prose = piece.letters >= PROSE and not is_other
            if is_prose and (at == label.at or piece.letters >= _LONG_NAME):
                return at, piece
        edges = label.line.x0 - SLACK, label.line.x1 + SLACK
        for at in range(label.at + 1, min(label.at + _AHEAD, len(self._rows))):
            if forms.is_below(self._rows[at].line, label.line) or self._is_first_title(
                at, label.line
            ):
                return at, self._part_inside(at, edges) or self._rows[at].line
        return None

    def _is_next_column(self, label: Label, piece: Line) -> bool:
        """Say whether the text at the right of a label goes on from another column."""
        return forms.MID_SENTENCE.match(piece.text) is not None and any(
            one.letters > PROSE
            and 0 < one.baseline - label.line.baseline < 3 * one.size
            and one.x0 < label.line.x1 < piece.x0 > one.x1
            for row in self._rows[label.at + 1 : label.at + _SIDE]
            for one in cut_row(row)
        )

    def _is_first_title(self, at: int, label: Line) -> bool:
        """Say whether the title of a part stands further left below a label, over its text."""
        line, *below = (row.line for row in self._rows[at : at + 2])
        near = line.page == label.page and 0 < line.baseline - label.baseline < 4 * label.size
        is_title = near and PART.fullmatch(unspaced(line.text)) is not None
        return is_title and any(
            abs(one.x0 - line.x0) < SLACK and one.letters > PROSE and forms.is_below(one, label)
            for one in below
        )

    def _beside(self, label: Label) -> Iterator[tuple[int, Line]]:
        """Yield what stands at the right of a label: in its row, or in one that is a little off."""
        for at in (label.at, *range(label.at + 1, min(label.at + _SIDE, len(self._rows)))):
            row = self._rows[at]
            step = abs(row.line.baseline - label.line.baseline)
            if row.line.page == label.line.page and step < _LEVEL * label.line.size:
                room = label.line.x1 + (label.line.size if at != label.at else -1)
                yield from ((at, one) for one in split_pieces(row.line) if one.x0 > room)

    def _titles(self, first: int, look: Line) -> set[int]:
        """Return the rows of titles inside a structured abstract: "Methods", "Results".

        The first stands right below the label, and the others are set like it. They end at a
        heading that is none of such an abstract, or there a second time: the text has
        "Background" and "Methods" too.
        """
        titles: dict[str, int] = {}
        extent = forms.find_extent(self._rows, first, look)
        end = min(first + _MOST_ROWS_OF_PARTS, len(self._rows))
        for at in range(first, end):
            line = self._part_inside(at, extent) or self._rows[at].line
            title = unspaced(line.text).casefold().rstrip(".: ").rstrip("s")
            is_part = PART.fullmatch(unspaced(line.text)) and alike(line, look)
            if is_part and title not in titles and not (titles and title == "introduction"):
                titles[title] = at
            elif at == first or is_part or self._is_other_heading(at):
                return set(titles.values()) if len(titles) > 1 else set()
        is_end = end == len(self._rows) <= first + _MOST_ROWS_OF_PARTS // 2
        return set(titles.values()) if len(titles) > 1 and is_end else set()

    def _is_other_heading(self, at: int) -> bool:
        """Say whether a heading stands in a row, and none of a box beside the abstract."""
        text = self._rows[at].line.text
        return at in self._headings and not forms.BEHIND_ABSTRACT.match(text)

    def _chain(self, at: int, first: Line, titles: Set[int]) -> Iterator[tuple[int, Line]]:
        """Yield the rows that follow the first, as far as the abstract goes."""
        look = forms.find_text_look(self._rows, at, first)
        block: list[Line] = []
        last: Line | None = None
        for index, line in self._column_rows(at, first, look, titles):
            if index in titles:
                yield index, line
                last = None
            elif forms.is_foot(line, last) or (
                forms.is_small_print(line, look, last) and not KEYWORDS.match(unspaced(line.text))
            ):
                continue
            elif self._is_end(index, line, look, block, is_first=last is None):
                return
            elif not forms.is_above(line, last):
                yield index, line
                last = line
                block.append(line)

    def _whole_chain(self, at: int, first: Line, titles: Set[int]) -> Iterator[tuple[int, Line]]:
        """Yield the rows that follow the first, with a part of the abstract on the next page."""
        yield from (chain := list(self._chain(at, first, titles)))
        last, line = chain[-1] if chain else (at, first)
        behind = range(last + 1, min(last + _MOST_ROWS, len(self._rows)))
        on_next = [index for index in behind if self._rows[index].line.page == line.page + 1]
        for index in on_next[:_HEADS]:
            row = self._rows[index].line
            if has_lead(row) and PART.match(row.text) and alike(row, line):
                yield from self._chain(index, row, titles)
                return
        for index in behind if titles else ():
            row = self._rows[index].line
            is_top = row.x0 > line.x1 and row.baseline < line.baseline and row.page == line.page
            if is_top and PART.fullmatch(row.text) and alike(row, self._rows[min(titles)].line):
                yield from self._chain(index, row, titles | self._titles(index, row) | {index})
                return
        next_row = next((index for index in behind if self._is_continued(index, last, line)), None)
        if next_row is not None and not forms.has_tail([one for _, one in chain[-3:]]):
            yield from self._chain(next_row, self._rows[next_row].line, titles)

    def _is_continued(self, index: int, last: int, line: Line) -> bool:
        """Say whether the last sentence, cut off by a box at the foot, goes on in the next column.

        It does at the top of one, in the look of the abstract, which no text below that box has.
        """
        row, foot = self._rows[index].line, self._rows[last + 1].line
        is_next = row.page > line.page or (
            row.x0 > line.x1 and row.baseline < line.baseline - 4 * line.size
        )
        if not (is_next and alike(row, line) and forms.MID_SENTENCE.match(row.text)):
            return False
        near = [one.line for one in self._rows[max(index - _SIDE, 0) : index]]
        is_top = not any(forms.is_right_above(one, row) for one in near)
        box = forms.BEHIND_ABSTRACT.match(foot.text)
        between = (one.line for one in self._rows[last + 1 : index])
        is_alone = not any(one.letters > PROSE and alike(one, line) for one in between)
        return is_top and forms.ends_open(line) and (box is not None or is_alone)

    def _column_rows(
        self, at: int, first: Line, look: Line, titles: Set[int]
    ) -> Iterator[tuple[int, Line]]:
        """Yield the rows below the first, and those of the next column where the text goes on.

        Rows at the side of them are left out.
        """
        extent = forms.find_extent(self._rows, at, first)
        last, is_continued = first, False
        for index in range(at, min(at + _MOST_ROWS, len(self._rows))):
            line = first if index == at else self._part_inside(index, extent)
            whole = self._rows[index].line
            if _CONTINUED.match(whole.text):
                is_continued = True
                continue
            if line is None or line.page != last.page:
                line = whole
                if line.page > look.page + 1:
                    return
                goes_over = is_continued and line.page > last.page
                goes_over |= index in titles and line.page == last.page + 1
                if not goes_over and not self._continues_column(index, last, look):
                    continue
                extent = forms.find_extent(self._rows, index, line)
            elif (is_continued and line.page == look.page) or not any(map(str.isalnum, line.text)):
                continue  # below "(Continued on next page)", or a row of dots
            yield index, line
            if line.size > look.size - 0.55 and not forms.is_foot(line, last):
                last = line

    def _part_inside(self, index: int, extent: tuple[float, float]) -> Line | None:
        """Return what of a row stands between two edges, ``None`` if nothing does."""
        row = self._rows[index]
        pieces = cut_row(row)
        inside = [one for one in pieces if one.x0 < extent[1] and one.x1 > extent[0]]
        return (join(inside) if len(inside) < len(pieces) else row.line) if inside else None

    def _continues_column(self, index: int, last: Line, look: Line) -> bool:
        """Say whether the unfinished text of a column goes on in a row of the next."""
        line = self._rows[index].line
        if (
            last.letters < PROSE
            or forms.FINISHED.search(last.text)
            or abs(line.size - look.size) > 0.3
        ):
            return False
        if line.page == last.page and line.x0 < last.x0:
            return False
        if line.page > last.page + 1 or line.font != look.font:
            return False
        return not any(  # what goes on below is no end of the column
            row.line.page == last.page
            and 0 < row.line.baseline - last.baseline < 2.2 * last.size
            and row.line.x0 < last.x1
            and row.line.x1 > last.x0
            and abs(row.line.size - look.size) < 0.3
            and (row.line.font == look.font or forms.is_right_above(last, row.line))
            for row in self._rows[index : index + _AHEAD]
        )

    def _is_end(
        self, index: int, line: Line, look: Line, block: Sequence[Line], *, is_first: bool
    ) -> bool:
        """Say whether the abstract has ended before a row, the first below a title or not."""
        text = unspaced(line.text)
        finished = is_first or forms.FINISHED.search(block[-1].text) is not None
        is_lead = is_first and _INTRODUCTION.match(text)  # "Introduction Pebbles are …"
        is_part = LEAD.match(text) or (PART.match(text) and alike(line, look))
        words_behind = (
            KEYWORDS.match(text)
            or (finished and not is_first and forms.SERIAL_BELOW.match(text))
            or (
                not is_first
                and (finished or not text[:1].islower())
                and forms.BEHIND_ABSTRACT.match(text)
            )
            or (finished and block and _INTRODUCTION.fullmatch(text.strip(".: ")))
            or (BESIDE_KEYWORDS.match(text) and finished and not is_part and not is_lead)
        )
        is_heading = index in self._headings and not (alike(line, look) and line.letters > PROSE)
        if is_heading and block and not finished and forms.is_right_above(block[-1], line):
            is_heading = is_known_title(self._title(index))
        if words_behind or is_heading or is_first:
            return bool(words_behind or is_heading)
        return line.size > look.size + 0.55 or (
            finished
            and not is_part
            and (forms.is_break(block, line) or self._is_text(index, look, block[-1]))
        )

    def _is_text(self, index: int, look: Line, last: Line) -> bool:
        """Say whether the rows from here on are those of a column, narrower than the abstract."""
        row = self._rows[index]
        narrow = row.line.page == last.page and row.line.x1 < last.x1 - 8 * look.size
        in_column = narrow and row.line.letters > PROSE and row.column.position != FULL
        rows = self._rows[index : index + 4]
        return in_column and len(rows) == 4 and all(r.line.width < 0.7 * look.width for r in rows)

    # --- without a label --------------------------------------------------------------------------

    def read_plain(self, end: int, front: Set[int], title_end: tuple[int, float]) -> Abstract:
        """Return the longest block before the text that is set unlike it.

        Many journals print no word above the abstract. The block must stand on the first pages,
        before a heading, and all of it share one look that the text behind the heading has not.
        Before the heading of an introduction there is no text to be set unlike.
        """
        self._first_prose = end
        starts = [at for at in sorted(self._headings) if at >= end and at not in front]
        first = next((at for at in starts if not KEYWORDS.match(self._title(at))), None)
        if first is not None and self._rows[first].line.page > 1:
            first = None
        limit = min(end + _MOST_ROWS, len(self._rows)) if first is None else first
        is_introduced = first is not None and bool(_INTRODUCTION.fullmatch(self._title(first)))
        body = [] if is_introduced else self._text_behind(first)
        best: list[tuple[int, Line]] = []
        longest = 0.0
        text_end = forms.find_text_end(self._rows, end, self._body)
        blocks = list(self._blocks(range(limit)))
        columns = [*forms.join_columns(blocks, end, self._body)]
        crossing = columns if first is None else forms.across_pages(columns)
        for block in map(self._follow, map(forms.without_keywords, crossing)):
            weight = self._weigh(block, body, title_end, is_introduced=is_introduced)
            weight *= _FIRST_PROSE if block[0][0] <= end else 1.0
            weight *= _NEXT_PAGE ** max(block[0][1].page - title_end[0], 0)
            if weight > longest and block[0][0] < text_end:
                best, longest = block, weight
        if not best:
            return Abstract()
        return self.join_parts(self._join_spaced_parts(self._with_other_parts(best, front), blocks))

    def _follow(self, block: list[tuple[int, Line]]) -> list[tuple[int, Line]]:
        """Return a block without names above it, with its end in the next column."""
        if len(find_authors(self._rows[block[0][0] : block[0][0] + 1], "")) > 1:
            block = block[1:] or block
        last, line = block[-1]
        behind = range(last + 1, min(last + _AHEAD, len(self._rows)))
        is_above = block[0][0] <= self._first_prose and not forms.has_body_look(line, self._body)
        if is_above and len(block) > _HEADS and forms.ends_open(line):
            for index in behind:
                if self._is_continued(index, last, line):
                    return [*block, *next(self._blocks(range(index, len(self._rows))))]
        return block

    def _with_other_parts(
        self, block: list[tuple[int, Line]], front: Set[int]
    ) -> list[tuple[int, Line]]:
        """Return a part of a structured abstract with those above it and in the next column."""
        look = block[-1][1]
        if not has_lead(block[0][1]):
            return block
        parts: list[tuple[int, Line]] = []
        for one in self._blocks(sorted(front)):
            same = all(alike(line, look) and line.page == look.page for _, line in one)
            is_next_column = bool(parts) and one[0][1].baseline < parts[-1][1].baseline
            if same and (has_lead(one[0][1]) or is_next_column):
                parts += one
        rows = {at for at, _ in parts}
        return parts if rows.issuperset(at for at, _ in block) else block

    def _join_spaced_parts(
        self, block: list[tuple[int, Line]], blocks: Sequence[list[tuple[int, Line]]]
    ) -> list[tuple[int, Line]]:
        """Return a part of a structured abstract with those above and below it in its column."""
        first, last = block[0][1], block[-1][1]
        if not has_lead(first):
            return block
        for one in reversed(blocks):
            top, bottom = one[0][1], one[-1][1]
            if forms.begins_part(top) and forms.is_part_above(bottom, first) and alike(top, first):
                block, first = [*one, *block], top
        for one in blocks:
            top, bottom = one[0][1], one[-1][1]
            if forms.begins_part(top) and forms.is_part_above(last, top) and alike(top, last):
                block, last = [*block, *one], bottom
        return block

    def _title(self, first: int) -> str:
        return unspaced(self._headings[first].title).strip(".: ")

    def _text_behind(self, first: int | None) -> list[Row]:
        if first is not None:
            start = self._headings[first].end
            behind = [row for row in self._rows[start : start + 30] if row.line.letters > 25]
            usual = [row for row in behind if row.line.font in self._body.fonts]
            rows = (usual if len(usual) > 2 else behind)[:6]
            if len(rows) >= 3:
                return rows
        return [
            row
            for row in self._rows
            if row.line.letters > 25
            and abs(row.line.size - self._body.size) < 0.3
            and row.line.font in self._body.fonts
            and row.line.page > 0
        ][:6]

    def _blocks(self, indices: Sequence[int]) -> Iterator[list[tuple[int, Line]]]:
        """Yield the rows in runs of one look and one line distance, those at their sides apart."""
        blocks: list[list[tuple[int, Line]]] = []
        for at in indices:
            for line in cut_row(self._rows[at]):
                near = reversed(blocks[-_NEAR_BLOCKS:])
                block = next((one for one in near if self._joins(one, line)), None)
                if block is None:
                    blocks.append([(at, line)])
                else:
                    block.append((at, line))
        yield from blocks

    def _joins(self, block: Sequence[tuple[int, Line]], line: Line) -> bool:
        """Say whether a line goes on below a block in the same look."""
        before, first = block[-1][1], block[0][1]
        step = line.baseline - before.baseline
        double = 1.1 * self._body.leading / max(self._body.size, 1.0)
        most = 1.45 if forms.IMPRINT.match(first.text) else min(max(2.2, double), 2.6)
        same_type = before.bold == line.bold and (before.italic == line.italic or not line.bold)
        near = 0 < step < most * line.size and before.x0 < line.x1 and line.x0 < before.x1
        same = before.page == line.page and abs(before.size - line.size) < 0.3
        if not (same_type and near and same) or KEYWORDS.match(unspaced(first.text)):
            return False
        if forms.ends_places(block, line) or forms.is_other_paragraph(block, line):
            return False
        text = unspaced(line.text)
        begins_anew = (
            forms.IMPRINT.match(text) or KEYWORDS.match(text) or forms.BEHIND_ABSTRACT.match(text)
        )
        if begins_anew and (
            forms.FINISHED.search(before.text) or before.text.rstrip()[-1:] in ")]"
        ):
            return False
        return not (forms.DATED.match(text) or forms.DATED.match(before.text.strip()))

    def _weigh(
        self,
        block: Sequence[tuple[int, Line]],
        body: Sequence[Row],
        title_end: tuple[int, float],
        *,
        is_introduced: bool,
    ) -> float:
        """Return how much of an abstract a block is: its letters, more with signs of one, or 0."""
        lines = [line for _, line in block]
        letters = sum(line.letters for line in lines)
        text = " ".join(line.text for line in lines)
        full = count_full(lines)
        is_other = KEYWORDS.match(unspaced(lines[0].text)) or forms.BEHIND_ABSTRACT.match(
            unspaced(lines[0].text)
        )
        affiliated = sum(bool(AFFILIATION.search(line.text)) for line in lines)
        if (
            letters < (_LEAST_STANDFIRST if block[0][0] <= self._first_prose else _LEAST_PLAIN)
            or len(block) < 3
            or full < 0.55 * (len(lines) - 1)
            or (affiliated > 0.25 * len(lines) and not LEAD.match(text))
            or forms.IMPRINT.match(lines[0].text)
            or forms.CAPTION.match(lines[0].text)
            or (is_other and not LEAD.match(lines[0].text) and not lines[0].bold)
            or forms.LICENCE.search(text)
            or NOTICE.search(text)
            or forms.MID_SENTENCE.match(text)
            or sum(bool(forms.BULLET.match(line.text)) for line in lines) > 1
            or not (forms.FINISHED.search(text.rstrip()) or text.rstrip().endswith((")", "]")))
            or (lines[0].page, lines[0].baseline) < title_end
        ):
            return 0.0
        if letters < _LEAST_PLAIN and not forms.is_marked(lines, body):
            return 0.0
        signs = has_lead(lines[0]) + self._has_keywords_below(*block[-1])
        if signs or is_introduced:
            return letters * (1.0 + signs)
        return letters * self._weigh_look(block, body) if body else 0.0

    def _has_keywords_below(self, at: int, last: Line) -> bool:
        return any(
            KEYWORDS.match(unspaced(row.line.text))
            and 0 < row.line.baseline - last.baseline < _NEAR * last.size
            and row.line.x0 < last.x1
            and last.x0 < row.line.x1
            for row in self._rows[at + 1 : at + _AHEAD]
            if row.line.page == last.page
        )

    def _weigh_look(self, block: Sequence[tuple[int, Line]], body: Sequence[Row]) -> float:
        """Return 1 for a block in other lettering than the text, little for one only set apart."""
        at, line = block[len(block) // 2]
        own, other = self._rows[at], body[len(body) // 2]
        usual = sorted((one.bold, one.italic) for _, one in block)[len(block) // 2]
        marked = usual[0] > other.line.bold or usual[1] > other.line.italic
        fonts = {row.line.font for row in body}
        is_first = block[0][0] == self._first_prose
        fonts -= {line.font} if is_first and not self._is_in_font_of_next(block) else set()
        is_text = self._is_in_font_of_next(block) and (
            forms.has_body_look(line, self._body)
            or [alike(one, line) for one in self._prose_below(block)] == [True] * 3
        )
        is_other = abs(line.size - other.line.size) > 0.4 or line.font not in fonts
        if marked or (is_other and not is_text):
            return 1.0
        start, end = min(one.x0 for _, one in block), max(one.x1 for _, one in block)
        text_left, text_right = min(r.line.x0 for r in body), max(r.line.x1 for r in body)
        set_in = start - text_left > own.line.size and own.column == other.column
        return _SET_APART if set_in or end - start > 1.3 * (text_right - text_left) else 0.0

    def _prose_below(self, block: Sequence[tuple[int, Line]]) -> list[Line]:
        """Return the three lines of prose right below a block."""
        at = block[-1][0]
        rows = [row.line for row in self._rows[at + 1 : at + 8] if row.line.letters >= PROSE]
        return rows[:3]

    def _is_in_font_of_next(self, block: Sequence[tuple[int, Line]]) -> bool:
        """Say whether the prose right below a block is set in its font, or there is none."""
        behind, own = self._prose_below(block), [line.font for _, line in block]
        usual, page = max(own, key=own.count), block[-1][1].page
        return len(behind) < 3 or any(one.font == usual or one.page != page for one in behind)


def _letters(paragraph: Paragraph | None) -> int:
    return sum(map(str.isalpha, paragraph.text)) if paragraph else 0
