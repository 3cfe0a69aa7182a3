"""Names of authors: a list of them taken apart, each as "Given Family".

Lists come in every order: "Smith, J., Li, W.", "J. Smith and W. Li", "Smith J, Li W",
"Smith, John, and Wei Li". Which it is shows in where the initials stand.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from core.manuscript.text.languages import AND, AND_ABROAD, OTHERS_ABROAD
from core.manuscript.text.scripts import HANGUL, SMALL, SPACELESS, is_east_asian

_PARTICLE_WORDS = (
    "van von der den de del della di da dos das du la le les ten ter el al bin ibn af av zu zur zum"
    " vom vanden st st. d’ d' ’t 't"
)
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_ROLE = re.compile(
    r"(?<![\s,(\[])[\s,(\[]*+\b(?:eds?|editors?|hrsg|hgg?|dirs?|coords?|éds?|édits?|comps?)\b\.?\s*[)\]]?|"
    r"\bedited\s+by\b|\A\s*in:?\s+(?=\S+\s)|"
    r"[,(\[]\s*(?:red|ред|ur|ур|szerk|orgs?|utg|toim|red\w{4,8}|editör\w*|editores|urednik\w*)\b"
    r"\.?\s*[)\]]?\s*\Z",
    re.IGNORECASE,
)
_ET_AL = re.compile(
    r"(?<![\s,;&])[\s,;&]*+(?:\b(?:and|und|et)\s+)?(?:\bet[\s.]*al(?:ii)?\b\.?|\bothers\b\.?"
    rf"|(?<!\w)(?-i:{OTHERS_ABROAD})(?!\w)|\bи\s+др\b|\bmfl\b|\bvd\b|\bcolleagues\b|…|\.\.\.)[\s,]*",
    re.IGNORECASE,
)
_FOR_GROUP = re.compile(
    r"(?:\A|(?<=[,;.])|(?<=[.,;]\s))(?:for|pour|für)\s(?:the\s|le\s|die\s)?(?=[^\W\d_a-z])"
    r"|[,;]?\s?(?<!\w)(?:on behalf of|au nom d[eu]|im Namen de[rs]|en nombre del?)\s(?:the\s|la\s)?"
)
"""For whom those before it write: "A. Oak, for the Reed Group"."""
_AND = rf"(?:\b(?:{AND}|{AND_ABROAD}|with|avec)\b|&|\+)"
_CUT = re.compile(
    rf"\s*[,;，、；·]+\s*(?:(?P<both>{_AND})(?=\s))?\s*|\s+(?P<alone>{_AND})\s+|\s*&\s*"
    r"|(?<=\.)\s+(?P<behind>in|a)\s+(?=[^\W\d_a-z])"
)
_APART = re.compile(r"\s?/\s?|(?<=\w)[.]?\s[–—-]\s")
"""What some styles print between whole names: "A. Oak/B. Elm", "A. Oak - B. Elm"."""
_WHOLE = re.compile(r"(?!\w\s*,)[^,]*?\w[\s,.]+\w")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|2nd|3rd|4th|ph\.?d|md|inc|ltd|llc)\.?", re.IGNORECASE)
_INITIALS_LIKE = re.compile(r"(?:JR|SR|MD|II|IV)\.?")
_OF_A_COMPANY = re.compile(r"(?:inc|ltd|llc)\.?", re.IGNORECASE)
_UNSPACED = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_]{2})")
_BRACKET = re.compile(r"\((?-i:[A-Z]{2,8})(?:\)|\Z)|[()\[\]]")
_STRAY_SPACE = re.compile(r"\s+(?=[.,;])")
_BODIES = (
    r"organi[sz]ations?|team|group|investigators|collaborators|consortium|university|universität|université|institutes?"
    r"|association|society|committee|council|commission|department|ministry|agency|bureau|office"
    r"|foundation|center|centre|laborator(?:y|ies)|project|collaboration|network|board|corporation"
    r"|company|inc|ltd|press|union|bank|nations|federation|academy|contributors|developers|community"
    r"|initiative|service|services|administration|authority|museum|library|archives?|parliament"
)
_BODY = re.compile(rf"\b(?:{_BODIES})\b", re.IGNORECASE)
_ORGANISATION = re.compile(rf"\b(?:{_BODIES}|international|of|for|on|the)\b", re.IGNORECASE)
_NOUN_LAST = re.compile(
    r"\s(?:organi[sz]ation|university|institute|association|society|committee|council|commission"
    r"|department|ministry|agency|bureau|office|foundation|cent(?:er|re)|laboratory|board|bank"
    r"|academy|administration|authority|museum|service)s?\Z",
    re.IGNORECASE,
)
_UPPER, _SMALL_PARTICLES = rf"[^\W\d_{SMALL}]", r"(?:(?:van|von|de[lrn]?|di|da|du|la|le|el)\s)*"
_BEGINNING = re.compile(
    rf"{_SMALL_PARTICLES}{_UPPER}[\w’'‐-]+(?:\s{_UPPER}[\w’'‐-]+)?,\s*{_UPPER}"  # Smith, J.
    rf"|{_UPPER}\.[\s‐-]?(?:{_UPPER}\.[\s‐-]?)*{_SMALL_PARTICLES}{_UPPER}\w"  # J. Smith
    rf"|{_UPPER}[\w’'‐-]+\s{_UPPER}{{1,3}}[,.;]"  # Smith J,
    rf"|{_UPPER}[\w’'‐-]+(?:\s{_UPPER}[\w’'‐-]*\.?){{0,2}}\s{_SMALL_PARTICLES}{_UPPER}[\w’'‐-]+"
    r"\s*(?:[,.;(&]|and\b|et\b)"  # John Smith,
    r"|[^.(]{3,80}\((?:1[6-9]|20)\d\d"  # The Working Group (2001)
    rf"|[{SPACELESS}{HANGUL}]{{2,4}}\d?\s?(?:[·,，、.．]|\s외\s|等)"  # 이정호·신동민, 119 …
)
_SMALL_NAME = re.compile(
    rf"(?:(?:van|von|de[lrn]?|di|da|du|la|le|el|ter|ten|zu)\s)+{_UPPER}[\w’'‐-]+,\s{_UPPER}\."
)
_LAST_INITIAL = re.compile(r"[\s.][^\W\d_]\Z")
_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})


@dataclass(frozen=True, slots=True)
class Names:
    """Names in order, and the family names alone."""

    names: tuple[str, ...] = ()
    families: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """What stands between two separators; ``joined`` says that "and" stands before it."""

    text: str
    joined: bool


def split_names(text: str) -> Names:
    """Return the names of a list of authors, and of nothing else."""
    plain = " ".join(_BRACKET.sub(" ", _ROLE.sub(" ", text)).split())
    plain = _FOR_GROUP.sub(", ", _ET_AL.sub(", ", _STRAY_SPACE.sub("", plain)))
    plain = _UNSPACED.sub(" ", " ".join(plain.split()).replace("..", ".")).strip(" ,;:–-")
    if re.search(r"\w\.", plain) and _LAST_INITIAL.search(plain):
        plain += "."
    name_pairs = [
        pair
        for stretch in _part_names(plain).split(";")
        for pair in _parse_names(_whole_organisation(_parts(stretch)))
        if any(map(str.isalpha, pair[0]))
    ]
    return Names(tuple(name for name, _ in name_pairs), tuple(family for _, family in name_pairs))


def _part_names(text: str) -> str:
    """Return a list of names with semicolons for the strokes between them."""
    pieces = _APART.split(text)
    are_names = all(_WHOLE.match(piece) and not is_organisation(piece) for piece in pieces)
    return ";".join(pieces) if are_names else text


def begins_with_name(text: str) -> bool:
    """Say whether a text begins as a list of authors does."""
    return _BEGINNING.match(text) is not None


def opens_entry(text: str) -> bool:
    """Say whether a row begins with a name in capitals, or in a script that has none."""
    is_name = text[:1].isupper() or is_east_asian(text[:1]) or _SMALL_NAME.match(text)
    return bool(is_name) and begins_with_name(text)


def turn_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names that were printed "Family Given" as "Given Family"."""
    turned = []
    for name in names:
        family, _, given_name = name.partition(" ")
        if given_name and not is_organisation(name) and not _has_initials(name):
            family, given_name = _with_particles(family, given_name)
            turned.append(f"{given_name} {family}")
        else:
            turned.append(name)
    return tuple(turned)


def is_organisation(text: str) -> bool:
    """Say whether a name is that of an organisation, by a word that no person is called."""
    return (" " in text and bool(_ORGANISATION.search(text))) or text.endswith("AI")


def says_body(text: str) -> bool:
    """Say whether a text has a word for a kind of organisation, which few titles have."""
    return " " in text and _BODY.search(text) is not None


def family_key(name: str) -> str:
    """Return a family name for comparing: no accents, no case, letters only."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_STROKES))
    return "".join(char for char in plain if char.isalpha())


def _parts(text: str) -> list[_Part]:
    """Return what stands between the commas and conjunctions; suffixes are left out."""
    parts: list[_Part] = []
    start, joined = 0, False
    for match in [*_CUT.finditer(text), None]:
        piece = text[start : match.start() if match else len(text)].strip(" ,;:()[]")
        before = parts[-1].text if parts else ""
        if piece and (not _SUFFIX.fullmatch(piece) or _is_initials(piece, before)):
            parts.append(_Part(_without_suffix(piece), joined))
        if match:
            start, joined = match.end(), match.lastgroup is not None or "&" in match[0]
            start += 4 * text.startswith("the ", start)
    return parts


def _whole_organisation(parts: list[_Part]) -> list[_Part]:
    """Join the halves of one name: "Food and Drug Administration", "Centers for X and Y"."""
    if len(parts) != 2 or not parts[1].joined or any(_has_initials(part.text) for part in parts):
        return parts
    first, second = parts[0].text, parts[1].text
    noun = _NOUN_LAST.search(second) is not None
    halves = noun and not is_organisation(first)
    rest = " " not in second and is_organisation(first)
    return [_Part(f"{first} and {second}", joined=False)] if halves or rest else parts


def _without_suffix(piece: str) -> str:
    words = piece.split()
    while len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
        if _is_initials(words[-1], " ".join(words[:-1])) or _OF_A_COMPANY.fullmatch(words[-1]):
            break
        words.pop()
    return " ".join(words)


def _is_initials(word: str, before: str) -> bool:
    """Say whether what could be a suffix are the initials of a family name: "Li JR", "Roe, MD"."""
    words = _without_particles(before)
    lone = len(words) == 1 and len(words[0]) > 1 and not _are_initials(words[0])
    return lone and _INITIALS_LIKE.fullmatch(word) is not None


def _parse_names(parts: Sequence[_Part]) -> list[tuple[str, str]]:
    name_pairs: list[tuple[str, str]] = []
    paired = _are_pairs(parts)
    at = 0
    while at < len(parts):
        if at + 1 < len(parts) and (paired or _is_turned_round(parts, at)):
            family, given_name = parts[at].text, parts[at + 1].text
            family, given_name = _with_particles(family, _without_stop(given_name))
            name_pairs.append((f"{given_name} {family}", family))
            at += 2
        else:
            name_pairs.append(_one_name(parts[at].text))
            at += 1
    return name_pairs


def _are_pairs(parts: Sequence[_Part]) -> bool:
    """Say whether all are "Family, Given": families of one word, "and" only before them."""
    families, given_parts = parts[::2], parts[1::2]
    if len(families) != len(given_parts) or any(part.joined for part in given_parts):
        return False
    bare = [_without_particles(part.text) for part in families]
    lone = sum(len(words) == 1 and words[0][0].isupper() for words in bare)
    return 2 * lone > len(families) and not any(
        is_organisation(part.text) or (" " in part.text and _has_initials(part.text))
        for part in families
    )


def _has_initials(text: str) -> bool:
    return any(map(_are_initials, text.split()))


def _without_particles(text: str) -> list[str]:
    words = text.split()
    is_initial = len(words) > 1 and words[-1].isupper() and not words[0].isupper()
    last = len(words) - is_initial  # "Reed LA", "Fern EL" end in initials
    return [word for word in words[:last] if word.casefold() not in _PARTICLES] + words[last:]


def _is_turned_round(parts: Sequence[_Part], at: int) -> bool:
    """Say whether "Family, Given" stands there."""
    family, given_name = parts[at].text, parts[at + 1].text
    bare = _without_particles(family)
    if not bare or bare[-1].islower() or parts[at + 1].joined or is_organisation(family):
        return False
    if _is_given(given_name):
        return " " not in family or not _are_initials(bare[-1])
    return len(bare) == 1 and not _are_initials(bare[-1]) and _is_given_in_full(parts, at + 1)


def _is_given_in_full(parts: Sequence[_Part], at: int) -> bool:
    """Say whether what stands behind a lone family name is a given name, not the next person."""
    given_name = parts[at].text
    words = given_name.split()
    if is_organisation(given_name) or not given_name[0].isupper():
        return False
    if len(words) == 1 or _is_given(words[-1]) or words[-1].casefold() in _PARTICLES:
        return True
    return at == 1 and (len(parts) == 2 or (len(words) == 2 and parts[2].joined))


def _is_given(text: str) -> bool:
    """Say whether there are initials alone, with particles behind them or not."""
    words = text.split()
    while len(words) > 1 and words[-1].casefold() in _PARTICLES:
        words.pop()
    return all(_are_initials(word) for word in words)


def _without_stop(given_name: str) -> str:
    """Return initials without the full stop behind the list, which is not theirs: "Smith MD."."""
    return given_name.rstrip(".") if re.search(r"[^\W\d_a-z]{2}\.\Z", given_name) else given_name


def _with_particles(family: str, given_name: str) -> tuple[str, str]:
    """Move particles from behind the given name ("Berg, J. van der") before the family's."""
    words = given_name.split()
    behind: list[str] = []
    while len(words) > 1 and words[-1].casefold() in _PARTICLES:
        behind.insert(0, words.pop())
    return " ".join([*behind, family]), " ".join(words)


def _one_name(text: str) -> tuple[str, str]:  # noqa: PLR0911 - a form each
    """Return a name that no comma divides, and its family name."""
    words = text.split()
    is_person = all("." in word and _are_initials(word) for word in words[1:])  # "Press W. H."
    if len(words) < 2 or (is_organisation(text) and not is_person):
        name = text.strip(" .")
        return name, name
    if words[-1] in _PARTICLES and not _is_given(words[0]) and _is_given(" ".join(words[1:])):
        family, given_name = _with_particles(words[0], " ".join(words[1:]))  # "Meer J. van der"
        return f"{given_name} {family}", family
    if is_east_asian(text):  # the family name stands first, in print too
        return " ".join(words), words[0]
    ahead = _family_first(words)
    if ahead:
        family, given_name = " ".join(words[:ahead]), " ".join(words[ahead:])
        if (
            given_name[-3:-1].isupper() and given_name[-3:-1].isalpha()
        ):  # the full stop behind the list, not that of an initial
            given_name = given_name.rstrip(".")
        return f"{given_name} {family}", family
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in _PARTICLES:
        start -= 1
    if start == 1 and words[0].casefold() in _PARTICLES and words[0][0].islower():
        start = 0
    return " ".join(words).rstrip("."), " ".join(words[start:]).rstrip(".")


def _family_first(words: Sequence[str]) -> int:
    """Return how many words are the family name in "Smith J" or "SMITH John", else 0."""
    count = len(words)
    initials = 0
    while initials < count and _are_initials(words[count - 1 - initials]):
        initials += 1
    if initials == count:
        return 0 if "." in words[0] or len(words[0]) < 2 else 1
    if initials and (not _are_initials(words[0]) or words[0].casefold() in _PARTICLES):
        return count - initials
    capitals = 0
    while capitals < count and _is_capital(words[capitals]):
        capitals += 1
    return 0 if _is_capital(words[-1]) else capitals


def _are_initials(word: str) -> bool:
    """Say whether a word is "J.", "J.-P.", "JP", "Yu." or the "d." of "J. d. M."."""
    if len(word) == 2 and word[0].isalpha() and word[1] == ".":
        return True
    chunks = [chunk for chunk in re.split(r"[.‐-]", word) if chunk]
    if "." not in word:
        return word.isupper() and len("".join(chunks)) <= 3
    return bool(chunks) and all(
        chunk[0].isupper() and (len(chunk) <= 2 or (chunk.isupper() and len(chunk) == 3))
        for chunk in chunks
    )


def _is_capital(word: str) -> bool:
    return word.isupper() and "." not in word and len(max(word.split("-"), key=len)) > 2
