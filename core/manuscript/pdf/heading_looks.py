"""Headings by the document's own typography: a font or size that leads sections again and again.

Headings of the lower levels have neither a number nor a known title, and often no room above.
What tells them is a look (font and size) that the running text has not, shared by rows that stand
between the end of one paragraph and the start of another. A heading may also run into the text
that it stands over.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from core.manuscript.pdf.headings import (
    Heading,
    begins_small,
    begins_with_mark,
    is_formula,
    is_statement,
    without_items,
    without_running_heads,
)
from core.manuscript.pdf.kinds import LineKind, wordiness
from core.manuscript.pdf.layout import Body, Row
from core.manuscript.pdf.lines import Line, TextRun
from core.manuscript.text.common_titles import is_caption, is_known_title
from core.manuscript.text.hyphens import Joiner

Look = tuple[str, float]
"""A font and a size, in half points."""

_NUMBER = re.compile(
    r"(?![A-Z]\s[a-zß-öø-ÿ])"  # "A walk"
    r"(?P<number>(?:\d{1,2}(?:\.\d{1,2}){1,4}|\d{1,2}|[A-Z]|[IVX]{1,5})(?=[.:)]|\s))[.:)]?\s*"
    r"(?P<title>[^\W\d_].*)"
)
_CAPTION = re.compile(
    r"(?:S\d+\s+)?(?:figures?|figs?\b\.?|tables?|tab\.?|scheme|box|chart|plate|algorithm|listing"
    r"|videos?|movies?|files?|texts?|data(?:set)?|appendix)\s*(?:S\s?)?(?:\d+|[IVX]+\b|\.)",
    re.IGNORECASE,
)
_ENDS = '.!?:;)]”’"。'
_UNFINISHED = re.compile(
    r"(?:[,;–—-]|\b(?:and|or|of|the|in|on|for|to|a|an|by|with|from|at|as|is|are|was|were))\Z",
    re.IGNORECASE,
)
_NOT_TITLE = re.compile(
    r"(?:received|accepted|published|copyright|correspond\w*|e-?mail|doi|https?:|www\.|citation"
    r"|orcid\b|editors?|edited by|reviewed by|academic editor|specialty section|keywords?"
    r"|©|\*|†|notes?:|abbreviations?:)",
    re.IGNORECASE,
)
_ABSTRACT_PART = re.compile(
    r"(?:introduction|background|aims?|objectives?|purpose|methods?|materials? and methods?"
    r"|results?|findings|conclusions?|discussion|interpretation|significance|context)",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"(?:conceptuali[sz]ation|data curation|formal analysis|funding acquisition|investigation"
    r"|methodology|project administration|resources|software|supervision|validation"
    r"|visuali[sz]ation|writing\W.*|financial (?:support|disclosure)"
    r"|(?:administrative|manuscript) \w+"
    r"|(?:study )?(?:concept|design|conception)(?: and design)?|final approval.*)",
    re.IGNORECASE,
)
"""What an author has done, before the author's name."""
_STATEMENT = re.compile(
    r"(?:observation|step|case|algorithm|question|note|problem|condition|algorithmus|algorithme"
    r"|algoritmo)\b"
    r"(?:\s*(?:\(?[\dA-Z]{1,3}(?:\.\d+)*\)?))?\W*(?:\(.*)?",
    re.IGNORECASE,
)
_BACK_MATTER = re.compile(
    r"acknowledg|author\w*[’']?s? contribution|contributorship|credit\b|fund(?:ing|ers?)\b|disclos"
    r"|(?:competing|conflict\w* of|declaration\w*)|support(?:ing|ive) info|supplement|data avail"
    r"|availability of|abbreviation|ethic|orcid|additional (?:info|file|material)|reference"
    r"|glossary|(?:financial|grant) support|notes?\Z|author\w* (?:info|detail)|open access|appendi",
    re.IGNORECASE,
)
_TWO_TITLES = re.compile(
    r"(?P<first>(?P<number>\d{1,2}(?:\.\d{1,2})*)\.?\s.*?)[.:]?\s+(?P<second>(?P=number)\.1\.?\s.+)"
)
_ITEM_NUMBER = re.compile(r"(?:\(?(?:[ivx]{1,4}|[a-z]|\d{1,2})\)|[a-h]\.)\s+(?=[A-Z])")
_LETTERED = re.compile(r"(?P<number>[a-h])\.\s+(?P<title>[A-Z].*)")
_PARTED_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,4}\.?\s")
_FIRST_STOP = re.compile(
    r"(?<=[a-z)\]]{2})(?<!\bvs)(?<!\bsp)(?<!spp)(?<!\bal)(?<!\bcv)(?<!var)(?<!\bca)[.:]\s+(?=[A-Z])"
)
_STOP, _STOP_BEHIND = re.compile(r"[.:—]\s*\Z"), re.compile(r"\s*[.:—]")
_SIGN_AHEAD = re.compile(r"[•‣▪◦●■►▶–—✓\uf0b7]")
_LONGEST = 220
_LONGEST_RUN_IN = 130
_LEAST_OF_A_LOOK = 2
_LEAST_RUN_INS = 3
_LEAST_SHARE = 0.6
_MOST_RUN_IN_ROWS = 2
_LEAST_SET_APART = 4
_LEAST_ANSWERS, _MOST_ANSWERED = 3, 0.4
_ROOM, _LITTLE_ROOM = 1.4, 1.3
_NARROWEST = 14.0
"""Least width of a column of text, in sizes of its letters; the columns of tables are narrower."""
_PLAIN_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.\s*")
"""The number of a heading that runs into the text, set as the text is."""
_LOWER_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+[A-Z].*")
_MOST_ROWS, _MOST_CELLS = 5, 2
_MOST_SLACK = 0.25  # of a column, behind a row of a title that goes on
_MOST_NUMBERED_ROWS = 3
_USUAL = 0.2
_SMALL = 0.925  # of the running text's size
"""Share of the commonest font's letters that makes another font one of the running text."""
_MOST_OF_A_TITLE = 90
_FULL_ROW = 20
_LEAST_WORDS = 0.35


_APART: Look = ("", 0.0)
_NUMBERED_ROW: Look = ("", 1.0)


@dataclass(slots=True)
class _Candidate:
    """Rows ``start:end`` that could be a heading; of the last perhaps only ``cut`` characters."""

    start: int
    end: int
    look: Look
    title: str
    cut: int = 0
    is_numbered: bool = False
    has_gap: bool = False


class HeadingFinder:
    """Finds the headings of a document that their look tells, among rows in reading order."""

    def __init__(
        self,
        rows: Sequence[Row],
        body: Body,
        joiner: Joiner,
        kinds: Sequence[LineKind],
        skip: Set[int],
    ) -> None:
        self._rows = rows
        self._body = body
        self._joiner = joiner
        self._skip = {
            at
            for at, kind in enumerate(kinds)
            if at in skip or kind in (LineKind.CAPTION, LineKind.TABLE)
        }
        self._formulas = {at for at, kind in enumerate(kinds) if kind is LineKind.FORMULA}
        self._small = {  # sections in small type
            at
            for at, kind in enumerate(kinds)
            if kind is LineKind.TEXT and rows[at].line.size < _SMALL * body.size
        }
        self._plain = self._plain_looks()
        self._narrow = 1.2 * body.leading  # less lies between the rows of one title
        self._looks = [self._own_look(row.line) for row in rows]

    def find(self, headings: Sequence[Heading]) -> list[Heading]:
        """Return ``headings`` and those that the looks tell, in reading order."""
        candidates = self._candidates()
        heading_rows = {at for heading in headings for at in range(heading.start, heading.end)}
        accepted = self._accept(candidates, headings)
        run_ins = {one.start for one in accepted if one.cut}
        longer = {one.start: one for one in accepted if not one.cut and one.is_numbered}
        headings = [self._lengthen(heading, longer.get(heading.start)) for heading in headings]
        remaining = [heading for heading in headings if heading.start not in run_ins]
        heading_rows -= run_ins
        for one in accepted:
            if not any(at in heading_rows for at in range(one.start, one.end)):
                remaining += self._as_headings(one)
        remaining.sort(key=lambda heading: heading.start)
        remaining = without_items(self._without_form(remaining))
        return without_running_heads(remaining, self._rows)

    def _lengthen(self, heading: Heading, candidate: _Candidate | None) -> Heading:
        """Return the heading with all its rows: that in italics goes on with what looks alike."""
        if candidate is None or not heading.number or candidate.end <= heading.end:
            return heading
        above = self._rows[heading.end - 1]
        is_full = above.slack < _MOST_SLACK * (above.column.x1 - above.column.x0)
        return self._as_heading(candidate, candidate.title) if is_full else heading

    def _without_form(self, headings: list[Heading]) -> list[Heading]:
        """Leave out the questions of a form, most of which an item of a list answers."""
        questions = [one for one in headings if one.title.endswith("?") and not one.number]
        next_lines = [self._rows[one.end].line for one in questions if one.end < len(self._rows)]
        answers = sum(_SIGN_AHEAD.match(line.text) is not None for line in next_lines)
        is_form = answers >= max(_LEAST_ANSWERS, _MOST_ANSWERED * len(questions))
        return [one for one in headings if one not in questions] if is_form else headings

    # --- how rows look --------------------------------------------------------------------------

    def _plain_looks(self) -> frozenset[str]:
        """Return the fonts in which most of the running text is set."""
        letters: Counter[str] = Counter()
        for at, row in enumerate(self._rows):
            if at in self._skip or row.slack > 3 * self._body.size or row.line.letters < 25:
                continue
            least = row.line.size if at in self._small else self._body.size
            for run in row.line.runs:
                if least - 0.3 < run.size < self._body.largest + 0.3:
                    letters[run.font] += run.end - run.start
        most = max(letters.values(), default=0)
        return frozenset(font for font, count in letters.items() if count > _USUAL * most)

    def _is_plain(self, run: TextRun) -> bool:
        return run.font in self._plain and run.size < self._body.largest + 0.4

    def _own_look(self, line: Line) -> Look | None:
        """Return the look of a line that has hardly a letter of the running text's, or ``None``."""
        letters: Counter[Look] = Counter()
        plain = 0
        for run in line.runs:
            count = sum(map(str.isalpha, line.text[run.start : run.end]))
            if self._is_plain(run):
                plain += count
            else:
                letters[_look(run)] += count
        own = sum(letters.values())
        around = not (self._is_plain(line.runs[0]) or self._is_plain(line.runs[-1]))
        most = 0.4 if around and line.letters < _MOST_OF_A_TITLE else 0.1  # "of *S. alba* oil"
        if own < 2 or plain > most * (own + plain):
            return None
        return letters.most_common(1)[0][0]

    def _is_text(self, at: int) -> bool:
        """Say whether a row is one of running text, of whatever part of the paper."""
        if at >= len(self._rows) or at in self._skip:
            return False
        line = self._rows[at].line
        return self._looks[at] is None and line.letters >= _FULL_ROW

    def _is_formula(self, at: int) -> bool:
        if at >= len(self._rows) or self._looks[at] is None:
            return False
        return at in self._formulas or is_formula(self._rows[at].line.text)

    # --- rows that may be headings --------------------------------------------------------------

    def _candidates(self) -> list[_Candidate]:
        candidates = []
        at = 0
        while at < len(self._rows):
            candidate = None if at in self._skip else self._read_candidate(at)
            if candidate is None:
                at += 1
                continue
            candidates.append(candidate)
            at = candidate.end
        return candidates

    def _read_candidate(self, at: int) -> _Candidate | None:
        """Return the heading that may begin at a row: rows of its own, or run into the text."""
        line = self._rows[at].line
        begins = _SIGN_AHEAD.match(line.text) is None and _begins_title(line.text)
        if not begins or not self._follows_end(at) or begins_with_mark(line):
            return None
        if self._looks[at] is None:
            return (
                self._read_numbered(at) or self._read_spaced(at) or self._read_leading_title(at, at)
            )
        return self._read_look(at)

    def _read_look(self, at: int) -> _Candidate | None:
        """Return the heading that begins with a row of its own look."""
        if self._is_plain(self._rows[at].line.runs[-1]):  # the text behind it begins with "An"
            run_in = self._read_leading_title(at, at)
            if run_in is not None:
                return run_in
        end = at + 1
        while end < min(len(self._rows), at + _MOST_ROWS) and self._continues_look(at, end):
            end += 1
        if end - at == _MOST_ROWS and end < len(self._rows) and self._continues_look(at, end):
            return None  # a block of its own: bold, or set in italics
        follows = end < len(self._rows) and self._is_next_row(end)
        run_in = self._read_leading_title(at, end) if follows else None
        return run_in or self._read_rows(at, end)

    def _read_rows(self, at: int, end: int) -> _Candidate | None:
        """Return the heading that rows of one look are, if text begins below."""
        look, title = self._looks[at], self._join(at, end)
        is_numbered = _NUMBER.fullmatch(title) is not None
        is_followed = self._is_followed(end) or (is_numbered and self._is_formula(end))
        if look is None or not (self._could_be(title) and is_followed):
            return None
        if self._rows[at].cells > 1 and not _NUMBER.match(title):
            return None
        has_gap = self._gap_above(at) > 1.2 * self._body.leading
        return _Candidate(at, end, look, title, is_numbered=is_numbered, has_gap=has_gap)

    def _continues_look(self, at: int, end: int) -> bool:
        """Say whether row ``end`` has the look of row ``at`` and follows closely."""
        look = self._looks[end]
        same = look is not None and _alike(look, self._looks[at])
        if not same or end in self._skip or not self._is_next_row(end):
            return False
        before, line = self._rows[end - 1], self._rows[end].line
        if _NUMBER.match(line.text) and re.match(r"\d{1,2}\.\d", line.text):
            return False
        step = line.baseline - before.line.baseline
        ended = before.line.text.rstrip()[-1:] in ".:" and line.text[:1].isupper()
        roomy = before.slack > 0.35 * (before.column.x1 - before.column.x0)
        wide_step = step > 1.45 * line.size
        return not ended and not (roomy and wide_step and line.text[:1].isupper())

    def _read_leading_title(self, at: int, last: int) -> _Candidate | None:
        """Return the heading in rows ``at:last`` and the first characters of row ``last``."""
        if last in self._skip or last - at > _MOST_RUN_IN_ROWS:
            return None
        line = self._rows[last].line
        cut, look = self._lead(line)
        first = self._looks[at] if last > at else look
        stop = (
            _FIRST_STOP.search(line.text, 0, cut)
            or _STOP.search(line.text, 0, cut)
            or _STOP_BEHIND.match(line.text, cut)
        )
        ends = stop is not None or _PARTED_NUMBER.match(self._rows[at].line.text)
        if look is None or first is None or not _alike(look, first) or not ends:
            return None
        cut = stop.end() if stop else cut
        title = self._join(at, last + 1, cut).rstrip(" .:—")
        is_numbered = _NUMBER.fullmatch(title) is not None
        is_label = _ROLE.fullmatch(title) or (_ABSTRACT_PART.fullmatch(title) and not is_numbered)
        goes_on = _begins_title(line.text[cut:].lstrip(), signs="“‘([")
        if not goes_on or is_label or len(title) > _LONGEST_RUN_IN or not self._could_be(title):
            return None
        return _Candidate(at, last + 1, look, title, cut, is_numbered)

    def _lead(self, line: Line) -> tuple[int, Look | None]:
        """Return how many characters come before the running text's lettering, and their look."""
        cut, look = 0, None
        for run in line.runs:
            piece = line.text[run.start : run.end]
            is_number = run.start == 0 and _PLAIN_NUMBER.fullmatch(piece)
            if self._is_plain(run) and any(map(str.isalnum, piece)) and not is_number:
                break
            cut = run.end
            if look is None and any(map(str.isalpha, piece)):
                look = _look(run)
        return cut, look

    def _read_numbered(self, at: int) -> _Candidate | None:
        """Return the heading of a lower level that its number alone tells: "3.1.2. Waves"."""
        end = at + 1
        while end < at + _MOST_NUMBERED_ROWS and self._gap_above(end) < self._narrow:
            end += 1
        is_apart = self._narrow < self._gap_above(end) < 4 * self._narrow
        end = end if is_apart else at + 1
        first, last = self._rows[at], self._rows[end - 1]
        title = self._join(at, end)
        has_room = self._gap_above(at) > _LITTLE_ROOM * self._body.leading
        is_short = last.slack > 0.1 * (last.column.x1 - last.column.x0)
        if (
            not _LOWER_NUMBER.fullmatch(title)
            or title[-1] in ".:;,"
            or any(row.cells > 1 for row in self._rows[at:end])
            or not self._is_plain(first.line.runs[0])
            or not (is_short or (is_apart and has_room))
            or not (has_room or self._is_numbered_look(at - 1))
            or not (self._could_be(title) and self._is_followed(end))
        ):
            return None
        return _Candidate(at, end, _NUMBERED_ROW, title, is_numbered=True)

    def _is_numbered_look(self, at: int) -> bool:
        """Say whether a row is a numbered heading in a look of its own."""
        return self._looks[at] is not None and bool(_NUMBER.match(self._rows[at].line.text))

    def _read_spaced(self, at: int) -> _Candidate | None:
        """Return the heading that differs from the text by the room above and below alone."""
        end = at + 1
        while (
            end < min(len(self._rows), at + 3)
            and self._is_next_row(end)
            and self._gap_above(end) < 1.2 * self._body.leading
        ):
            end += 1
        rows = self._rows[at:end]
        room = _ROOM * self._body.leading
        apart = self._gap_above(at) > room and room < self._gap_above(end) < 4 * room
        if not apart or end >= len(self._rows) or not self._is_text(end):
            return None
        title = self._join(at, end)
        width = rows[-1].column.x1 - rows[-1].column.x0
        short = rows[-1].slack > 0.1 * width
        follows = (
            self._rows[end].line.text[:1].isupper()
            and self._rows[end].slack < 3 * rows[0].line.size
        )
        if (
            not (short and follows and self._could_be(title))
            or width < _NARROWEST * self._body.size
            or title[-1] in ".:;!?"
            or _NUMBER.fullmatch(title)
            or any(row.cells > 1 or row.indent > 3 * row.line.size for row in rows)
            or any(abs(row.line.size - self._body.size) > 0.3 for row in rows)
        ):
            return None
        return _Candidate(at, end, _APART, title, has_gap=True)

    def _could_be(self, title: str) -> bool:
        letters = sum(map(str.isalpha, title))
        bare = numbered["title"] if (numbered := _NUMBER.fullmatch(title)) else title
        if numbered and numbered["number"].endswith(".0") and bare[:1].islower():
            return False  # "version 2.0 of the model"
        return (
            letters > 2
            and len(title) <= _LONGEST
            and letters > 0.55 * len(title.replace(" ", ""))
            and wordiness(title) > _LEAST_WORDS
            and not _UNFINISHED.search(title)
            and not (_CAPTION.match(title) or is_caption(title))
            and not _NOT_TITLE.match(bare)
            and not (_STATEMENT.fullmatch(bare) or is_statement(bare) or is_formula(title))
            and not re.search(r"\.{4,}|\w@\w|\b(?:https?:|doi:)|\s[=≈≤≥]\s", title)
        )

    def _join(self, at: int, end: int, cut: int = 0) -> str:
        text = ""
        for index in range(at, end):
            part = self._rows[index].line.text
            part = (part[:cut] if cut and index == end - 1 else part).strip()
            drop, between = self._joiner.between(text, part)
            text = (text[:-drop] if drop else text) + between + part
        return " ".join(text.split())

    # --- what stands above and below a candidate ------------------------------------------------

    def _is_next_row(self, at: int) -> bool:
        row, before = self._rows[at], self._rows[at - 1]
        step = row.line.baseline - before.line.baseline
        return row.column == before.column and 0 < step < 2.0 * max(row.line.size, before.line.size)

    def _gap_above(self, at: int) -> float:
        if at == 0 or at >= len(self._rows) or self._rows[at - 1].column != self._rows[at].column:
            return 1e9
        gap = self._rows[at].line.baseline - self._rows[at - 1].line.baseline
        return gap if gap > 0 else 1e9

    def _follows_end(self, at: int) -> bool:
        """Say whether the text before a row has come to an end."""
        if at == 0 or at - 1 in self._skip:
            return True
        row, before = self._rows[at], self._rows[at - 1]
        if before.column != row.column or before.line.page != row.line.page:
            return True
        text = before.line.text.rstrip()
        if self._gap_above(at) > 1.35 * self._body.leading:
            return True
        finished = text[-1:] in _ENDS or text[-1:].isdigit()
        return finished or (self._looks[at - 1] is not None and before.slack > 2 * before.line.size)

    def _is_followed(self, end: int) -> bool:
        """Say whether text begins below, or a heading of a lower level over such text."""
        index = end
        while index < min(len(self._rows), end + _MOST_ROWS) and index not in self._skip:
            line = self._rows[index].line
            if self._is_text(index):
                is_name = not self._is_plain(line.runs[0])  # of a program, in letters of its own
                return is_name or not begins_small(line.text.lstrip("“‘(["))
            has_run_in = self._looks[index] is None and line.letters > 3
            if has_run_in:
                in_table = self._rows[index].cells > _MOST_CELLS
                return not begins_small(line.text) and not in_table
            if index > end and self._looks[index] is None:
                return False
            index += 1
        return False

    # --- which candidates are headings ----------------------------------------------------------

    def _accept(
        self, candidates: Sequence[_Candidate], headings: Sequence[Heading]
    ) -> list[_Candidate]:
        """Return the candidates whose look leads sections, and does little else."""
        other_rows = self._other_rows(candidates)
        candidates = self._without_back_matter(candidates, headings)
        by_look: defaultdict[tuple[Look, bool], list[_Candidate]] = defaultdict(list)
        for candidate in candidates:
            font, size = candidate.look
            look = (_family(font), size) if candidate.cut else candidate.look
            by_look[look, bool(candidate.cut)].append(candidate)
        known_looks = {self._looks[heading.start] for heading in headings}
        accepted: list[_Candidate] = []
        for (look, is_run_in), group in by_look.items():
            if is_run_in:
                accepted += self._accept_run_ins(group, headings)
                continue
            if look == _NUMBERED_ROW:
                numbered = _list_counted(group, headings)
                accepted += numbered if len(numbered) >= _LEAST_OF_A_LOOK else ()
                continue
            if look == _APART:
                accepted += group if len(group) >= _LEAST_SET_APART else ()
                continue
            rows = sum(one.end - one.start for one in group)
            share = rows / (rows + other_rows[look])
            enough = len(group) >= _LEAST_OF_A_LOOK or look in known_looks
            if share >= _LEAST_SHARE and (enough or all(_stands_out(one) for one in group)):
                accepted += group
                continue
            parts = [one for one in group if _LOWER_NUMBER.fullmatch(one.title)]
            sequence = _list_counted(parts, headings)
            accepted += sequence if len(sequence) >= _LEAST_OF_A_LOOK else ()
        return sorted(accepted, key=lambda one: one.start)

    def _without_back_matter(
        self, candidates: Sequence[_Candidate], headings: Sequence[Heading]
    ) -> list[_Candidate]:
        """Leave out what runs into the text of a section behind the paper's own: "Funding: …"."""
        titles = {heading.start: heading.title for heading in headings}
        titles |= {one.start: one.title for one in candidates if not one.cut}
        starts = sorted(titles)
        remaining = []
        for candidate in candidates:
            at = bisect_left(starts, candidate.start)
            behind = at > 0 and _BACK_MATTER.match(titles[starts[at - 1]])
            if not (candidate.cut and behind):
                remaining.append(candidate)
        return remaining

    def _accept_run_ins(
        self, group: Sequence[_Candidate], headings: Sequence[Heading]
    ) -> list[_Candidate]:
        numbered = [one for one in group if one.is_numbered]
        if len(numbered) >= _LEAST_OF_A_LOOK or _list_counted(numbered, headings):
            return numbered
        return list(group) if len(group) >= _LEAST_RUN_INS else []

    def _other_rows(self, candidates: Iterable[_Candidate]) -> Mapping[Look, int]:
        """Return how many rows of a look are no candidates."""
        used = {at for one in candidates for at in range(one.start, one.end)}
        return Counter(
            look
            for at, look in enumerate(self._looks)
            if look is not None and at not in used and at not in self._skip
        )

    def _as_headings(self, candidate: _Candidate) -> list[Heading]:
        """Return the heading of a candidate, or the two that follow each other in it."""
        both = _TWO_TITLES.fullmatch(candidate.title) if candidate.cut else None
        titles = [both["first"], both["second"]] if both else [candidate.title]
        return [self._as_heading(candidate, title) for title in titles]

    def _as_heading(self, candidate: _Candidate, title: str) -> Heading:
        line = self._rows[candidate.start].line
        number = ""
        if match := _NUMBER.fullmatch(title) or _LETTERED.fullmatch(title):
            number, title = match["number"], match["title"]
        return Heading(
            candidate.start,
            candidate.end,
            number,
            title.rstrip(" :."),
            line.size,
            line.bold,
            cut=candidate.cut,
            italic=line.italic,
        )


def _list_counted(group: Sequence[_Candidate], headings: Sequence[Heading]) -> list[_Candidate]:
    """Return the numbered rows that count on: "4.2" behind "4.1", and that below a section "4"."""
    numbers = {heading.number for heading in headings}
    numbered: list[_Candidate] = []
    for one in group:
        match = _NUMBER.fullmatch(one.title)
        section, _, last = match["number"].rpartition(".") if match else ("", "", "")
        if match is None or not last.isdecimal():  # "J. Reed", whose "J" is no figure
            continue
        before = section if last == "1" else f"{section}.{int(last) - 1}"
        if before in numbers:
            numbers.add(match["number"])
            numbered.append(one)
    return numbered


def _stands_out(candidate: _Candidate) -> bool:
    return candidate.has_gap and (
        candidate.is_numbered or is_known_title(candidate.title.rstrip(".:"))
    )


def _look(run: TextRun) -> Look:
    return run.font, round(2 * run.size) / 2


def _alike(look: Look, other: Look | None) -> bool:
    """Say whether two looks differ in no more than the slant, as names of species do."""
    if other is None or abs(look[1] - other[1]) > 0.3:
        return False
    return look[0] == other[0] or _family(look[0]) == _family(other[0])


def _family(font: str) -> str:
    return re.sub(
        r"(?:bold|bd|ital(?:ic)?|it|obl(?:ique)?|i|roman|regular|mt|ps)+\Z",
        "",
        re.sub(r"[^a-z]", "", font.lower()),
    )


def _begins_title(text: str, *, signs: str = "“‘\"'([") -> bool:
    if _ITEM_NUMBER.match(text):
        return True
    first = text.lstrip(signs)[:1]
    if first.islower():
        return not begins_small(text.lstrip(signs))
    return first.isupper() or first.isdigit() or first.isalpha()
