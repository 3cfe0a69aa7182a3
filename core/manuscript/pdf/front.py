"""The front matter: title, authors, DOI, arXiv id and year, as the first page shows them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from core.base.identity import title_key
from core.manuscript.pdf.author_lists import split_pieces
from core.manuscript.pdf.flow import raised_characters
from core.manuscript.pdf.layout import Row
from core.manuscript.pdf.lines import Line, Page, size_spread
from core.manuscript.references.entry_fields import complete_doi, find_arxiv, find_doi
from core.manuscript.text import common_titles
from core.manuscript.text.common_titles import is_known_title
from core.manuscript.text.hyphens import Joiner
from core.manuscript.text.thesis_covers import (
    COVER_SHEET,
    KIND,
    find_stated_authors,
    is_cover,
    is_date_row,
    is_kind_of_article,
    is_name_on_cover,
    is_of_cover,
    is_summary_or_notice,
    name_with_degrees,
    names_field,
)

_NOT_TITLE = re.compile(
    r"(?:arXiv:|https?:|www\.|doi:|vol(?:ume)?\b|journal of|proceedings of|published|received|"
    r"research article|original (?:paper|article)|under review|preprint|versions? \d|article\Z"
    r"|letter\Z|(?:[a-z]+ )?public access\Z|(?:[a-z]+ )?author manuscript\b"
    r"|this is (?:an?|the) (?:[\w’'-]+,? ){0,5}(?:manuscript|version|(?:pre|post)-?print)\b)",
    re.IGNORECASE,
)
_FIELD_OF_COVER = re.compile(r"(?:Author\(s\)|Source|Published by|Stable URL|Accessed)\s?:")
"""What stands before what an archive says of an article on the sheet before it."""
_TIME_OF_ACCESS = re.compile(
    r"\b(?:downloaded|accessed|retrieved|no other uses without permission)\b"
    r"|\A(?:by \w+ )?on [a-z]{3,9} \d{1,2}, \d{4}\Z",
    re.IGNORECASE,
)
ABSTRACT = re.compile(
    r"\A\s*(?:A\s?b\s?s\s?t\s?r\s?a\s?c\s?t\b(?:\s*[.:—–-]+\s*|\s*\Z|\s+(?=(?-i:[A-Z])))"
    rf"|[【\[]?(?:{common_titles.ABSTRACT})(?:\s*[】\]]\s*[.:：]?\s*|\s*[.:：—–]+\s*|\s*\Z))",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?:(?:学位)?论文)?(?:题\s*目|题\s*名)\s*[:：]\s*|(?:論文)?題\s*目\s*[:：]\s*|논문\s*제목\s*[:：]\s*"
    r"|thesis title\s*[:：]\s*|тема(?: работы| диссертации)?\s*:\s*",
    re.IGNORECASE,
)
"""What stands before a title on the cover of a thesis: "论文题目：…"."""
NOTICE = re.compile(
    r"archive ouverte|archive for the deposit|take ?down policy|corresponds to the article as it"
    r"|(?:early|unedited) version of the|as a service to our|private study"
    r"|conditions of (?:access|use)|version of record|always cite the published",
    re.IGNORECASE,
)
"""What repositories and publishers say in the text of their covers."""
_NUMBERED = re.compile(r"^[\dIVX]{1,3}\.?\s+")
_BESIDE_SIDEBAR = 1.3
SMALL_WORDS = frozenset(("of", "and", "for", "in", "on", "the", "&"))
"""What names of journals leave out when they are shortened."""
_MOST_COVERS = 2
_MOST_OF_A_COVER = 2600  # letters
_LEAST_STATED = 15
_WORDS_OF_A_MARK = 2
_WORDS_OF_A_KIND = 4
_LARGER = 1.5
_STEP_OF_A_SECTION = 2.5  # times the size of its name
_LEAST_OF_TEXT = 45
_UNSTEADY = 1.5  # times how much sizes change inside rows that are scans
_BADGE = 0.5  # times the size of the title
_BADGES = re.compile(r"(?:\s+[A-Z]{1,4})+\Z")
_SIGN_BEHIND_NAME = re.compile(
    r"[^\W\d_]\s?(?:\d{1,2}(?:\s?,\s?\d{1,2})*|[*†‡§])(?=\s*(?:,|;|&|\band\b|\Z))"
)
_SERIAL_BEHIND = re.compile(
    r"[\s,|]+(?:x{2,4}\s*)?(?:\(?(?:19|20)\d\d\b|vol(?:ume)?\b|\d{1,4}\s?[(:])", re.IGNORECASE
)
"""What stands behind the name of a journal in a head: "Shores 12 (3)", "Shores xxx (2001)"."""
_MOST_WORDS_OF_A_SERIAL = 8
_ADDRESS = re.compile(r"(?:[\w-]+\.){1,4}[a-z]{2,6}(?:/\S*)?")
_MOST_ROWS = 8
_BESIDE = 8
_AFFILIATION = re.compile(
    r"\b(?:univers\w*|institut\w*|department|dept|school|faculty|college|laborator\w*|labs?"
    r"|cent(?:er|re)|academy|inc|corporation|corp|ltd|gmbh|research|google|microsoft|facebook|amazon"
    r"|hospital|street|road|avenue|usa|china|germany|france|email|e-mail|corresponding|equal"
    r"|contribut\w*|technology|technologies|sciences?|engineering|division|group|foundation|company"
    r"|national|abstract|keywords|proceedings|copyright|authors?|anonymous|under|review|submitted"
    r"|edited|reviewed|published|received|accepted|the|note|listed|supplementa\w+)\b|@|https?:|\d{3}",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[∗*⁎†‡§¶‖♠♣♥♦♡♢△▽◦○⋆★☆♮♯✉✶←-⇿\ue000-\uf8ff⃝#\d]+")
_ORCID = re.compile(r"(?:(?<=[a-zà-ÿ])\s?|\A)(?:ID|iD)(?=\W|\x00|\Z)")
_BETWEEN = re.compile(r"\s*(?:[,;·•|]|\b(?:and|AND|And)\b|\s&\s|\x00)\s*")
_PARTICLES_TEXT = "van von der den de del della di da dos du la le ten ter el al bin af zu y"
_PARTICLES = frozenset(_PARTICLES_TEXT.split())
_OF_A_HEADING = frozenset(("of", "to", "for", "on", "in", "by"))
_COPYRIGHT = re.compile(
    r"©|\(c\)|copyright|c⃝|proceedings|published|conference|volume|vol\.|\bjournal\b|accepted"
    r"|submitted|arxiv|preprint|workshop",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"(?:\b|(?<=[年년]))(?:19[5-9]\d|20[0-4]\d)(?:\b|(?=[年년届]))(?!-\d{3}[\dX]\b)"
)  # 2045-2322 is an ISSN


_DATE_OF = re.compile(
    r"©|\(c\)|copyright|published|first published|advance access|received|revised|resubmitted"
    r"|submitted|accepted|editorial decision|available (?:online|in pmc)|online|issue"
    r"|recebido|recibido|re[cç]u\b|aprovado|aceit[oe]|aceptado|accepté|publicado|publié"
    r"|eingegangen|angenommen|veröffentlicht",
    re.IGNORECASE,
)
_WEIGHTS = (
    ("recebido", 0.1), ("recibido", 0.1), ("reçu", 0.1), ("eingegangen", 0.1),
    ("received", 0.1), ("revised", 0.2), ("submitted", 0.2), ("resubmitted", 0.2),
    ("editorial", 0.2), ("accepted", 0.6), ("advance", 0.7), ("available in", 0.1),
    ("available", 1.2), ("online", 1.5), ("first", 1.2), ("published", 2.0),
    ("copyright", 2.5), ("©", 2.5), ("(c)", 2.5),
)  # fmt: skip
_WEIGHT_OF_IMPRINT = 4.0
_REACH = 40
_RUNNING_HEAD = 0.1
_NUMBERS_BESIDE = re.compile(r"\b(?:19|20)\d\d\b.{0,12}\d|\bvol|\d.{0,12}\(?(?:19|20)\d\d", re.I)
_DOI_ALONE = re.compile(
    r"(?:doi|DOI|Digital Object Identifier)\b\s*:?\s*|https?://(?:dx\.)?doi\.org/"
)
_DOI_OF_SERIAL = re.compile(
    r"\(?[A-Z][A-Za-z. ]{3,60} (?:19|20)\d\d\s?;\s?\d+.{3,25}doi:|Digital Object Identifier 10"
)
"""A row below the abstract that says where the article stands, as no sentence of the text does."""
_ASKS_TO_BE_CITED = re.compile(
    r"(?:how )?to cite|cite this (?:article|paper|as)|please cite|\Acitation\s*:|cite as",
    re.IGNORECASE,
)
_MOST_ROWS_OF_A_CITATION = 24
_DOI_OF_XMP = re.compile(
    r"<(?:prism:doi|pdfx:doi|pdfx:DOI|crossmark:DOI|prism:url|dc:identifier|jav:doi)[^>]*>\s*"
    r"(?:<[^>]+>\s*)*([^<]{6,200})"
)
_LONGEST_XMP = 200_000


@dataclass(frozen=True, slots=True)
class Title:
    """The title, and the rows of the reading order that hold it."""

    text: str
    rows: frozenset[int]


def find_title(
    rows: Sequence[Row], joiner: Joiner, stated: str, venue: str = "", leading: float = 0.0
) -> Title:
    """Return the title: the largest lettering in the upper part of the first page.

    ``stated`` is what the PDF's metadata claims; it decides where the page shows it, or nothing.
    The name of the journal, ``venue``, is often larger than the title. The ``leading`` is that of
    the text, as large as which that of a title may be.
    """
    rows = [_cut_to_largest(row) if row.cells > 1 else row for row in rows]
    page = _find_title_page(rows)
    first = [at for at, row in enumerate(rows) if row.line.page == page]
    of_thesis = is_cover([rows[at].line.text for at in first])
    groups = _lettering(
        [at for at in first if not _is_kind(at, first, rows, of_thesis=of_thesis)], rows, leading
    )
    heads = [rows[at].line.text.strip().casefold() for at in first]
    usable = [
        group
        for group in groups
        if _could_be_title(group, rows, venue) and not _is_serial(group, rows, heads)
    ]
    if not usable:
        return Title(stated.strip(), frozenset())
    usable = _without_names(_without_headings(usable, rows), [rows[at] for at in first], rows)
    labelled = [group for group in usable if _LABELLED.match(rows[group[0]].line.text)]
    best = _find_title_rows(stated, first, rows) or _largest(labelled or usable, rows)
    if any(names := [bool(name_with_degrees(rows[at].line.text)) for at in best[1:]]):
        best = best[: 1 + names.index(True)]  # who wrote a thesis, in the title's own lettering
    text = ""
    for at in best:
        drop, between = joiner.between(text, rows[at].line.text)
        text = (text[:-drop] if drop else text) + between + rows[at].line.text
    text = _LABELLED.sub("", text, count=1) if labelled else text
    return Title(_clean_title(text, rows[best[-1]].line), frozenset(best))


def _largest(groups: Sequence[list[int]], rows: Sequence[Row]) -> list[int]:
    """Return the group in the largest lettering, but for what stands over the title.

    The mark of a journal is one word, or two, in lettering that is far larger than a title of
    several words below. A kind of article ("Clinical Study") is a short line in the title's size
    that is not bold where the title is, or in capitals where it is not. The name of a section
    stands far above a title that is none of the text's size: in capitals ("RESEARCH METHODS"), or
    the names of authors stand below that title.
    """
    sizes = [row.line.size for row in rows if row.line.letters > _LEAST_OF_TEXT]
    usual = median(sizes) if sizes else 0.0

    def order(group: list[int]) -> tuple[int, bool, int]:
        line = rows[group[0]].line
        return round(line.size), line.bold and line.size < usual + 0.4, -group[0]

    best = max(groups, key=order)
    first = rows[best[0]].line
    below = [
        group
        for group in groups
        if first.baseline < rows[group[0]].line.baseline
        and len(_joined_text(group, rows).split()) > 3
    ]
    if len(best) > 1 or not below:
        return best
    title = max(below, key=order)
    heading = rows[title[0]].line
    size = heading.size
    if (
        len(first.text.split()) <= _WORDS_OF_A_KIND
        and abs(first.size - size) < 0.6
        and (heading.bold, first.text.isupper()) > (first.bold, heading.text.isupper())
    ):
        return title
    is_apart = heading.baseline - first.baseline > _STEP_OF_A_SECTION * first.size
    is_large = size > _LARGER * usual > 0 and first.text.isupper() and not heading.text.isupper()
    is_name = len(first.text.split()) <= _WORDS_OF_A_KIND or "journal" in first.text.casefold()
    has_names = (heading.bold or size > usual + 0.4) and _names_follow(title, rows)
    has_names = has_names and is_name and not _names_follow(best, rows)
    is_section = is_apart and (is_large or has_names)
    is_mark = (
        len(_large_words(first)) <= _WORDS_OF_A_MARK
        and first.size > _LARGER * size
        and size > 1.2 * usual > 0
    )
    return title if is_mark or is_section else best


def _names_follow(group: Sequence[int], rows: Sequence[Row]) -> bool:
    """Say whether the row right below a title holds the names of authors."""
    last = rows[group[-1]].line
    below = [row.line for row in rows if row.line.page == last.page]
    below = [one for one in below if one.baseline > last.baseline and one.x0 < last.x1]
    return bool(below) and _is_mostly_names(min(below, key=lambda one: one.baseline))


def _large_words(line: Line) -> list[str]:
    """Return the words of a line in its largest lettering, without what is joined to it."""
    ends = [run.start for run in line.runs[1:]] + [len(line.text)]
    largest = max(run.size for run in line.runs)
    pieces = (
        line.text[run.start : end]
        for run, end in zip(line.runs, ends, strict=True)
        if run.size > 0.8 * largest
    )
    return " ".join(pieces).split()


def _joined_text(group: Sequence[int], rows: Sequence[Row]) -> str:
    return " ".join(rows[at].line.text for at in group)


def _is_author_list(group: Sequence[int], rows: Sequence[Row]) -> bool:
    """Say whether rows hold names with signs for their places, and nothing else."""
    lines = [rows[at].line for at in group]
    signs = any(raised_characters(line) or _SIGN_BEHIND_NAME.search(line.text) for line in lines)
    names = _split_names(lines) if signs else []
    letters = sum(map(str.isalpha, "".join(names)))
    return len(names) > 1 and letters > 0.8 * sum(line.letters for line in lines)


def _cut_to_largest(row: Row) -> Row:
    """Return a row with its largest cell alone, as a title has beside a sidebar."""
    pieces = split_pieces(row.line)
    largest = max(pieces, key=lambda piece: piece.size)
    is_larger = largest.size > _BESIDE_SIDEBAR * min(piece.size for piece in pieces)
    return replace(row, line=largest) if is_larger else row


def _without_headings(groups: list[list[int]], rows: Sequence[Row]) -> list[list[int]]:
    """Return the groups that head no section, if one of them is larger than the text."""
    sizes = [row.line.size for row in rows if row.line.letters > _LEAST_OF_TEXT]
    usual = median(sizes) if sizes else 0.0
    titles = [
        group
        for group in groups
        if not is_known_title(_NUMBERED.sub("", _joined_text(group, rows).strip()))
    ]
    lines = [rows[group[0]].line for group in titles]
    return titles if any(line.bold or line.size > usual + 0.4 for line in lines) else groups


def _without_names(
    groups: list[list[int]], page: Sequence[Row], rows: Sequence[Row]
) -> list[list[int]]:
    """Return the groups but names on the cover of a thesis, if one of them has more words."""
    texts = [row.line.text for row in page]
    titles = [
        group for group in groups if not is_name_on_cover(_joined_text(group, rows).strip(), texts)
    ]
    return titles if any(len(_joined_text(one, rows).split()) > 3 for one in titles) else groups


def _find_title_page(rows: Sequence[Row]) -> int:
    """Return the first page behind covers: sheets of a repository, a publisher or a journal system.

    A cover says that it is one, and the page behind it shows a title that the cover names.
    """
    texts: defaultdict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(rows):
        if row.line.page > _MOST_COVERS + 1:
            break
        texts[row.line.page].append(at)
    page = rows[0].line.page if rows else 0
    while page + 1 in texts and page < _MOST_COVERS and _is_cover_sheet(texts[page], rows):
        first = rows[texts[page][0]].line.text.strip()
        if is_summary_or_notice(first):
            page += 1
            continue
        cover_key = title_key(" ".join(rows[at].line.text for at in texts[page]))
        behind = [
            follower
            for follower in range(page + 1, _MOST_COVERS + 1)
            if _shows_title(texts.get(follower, ()), rows, cover_key)
        ]
        if not behind:
            break
        page = behind[0]
    return page


def _is_cover_sheet(indices: Sequence[int], rows: Sequence[Row]) -> bool:
    lines = [rows[at].line.text.strip() for at in indices]
    letters = sum(rows[at].line.letters for at in indices)
    is_cover = any(COVER_SHEET.search(text) for text in lines)
    return is_cover and letters < _MOST_OF_A_COVER and not any(map(ABSTRACT.match, lines))


def _shows_title(indices: Sequence[int], rows: Sequence[Row], cover_key: str) -> bool:
    """Say whether the largest lettering of a page is a title that a cover names."""
    groups = [group for group in _lettering(indices, rows) if _could_be_title(group, rows, "")]
    if not groups:
        return False
    key = title_key(_joined_text(_largest(groups, rows), rows))
    return len(key) >= _LEAST_STATED and key in cover_key


def _is_kind(at: int, indices: Sequence[int], rows: Sequence[Row], *, of_thesis: bool) -> bool:
    """Say whether a row is of a cover, and no last word of a title: "… weather reports"."""
    line = rows[at].line
    return is_kind_of_article(line.text, of_thesis=of_thesis) and not any(
        before.baseline < line.baseline - 1
        and before.letters > line.letters
        and not is_kind_of_article(before.text, of_thesis=of_thesis)
        and _continues_title(before, line)
        for before in (rows[index].line for index in indices)
    )


def _find_title_rows(stated: str, indices: Sequence[int], rows: Sequence[Row]) -> list[int]:
    """Return the rows of the first page that hold a stated title and nothing else.

    Those in the largest lettering are meant: how the page asks to be cited may hold it too.
    """
    wanted_key = title_key(stated)
    if len(wanted_key) < _LEAST_STATED or len(stated.split()) < 3:
        return []
    matches: list[list[int]] = []
    for start in range(len(indices)):
        text = ""
        for end in range(start, min(start + _MOST_ROWS, len(indices))):
            text += title_key(rows[indices[end]].line.text)
            if text == wanted_key:
                matches.append(list(indices[start : end + 1]))
            if not wanted_key.startswith(text):
                break
    best = max(matches, key=lambda match: rows[match[0]].line.size, default=[])
    is_kind = len(best) > 1 and KIND.fullmatch(rows[best[0]].line.text.strip(" :"))
    is_other = is_kind and abs(rows[best[0]].line.size - rows[best[1]].line.size) > 1
    return best[1:] if is_other else best


def _lettering(
    indices: Sequence[int], rows: Sequence[Row], leading: float = 0.0
) -> list[list[int]]:
    """Group the rows that follow each other in one size and font, whatever stands beside them."""
    ordered = sorted(indices, key=lambda at: (rows[at].line.baseline, rows[at].line.x0))
    groups: list[list[int]] = []
    for at in ordered:
        line = rows[at].line
        for back, group in enumerate(reversed(groups[-_BESIDE:])):
            before = rows[group[-1]].line
            if _continues_title(before, line, leading):
                group.append(at)
                if back:
                    groups.remove(group)
                    groups.append(group)
                break
            if before.x0 < line.x1 and line.x0 < before.x1:
                groups.append([at])
                break
        else:
            groups.append([at])
    return groups


def _continues_title(before: Line, line: Line, leading: float = 0.0) -> bool:
    return (
        not (_LABELLED.match(line.text) or _FIELD_OF_COVER.match(line.text))
        and abs(before.size - line.size)
        < max(0.6, _UNSTEADY * min(size_spread(before), size_spread(line)))
        and before.bold == line.bold
        and 0 <= line.baseline - before.baseline < max(2.1 * line.size, 1.6 * leading)
    )


def abbreviates(short: str, text: str) -> bool:
    """Say whether a name such as "J. Shore Phys." shortens the words of a text, each of them."""
    shorts, words = (
        [word.rstrip(".").casefold() for word in name.split() if word.casefold() not in SMALL_WORDS]
        for name in (short, text)
    )
    return len(shorts) == len(words) > 1 and all(map(str.startswith, words, shorts))


def _could_be_title(group: Sequence[int], rows: Sequence[Row], venue: str) -> bool:
    text = " ".join(rows[at].line.text for at in group)
    letters = sum(map(str.isalpha, text))
    if letters < 6 or len(text) > 400 or _NOT_TITLE.match(text) or ABSTRACT.match(text):
        return False
    if _FIELD_OF_COVER.match(text):
        return False
    is_venue = bool(venue) and (
        title_key(venue).startswith(title_key(text)) or abbreviates(venue, text)
    )
    if is_venue or _is_author_list(group, rows) or _ADDRESS.fullmatch(text.strip()):
        return False
    return letters > 0.6 * len(text.replace(" ", ""))


def _is_serial(group: Sequence[int], rows: Sequence[Row], heads: Sequence[str]) -> bool:
    """Say whether some rows are the name of a journal: a head has its volume or year behind it."""
    name = _joined_text(group, rows).strip().casefold()
    return len(name.split()) <= _MOST_WORDS_OF_A_SERIAL and any(
        head.startswith(name) and _SERIAL_BEHIND.match(head, len(name)) for head in heads
    )


def _clean_title(text: str, last: Line) -> str:
    raised = raised_characters(last)
    start = len(last.text)
    while start - 1 in raised:
        start -= 1
    if not last.text[start : start + 1].isalpha() and text.endswith(last.text[start:]):
        text = text[: len(text) - len(last.text) + start]  # "Shores1[OPEN]"
    text = text.strip().removesuffix(_badges(last))
    text = re.sub(r"[∗*†‡§¶]+\Z", "", text.strip())
    return re.sub(r"\s+", " ", text).strip()


def _badges(line: Line) -> str:
    """Return the tiny capitals behind a gap at the end of a title, as "OA" is for open access."""
    large = (run.end for run in line.runs if run.size >= _BADGE * line.size)
    end = max(large, default=len(line.text))
    match = _BADGES.search(line.text.rstrip(), len(line.text[:end].rstrip()))
    return match[0].strip() if match else ""


def find_authors(rows: Sequence[Row], title: str) -> tuple[str, ...]:
    """Return the names among the front matter's rows, in the look that the first of them has.

    They stand below the title, where anything does. One in capitals alone is a section's name.
    """
    block = [row for row in rows if row.line.text not in title]
    bottom = max((row.line.baseline for row in rows if row.line.text in title), default=0.0)
    below = [
        row for row in block if row.line.baseline > bottom or row.line.page > rows[0].line.page
    ]
    beside = [
        row for row in block if row not in below and not _NUMBERS_BESIDE.search(row.line.text)
    ]
    if names := find_stated_authors([row.line for row in block]) or _read_names(below):
        return names
    names = _read_names(beside)
    texts = {row.line.text.strip() for row in beside}
    return () if len(names) == 1 and names[0].upper() in texts else names  # "SHORE NOTEBOOK"


def _read_names(block: list[Row]) -> tuple[str, ...]:
    block.sort(key=lambda row: (round(row.line.baseline / 4), row.line.x0))
    pieces = [
        piece
        for row in block
        for piece in _pieces(row.line)
        if not names_field(piece.text) and not is_of_cover(piece.text.strip())
    ]
    first = next(filter(_is_mostly_names, pieces), None)
    if first is None:
        return ()
    same = [
        piece
        for piece in pieces
        if abs(piece.size - first.size) < 0.6
        and piece.bold == first.bold
        and (piece.font == first.font or piece.bold)
    ]
    with_commas = sum(piece.text.count(",") for piece in same) >= 2
    groups: list[list[Line]] = []
    for piece in same:
        step = piece.baseline - groups[-1][-1].baseline if groups else 0.0
        if groups and with_commas and step < 1.7 * piece.size:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return tuple(dict.fromkeys(name for group in groups for name in _split_names(group)))


def _is_mostly_names(piece: Line) -> bool:
    letters = sum(map(str.isalpha, "".join(_split_names([piece]))))
    return letters > 0.5 * piece.letters


def _pieces(line: Line) -> list[Line]:
    """Cut a line at wide gaps and where the lettering changes."""
    cuts = [0]
    for at in range(1, len(line.text)):
        gap = line.lefts[at] - line.rights[at - 1]
        if gap > 1.2 * line.size or (line.text[at - 1] == " " and _wide_space(line, at)):
            cuts.append(at)
    cuts += [
        run.start
        for run in line.runs
        if run.start and abs(run.size - line.size) < 0.1 and run.font != line.font
    ]
    cuts = sorted({*cuts, len(line.text)})
    return [line.cut(a, b) for a, b in pairwise(cuts) if line.text[a:b].strip()]


def _wide_space(line: Line, at: int) -> bool:
    return line.rights[at - 1] - line.lefts[at - 1] > 1.2 * line.size


def _split_names(lines: Sequence[Line]) -> list[str]:
    """Return the names in lines that a list runs over; a superscript ends a name like a comma."""
    text = ""
    for line in lines:
        raised = raised_characters(line)
        text += " " if text else ""
        text += "".join("\x00" if at in raised else char for at, char in enumerate(line.text))
    text = re.sub(r"\x00+", "\x00", _MARKS.sub("\x00", text))
    text = re.sub(r"\([^()]*\)", "\x00", _ORCID.sub("", text))
    return [
        name
        for piece in _BETWEEN.split(text)
        if (name := _as_name(piece.replace("\x00", " ").strip(" .:;-–"))) is not None
    ]


def _as_name(text: str) -> str | None:
    text = re.sub(r"\s+", " ", re.sub(r"^(?:by|Dr\.?|Prof\.?|Authors?\s*[:：])\s+", "", text))
    words = text.split()
    other = _AFFILIATION.search(text) or KIND.fullmatch(text)
    inside = {word.casefold() for word in words[1:-1]}
    if other or not 2 <= len(words) <= 6 or len(text) > 50 or inside & _OF_A_HEADING:
        return None
    for word in words:
        if word in _PARTICLES:
            continue
        if not word[0].isupper() or not re.fullmatch(r"[\w’'.‐-]+", word):
            return None
    if words[-1].endswith(".") and words[-1] not in ("Jr.", "Sr."):
        return None
    if text.isupper() and all(len(word) > 3 for word in words if "." not in word):
        text = " ".join(word.title() for word in words)
    return text


def find_identifiers(
    pages: Sequence[Page], rows: Sequence[Row], body: Collection[str], metadata: Mapping[str, str]
) -> tuple[str, str]:
    """Return the paper's own DOI and arXiv id, or "" for either; ``rows`` are the front matter's.

    A DOI in the running text, in a reference list or in a footnote is somebody else's: the first
    page's edges and front matter are asked, then how the page asks to be cited, then what the
    metadata says, and at last how the last page asks to be cited.
    """
    page = pages[0]
    front = {row.line.text for row in rows}
    last = min(rows[-1].line.page, _MOST_COVERS) if rows and _has_cover(rows) else 0
    edge = [
        line.text
        for page in pages[: last + 1]
        for line in page.lines
        if line.y1 < 0.12 * page.height
        or line.y0 > 0.88 * page.height
        or line.text in front
        or line.x1 < 0.3 * page.width
    ]
    text = "\n".join([*edge, *page.stamps])
    doi = complete_doi(find_doi(text), text) or _cited_doi(page, body) or _stated_doi(metadata)
    if not doi and len(pages) > 1:
        doi = _cited_doi(pages[-1], body)
    return doi, find_arxiv(text)


def _has_cover(rows: Sequence[Row]) -> bool:
    first = rows[0].line.page
    return any(COVER_SHEET.search(row.line.text) for row in rows if row.line.page == first)


def _cited_doi(page: Page, body: Collection[str]) -> str:
    """Return the DOI that stands by itself, or in how the page asks to be cited."""
    lines = sorted(page.lines, key=lambda line: (line.baseline, line.x0))
    for at, line in enumerate(lines):
        if _DOI_OF_SERIAL.match(line.text):
            return find_doi(line.text)
        if line.text in body:
            continue
        if _DOI_ALONE.match(line.text.strip()):
            near = [other for other in lines[at : at + 3] if other.x0 < line.x1]
            doi = find_doi("".join(other.text for other in near[:2])) or find_doi(line.text)
            return find_doi(line.text) or doi
        if _ASKS_TO_BE_CITED.search(line.text):
            below = [
                other
                for other in lines[at : at + _MOST_ROWS_OF_A_CITATION]
                if other.x0 < line.x1 and other.x1 > line.x0
            ]
            text = " ".join(other.text for other in below)
            text = re.sub(r"(\b10\.\d{4,9}/)\s+", r"\1", text)
            if doi := complete_doi(find_doi(text), text):
                return doi
    return ""


def _stated_doi(metadata: Mapping[str, str]) -> str:
    """Return the DOI in the metadata, where it is labelled as that of the document."""
    match = _DOI_OF_XMP.search(metadata.get("xmp", "")[:_LONGEST_XMP])
    return find_doi(match[1]) if match else find_doi(metadata.get("subject", ""))


def find_year(
    pages: Sequence[Page], title_bottom: float, body: Collection[str], imprint_year: int | None
) -> int | None:
    """Return the year in which the paper appeared, as its first page says, or ``None``.

    The line that names the journal says it, then the copyright, the date of publication, how the
    paper asks to be cited, and the heads of the next pages; dates of receipt say least. ``body``
    are the lines of the running text and of reference lists: their years are those of others.
    """
    weights: defaultdict[int, float] = defaultdict(float)
    page = pages[0]
    numbers_behind = {line.text.strip() for other in pages[1:2] for line in other.lines}
    texts = [
        line.text
        for line in page.lines
        if _tells_year(line, page, title_bottom)
        and not (line.text.strip().isdecimal() and str(int(line.text) + 1) in numbers_behind)
    ]
    for other in pages[1:3]:
        edge = _RUNNING_HEAD * other.height
        heads = {one.text for one in other.lines if one.y1 < edge or one.y0 > other.height - edge}
        texts += [text for text in heads if _NUMBERS_BESIDE.search(text)]
    for text in (*texts, *page.stamps):
        if text not in body and not _TIME_OF_ACCESS.search(text):
            _add_years(weights, text)
    if imprint_year is not None:
        weights[imprint_year] += _WEIGHT_OF_IMPRINT + weights[imprint_year - 1]  # ahead of print
    return max(weights, key=lambda year: (weights[year], year), default=None)


def _tells_year(line: Line, page: Page, title_bottom: float) -> bool:
    """Say whether a line of the first page stands at its edges, or says what a date is of."""
    outside = (
        line.y0 < max(title_bottom, 0.12 * page.height)
        or line.y0 > 0.85 * page.height
        or line.x1 < 0.3 * page.width
    )
    is_date = _COPYRIGHT.search(line.text) or _DATE_OF.search(line.text)
    return bool(outside or is_date or is_date_row(line.text))


def _add_years(weights: defaultdict[int, float], text: str) -> None:
    """Give each year of a line the weight of the word that stands before it."""
    for match in _YEAR.finditer(text):
        before = text[max(0, match.start() - _REACH) : match.start()]
        words = list(_DATE_OF.finditer(before))
        word = words[-1][0].casefold() if words else ""
        weight = next((value for start, value in _WEIGHTS if word.startswith(start)), 1.0)
        weights[int(match[0])] += weight
