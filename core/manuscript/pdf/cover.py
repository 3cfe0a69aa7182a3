"""Authors as the covers of theses name them: behind a label, or with a student's number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.manuscript.pdf.layout import Row
from core.manuscript.text.scripts import HANGUL, SPACELESS

_LABEL = (
    r"(?:学位申请人|學位申請人|申\s*请\s*人|(?:作\s*者|学\s*生|研究生|著\s*者)(?:\s*姓\s*名)?|姓\s*名|氏\s*名"
    r"|(?:작성|제출|연구|발표)자|저\s*자|성\s*명|학\s*생|candidate|student(?:[’']s)?(?:\s+name)?"
    r"|name of (?:the )?(?:candidate|student|author)|(?:submitted|presented|written) by"
    r"|verfasser(?:in)?|vorgelegt von|eingereicht von|présentée? par|soutenue? par"
    r"|автор|соискатель|аспирант(?:ка)?|студент(?:ка)?|выполнил[аи]?)"
)
_STATED = re.compile(rf"{_LABEL}\s*[:：]\s*(?P<name>\S.{{1,50}})", re.IGNORECASE)
_WITH_NUMBER = re.compile(
    rf"(?:\d[\dA-Z-]{{5,11}}\s+)?(?P<name>[{SPACELESS}{HANGUL}]{{1,3}}(?:\s?[{SPACELESS}{HANGUL}]{{1,2}}){{1,2}})"
    r"(?:\s+\(?\d[\dA-Z-]{5,11}\)?)?"
)
_NUMBER = re.compile(r"\d{6}")
_EAST = re.compile(rf"[{SPACELESS}{HANGUL}\s·]{{2,10}}")
_CAPITAL = r"[^\W\d_a-zа-яё][\w’'-]*\.?"
_WESTERN = re.compile(
    rf"{_CAPITAL}(?:\s+(?:van|von|de[nr]?|di|da|la))*(?:\s*(?<=[\s.]){_CAPITAL}){{1,4}}"
)
_WITH_DEGREES = re.compile(
    rf"(?P<name>{_WESTERN.pattern})(?:,\s*(?:[BM]\.?\s?(?:A|S|Sc|Eng|Ed|Phil|Tech)|Ph\.?\s?D)\b\.?)+"
)
_TITLE_AHEAD = re.compile(
    r"(?:dr|prof|mr|ms|mrs|dipl-ing|m\.?\s?sc|b\.?\s?sc)\.?\s+", re.IGNORECASE
)


def name_with_degrees(text: str) -> str:
    """Return the name in a row that is one with degrees, "Ada Reed, B.A., M.Sc."; else ""."""
    match = _WITH_DEGREES.fullmatch(text.strip())
    return match["name"] if match else ""


def stated_authors(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return who the rows of a cover say has written the thesis; nobody where they do not."""
    texts = [" ".join(row.line.text.split()) for row in rows]
    stated = [match["name"] for text in texts if (match := _STATED.match(text))]
    numbered = [
        match["name"]
        for text in texts
        if _NUMBER.search(text) and (match := _WITH_NUMBER.fullmatch(text))
    ]
    with_degrees = [name for text in texts if (name := name_with_degrees(text))]
    for name in (*stated, *numbered, *with_degrees[:1]):
        plain = _TITLE_AHEAD.sub("", name).strip(" ,:：")
        if _EAST.fullmatch(plain):
            return (re.sub(r"\s", "", plain),)
        if _WESTERN.fullmatch(plain):
            return (plain,)
    return ()
