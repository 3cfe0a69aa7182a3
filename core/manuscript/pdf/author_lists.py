"""The list of authors as the first page prints it: names in a row, one below the other, in cards.

The rows of the page are read as they lie, whatever columns the text below is set in. Rows whose
letters are names, near each other and in one look, make a list; the one with the most names wins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from core.base.plain_words import plain_words
from core.manuscript.pdf.columns import FULL, Column
from core.manuscript.pdf.flow import raised_characters
from core.manuscript.pdf.layout import Row, join_rows, without_line_numbers
from core.manuscript.pdf.lines import (
    LEAST_SPACED,
    Line,
    Page,
    TextRun,
    find_narrow_spaces,
    find_small_capital_words,
)

_OTHER_WORDS = r"""
    univers\w* institut\w* departments? dept school faculty college laborator\w* labs?
    cent(?:er|re)s?
    academy inc corporation corp ltd llc gmbh research google microsoft facebook amazon hospitals?
    streets? roads? avenue usa uk uae china germany france email e-mail correspond\w* equal
    contribut\w* technolog\w* sciences? scientific engineering divisions? groups? foundation company
    national abstract keywords proceedings copyright authors? anonymous under reviews? submitted
    edited editors? editorial reviewed reviewers? published publish\w* received accepted the listed
    management medicine medical journals? international open access articles? reports? letters?
    communications? health biology clinic\w* chemistry physics citation available online pradesh
    republic kingdom states province district city units? ministry council trust service team
    building floor tel fax phone postal supplement\w* volume issue figure table consulting
    introduction background methods? results discussion conclusions? original studies study protocol
    programme program society association organi[sz]ation agency office bureau museum environment\w*
    campus nagar pharmac\w* surger\w* nutrition food vascular cancer disease observation
    systems? analysis effects? evaluation data using new for with from are this earth
    and summary highlights license licence creative commons attribution doi issn http https www
    orcid twitter handling academic associate specialty section topic present address
    engineers? engineering managers? director key.points? categories
    departament\w* d[ée]partement dipartiment\w* fachbereich abteilung escol[ae] escuela [ée]cole
    facult\w* facolt\w* faculd\w* fakult\w* cent(?:ro|rum) zentrum servi[cçz]\w* hochschule
    klinik\w* krankenhaus ospedale
    \w{2,}olog(?:y|ie|ia) \w{2,}iatr(?:y|ics) \w{2,}metrics \w{3,}patholog\w*
    """
_OTHER = re.compile(
    rf"\b(?:{'|'.join(_OTHER_WORDS.split())})\b|@|https?:|\d{{3}}|[=<>{{}}/\\]", re.IGNORECASE
)
_PLACES_TEXT = """
    india brazil japan tunisia iran turkey pakistan nigeria egypt italy spain portugal greece
    korea taiwan thailand malaysia indonesia vietnam australia canada mexico argentina chile
    peru colombia poland sweden norway denmark finland switzerland austria belgium netherlands
    ireland england scotland wales israel iraq bangladesh ethiopia kenya ghana uganda cameroon
    senegal beijing shanghai london paris tokyo berlin boston madrid rome
    """
PLACES = frozenset(_PLACES_TEXT.split())
_DEGREES = (
    r"(?:P[hH]\.?\s?D|M\.?\s?D|D\.?\s?Phil|M\.?\s?Sc|B\.?\s?Sc|B\.?\s?Pharm|M\.?\s?Pharm|Pharm\.?\s?D"
    r"|M\.?\s?P\.?\s?H|Dr\.?\s?P\.?\s?H|M\.?\s?B\.?\s?A|M\.?\s?B\.?\s?B\.?\s?S|M\.?\s?B\.?\s?Ch\.?\s?B"
    r"|D\.?\s?V\.?\s?M|D\.?\s?D\.?\s?S|D\.?\s?M\.?\s?D|D\.?\s?Sc|M\.?\s?Phil|Ed\.?\s?D|Psy\.?\s?D"
    r"|M\.?\s?Tech|B\.?\s?Tech|M\.?\s?Eng|FRCPC?|FRCS\w*|FACS|FACC|FAHA|FESC|MRCP\w*|FRACP|MRes|BSN|MBBS|[BFM]MedSci|FC[CP]P|[FM]CPS|FRC[PR]|BDS"
    r"|MSN|RN|MHS|MHSc|MSPH|ScM|BVSc|MVSc|JD|LLM|CCRP|Dipl\.?-?\s?\w{3,4}|Prof|Professor)"
)
_DEGREE = re.compile(rf"(?:\s*,\s*|\s+){_DEGREES}\b\.?(?!\s+[A-Z][a-z])")
_DEGREE_IN_FIELD = re.compile(
    rf"\s*,\s*{_DEGREES}\.?\s+(?:in\s+)?(?:[A-Z][a-z]+\s)?"
    r"[A-Z][a-z]*(?:olog(?:y|ie|ia)|iatr(?:y|ics)|ics|edicine|urgery|istry)(?=\s*(?:[,;\x00(]|\Z))"
)
_AMBIGUOUS_DEGREE = re.compile(r"\s*,\s*(?:M\.?A|B\.?A|M\.?S|B\.?S|P\.?T|R\.?D|D\.?O|M\.?Ed)\b\.?")
_POST = (
    r"(?:[a-z]+[ -]){0,3}(?:professors?|lecturer|reader|fellow|researcher|scientist|statistician"
    r"|epidemiologist|coordinator|assistant|director|consultant|physician|surgeon|registrar|nurse"
    r"|(?:vice )?president|student|manager|librarian|chair|head|editor|associate|officer|analyst"
    r"|specialist|economist)"
    r"(?: (?:and|of|in)(?: [a-z]+){0,4})?"
)
_POST_BEHIND = re.compile(rf"(?:(?<=[^\W\d_]\s)|(?<=,\s)|\A){_POST}(?=\s*(?:[\x00,;]|\Z))")
"""What somebody works as, behind a name: "Ada Reed associate professor and director"."""
_MEMBER_OF_LIST = re.compile(r"[A-Z][\w’'-]+ (?:[a-z]{4,5} [A-Z][\w’'-]+|[a-z]{2,5})")
"""A name with a small word, which only stands for one among others: "Jin wook Chung"."""
_AHEAD = re.compile(
    r"^(?:(?:by|and|with|Dr|Prof|Professor|Mrs?|Ms|Authors?\s*[:：])\.?\s+)+", re.IGNORECASE
)
_MARKS = re.compile(
    r"[∗*⁎†‡§¶‖#♠♣♥♦♡♢△▽◦○⋆★☆♮♯✉✶✝☯←-⇿\ue000-\uf8ff⃝𝟏-𝟵]+|\s?\[[\d,\s*a-z]{1,8}\]"
    r"|(?<=[^\W\d_]{2})\d+(?:\s?[,–-]\s?\d+)*|\b\d{1,2}\b"
)
_BETWEEN = re.compile(
    r"(?:\s*(?:[,;·•|/\x00、，；]|(?<!\S)(?:and|AND|And|und|et)(?!\S)|&|\s[–—]\s)\s*)+"
)
_ORCID = re.compile(r"(?:(?<=[a-zà-ÿ])\s?|\A)(?:ID|iD)(?=\W|\x00|\Z)")
_ORCID_NUMBER = re.compile(r"(?:https?://orcid\.org/)?\b(?:\d{4}-){3}\d{3}[\dXx]\b")
_MAIL = re.compile(r"[^\s,;(\x00]+@[^\s,;)\x00]+")
_PLACE_OF_MARK = re.compile(r"\x00\s*[^\W\d_]")
_GRADES = "(?:Graduate|Student|Senior|Life|Associate|Affiliate)"
_MEMBERSHIP = re.compile(
    rf"\s*,\s*(?:{_GRADES} )*(?:Member|Fellow)"
    r"\s*(?:,\s*(?:IEEE|ACM|IET|AIAA|ASME))?(?=\W|\x00|\Z)"
    rf"|,\s*{_GRADES}\s*\Z|\A(?:Member|Fellow),\s*(?:IEEE|ACM|IET|AIAA|ASME)(?=\W|\x00|\Z)"
)
"""A grade behind a name, which may stand on two rows: "Student" and "Member, IEEE"."""
_GROUP_OF_AUTHORS = re.compile(
    r"\b(?:consorti(?:um|a)|collaborat(?:ion|ive|ors)|network|initiative|investigators|trialists"
    r"|project|biobank|registry|committee|genetics|genomics|groups?)\b",
    re.IGNORECASE,
)
_GROUP_BEHIND = re.compile(
    r"[\s,;\x00]+(?:and\s+)?(?:(?:on\s+behalf\s+of|for)\s+the\b.*|the\s[^,;]*\b(?:consortium"
    r"|collaborat\w+|network|initiative|investigators|committees?|registry"
    r"|(?:study|working|research) group)\b.*)\Z",
    re.IGNORECASE | re.DOTALL,
)
"""The group for which the last author stands: "Ada Reed, for the Reed Study Investigators"."""
_ENDS_AS_PLACE = re.compile(r"^[^,]+(?:, USA|, UK|\s[–—]\s[A-Z]{2})\Z")
"""A town and its country or state: "San Diego, USA", "Vitória da Conquista – BA"."""
_LONE_MARK = re.compile(r"(?:\s+[a-z])+\Z")
_CUT_ACCENT = re.compile(r"(?<![^\W\d_])([ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŚŠŽČĆŁÖ]) (?=[a-zß-ÿ])")
_JOINED_AND = re.compile(r"(?<=[\x00,])\s?and(?=[A-Z])")
_JOINED_NAMES = re.compile(r"(?<=[a-zß-ÿ]{2})(?=[A-ZÀ-Þ])|(?<=[a-zß-ÿ][A-Z]\.)(?=[A-ZÀ-Þ])")
_AND_ABROAD = re.compile(
    r"(?:\A|[\x00,]\s*|[^\W\d_][\w.]*\s+[^\W\d_]{2,}\s+)(?P<word>y|e|i|och|og|ve)\s+"
    r"(?=[^\W\d_][\w.’-]*\s+[^\W\d_][^,;\x00]*[,\x00\s]*\Z)"
)
"""What "and" is in other languages, before the last name; "Ramón y Cajal" is one of them."""
_AND_IN_CAPITALS = re.compile(
    r"(?<=[^\W\d_]{3} [A-Z])(?P<initials>[A-Z]?) (?P<word>[EY])(?= [^\W\d_]{3,} [A-Z]{1,3}\Z)"
)
"""The same between two names that end with initials: "REED AB E STONE C"."""
_PREFIXED = re.compile(r"(?:Mc|Mac|De|Di|La|Le|Van|Fitz|O[’'])[A-Z][a-z]+\Z")
_PARTICLES_TEXT = """
    van von der den de del della dell’ di da dos das do du la le ten ter el al bin ibn af zu y
    e st. zum zur vom und i bint abu ben
    """
_PARTICLES = frozenset(_PARTICLES_TEXT.split())
_FUNCTION_WORDS_TEXT = "of in at on for by the as to is an or was are not"
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_TEXT.split())
_WORD = re.compile(r"[^\W\d_]+")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_MAC = re.compile(r"\bMc([a-z])(?=[a-z]{2})")
_NAMESAKE = re.compile(r"III|VI{2,3}")
_INITIALS = re.compile(r"(?:[A-ZÀ-ÖØ-Þ]\.?[-‐]?){1,3}")
_NAME_AROUND_INITIAL = re.compile(r"[^\W\d_][\w’'-]+ [^\W\d_]\. [^\W\d_][\w’'-]+")
_INITIALS_BEHIND = re.compile(
    r"(?:\A|,)\s*(?:[A-ZÀ-ÖØ-Þ]\.[\s‐-]?){1,4}(?=\s*(?:[,;&]|\band\b|\Z))"
)
"""The end of a name in a list such as "Reed, A. B., Stone, C."."""
_LARGE_STEP, _USUAL_STEP, _NEXT_ROW = 2.6, 2.1, 1.7
_LEAST_COMMAS = 2  # of a row that names in the next may go on, double-spaced
_LEAST_COVERED = 0.62
_MOST_WORDS = 7
_LONGEST = 60
_LEAST_RUN_ON = 3
_LONG_LETTERS = 18
_LEAST_TURNED = 2
_MOST_OF_A_REST = 2
_ABOVE_TITLE = 1.0  # times the size, by which names at a title's side begin above it
_SAME_EDGE, _LEAST_OF_COLUMN = 2.0, 3
_GAP, _GAP_IN_GRID, _WIDEST_GAP = 1.6, 1.1, 4.0  # times the size


@dataclass(slots=True)
class _NameList:
    """Rows of names that belong together."""

    pieces: list[Line] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    score: float = 0.0
    is_run_on: bool = False


def column_of_title(page: Page, title: Sequence[Row]) -> Page:
    """Return the page without its other columns, if their text stands beside the title."""
    column = title[0].column
    other_lines = [
        line for line in page.lines if line.x0 > column.x1 - 1 or line.x1 < column.x0 + 1
    ]
    is_beside = any(
        line.letters >= _LONG_LETTERS
        and line.y0 < row.line.baseline
        and line.baseline > row.line.y0
        for line in other_lines
        for row in title
    )
    if column.position == FULL or not is_beside:
        return page
    left_out = set(map(id, other_lines))
    return replace(page, lines=[line for line in page.lines if id(line) not in left_out])


def find_author_list(page: Page, title: Sequence[Line], end: Line | None) -> tuple[str, ...]:
    """Return the names of the best list of authors below the title.

    They may begin at its side. ``end`` is the line that ends the front matter, if it is on this
    page: below it are names only at its side.
    """
    page = without_line_numbers(page)
    top = max(line.baseline for line in title)
    head = min(line.y0 for line in title)
    left_edge, right_edge = min(line.x0 for line in title), max(line.x1 for line in title)
    below = [
        line
        for line in page.lines
        if line.baseline > top
        or (
            line.baseline > head - _ABOVE_TITLE * line.size
            and (line.x1 < left_edge or line.x0 > right_edge)
        )
    ]
    title_words = {word.casefold() for line in title for word in _WORD.findall(line.text)}
    if names := _find_names(page, below, top, end, title_words):
        return names
    above = [line for line in page.lines if line.baseline < head]
    names = _find_names(page, above, 0.0, None, title_words)
    return names if len(names) > 1 else ()


def _find_names(
    page: Page, lines: Sequence[Line], top: float, end: Line | None, title_words: Set[str]
) -> tuple[str, ...]:
    """Return the names of the best list among some lines; ``top`` is where the list may begin.

    Words of the title are no names, if there are others: a heading of the text has them again.
    """
    column = Column(page.number, FULL, 0.0, page.width)
    pieces = [
        piece
        for row in join_rows(lines, column)
        for piece in _without_repeats(_split_grid(row.line))
        if end is None or piece.baseline < end.y0 or piece.x0 > end.x1 or piece.x1 < end.x0
    ]
    if placed_names := _read_names_with_places(pieces):
        return placed_names
    lists = [_read_list(_order_columns(group)) for group in _group(pieces)]
    lists = [one for one in lists if one.names]
    lists = [one for one in lists if not _repeats_title(one.names, title_words)] or lists
    if not lists:
        return ()

    largest = max(_tall_size(one.pieces[0]) for one in lists)

    def rank(one: _NameList) -> float:
        down = (one.pieces[0].baseline - top) / page.height
        return one.score * (1 - 0.5 * down) * (_tall_size(one.pieces[0]) / largest) ** 2

    best = max(lists, key=rank)
    look = best.pieces[0]
    used = {id(piece) for one in lists for piece in one.pieces}
    is_look_of_names = not any(
        id(piece) not in used and piece.letters > 3 and _has_look(piece, look) for piece in pieces
    )
    names = list(best.names)
    if is_look_of_names or not best.is_run_on or len(names) < _LEAST_RUN_ON:
        alike = [one for one in lists if one is best or _has_look(one.pieces[0], look)]
        names = [name for one in alike for name in one.names]
    return tuple(dict.fromkeys(_order_names(names)))


def _repeats_title(names: Sequence[str], title_words: Set[str]) -> bool:
    return any(title_words >= set(_WORD.findall(name.casefold())) for name in names)


def _read_names_with_places(pieces: Sequence[Line]) -> tuple[str, ...]:
    """Return names in capitals that stand before their places: "ADA REED, University of Ely"."""
    names = []
    for piece in pieces:
        name, _, place = piece.text.partition(", ")
        name = _MARKS.sub("", name).strip()
        if name.isupper() and _OTHER.search(place) and _as_name(name):
            names.append(name)
    return tuple(_order_names(names)) if len(names) >= _LEAST_TURNED else ()


def _has_look(line: Line, other: Line) -> bool:
    alike = line.font == other.font and line.bold == other.bold
    return alike and abs(_tall_size(line) - _tall_size(other)) < 0.4


def _tall_size(line: Line) -> float:
    return _tall_run(line).size


def _tall_run(line: Line) -> TextRun:
    """Return the run of a line's capitals: that of small capitals, or figures, may be the most."""
    raised = raised_characters(line)
    runs = [
        run
        for run in line.runs
        if any(line.text[at].isalpha() and at not in raised for at in range(run.start, run.end))
    ]
    return max(runs or line.runs, key=lambda run: run.size)


def _baseline(line: Line) -> float:
    return _tall_run(line).baseline


def split_pieces(line: Line, *, behind_commas: bool = False, gap: float = _GAP) -> list[Line]:
    """Cut a line where a wide gap is, so that what stands in two columns is apart.

    A list of names may have gaps ``behind_commas``. The ``gap`` is in the size of the letters.
    """
    cuts = [0]
    for at in range(1, len(line.text)):
        space = line.text[at - 1] == " "
        width = line.rights[at - 1] - line.lefts[at - 1] if space else 0.0
        width = max(width, line.lefts[at] - line.rights[at - 1])
        is_near = not behind_commas and width < _WIDEST_GAP * line.size
        is_open = is_near and re.search(r"[,;|&]\s*\Z", line.text[:at])
        if width > gap * line.size and not is_open:
            cuts.append(at)
    cuts.append(len(line.text))
    ends = [a + len(line.text[a:b].rstrip()) for a, b in pairwise(cuts)]
    return [line.cut(a, end) for a, end in zip(cuts, ends, strict=False) if end > a]


def _split_grid(line: Line) -> list[Line]:
    """Cut a row of names at its gaps, which may be small between names of a grid."""
    pieces = split_pieces(line)
    if len(pieces) == 1:
        return pieces
    return [part for piece in pieces for part in split_pieces(piece, gap=_GAP_IN_GRID)]


def _without_repeats(pieces: Sequence[Line]) -> list[Line]:
    """Return the pieces of a row but those that come twice: places of the names above them."""
    counts = Counter(piece.text.strip() for piece in pieces)
    return [piece for piece in pieces if counts[piece.text.strip()] == 1 or not piece.letters]


def _group(pieces: Sequence[Line]) -> list[list[Line]]:
    """Return pieces with names in them, those of one look that follow each other together."""
    groups: list[list[Line]] = []
    other: Line | None = None
    ordered = sorted(pieces, key=lambda line: (round(_baseline(line) / 3), line.x0))
    inside = _find_rows_inside(ordered)
    for piece in ordered:
        if not piece.letters and groups and _continues(groups[-1], piece):
            groups[-1].append(piece)  # a comma that stands alone
            continue
        ends_name = id(piece) not in inside and not _is_row_of_names(piece)
        if ends_name and not (groups and _is_end_of_name(groups[-1], piece)):
            other = piece
            continue
        for group in reversed(groups[-4:]):
            if _continues(group, piece, other):
                group.append(piece)
                break
        else:
            groups.append([piece])
    return groups


def _find_rows_inside(pieces: Sequence[Line]) -> set[int]:
    """Return the rows, by their ids, inside a list that hold more of a group than of names.

    "Ada Reed, the Shore / Genome Consortium, Ben Stone": rows of names in the same look stand
    right above and below, and each of them has a name with a mark behind it, or a group.
    """
    inside: set[int] = set()
    chains: list[list[Line]] = []  # a row of names, and the rows below it that are none yet
    for piece in pieces:
        is_names = _is_row_of_names(piece)
        chain = next((one for one in reversed(chains) if _follows(one[-1], piece)), None)
        text = _clean(piece)
        parts = [part.strip(" .:;-–\x00") for part in _BETWEEN.split(text)]
        names = sum(_as_name(part) is not None for part in parts)
        has_group = _GROUP_OF_AUTHORS.search(text) is not None
        if chain is None:
            is_first = (is_names and len(parts) > 1) or (names > 1 and "\x00" in text)
            chains += [[piece]] if is_first and not _PLACE_OF_MARK.match(text) else []
        elif is_names and names + text.count("\x00") > 1:
            inside |= {id(row) for row in chain}
            chain[:] = [piece]
        elif not _PLACE_OF_MARK.match(text) and ((names and "\x00" in text) or has_group):
            before = _clean(chain[-1])
            is_cut = has_group and not re.search(r"[\x00,;]\s*\Z", before)
            if is_cut or (_is_open(before) and _as_name(parts[0])):
                inside.add(id(piece))  # it goes on with what the row above breaks off
            chain.append(piece)
        else:
            chains.remove(chain)
    return inside


def _follows(before: Line, piece: Line) -> bool:
    """Say whether a row stands right below another in the same look."""
    step = _baseline(piece) - _baseline(before)
    is_below = piece.x0 < before.x1 and before.x0 < piece.x1 and step > 0
    return is_below and step < _NEXT_ROW * piece.size and _has_look(before, piece)


def _order_columns(group: list[Line]) -> list[Line]:
    """Return the names of a plain list in columns as they are read, one column after the other.

    Names without signs or commas stand below each other at the left edge of each column.
    """
    columns: dict[int, list[Line]] = {}
    for piece in group:
        x0 = next((edge for edge in columns if abs(edge - piece.x0) <= _SAME_EDGE), None)
        columns.setdefault(round(piece.x0) if x0 is None else x0, []).append(piece)
    lengths = [len(columns[edge]) for edge in sorted(columns)]
    is_plain = all(_as_name(piece.text) and piece.text[-1:].isalpha() for piece in group)
    if len(columns) < 2 or lengths[-1] < _LEAST_OF_COLUMN or not is_plain:
        return group
    if lengths != sorted(lengths, reverse=True) or lengths[0] - lengths[-1] > 1:
        return group
    return [piece for edge in sorted(columns) for piece in columns[edge]]


def _continues(group: Sequence[Line], piece: Line, other: Line | None = None) -> bool:
    """Say whether a row goes on with a list of names; ``other`` is the last row without names."""
    before = group[-1]
    is_run_on = before.text.count(",") >= _LEAST_COMMAS
    if is_run_on and piece.letters and piece.x0 - before.x1 > _WIDEST_GAP * piece.size:
        return False  # what stands beside it is of another column
    alike = abs(_tall_size(before) - _tall_size(piece)) < 0.7 and (
        before.bold == piece.bold or before.font == piece.font
    )
    open_end = re.search(r"(?:,|;|\||&|\band)[\d\s*†‡§a-z,]{0,12}\Z", before.text) is not None
    is_next = other is None or _baseline(other) <= _baseline(before)
    is_list = open_end or (is_next and is_run_on)
    step = (_LARGE_STEP if is_list else _USUAL_STEP) * piece.size
    return alike and _baseline(piece) - _baseline(before) < step


def _is_end_of_name(group: Sequence[Line], piece: Line) -> bool:
    """Say whether a row holds the rest of a name that the row above breaks off, or begins one."""
    words = _BETWEEN.sub(" ", _clean(piece)).strip(" .")
    before = _BETWEEN.split(_clean(group[-1]))[-1].strip()
    return (
        (bool(before) or piece.text.lstrip().startswith(","))
        and bool(words)
        and len(words.split()) <= _MOST_OF_A_REST
        and _is_part_of_name(words)
        and _continues(group, piece)
        and len(_BETWEEN.findall(_clean(group[-1]))) > 0
    )


def _is_row_of_names(piece: Line) -> bool:
    """Say whether nearly all letters of a piece are in names, or in parts of one at its ends."""
    text = _clean(piece)
    bare = text.strip("\x00 ")
    if _ENDS_AS_PLACE.search(bare) or (_PLACE_OF_MARK.match(text) and not _BETWEEN.search(bare)):
        return False
    if _turn_names(text, cut=True):
        return True
    parts = [part.strip(" .:;-–") for part in _BETWEEN.split(text)]
    parts = [
        part
        for part in parts
        if sum(map(str.isalpha, part)) > 1 and not _GROUP_OF_AUTHORS.search(part)
    ]
    if not parts:
        return False
    covered = 0
    for at, part in enumerate(parts):
        loose = at in (0, len(parts) - 1) and len(parts) > 1
        if _as_name(part) or (loose and _is_part_of_name(part)):
            covered += sum(map(str.isalpha, part))
    letters = sum(sum(map(str.isalpha, part)) for part in parts)
    return covered > _LEAST_COVERED * letters and any(map(_as_name, parts))


def _read_list(group: Sequence[Line]) -> _NameList:
    text = ""
    marks = 0
    for piece in group:
        cleaned = _clean(piece)
        marks += cleaned.count("\x00")
        closed = text and (
            _has_separate_rows(group)
            or text.rstrip().endswith("\x00")
            or _has_lost_comma(text, cleaned)
        )
        text += ("\x00" if closed and not _is_open(text) else " ") + cleaned
    parts = [_trim(part) for part in _BETWEEN.split(text)]
    names = _turn_names(text) or _read_parts(parts)
    letters = sum(map(str.isalpha, text)) or 1
    covered = sum(sum(map(str.isalpha, name)) for name in names) / letters
    size = max(piece.size for piece in group)
    score = (len(names) + 0.5 * min(marks, len(names)) + 0.05 * size) * covered
    return _NameList(list(group), names, score, is_run_on=len(names) > len(group))


def _read_parts(parts: Sequence[str]) -> list[str]:
    """Return the parts of a list that are names, and those that can be but names among these."""
    whole_names = [_as_name(part) for part in parts]
    is_list = sum(name is not None for name in whole_names) >= _LEAST_RUN_ON
    names = (
        name or (part if is_list and _is_member_of_list(part) else None)
        for part, name in zip(parts, whole_names, strict=True)
    )
    return [name for name in names if name]


def _is_member_of_list(part: str) -> bool:
    words = part.casefold().split()
    return (
        _MEMBER_OF_LIST.fullmatch(part) is not None
        and not _OTHER.search(part)
        and not PLACES.intersection(words)
        and words[1] not in _FUNCTION_WORDS | plain_words()
    )


def _turn_names(text: str, *, cut: bool = False) -> list[str]:
    """Return the names of "Reed, Ada; Stone, Ben M." as "Ada Reed" and "Ben M. Stone".

    Initials may end each instead: "Reed, A., Stone, B. M.". The first and the last item of a row
    may be ``cut``.
    """
    text = re.sub(r"\x00+", "", text)
    has_initials = ";" not in text and not re.search(r"\d", text)
    if has_initials:
        text = _INITIALS_BEHIND.sub(r"\g<0>;", text)
    items = [_AHEAD.sub("", _trim(item.strip(" ,&"))) for item in text.split(";")]
    items = [item for item in items if item]
    if has_initials and sum(_has_given_name(item) for item in items) > 0.5 * len(items):
        return []  # "Ada Reed, M. A."
    turned = [_turn_name(item) for item in items]
    names = [name for name in turned if name]
    if len(names) < _LEAST_TURNED or not all(turned[1:-1] if cut else turned):
        return []
    return names


def _has_given_name(item: str) -> bool:
    words = [word for word in item.partition(",")[0].split() if word not in _PARTICLES]
    return len(words) > 1


def _turn_name(item: str) -> str | None:
    family, comma, first_names = item.partition(", ")
    if not comma or "," in first_names:
        return None
    return _as_name(f"{first_names.strip()} {family.strip()}")


def _trim(text: str) -> str:
    """Return a name without the signs at its ends, but for the stop of an initial."""
    text = text.strip(" :;-–").lstrip(".")
    return text if re.search(r"(?:\b[A-Z]|\b[JS]r)\.\Z", text) else text.rstrip(" .")


def _is_open(text: str) -> bool:
    return re.search(r"(?:,|;|\||&|\band)\s*\Z", text) is not None


def _has_lost_comma(text: str, below: str) -> bool:
    """Say whether a row ends with a name and the next begins with one: "Ada B. Reed", "Ben C. …".

    No name has an initial behind the family name.
    """
    before, behind = _BETWEEN.split(text)[-1].strip(), _BETWEEN.split(below)[0].strip()
    return all(_NAME_AROUND_INITIAL.fullmatch(name) for name in (before, behind))


def _has_separate_rows(group: Sequence[Line]) -> bool:
    """Say whether rows of a list without separators stand one name below the other, or beside."""
    rows = {round(_baseline(one) / 3) for one in group}
    return sum(len(_BETWEEN.findall(_clean(one).strip("\x00 "))) for one in group) < len(rows)


def _clean(piece: Line) -> str:
    """Return a piece's text with a sign for each mark behind a name, and without degrees."""
    raised = raised_characters(piece)
    spaces = find_narrow_spaces(piece)
    starts = find_small_capital_words(piece)
    text = "".join(
        "\x00" if at in raised else f" {char}" if at in starts else char
        for at, char in enumerate(piece.text)
        if at not in spaces
    )
    text = text.replace("\u00ad", "").replace("\u00a0", " ").replace("\u2044L", "Ł")
    text = _MAIL.sub("\x00", _ORCID_NUMBER.sub("\x00", text))
    text = _MEMBERSHIP.sub("", _ORCID.sub("", text))
    text = re.sub(r"\([^()]*\)", "\x00", text)
    text = _AMBIGUOUS_DEGREE.sub("", _DEGREE_IN_FIELD.sub("", text))
    text = _DEGREE.sub("", text)
    text = _MARKS.sub("\x00", text)
    text = _POST_BEHIND.sub("\x00", text)
    text = _CUT_ACCENT.sub(r"\1", text)
    text = _part_last_name(_JOINED_AND.sub(", ", text))
    text = re.sub(r"(?:\x00[\s,]*)+(?=\x00)", "", text)
    text = _GROUP_BEHIND.sub("\x00", text)
    is_spaced = len(spaces) > LEAST_SPACED
    return f"{text}\x00" if is_spaced and not _is_open(text) else text


def _part_last_name(text: str) -> str:
    """Return a list with "and" for the word of another language before its last name."""
    match = _AND_ABROAD.search(text) or _AND_IN_CAPITALS.search(text)
    return f"{text[: match.start('word')]}and{text[match.end('word') :]}" if match else text


def _is_part_of_name(text: str) -> bool:
    words = text.split()
    plain = all(word[0].isupper() or word in _PARTICLES for word in words)
    return len(words) <= 3 and plain and not _OTHER.search(text) and not re.search(r"\d", text)


def _as_name(text: str) -> str | None:
    """Return a name without what stands before or behind it, or ``None`` if it is none."""
    text = _LONE_MARK.sub("", _AHEAD.sub("", re.sub(r"\s+", " ", text.strip())))
    if " " not in text and not _PREFIXED.match(text):
        text = _JOINED_NAMES.sub(" ", text)  # "ZhangwenGe", whose spaces the file has lost
    words = text.split()
    places = {words[0].casefold(), words[-1].casefold()} & PLACES if words else {""}
    is_other = _OTHER.search(text) or _GROUP_OF_AUTHORS.search(text)
    if not 2 <= len(words) <= _MOST_WORDS or len(text) > _LONGEST or is_other or places:
        return None
    is_heading = any(word.casefold() in _FUNCTION_WORDS for word in words[1:-1])
    is_heading |= plain_words() >= {word.casefold() for word in words}  # "General Description"
    is_name = not (is_heading or all(map(_INITIALS.fullmatch, words))) and all(
        _is_word_of_name(word) or (0 < at < len(words) - 1 and _is_short_particle(word))
        for at, word in enumerate(words)
    )
    return text if is_name else None


def _is_word_of_name(word: str) -> bool:
    if word.casefold() in _PARTICLES:
        return True
    capital = word[0].isupper() or (len(word) > 2 and word[1] in "’'" and word[2].isupper())
    return capital and bool(re.fullmatch(r"[\w’'.‐‑-]+", word)) and not re.search(r"[\d_]", word)


def _is_short_particle(word: str) -> bool:
    """Say whether a word inside a name may be a particle of any language: "Qurat ul Ain"."""
    return word.isalpha() and word.islower() and len(word) <= 3 and word not in _FUNCTION_WORDS


def _order_names(names: Sequence[str]) -> list[str]:
    """Return the names, given names first, and not in capitals."""
    tall = [list(map(_is_tall, name.split())) for name in names]
    if all(
        all(
            flag or len(word) <= 2 or "." in word
            for flag, word in zip(flags, name.split(), strict=True)
        )
        for flags, name in zip(tall, names, strict=True)
    ):
        return [_lower(name) for name in names]
    ordered = []
    family_first = sum(flags[0] and not any(flags[1:]) for flags in tall) > 0.5 * len(names)
    for name, flags in zip(names, tall, strict=True):
        words = name.split()
        if family_first and flags[0] and not any(flags[1:]):
            words = [*words[1:], words[0]]
        ordered.append(" ".join(_lower(word) if len(word) > 2 else word for word in words))
    behind = [bool(_INITIALS.fullmatch(name.split()[-1])) for name in ordered]
    if all(behind) and len(ordered) > 1:  # "Kumar D."
        return [" ".join([name.split()[-1], *name.split()[:-1]]) for name in ordered]
    return ordered


def _is_tall(word: str) -> bool:
    """Say whether a word is one in capitals, and no count of namesakes: "Ada Reed III"."""
    plain = _NOT_ASCII.sub("", word)  # "TóTH": small capitals may lack letters with accents
    is_upper = len(word) > 2 and plain.isupper() and len(plain) > 1 and "." not in word
    return is_upper and not _NAMESAKE.fullmatch(word)


def _lower(text: str) -> str:
    """Return words in capitals with capitals at their beginnings alone, particles with none."""
    words = text.split()
    return " ".join(
        word.lower()
        if at and word.isupper() and word.casefold() in _PARTICLES
        else _capitalise(word)
        if _is_tall(word) and "." not in word
        else word
        for at, word in enumerate(words)
    )


def _capitalise(word: str) -> str:
    word = re.sub(r"[^\W\d_]+", lambda match: match[0].capitalize(), word)
    return _MAC.sub(lambda match: f"Mc{match[1].upper()}", word)
