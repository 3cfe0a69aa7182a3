"""Headings that no style tells: short paragraphs in bold, titles that all papers have or go on."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from core.manuscript.references.author_names import split_names
from core.manuscript.text import common_titles
from core.manuscript.text.common_titles import is_caption, is_known_title, is_references_title
from core.manuscript.text.languages import AND, AND_ABROAD
from core.manuscript.text.thesis_covers import (
    is_below_adviser,
    is_cover,
    is_date_row,
    is_of_cover,
    names_field,
)
from core.manuscript.word.text import WordParagraph

_LONGEST = 90
_ABSTRACT = re.compile(rf"\s*(?:abstract|summary|{common_titles.ABSTRACT})", re.IGNORECASE)
_PROSE = 200
_BEGINS = re.compile(r"\(?(?P<number>\d+(?:\.\d+)*)?[.)]?\s*[^\W\d_a-z]")
_NUMBER_AHEAD = re.compile(r"\A\(?(?:\d+(?:\.\d+)*|[IVX]+)[.)]\s*|\A第\S{1,3}章\s*")
_PLAIN_NUMBER = re.compile(r"\A\(?\d+[.)]?\s+|\A第\S{1,3}章\s*")
_ENDS = re.compile(r"[.,;:!?…]\Z")
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*|[A-Z](?:\.\d+)+)\.?\s+(?=\D)")

_OTHERWISE = re.compile(r"caption|title|author|\btoc\b|header|footer|quote|code|preformatted")
"""In the names of styles of what is no running text."""

_NO_HEADINGS = re.compile(
    r"caption|author|\btoc\b|header|footer|quote|code|list|bibliograph|normal|default|standard"
    r"|spacing|compact|\bbody\b|text"
)
_LEVEL = re.compile(r"[\s._-]*(\d)?\Z")
_MOSTLY = 0.8
"""Of the paragraphs of a style: as many must look like headings, or all of it is text."""

_NAME = r"[^\W\d_a-zß-öø-ÿ][\w.’'-]*"
_PERSON = re.compile(
    r"(?!(?:An?|The|I[nst]|O[fn]|Wh\w+|How)\s)"
    rf"{_NAME}(?:\s(?:(?:van|von|de[lnr]?|d[aio]s?|du|la|le|ten?|ter|el|al|bin|zu|zur|y|e)\s)*{_NAME}){{1,3}}"
    r"|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{2,5}|Ph\.?\s?D\.?|M\.?D\.?"
)
_BETWEEN_PEOPLE = re.compile(
    r"[\s\d*†‡]*(?:[,;&、，]|\b(?:and|und|et|y|e|en|och|og)\b)[\s\d*†‡]*|[\d*†‡]+\Z"
)
_NO_TITLE = re.compile(
    r".*@|[A-Z][\w-]{2,19}(?:\s[a-z]{4,9})?\s?[:：]\s|(?:by|von|par|por|vorgelegt|submitted)\s|(?:Universi|Institut|Department|Faculty)"
    r"|(?:\d{1,2}\.?\s)?[^\W\d_]{3,9}\.?\s(?:\d{1,2},\s)?(?:19|20)\d\d\Z"
)
"""What else stands below a title: what is labelled, addresses, where the authors work, a date."""
_ASIDE = re.compile(r"\s*\([^()]*\)|(?<=[,\s])[a-z](?=\s*(?:,|\Z))")
"""A name in another script, and the letter of an affiliation."""

_RUNNING_HEAD = re.compile(
    r"\s*(?:[LR]RH|running\s(?:heads?|titles?|headlines?)|short\s(?:title|heading)|head(?:er)?line|kopfzeile"
    r"|kurztitel|titre\scourant)(?:\s\((?:left|right|recto|verso)\))?\s?[:：–—-]",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"\s*(?:(?:certificate|certification|declaration|letter|statement|form|page|sheet|notice)\sof\s"
    r"(?:acceptance|approval|originality|authorship|authenticity|completion|conformity|examination"
    r"|submission|non-?plagiarism|copyright|compliance)(?:\s(?:page|form|sheet))?"
    r"|(?:approval|signature|title|cover|acceptance|copyright)\s(?:page|sheet|form|letter)"
    r"|(?:eidesstattliche|ehrenwörtliche)\serklärung|certificate|declaration"
    r"|(?:proposal\s)?(?:skripsi|tugas\sakhir)|(?:proposal|usulan)\s(?:tesis|penelitian))\s*[.:]?\s*",
    re.IGNORECASE,
)
"""What a form or a certificate before the title is called."""
_AUTHORITY = re.compile(
    r"м[иі]н[иі]стерство\s(?:высшего\s|общего\s)?(?:науки|образования|просвещения|освіти)\b.*"
    r"(?:образования|науки|просвещения|росси[ий]|федерации|рф|україни|украины|республики(?:\s\S+)?)"
    r"|федеральное\sгосударственное\s(?:\S+\s){0,3}учреждение(?:\s\S+){0,6}",
    re.IGNORECASE,
)
"""Who stands above a university on the cover of a thesis."""
_GOES_ON = (":", " -", "–", "—")
_LONGEST_TITLE = 250
_SHORTEST_TITLE = 12  # letters
_LONGEST_COVER = 60
_PROSE_OF_TEXT = re.compile(r"[^\W\d_]{3,}\.\s+[^\W\d_]{3,}.*\.\s*\Z", re.S)
_SMALL_WORD = re.compile(r"\s[a-z]{2,}\b")
_LEAST_PROSE, _LEAST_SMALL_WORDS = 50, 5
_DEGREE = re.compile(
    r"\S{0,6}[论論]文\Z|석사|박사|akademische[nr]?\sgrad|(?:partial\s)fulfil|requirements?\sfor\sthe\sdegree"
    r"|(?:master|bachelor|doctor)\sof\s|para\s(?:obtener|optar)|obtention|pour\sobtenir"
    r"|per\sla\slaurea|t[íi]tulo\sde\s|gra(?:do|u)\sde\s",
    re.IGNORECASE,
)
"""For which degree a thesis is."""
_OTHER_LINE = re.compile(
    rf"{_DEGREE.pattern}|\b(?:prof|dr|dipl)\.|\A(?:\S+\s){{0,3}}(?:chair|lehrstuhl|faculty|fakult)"
    r"|\A(?:\S+\s){0,4}\S*(?:universit|hochschule|college|universidad)\S*(?:\s\S+){0,4}\Z",
    re.IGNORECASE,
)
"""What else a cover says: the degree, who judges the thesis, where it was written."""
_CONTENTS = re.compile(
    r"(?:table\sof\s)?contents\b|\w*(?:inhalts|abbildungs|tabellen|abkürzungs)verzeichnis"
    r"|table\sdes\smati|sommaire|[ií]ndice|sumário|оглавление|содержание|目\s?[录錄次]|list\sof\s",
    re.IGNORECASE,
)

_YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d{2}(?!\d)")
_FIRST_ENTRIES, _LEAST_DATED = 5, 2
_WORD = re.compile(r"[^\W\d_]{2,}")
_SENTENCE = 4  # words in small letters that no name and address has
_BETWEEN_NAMES = re.compile(
    r"\s*(?:[,;·•|](?:\s*(?:and|und|et|y|e|og|och)\s)?|\s(?:and|und|et|&)\s)\s*"
)
_BETWEEN_WHOLE_NAMES = re.compile(
    rf"(?P<first>\S+\s\S.*)\s(?:{AND}|{AND_ABROAD})\s(?P<last>\S+\s\S.*)"
)
"""What "and" is between whole names, in any language; "Ana Lima e Silva" is one."""
_SIGNS_ON_NAMES = re.compile(r"[\d*†‡§¶^#,¹²³⁴-⁹]+(?=[\s,;&]|\Z)")
_DEGREES_BEHIND = re.compile(
    r"(?:,\s*|\s+)(?:Ph\.?\s?D|M\.?D|M\.?[Ss]c|B\.?[Ss]c|M\.?A|M\.?P\.?H|Dr\.?P\.?H|R\.?N|M\.?B\.?A"
    r"|S\.?T|S\.?Kom|M\.?Kom|M\.?T)\b\.?(?=[\s*†‡§¶\d]*(?:[,;&]|\Z))"
)
_LETTER_OF_PLACE = re.compile(
    r"(?<=[\w.])(?:\s?(?<![^\W\d_])[a-k])(?:,\s?[a-k])*(?=[\s*]*(?:[,;/]|\Z))"
)
"""The letters of affiliations behind a name: "Reed, A.b,c*"."""
_TITLE_AHEAD = re.compile(r"\A(?:(?:Dr|Prof|Professor|Mrs?|Ms)\.?\s+)+")
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.[\s-]?){1,4}")
_LEAST_TURNED = 2
_WORD_OF_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[.’'`‐-])*|\([^\W\d_]+\)")
_AUTHORS = re.compile(r"\s*(?:authors?|autor(?:en|in|innen)?|by|von)\s*:\s*", re.IGNORECASE)
_PARTICLES_TEXT = """
    van von der den de del della di da dos das do du la le les ten ter el al bin ibn af av zu y e i
    st. zum zur vom und
    """
_PARTICLES = frozenset(_PARTICLES_TEXT.split())
_DEFAULT_AUTHOR = re.compile(
    r"(?:microsoft(?: office)?|windows|office|default|ms)? ?(?:users?|benutzer|utilisateur|usuario"
    r"|utente|gebruiker|пользователь)(?: (?:microsoft(?: office)?|(?:de )?windows))?"
    r"|python-docx|admin(?:istrator)?|owner|author|unknown",
    re.IGNORECASE,
)
"""Whom a program names as the author of a file if nobody has told it."""
_INSTITUTION = re.compile(
    r"(?:bachelor|master|doctor)\sof\s|universi|institut|department|faculty|school|college|laborator"
    r"|laurea\b|квалификационн|дипломн|building\b|street\b|division\b|hospital|service[s,]|agency\b"
    r"|centre|center|corresponding|fak[uü]lt|facult|facolt|fachbereich|departem|dipartiment"
    r"|wydzia[łl]|катедр|кафедр|факультет|университет|універси|інститут|институт"
    r"|program\sstudi|jurusan|[üu]niversite|egyetem|大学|大學|学院|學院|대학|@|https?:|\d{4}",
    re.IGNORECASE,
)
_CITES_BY_NAME = re.compile(r"[(;]\s*[A-Z][^();\d]{1,60},?\s(?:1[6-9]|20)\d{2}[a-z]?\s*[;)]")
_AFFILIATED = re.compile(
    r"[\d*†‡§¹²³ᵃ]+\s?[^\W\d_]|(?:correspond|author for|e-?mail)", re.IGNORECASE
)
_NAMES_TITLE = re.compile(
    r"(?:на тему|тема(?: (?:работы|вкр|диплома))?|title|thema|titel|titre|título|titolo|judul|temat"
    r"|tytuł|název)\s*[:：]?",
    re.IGNORECASE,
)
_CODE = re.compile(r"\d+(?:\.\d+){1,3}\.?\s")  # of a field of study: "02.03.03 Mathematics"
_FRONT_PARAGRAPHS = 8
_FIRST_LINES, _MOST_LINES, _OF_LONGEST = 5, 30, 0.7
_INSTITUTIONS = 2
"""Places and addresses below the names begin with a sign and name several institutions."""
_FRONT_STYLES = ("author", "subtitle", "affiliation", "date")
_LONGEST_LINE = 200
_MOST_UNKNOWN = 3
"""So many lines in a row below the title that say nothing known may be of the title page."""

_Look = tuple[bool, bool, bool]


def is_above_title(text: str) -> bool:
    """Say whether a line stands above a title: a running head, a form's name, an authority."""
    is_form = _FORM.fullmatch(text) or _AUTHORITY.fullmatch(text)
    return bool(is_form) or _RUNNING_HEAD.match(text) is not None


def find_title(paragraphs: Sequence[WordParagraph]) -> int | None:
    """Return the paragraph with the title, by its style, else by its look and place."""
    styled = (at for at, one in enumerate(paragraphs[:20]) if one.style == "title")
    index = next((at for at in styled if not is_above_title(paragraphs[at].text)), None)
    if index is None and (cover := find_cover(paragraphs)):
        return find_title_on_cover(paragraphs[:cover])
    return _find_unstyled_title(paragraphs) if index is None else index


def find_cover(paragraphs: Sequence[WordParagraph]) -> int:
    """Return how many paragraphs are the cover of a thesis; 0 if there is none.

    It ends before the first heading, title that all papers have, citation or running text.
    """
    end = 0
    for at, one in enumerate(paragraphs[:_LONGEST_COVER]):
        text = one.text.strip()
        is_text = len(text) > _LONGEST_TITLE or one.cites or _is_prose(text)
        is_title = is_common_title(text) or _ABSTRACT.match(text) or _CONTENTS.match(text)
        if one.outline is not None or is_text or is_title or one.style.startswith("toc"):
            break
        end = at + 1 if text else end
    lines = [one.text.strip() for one in paragraphs[:end]]
    has_degree = any(_DEGREE.search(line) for line in lines)
    has_imprint = any(is_of_cover(one) or is_date_row(one) or names_field(one) for one in lines)
    has_title = find_title_on_cover(paragraphs[:end]) is not None
    is_titled = has_title and (has_imprint or any(one.bold for one in paragraphs[:end]))
    is_followed = any(one.text.strip() for one in paragraphs[end:])
    has_form = is_cover(lines) or _begins_with_institutions(lines)
    return end if is_followed and (has_degree or (is_titled and has_form)) else 0


def _begins_with_institutions(lines: Sequence[str]) -> bool:
    """Say whether the first lines name institutions, as those of a cover do: two or more.

    A cover may come twice; one much longer is a form.
    """
    lines = [line for line in lines if line]
    first_lines = lines[:_FIRST_LINES]
    end = lines.index(lines[0], 1) if lines[:1] and lines[0] in lines[1:] else len(lines)
    begins = 0 < end <= _MOST_LINES and _is_institution(first_lines[0])
    return begins and sum(map(_is_institution, first_lines)) >= _INSTITUTIONS


def _is_institution(line: str) -> bool:
    text = " ".join(line.split()).strip("«»“”\"' ")
    return bool(_AUTHORITY.fullmatch(text)) or is_of_cover(text)


def _is_prose(text: str) -> bool:
    """Say whether a line on a cover is running text, and not the sentence with the degree."""
    is_long = len(text) >= _LEAST_PROSE and len(_SMALL_WORD.findall(text)) >= _LEAST_SMALL_WORDS
    is_sentence = is_long and text.endswith((".", "!", "?")) and not _OTHER_LINE.search(text)
    return bool(is_sentence or _PROSE_OF_TEXT.search(text))


def find_title_on_cover(paragraphs: Sequence[WordParagraph]) -> int | None:
    """Return the paragraph of a cover with the title: the first long one that is nothing else.

    What stands below a label is what that says; so is the title, if it has one.
    """
    lines = [" ".join(one.text.split()) for one in paragraphs]
    candidates = [
        at
        for at, line in enumerate(lines)
        if sum(map(str.isalpha, line)) >= _SHORTEST_TITLE
        and not line.endswith((":", "："))
        and not (_is_institution(line) or is_cover([line]))
        and not (is_date_row(line) or names_field(line))
        and not (_NO_TITLE.match(line) or _OTHER_LINE.search(line) or is_above_title(line))
        and not all(map(_PERSON.fullmatch, filter(None, _BETWEEN_PEOPLE.split(line))))
    ]
    below_name = [at for at in candidates if _NAMES_TITLE.fullmatch(_line_above(lines, at))]
    labelled = [at for at in candidates if _line_above(lines, at).endswith((":", "："))]
    plain = [at for at in candidates if at not in labelled and not _CODE.match(lines[at])]
    looks = below_name or [at for at in plain if paragraphs[at].bold] or plain or candidates
    longest = max((len(lines[at]) for at in looks), default=0)
    return next((at for at in looks if len(lines[at]) >= _OF_LONGEST * longest), None)


def _line_above(lines: Sequence[str], at: int) -> str:
    return next((line for line in reversed(lines[:at]) if line), "")


def _find_unstyled_title(paragraphs: Sequence[WordParagraph]) -> int | None:
    """Return the first paragraph that has text if it looks like a title and more follows."""
    texts = [one.text.strip() for one in paragraphs]
    visible = [at for at, text in enumerate(texts) if text][:_LONGEST_COVER]
    if any(_AUTHORITY.fullmatch(texts[at]) for at in visible):  # the university stands below it
        visible = [at for at in visible if not is_of_cover(texts[at].strip('«»“”"'))]
    elif len(visible) > 1 and _is_institution(texts[visible[0]]) and paragraphs[visible[1]].bold:
        visible = visible[1:]
    at = next((at for at in visible if not is_above_title(texts[at])), None)
    if at is None or at + 1 >= len(paragraphs):
        return None
    text = texts[at]
    has_known_form = is_list_title(text) or is_known_title(text) or _ABSTRACT.match(text)
    following = [texts[other] for other in visible if other > at][:2]
    is_named = paragraphs[at].outline is None and _are_names_with_places(following)
    styled = paragraphs[at].bold or paragraphs[at].outline == 0 or is_named
    has_other_headings = any(one.outline is not None for one in paragraphs[at + 1 :])
    is_line = len(text) < _LONGEST_TITLE and not text.endswith(".") and not _NUMBERED.match(text)
    fits = styled and is_line
    is_title = fits and not has_known_form
    return at if is_title and (has_other_headings or paragraphs[at].outline is None) else None


def _are_names_with_places(lines: Sequence[str]) -> bool:
    """Say whether lines are those below a title: several names, or one with a place below it."""
    names = read_names(lines[0]) if lines else ()
    below = lines[1] if len(lines) > 1 else ""
    is_placed = bool(_INSTITUTION.search(below) or _AFFILIATED.match(below))
    return len(names) > 1 or (bool(names) and is_placed)


def split_front_lines(paragraphs: Sequence[WordParagraph]) -> list[WordParagraph]:
    """Return paragraphs, those at the front parted in which names or places follow in a line.

    Some files have title, names and places in one paragraph.
    """
    parted: list[WordParagraph] = []
    for at, one in enumerate(paragraphs):
        edges = [0, *one.breaks, len(one.text)]
        lines = [one.text[start:end] for start, end in itertools.pairwise(edges)]
        is_front = at < _FRONT_PARAGRAPHS and not one.cites and one.outline is None
        is_titled = any(len(read_names(line)) > 1 for line in lines[1:])
        is_named = bool(read_names(lines[0])) and any(map(_INSTITUTION.search, lines[1:]))
        if is_front and (is_titled or is_named):
            parted += [
                replace(one, text=line, cites=[], raised=[], breaks=[])
                for line in lines
                if line.strip()
            ]
        else:
            parted.append(one)
    return parted


def is_common_title(text: str) -> bool:
    """Say whether a line is a title that all papers have, numbered or not: "1) Introduction:"."""
    title = text.strip()
    bare = _NUMBER_AHEAD.sub("", title).removesuffix(":").rstrip()
    return is_known_title(title) or is_known_title(bare)


def find_end_of_front(
    paragraphs: Sequence[WordParagraph],
    first: int,
    cover: int,
    begins_text: Callable[[WordParagraph], bool],
) -> int:
    """Return where the text begins behind the title, which ends before ``first``.

    Behind the cover, lines are of the title page until there are many that name nobody, no place
    and no date: a poem, a list, notes.
    """
    at = end = max(first, cover)
    unknown = 0
    while at < len(paragraphs) and unknown <= _MOST_UNKNOWN:
        one = paragraphs[at]
        if begins_text(one) or not _is_front(one):
            return at
        at += 1
        if not one.text.strip():
            continue
        is_known = _is_known_front(one)
        unknown, end = (0, at) if is_known else (unknown + 1, end)
    return at if unknown <= _MOST_UNKNOWN else end


def _is_front(paragraph: WordParagraph) -> bool:
    """Say whether a paragraph below the title may belong to it: names, places, dates."""
    text = paragraph.text.strip()
    if paragraph.style.startswith(_FRONT_STYLES) or not text:
        return True
    is_item = (paragraph.item or paragraph.numbered) and not _is_known_front(paragraph)
    if paragraph.cites or _CITES_BY_NAME.search(text) or is_item:
        return False
    if len(_INSTITUTION.findall(text)) >= _INSTITUTIONS and _AFFILIATED.match(text):
        return True
    return len(text) < _LONGEST_LINE and not _ends_as_text(text)


def _is_known_front(paragraph: WordParagraph) -> bool:
    """Say whether a line below the title names a person, a place or a date, or has a label."""
    text = paragraph.text.strip()
    is_labelled = is_of_cover(text) or is_date_row(text) or names_field(text)
    is_placed = _INSTITUTION.search(text) or _AFFILIATED.match(text)
    is_styled = paragraph.style.startswith(_FRONT_STYLES)
    return bool(is_styled or is_labelled or is_placed or read_names(text))


def _ends_as_text(text: str) -> bool:
    """Say whether a paragraph ends as a sentence does, also behind the number of a work."""
    if text.endswith(("。", "！", "？", "؟", "।")):
        return True
    if not text.endswith("."):
        return False
    words = _WORD.findall(text)
    small = sum(word[0] == word[0].lower() for word in words)  # also of letters of one case alone
    return bool(re.search(r"[a-z]{2}\.\Z", text)) or small >= _SENTENCE


def find_names(lines: Sequence[str], *, are_authors: bool = False) -> tuple[str, ...]:
    """Return the authors among the lines below a title: the first list of names.

    It is one or more lines in a row, or goes on behind the places of each. Advisers are none.
    All lines that the style of authors has, if they ``are_authors``, are of the list.
    """
    names: list[str] = []
    last, is_list = 0, False
    for at, line in enumerate(lines):
        names_here = () if is_below_adviser(lines, at) else read_names(line, is_author=are_authors)
        is_next = not names or at == last + 1
        place = lines[min(last + 1, len(lines) - 1)]
        is_placed = are_authors or (not is_list and bool(_INSTITUTION.search(place)))
        if not names_here or not (is_next or is_placed):
            continue
        names += names_here
        last, is_list = at, is_list or len(names_here) > 1
    return tuple(dict.fromkeys(names))


def read_stated_author(text: str) -> tuple[str, ...]:
    """Return the author that the properties of a file name, if somebody told the program."""
    return () if _DEFAULT_AUTHOR.fullmatch(text.strip()) else read_names(text)


def read_names(text: str, *, is_author: bool = False) -> tuple[str, ...]:
    """Return the names in a line below a title that holds little else.

    They have two to five words, particles alone small. Of "Reed, A., Oak, B.", they are turned.
    If its style says that it ``is_author``, their town may stand beside them.
    """
    text = _DEGREES_BEHIND.sub("", re.sub(r"\s*\([\x00-\x7f]*\)", "", _AUTHORS.sub("", text)))
    if _INSTITUTION.search(text) or re.search(r"[:：]", text):  # "Candidate number: 12"
        return ()
    bare = _LETTER_OF_PLACE.sub("", _SIGNS_ON_NAMES.sub(",", text)).replace("*", "")
    bare = _BETWEEN_WHOLE_NAMES.sub(r"\g<first>, \g<last>", bare)
    parts = [_TITLE_AHEAD.sub("", part.strip(" .")) for part in _BETWEEN_NAMES.split(bare)]
    parts = [part for part in parts if part]
    if sum(bool(_INITIALS.fullmatch(f"{part}.")) for part in parts) >= _LEAST_TURNED:
        names = split_names(", ".join(filter(None, map(str.strip, re.split(r"[,/]", bare))))).names
        return names if all(_INITIALS.match(name) for name in names) else ()
    names = tuple(part for part in parts if _is_name(part.split()))
    is_sure = 2 * len(names) > len(parts) or (is_author and 2 * len(names) == len(parts))
    return names if is_sure else ()


def _is_name(words: Sequence[str]) -> bool:
    is_capital = all(
        _WORD_OF_NAME.fullmatch(word) and (not word[0].islower() or word in _PARTICLES)
        for word in words
    )
    return 1 < len(words) <= 5 and words[0][0].isupper() and is_capital


def is_list_title(text: str) -> bool:
    """Say whether a line is the title of a reference list, numbered or not."""
    return is_references_title(_PLAIN_NUMBER.sub("", text.strip()).rstrip(".:："))


def _opens_list(paragraphs: Sequence[WordParagraph], at: int) -> bool:
    """Say whether a line that no style tells is the title of the reference list below it.

    In most languages such a word alone may be a label too, so most of what follows has a year.
    """
    one, following = paragraphs[at], paragraphs[at + 1 : at + 1 + _FIRST_ENTRIES]
    if one.item or one.numbered or not is_list_title(one.text):
        return False
    dated = sum(bool(_YEAR.search(other.text)) and _may_be(other) for other in following)
    return dated >= min(_LEAST_DATED, len(following)) and 2 * dated >= len(following) > 0


def mark_headings(paragraphs: Sequence[WordParagraph]) -> None:
    """Give what is a heading by its look alone the outline level of its number or its look.

    ``paragraphs`` are those behind title and names. What looks like a heading before the text has
    begun belongs to the title page.
    """
    _mark_by_style(paragraphs)
    levels: dict[_Look, int] = {}
    for one in paragraphs:
        if one.outline is not None:
            levels.setdefault(_look(one), one.outline)
    headings = list(_by_hand(paragraphs))
    for one in headings:
        if is_common_title(one.text):
            one.outline = levels.setdefault(_look(one), 0)
    for one in headings:
        if one.outline is None:
            one.outline = _level(one, levels)


def _mark_by_style(paragraphs: Sequence[WordParagraph]) -> None:
    """Give an outline level to the paragraphs of a style that is one of headings by its use.

    Two titles that all papers have are in it, and hardly anything but short lines; "title 2" is
    of the same kind as "title 1".
    """
    by_style: defaultdict[str, list[WordParagraph]] = defaultdict(list)
    for one in itertools.dropwhile(_is_of_title_page, paragraphs):
        if one.text.strip() and one.style and not _NO_HEADINGS.search(one.style):
            by_style[one.style].append(one)
    short = {
        style: styled
        for style, styled in by_style.items()
        if sum(map(_is_short, styled)) >= _MOSTLY * len(styled)
    }
    kinds = {
        _LEVEL.sub("", style)
        for style, styled in short.items()
        if sum(is_common_title(one.text) for one in styled) > 1
    }
    for style, styled in short.items():
        level = _LEVEL.search(style)
        for one in styled:
            if _LEVEL.sub("", style) in kinds and one.outline is None and _is_short(one):
                one.outline = max(int(level[1]) - 1, 0) if level and level[1] else 0


def goes_on_with_title(before: WordParagraph, paragraph: WordParagraph) -> bool:
    """Say whether a title goes on in the next paragraph, which is of its style and no name.

    Without the style of titles, the first line ends in a colon and the next one looks like it.
    """
    text = paragraph.text.strip()
    is_styled = before.style == paragraph.style == "title"
    is_begun = before.text.rstrip().endswith(_GOES_ON) and _look(before) == _look(paragraph)
    if not ((is_styled or is_begun) and 0 < len(text) <= _PROSE):
        return False
    if is_known_title(text) or _NO_TITLE.match(text):
        return False
    people = [part for part in _BETWEEN_PEOPLE.split(_ASIDE.sub("", text)) if part]
    return not all(map(_PERSON.fullmatch, people))


def _is_of_title_page(paragraph: WordParagraph) -> bool:
    return len(paragraph.text) <= _PROSE and not is_known_title(paragraph.text.strip())


def _is_short(paragraph: WordParagraph) -> bool:
    text = paragraph.text.strip()
    plain = not paragraph.in_list and not paragraph.cites and not paragraph.formula
    is_line = len(text) <= _LONGEST and _BEGINS.match(text) and not _ENDS.search(text)
    return plain and bool(is_line) and not is_caption(text)


def _level(paragraph: WordParagraph, levels: dict[_Look, int]) -> int:
    begins = _BEGINS.match(paragraph.text.strip())
    if begins and begins["number"]:
        return begins["number"].count(".")
    return levels.get(_look(paragraph), 1 if levels else 0)


def _look(paragraph: WordParagraph) -> _Look:
    return paragraph.bold, paragraph.italic, paragraph.text.isupper()


def _by_hand(paragraphs: Sequence[WordParagraph]) -> Iterator[WordParagraph]:
    visible_paragraphs = [one for one in paragraphs if one.text.strip()]
    has_begun = False
    for at, (one, follows) in enumerate(itertools.pairwise(visible_paragraphs)):
        has_known_title = is_common_title(one.text) or _opens_list(visible_paragraphs, at)
        has_begun = (
            has_begun or has_known_title or one.outline is not None or len(one.text) > _PROSE
        )
        if (
            has_begun
            and (has_known_title or _is_title(one))
            and _may_be(one)
            and not follows.in_list
        ):
            yield one


def _may_be(paragraph: WordParagraph) -> bool:
    plain = not paragraph.in_list and not paragraph.cites and not paragraph.formula
    return plain and paragraph.outline is None and not _OTHERWISE.search(paragraph.style)


def _is_title(paragraph: WordParagraph) -> bool:
    text = paragraph.text.strip()
    fits = paragraph.bold and len(text) <= _LONGEST and _BEGINS.match(text)
    return bool(fits) and not _ENDS.search(text) and not is_caption(text)
