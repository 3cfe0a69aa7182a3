"""Covers: what the rows of a thesis's say of the author, the degree and the place.

A cover names many people and places. Its author stands behind a label ("by", "vorgelegt von",
"Presenta:"), with a student's number, or alone in larger lettering than the jury. Repositories
and publishers put sheets before an article.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from core.manuscript.text.scripts import HANGUL, SPACELESS

_DEGREES = (
    r"master|bachelor|doctor(?:al|at)?|ph\.?\s?d\.?|honou?rs|m\.?sc\.?|b\.?sc\.?|mastère|maestría"
    r"|licenciatura|doctorado|mestrado|doutorado|magistrale|triennale"
)
_KINDS_OF_THESIS = (
    r"thèse|thesis|dissertation|mémoire|tesis|tesi|tese|memoria|dissertação|proefschrift|scriptie"
    r"|avhandling|examensarbete|(?:haus|seminar|bachelor|master|diplom|magister|studien|projekt"
    r"|abschluss|fach|bachelor-|master-)arbeit|masterthesis|bachelorthesis|inaugural-dissertation"
    r"|habilitation\w*|trabajo (?:de )?fin de (?:grado|máster|carrera)"
    r"|trabalho de conclusão de curso"
    r"|(?:[δ\u2206]ιπλωματικ|πτυχιακ|μεταπτυχιακ|[δ\u2206]ιδακτορικ)[ήη]"
    r" (?:εργασ[ίι]α|διατριβ[ήη])"
    r"|(?:(?:квалификационн|дипломн|курсов|бакалаврск|выпускн)ая )+работа"
    r"(?:\s(?:бакалавра|магистра|специалиста))?|(?:курсовой|дипломный) проект"
    r"|(?:магистерская )?диссертация"
    r"|praca (?:magisterska|inżynierska|licencjacka|doktorska|dyplomowa)|rozprawa doktorska"
    r"|(?:diplomová|bakalářská|disertační|diplomska|bakalárska|dizertačná) prác[ea]|diplomski rad"
    r"|lucrare de (?:licență|disertație|diplomă)|pro gradu|väitöskirja|diplomityö|szakdolgozat"
    r"|(?:yüksek lisans|doktora|lisans|bitirme) tezi|(?:proposal )?(?:skripsi|tugas akhir)"
)
_OF_ANY_PAPER = (
    r"(?:\w+\s){1,5}universit(?:y|ät)|(?:the\s)?universit(?:y|ät|é)\s(?:of\s|de\s)?(?:\w+\s?){1,2}"
    r"|\w{2,12}(?:大学|大學|대학교)|(?:硕士|博士|学士|碩士|学位|學位|修士|卒業|研究生)\S{0,6}[论論]文"
    r"|(?:석사|박사|학사)\s?학위\s?논문"
)
_UNIVERSITY = re.compile(_OF_ANY_PAPER, re.IGNORECASE)
"""A university alone, or a thesis by its degree."""
_OF_COVER = re.compile(
    _OF_ANY_PAPER
    + r"|(?:the\s|l[’'])?universit(?:y|ät|é|à|et|eit)\s(?:of\s|de[gs]?l?\s|di\s|zu\s)?"
    r"(?:\S+\s?){1,5}"
    r"|universi(?:dade?|tat)\s(?:\S+\s?){1,6}|(?:\S+\s){1,3}université"
    rf"|(?:(?:{_DEGREES})\S{{0,2}}\s+)?(?:{_KINDS_OF_THESIS})"
    rf"(?:\s(?:de|di|du|of)\s(?:{_DEGREES}|maîtrise|\w+\s\d)\S{{0,3}})?(?:\s(?:de|présentée?\s?.*))?"
    rf"|(?:{_KINDS_OF_THESIS})\s(?:para|que para|pour|per|zur|for|submitted|prepared|présentée?)"
    r"\s.*"
    r"|(?:faculty|faculté|facultad(?:e)?|fakultät|facoltà|department|département|departament[oe]"
    r"|dipartimento|fachbereich|institut[eo]?|école|escuela|scuola|school|laboratoire|carrera"
    r"|spécialité|ufr\b|lehrstuhl|fachgebiet|wydział|uniwersytet|politechnika|fakulta|katedra"
    r"|univerzita|σχολ[ήη]|τμ[ήη]μα|τομ[έε]ας|кафедра|факультет|институт|специальность"
    r"|(?:corso di )?laurea|alma mater studiorum,?|fakultas|jurusan|departemen|program studi)\s.*"
    r"|(?:\S+\s){1,3}department"
    r"|(?:\S+\s){0,6}(?:πολυτεχνε[ίι]ο|πανεπιστ[ήη]μιο|университет)(?:\s.*)?",
    re.IGNORECASE,
)
"""An institution alone, the kind of thesis, or the degree that it is for."""
_THESIS = re.compile(rf"\b(?:{_KINDS_OF_THESIS})\b", re.IGNORECASE)
_FIELD = re.compile(
    r"(?!(?:by|authors?)\b)[^\W\d_][^:：,]{1,28}\s?[:：](?:\s|\d|\Z)", re.IGNORECASE
)
"""What a cover says of the thesis: "Student ID: 4711", "Department："."""
_MONTHS = (
    r"(?:jan(?:uary|uar|vier)|enero|janeiro|gennaio|february|februar|février|febrero|fevereiro"
    r"|febbraio|march|märz|mars|marzo|março|april|avril|abril|aprile|may|mai|mayo|maio|maggio|june"
    r"|juni|juin|junio|junho|giugno|july|juli|juillet|julio|julho|luglio|august|août|agosto"
    r"|sept?ember|septembre|septiembre|setembro|settembre|o[ck]tober|octobre|octubre|outubro|ottobre"
    r"|novembe?re?|noviembre|novembro|de[cz]ember|décembre|diciembre|dezembro|dicembre)"
)
_DATE_ROW = re.compile(
    r"(?:(?:submitted|defended|présentée?|soutenue?|eingereicht|vorgelegt|presentad[oa]|defendida)\b"
    r"[^\d.]{0,60}\s)?"
    r"(?:(?-i:[A-ZÀ-Þ][^\W\d_]*[.,]?|[a-zà-ÿ]{1,11}\s(?:le|am|on|den|el)|le|am|den|on)\s){0,6}"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)?,?\s(?:de\s)?)?{_MONTHS}(?:\s\d{{1,2}})?,?\s(?:de\s)?"
    r"(?:19|20)\d\d\.?",
    re.IGNORECASE,
)

_LABEL = (
    r"(?:学位申请人|學位申請人|申\s*请\s*人|(?:作\s*者|学\s*生|研究生|著\s*者)(?:\s*姓\s*名)?|姓\s*名|氏\s*名"
    r"|(?:작성|제출|연구|발표)자|저\s*자|성\s*명|학\s*생|candidate|student(?:[’']s)?(?:\s+name)?"
    r"|name of (?:the )?(?:candidate|student|author)|auteure?|autor(?:in|e|/a)?|alumn[oa](?:/a)?"
    r"|aluno|candidat[oe]|laureand[oa]|presenta|tesista"
    r"|автор|соискатель|аспирант(?:ка)?|студент(?:ка)?|выполнил[аи]?)"
)
_BY = (
    r"(?:(?:submitted|presented|written|prepared) by|verfasst von|verfasser(?:in)?|vorgelegt von"
    r"|eingereicht von|(?:présentée?|soutenue?|rédigée?)(?: et soutenue?)?(?: publiquement)? par"
    r"|presentad[oa] por|(?P<short>by|par|por|von|door))"
)
_STATED = re.compile(
    rf"(?:{_LABEL}\s*[:：]|{_BY}\b\s*(?P<colon>[:：])?)\s*(?P<name>\S.{{1,70}})?", re.IGNORECASE
)
_ENROLLED = re.compile(
    r"(?P<name>.{5,40}?)\s*[,;(–-]?\s*(?:matr(?:ikel)?\b\.?(?:-?\s?(?:nr|nummer)\b\.?)?|student(?:nummer"
    r"| (?:id|no|number)\b)\.?)",
    re.IGNORECASE,
)
_WITH_NUMBER = re.compile(
    rf"(?:\d[\dA-Z-]{{5,11}}\s+)?(?P<name>[{SPACELESS}{HANGUL}]{{1,3}}(?:\s?[{SPACELESS}{HANGUL}]{{1,2}}){{1,2}})"
    r"(?:\s+\(?\d[\dA-Z-]{5,11}\)?)?"
)
_STUDENT_NUMBER = re.compile(
    r"\(?(?:(?:nim|npm|nrp|stb|(?:student|album|matric\w*)(?: (?:id|no|number))?"
    r"|(?:numer|nr) albumu)"
    r"\b[\s.:]*)?[A-Z]{0,3}\d[\d.-]{4,14}\)?",
    re.IGNORECASE,
)
_STUDENT_NUMBER_BEHIND = re.compile(rf"\s+{_STUDENT_NUMBER.pattern}\s*\Z", re.IGNORECASE)
_STUDENT = re.compile(
    r"студент(?:а|ки|ка)?\s\d|студент(?:а|ки|ка)?\s.*групп|(?:numer|nr) albumu\b"
    r"|(?:student|album|matric\w*) (?:id|no|number)\b",
    re.IGNORECASE,
)
"""What stands below the name of somebody who studies."""
_NUMBER = re.compile(r"\d{6}")
_EAST = re.compile(rf"[{SPACELESS}{HANGUL}][{SPACELESS}{HANGUL}\s·]{{1,9}}")
_CAPITAL = r"[^\W\d_a-zа-яё][\w’'-]*\.?"
_WESTERN = re.compile(
    rf"{_CAPITAL}(?:\s+(?:van|von|de[nr]?|di|da|la))*(?:\s*(?<=[\s.]){_CAPITAL}){{1,4}}"
)
_WITH_DEGREES = re.compile(
    rf"(?P<name>{_WESTERN.pattern})(?:,\s*(?:[BM]\.?\s?(?:A|S|Sc|Eng|Ed|Phil|Tech)|Ph\.?\s?D)\b\.?)+"
)
_ADVISER = re.compile(
    r"(?:(?:co|second|first|thesis|scientific|научн(?:ый|ая)|erst|zweit)[-\s]?)*"
    r"(?:supervisors?|advis[eo]rs?|tutor(?:a|es)?|readers?|graders?|examiners?|mentor|asesor(?:a|es)?"
    r"|director(?:a|es)?|directeur|directrice|encadrante?s?|relatore|correlatore|orientador(?:a|es)?"
    r"|betreuer(?:in)?|gutachter(?:in)?|prüfer(?:in)?|promotor|opiekun|vedoucí|επιβλ[έε]πων"
    r"|руководител[ьи]|консультант|рецензент|pembimbing|penguji|promotor)(?:\s(?:de|di|der|of)\s(?:\w+\s?){1,3})?\s*[:：]?",
    re.IGNORECASE,
)
"""Behind or below which one is named who has not written the thesis."""
_BELOW_ADVISER = 3  # rows
_SPACED = re.compile(r"(?:[^\W_]\s+){3,}[^\W_]\s*[:：.]?")
"""A word in spaced letters: "T E S I S"."""
_TITLE_AHEAD = re.compile(
    r"(?:dr|prof|mr|ms|mrs|dipl-ing|m\.?\s?sc|b\.?\s?sc)\.?\s+", re.IGNORECASE
)
_NAMES_BETWEEN = re.compile(r"\s*(?:,|;|&|\b(?:and|und|et|y|e)\b)\s*")
_LONGEST_KIND = 70
_BEHIND_NAME = re.compile(r"\s*\([^()]*\)\Z|,?\s+\d{4}[\d\s]*\Z")
"""A student's number, or another remark behind a name."""
_AUTHOR = re.compile(r"\Aauthors?\s*[:：]\s*", re.IGNORECASE)
_NO_NAME = re.compile(
    rf"(?:{_TITLE_AHEAD.pattern})|universit|hochschule|college|school|institut|\bof\b"
    r"|квалификационн|дипломн|отчество|medicine|engineering",
    re.IGNORECASE,
)
_LONG_NAME = 5  # words
_MOST_AUTHORS = 4
_NEXT = 7.0  # times the size, in which the name stands below its label
KIND = re.compile(
    r"(?:(?:original|research|review|short|brief|rapid|case|full(?:[ -]length)?|regular|mini"
    r"|systematic|invited|technical|data|clinical|featured?|open|special|basic|experimental|pilot"
    r"|applications?|discovery"
    r"|methods?|methodolog\w+|preliminary|study|clinical[ -]trial|literature)[ -]+){0,3}"
    r"(?:articles?|papers?|communications?|reports?|reviews?|notes?|letters?|contributions?|editorial"
    r"|commentary|perspectives?|access|stud(?:y|ies)|protocols?|trials?|series|corrigend(?:um|a)"
    r"|errat(?:um|a)|investigations?|research|opinions?|viewpoint|insights?|highlights?)",
    re.IGNORECASE,
)
"""What kind of article it is, printed over the title."""
_KIND_ABROAD = re.compile(
    r"art(?:ículos?|igos?|icolo|icles?) (?:origina(?:le?s?|is|ux)|científicos?|especia(?:l|is)"
    r"|d[ei] (?:investigación|revisión|pesquisa|revisão|recherche|revue|synthèse|ricerca))"
    r"|(?:nota|note|comunica(?:ción|ção|zione)|trabajo|trabalho) (?:d[ei] (?:investigación|pesquisa"
    r"|recherche)|científic[ao]|técnica|breve|corta|curta|original)|caso clínico|relato de caso"
    r"|cas clinique|original(?:arbeit|artikel|beitrag)|übersichts(?:arbeit|artikel)|kurzmitteilung"
    r"|fallbericht",
    re.IGNORECASE,
)
"""The kinds in the languages of Europe: "Nota de investigación", "Originalarbeit"."""
_WORDS_BEHIND_MARK = 2


class PrintedLine(Protocol):
    """A line as it is printed on a page, for the places and sizes on a cover."""

    @property
    def text(self) -> str:
        """Its characters."""

    @property
    def size(self) -> float:
        """The size of most of them."""

    @property
    def baseline(self) -> float:
        """How far down the page it stands."""


def is_cover(texts: Sequence[str]) -> bool:
    """Tell whether the rows of a page name a kind of thesis."""
    return any(len(text) < _LONGEST_KIND and _THESIS.search(_close_up(text)) for text in texts)


def _close_up(text: str) -> str:
    return re.sub(r"\s", "", text) if _SPACED.fullmatch(text.strip()) else text


def is_of_cover(text: str, *, of_thesis: bool = True) -> bool:
    """Tell whether a row names an institution, the kind of thesis or its degree, and no more.

    Unless it is ``of_thesis``, it is a university alone: titles begin with "School", too.
    """
    return (_OF_COVER if of_thesis else _UNIVERSITY).fullmatch(_close_up(text)) is not None


def is_kind_of_article(text: str, *, of_thesis: bool) -> bool:
    """Say whether a row says what kind of paper it is, or where it was written, and no more."""
    bare = text.strip().rstrip(":：").rstrip()
    behind = bare.partition(" ")[2] if bare.isupper() else ""  # "SHORES ORIGINAL PAPER"
    is_behind = len(behind.split()) == _WORDS_BEHIND_MARK and KIND.fullmatch(behind)
    return (
        bool(is_behind)
        or all(
            KIND.fullmatch(part.strip()) or _KIND_ABROAD.fullmatch(part.strip())
            for part in bare.split("/")
        )
        or is_of_cover(bare, of_thesis=of_thesis)
    )


def names_field(text: str) -> bool:
    """Tell whether a row is a label of a cover, with what it labels: "Student ID: 4711"."""
    return _FIELD.match(text) is not None


def is_date_row(text: str) -> bool:
    """Tell whether a row is a month and a year, with a place or what was done then before it."""
    return _DATE_ROW.fullmatch(text.strip()) is not None


def name_with_degrees(text: str) -> str:
    """Return the name in a row that is one with degrees, "Ada Reed, B.A., M.Sc."; else ""."""
    match = _WITH_DEGREES.fullmatch(text.strip())
    return match["name"] if match else ""


def is_name_on_cover(text: str, texts: Sequence[str]) -> bool:
    """Tell whether a text is a name among the rows of a thesis' cover, in whatever lettering."""
    return bool(_WESTERN.fullmatch(text)) and not is_of_cover(text) and is_cover(texts)


def find_stated_authors(lines: Sequence[PrintedLine]) -> tuple[str, ...]:
    """Return who the lines of a cover say has written the thesis; nobody where they do not."""
    texts = [_close_up(" ".join(line.text.split())) for line in lines]
    numbered = [
        match["name"]
        for text in texts
        if (_NUMBER.search(text) and (match := _WITH_NUMBER.fullmatch(text)))
        or (match := _ENROLLED.match(text))
    ]
    with_degrees = [name for text in texts if (name := name_with_degrees(text))]
    with_degrees = with_degrees if is_cover(texts) else []
    stated = [names for at in range(len(lines)) if (names := _read_labelled(lines, texts, at))]
    for names in (*stated, *map(_read_names, (*numbered, *with_degrees[:1]))):
        if names:
            return names
    return _find_alone(lines, texts)


def find_authors_in_lines(texts: Sequence[str]) -> tuple[str, ...]:
    """Return who the lines of a cover say has written the thesis, whatever their lettering.

    Behind or below a label, with a student's number, or the only name that is not an adviser's.
    """
    lines = [_AUTHOR.sub("By: ", _close_up(" ".join(text.split()))) for text in texts]
    for at, line in enumerate(lines):
        match = _STATED.fullmatch(line)
        if match is not None and (match["colon"] or not match["short"] or is_cover(lines)):
            stated = match["name"] or next(iter(lines[at + 1 :]), "")
            if names := _read_names(_BEHIND_NAME.sub("", stated)):
                return names
    numbered = [match["name"] for line in lines if (match := _ENROLLED.match(line))]
    for names in map(_read_names, numbered):
        if names:
            return names
    students = [line for at, line in enumerate(lines) if _is_name_of_student(lines, at)]
    alone = [
        line
        for at, line in enumerate(lines)
        if _is_full_name(line) and not is_below_adviser(lines, at)
    ]
    for candidates in (students, alone):
        bare = [_STUDENT_NUMBER_BEHIND.sub("", name) for name in candidates]
        if len({name.casefold() for name in bare}) == 1:
            return _read_names(bare[0])
    return ()


def is_below_adviser(lines: Sequence[str], at: int) -> bool:
    """Say whether a line names an adviser: below a label for several, near one, or behind it."""
    labels = [place for place in range(at + 1) if _ADVISER.match(lines[place])]
    if not labels:
        return False
    between = lines[labels[-1] + 1 : at]
    is_over = any(_STATED.fullmatch(line) or is_date_row(line) for line in between)
    is_for_several = lines[labels[-1]].rstrip().endswith((":", "："))
    return len(between) < _BELOW_ADVISER or (is_for_several and not is_over)


def _is_full_name(line: str) -> bool:
    """Say whether a line of a cover is a name of two to four words and nothing else."""
    return (
        _WESTERN.fullmatch(line) is not None
        and 1 < len(line.split()) < _LONG_NAME
        and not (is_of_cover(line) or is_cover([line]) or _NO_NAME.search(line))
    )


def _is_name_of_student(lines: Sequence[str], at: int) -> bool:
    """Say whether a line is a name with the number of a student, behind or below it."""
    bare = _STUDENT_NUMBER_BEHIND.sub("", lines[at])
    below = next(iter(lines[at + 1 :]), "")
    is_numbered = bare != lines[at] or _STUDENT_NUMBER.fullmatch(below) or _STUDENT.match(below)
    return bool(is_numbered) and _is_full_name(bare)


def _read_labelled(lines: Sequence[PrintedLine], texts: Sequence[str], at: int) -> tuple[str, ...]:
    """Return the names behind a label in a line, or in those below a label that stands alone."""
    match = _STATED.fullmatch(texts[at])
    if match is None or (match["short"] and not match["colon"] and not is_cover(texts)):
        return ()
    if match["name"]:
        return _read_names(match["name"])
    names: list[str] = []
    for above, line, text in zip(lines[at:], lines[at + 1 :], texts[at + 1 :], strict=False):
        step = line.baseline - above.baseline
        near = 0 <= step < _NEXT * max(line.size, above.size)
        below = _read_names(text) if near or not names else ()
        if not below or (names and abs(line.size - above.size) > 1):
            break
        names += below
    return tuple(names)


def _read_names(text: str) -> tuple[str, ...]:
    """Return the names that a text consists of; none if there is anything else in it."""
    plain = _TITLE_AHEAD.sub("", text).strip(" ,:：")
    if _EAST.fullmatch(plain):
        return (re.sub(r"\s", "", plain),)
    names = [_TITLE_AHEAD.sub("", name) for name in _NAMES_BETWEEN.split(plain)]
    are_names = all(_WESTERN.fullmatch(name) and not is_of_cover(name) for name in names)
    return tuple(names) if are_names and len(names) <= _MOST_AUTHORS else ()


def _find_alone(lines: Sequence[PrintedLine], texts: Sequence[str]) -> tuple[str, ...]:
    """Return the only name of a thesis' cover in lettering larger than that of all other names."""
    if not is_cover(texts):
        return ()
    names = [
        (line.size, text)
        for at, (line, text) in enumerate(zip(lines, texts, strict=True))
        if _WESTERN.fullmatch(text) and not is_of_cover(text) and len(text.split()) > 1
        if not any(map(_ADVISER.fullmatch, texts[max(0, at - _BELOW_ADVISER) : at]))
    ]
    largest = max((size for size, _ in names), default=0.0)
    tall = [text for size, text in names if size > largest - 0.6]
    return (tall[0],) if len(tall) == 1 else ()


# --- sheets before an article ---------------------------------------------------------------------

COVER_SHEET = re.compile(
    r"repository copy of|\bto cite this (?:article|version|paper)|(?:was |is )?downloaded from"
    r"|online version of this article can be found|this copy is for your personal"
    r"|graphical abstract\Z|highlights\Z|citation for published version"
    r"|link to (?:publication|article)|accepted (?:manuscript|version)|take ?down policy"
    r"|author(?:’s|'s|s’)? (?:accepted )?manuscript"
    r"|this article appeared in a journal published by|\(this is a sample cover image"
    r"|since january 20\d\d elsevier has created|elsevier hereby grants permission"
    r"|see discussions, stats, and author profiles|view the article online|general rights"
    r"|this version is available|HAL (?:Id|is a multi)"
    r"|unedited (?:version|manuscript)|early view|terms of use|postprint"
    r"|provisional pdf corresponds|produced version of a|pre-?print of an? article",
    re.IGNORECASE,
)
_SUMMARY_PAGE = re.compile(r"(?:graphical|visual) abstract|(?:research )?highlights", re.IGNORECASE)
_NOTICE_PAGE = re.compile(
    r"this article appeared in a journal published by|copy is furnished to the author"
    r"|since january 20\d\d elsevier has created"
    r"|\(this is a sample cover image",
    re.IGNORECASE,
)
"""What a page of a publisher before the article says, which may not name it."""


def is_summary_or_notice(first: str) -> bool:
    """Say whether the first row of a page is that of a summary, or of a publisher's notice."""
    return bool(_SUMMARY_PAGE.fullmatch(first) or _NOTICE_PAGE.match(first))
