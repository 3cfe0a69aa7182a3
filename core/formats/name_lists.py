"""Fields that hold several names where one is meant, and names that are no person's."""

from __future__ import annotations

import html
import re

from core.base.cited_names import is_cjk_name

OTHERS = frozenset(("others", "et al", "et al.", "u. a.", "u.a.", "等"))
SUFFIX = re.compile(
    r"(?:(?i:jr|sr|jnr|snr)\.?|jun|sen|(?i:jun|sen)\.|I{2,3}|IV|VI{1,3}|2nd|3rd|[4-9]th|0\d{3})"
)
"""DBLP's numbers too. A single letter is an initial; "Xi", "Vi", "Jun" and "Sen" are names."""
_ORGANISATION = re.compile(
    r"\b(?:(?:Organi[sz]a|Associa|Corpora|Commiss|Founda|Collabora|Federa|Administra)tion|Commission"
    r"|Institut\w*|Universit\w+|Universidad\w*|Ministr\w+|Minist[eéè]r\w+|Department|Committee"
    r"|Council|Conse(?:il|jo|lho)|Secretar[ií]a"
    r"|Agency|Bureau|Society|Consortium|Authority|Laborator\w+|Academ\w+|Team|Initiative|Board"
    r"|Cent(?:er|re) (?:for|of)|Working Group|Task Force|Inc|Ltd|LLC|GmbH|Corp|Verein|Stiftung"
    r"|Bundes\w+|Gesellschaft)\b"
)
"""Words by which a name is that of an organisation, unless initials or a comma show a person."""
_INITIAL = re.compile(r"(?:[^\W\d_]\.[-\s]?)+")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[-\s]?){1,4}")
_CAPITAL = f"[{''.join(filter(str.isupper, map(chr, range(0x530))))}]"  # Latin, Greek, Cyrillic
_CAPITALS = rf"{_CAPITAL}{{1,3}}(?:-{_CAPITAL})?"
_SHORTENED = re.compile(rf"[^\W\d_](?:[\w'’-]|\s(?=\w))+ {_CAPITALS}(?: (?:Jr|Sr|2nd|3rd))?")
"""A name as in MEDLINE: "Brinch Hansen P"."""
_FAMILY = rf"(?:{_CAPITAL}[\w'’-]+\s)"
_DOTTED = rf"(?:{_CAPITAL}\.[\s-]?)+"
FAMILY_THEN_INITIALS = re.compile(rf"({_FAMILY}{{1,2}}?)({_DOTTED})")
"""A name turned round without its comma: "Ivanov P. P.", but "María José Aninao A." is none."""
_RUN = re.compile(rf"(?:{_FAMILY}{{1,3}}?{_DOTTED}){{3,}}")
_IN_RUN = re.compile(rf"({_FAMILY}{{1,3}}?)({_DOTTED})")
"""Several of them with nothing between: "Moor A. Fenn B. C. Lund D."."""
_SMALL_WORD = re.compile(r"\b(?:of|for|the|and|und|für|et|y|&)\b|&", re.I)
_FULL_SEPARATOR = re.compile(r"\s*[；;|]\s*")
_CJK_SEPARATOR = re.compile(r"\s*[，、,]\s*")
_AMPERSAND = re.compile(r"\s*,?\s+(?:\\?&|and|und)\s+|\s*,\s*(?:\\?&|and|und)\s+")
_BEFORE_INITIALS = re.compile(rf" (?={_CAPITALS}(?: |$))")
_MORE_PEOPLE = re.compile(r"[,;\s]+(et\.? al\b\.?|u\. ?a\.)\s*$", re.I)
_ENTITY = re.compile(r"&#?\w+;")


def split_people(field: str) -> list[str]:
    """Return the names of a field that should hold one but may hold several.

    Semicolons and bars part names; commas and "&" do where between them can only be names.
    Whatever stands in braces is one.
    """
    if "{" in field or field.isalnum():
        return [field]
    if _ENTITY.search(field):
        field = html.unescape(field)
    if more := _MORE_PEOPLE.search(field):
        return [*split_people(field[: more.start()]), "et al."]
    parts = [part for part in _FULL_SEPARATOR.split(field) if any(map(str.isalpha, part))]
    if len(parts) > 1 or (parts and field.strip()[-1] in ";；"):
        return [name for part in parts for name in _between_commas(part)]
    names = _divide_cjk_list(field) or _divide_run(field)
    groups = [group for group in _AMPERSAND.split(field) if group.strip()] if not names else []
    if len(groups) > 1 and all(map(_are_people, groups)):
        given_first = _is_full_name(groups[-1])
        names = [name for group in groups for name in _divide_group(group, given_first=given_first)]
    return names or _between_commas(field)


def _divide_cjk_list(field: str) -> list[str]:
    """Return the names of a list in Chinese, Japanese or Korean letters, none if it is no list."""
    parts = [part for part in _CJK_SEPARATOR.split(field.strip()) if part]
    if len(parts) < 2 or not all(map(is_cjk_name, parts)):
        return []
    is_list = len(parts) > 2 or "，" in field or "、" in field
    return parts if is_list and all(len(part) > 1 for part in parts) else [field]


def _divide_group(group: str, *, given_first: bool) -> list[str]:
    """Return the names before an "and"; as those behind it they may begin with the given name."""
    parts = [part.strip() for part in group.split(",")]
    return parts if given_first and all(map(_is_full_name, parts)) else _between_commas(group)


def _divide_run(field: str) -> list[str]:
    """Return the names of a list that lost what parted them, none if it is no such list.

    Programs that took it for one name have put its last initial first: "D., Moor A. Fenn B. Lund".
    """
    if field.count(".") < 2:
        return []
    last, comma, rest = field.partition(",")
    run = f"{rest} {last}".strip() if comma and _INITIAL.fullmatch(last) else field.strip()
    if not _RUN.fullmatch(run):
        return []
    return [f"{name[1].strip()}, {name[2].strip()}" for name in _IN_RUN.finditer(run)]


def _are_people(text: str) -> bool:
    """Tell whether a text can only be one name of a person, or several."""
    if _SMALL_WORD.search(text):
        return False
    if len(_between_commas(text)) > 1 or _SHORTENED.fullmatch(text.strip()) or _is_full_name(text):
        return True
    family, _, given_name = (part.strip() for part in text.partition(","))
    return bool(
        _is_initial_first(text.strip()) or (family and given_name and "," not in given_name)
    )


def _between_commas(text: str) -> list[str]:
    """Return the names of a text whose commas stand between names, else the text."""
    parts = [part.strip() for part in text.split(",")] if "," in text else []
    if parts and not parts[-1]:
        parts.pop()
    if len(parts) < 2 or not all(parts):
        return [text]
    long_names = [part for part in parts if not _SHORTENED.fullmatch(part)]
    if not long_names or (
        len(parts) > 2 and len(long_names) == 1 and is_organisation(long_names[0])
    ):
        parts = [part if part in long_names else put_comma(part) for part in parts]
    elif parts[0][-1] == "." and all(
        swapped_names := [FAMILY_THEN_INITIALS.fullmatch(part) for part in parts]
    ):
        parts = [f"{name[1].strip()}, {name[2].strip()}" for name in swapped_names if name]
    elif len(parts) > 2 and len(parts) % 2 == 0 and _are_pairs(parts):
        parts = [
            f"{family}, {initials}" for family, initials in zip(*[iter(parts)] * 2, strict=True)
        ]
    elif not all(map(_is_initial_first, parts)) and not (
        len(parts) > 2 and all(map(_is_full_name, parts))
    ):
        parts = [text]
    return parts


def _are_pairs(parts: list[str]) -> bool:
    """Tell whether family and given names alternate."""
    if any(map(_SMALL_WORD.search, parts)) or any(map(_are_initials, parts[::2])):
        return False
    if any(map(SUFFIX.fullmatch, parts)):
        return False
    return all(map(_are_initials, parts[1::2])) or not all(map(_is_full_name, parts))


def is_shortened(name_text: str) -> bool:
    """Tell whether a name is a family name with initials behind it: "Brinch Hansen P"."""
    words = name_text.split() or [""]
    last = words[-2] if len(words) > 2 and SUFFIX.fullmatch(words[-1]) else words[-1]
    is_short = len(last.replace("-", "")) < 3 and not SUFFIX.fullmatch(last)
    return bool(_SHORTENED.fullmatch(name_text)) and is_short


def put_comma(shortened: str) -> str:
    """Return "Brinch Hansen P" with a comma behind the family name."""
    return _BEFORE_INITIALS.sub(", ", shortened, count=1)


def _are_initials(text: str) -> bool:
    return bool(_INITIALS.fullmatch(text)) and text.isupper()


def _is_initial_first(part: str) -> bool:
    initial = _INITIAL.match(part)
    return initial is not None and len(part) - initial.end() > 1


def _is_full_name(part: str) -> bool:
    """Tell whether a part is a given and a family name: "Per Lind"."""
    words = part.split()
    return (
        1 < len(words) < 5
        and words[0][0].isupper()
        and words[-1][0].isupper()
        and not _SMALL_WORD.search(part)
        and not SUFFIX.fullmatch(words[-1])
        and not any(map(str.isdigit, part))
        and not is_organisation(part)
    )


def is_given_first(name_text: str) -> bool:
    """Tell whether a name without a comma surely begins with the given name: "P. Lind"."""
    return _is_initial_first(name_text) or (
        _is_full_name(name_text) and name_text[-1] != "." and not is_shortened(name_text)
    )


def is_organisation(name_text: str) -> bool:
    """Tell whether a name without a comma is surely that of an organisation."""
    words = name_text.split()
    has_sign = len(words) > 1 and bool(_ORGANISATION.search(name_text) or "&" in words)
    return has_sign and not _INITIAL.match(name_text)
