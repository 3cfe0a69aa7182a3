"""Tables of contents, which theses have over several pages: their lines are no headings or text.

A contents begins with its title. It goes on as long as most lines have what only such a list has
on each of them: a section's number of several parts in front, or a page's number behind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from core.manuscript.pdf.layout import Row

_TITLE = re.compile(
    r"(?:table of )?contents|inhalt(?:sverzeichnis)?|table des mati[èe]res|sommaire"
    r"|índice(?: general)?|contenido|sumário|оглавление|содержание|目\s*[录錄次]|목\s*차|차\s*례",
    re.IGNORECASE,
)
_SECTION = re.compile(r"(?:\d{1,2}|[A-Z])\.\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+[^\W\d_]")
_CHAPTER = re.compile(
    r"(?:chapter|appendix|kapitel|anhang|chapitre|annexe|capítulo|глава|приложение)\s+\w{1,4}\b",
    re.IGNORECASE,
)
_PAGE = re.compile(r"[^\W\d_].*[\s.·…]+(?:\d{1,3}|[ivxl]{1,6})")
_SHARE, _LEAST = 0.6, 6


def contents_rows(rows: Sequence[Row]) -> frozenset[int]:
    """Return the rows of the table of contents, its title too; none where there is none."""
    pages = [list(group) for _, group in groupby(range(len(rows)), lambda at: rows[at].line.page)]
    for number, page in enumerate(pages):
        begin = next((at for at in page if _TITLE.fullmatch(rows[at].line.text.strip())), None)
        if begin is None:
            continue
        listed_rows = _listed(rows, [at for at in page if at > begin])
        if listed_rows:
            return frozenset({begin, *listed_rows, *_following(rows, pages[number + 1 :])})
    return frozenset()


def _following(rows: Sequence[Row], pages: Sequence[Sequence[int]]) -> set[int]:
    """Return the rows of the pages behind, as long as they belong to the contents."""
    following_rows: set[int] = set()
    for page in pages:
        more = _listed(rows, page)
        if not more:
            break
        following_rows.update(more)
        if more[-1] != page[-1]:
            break
    return following_rows


def _listed(rows: Sequence[Row], page: Sequence[int]) -> list[int]:
    """Return the rows of a page to the last that is a line of the contents, if most are such."""
    like = [at for at in page if _is_line(rows[at].line.text.strip())]
    if not like:
        return []
    within = [at for at in page if at <= like[-1]]
    return within if len(like) >= max(_LEAST, _SHARE * len(within)) else []


def _is_line(text: str) -> bool:
    return bool(_SECTION.match(text) or _CHAPTER.match(text) or _PAGE.fullmatch(text))
