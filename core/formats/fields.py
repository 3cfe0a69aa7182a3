"""How text, DOIs, arXiv ids, years and keywords are normalised, in every format."""

from __future__ import annotations

import html
import re
import unicodedata
from urllib.parse import unquote

from core.base.identity import ARXIV_ID, DOI_PREFIX, DOI_START

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

_BLANK_LINES = re.compile(r"\n{3,}")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ud800-\udfff]")
_TAG_NAMES = """
    a abbr abstract alternatives annotation b big blockquote body bold br break center cite code col
    colgroup dd def-item def-list del dfn disp-formula disp-quote div dl dt em emphasis ext-link
    fixed-case font h1 h2 h3 h4 h5 h6 head hr html i img inf inline-formula inline-graphic ins it
    italic kbd label li list list-item math menclose mfenced mfrac mi mmultiscripts mn mo
    monospace mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup
    mtable mtd mtext mtr munder munderover named-content nobr none ol overline p pre q roman s samp
    sans-serif sc scp sec semantics small span strike strong styled-content sub subtitle sup sup1
    table tbody td tex-math tfoot th thead title tr tt u ul underline uri var wbr xref
    """
_TAG = re.compile(
    r"</?(?:(?:jats|xhtml|html|mml|m|ali|xlink):[A-Za-z][\w:-]*|"
    rf"(?:{'|'.join(_TAG_NAMES.split())}))(?:\s[^<>]*)?/?>",
    re.I,
)
"""HTML, JATS and MathML; anything else in angle brackets is text: "<original>", "<Fe/H>"."""
_BREAK = re.compile(r"<br\s*/?>", re.I)
_LINE_END = re.compile(
    r"(?:\s*<(?:br|/?(?:p|div|[uo]l|li|table|t[rdh]|h[1-6]|blockquote|pre))(?:\s[^<>]*)?/?>)+\s*",
    re.I,
)
_SCRIPT = re.compile(r"<(?:jats:)?(su[bp])(?:\s[^<>]*)?>([^<>]{1,12})</(?:jats:)?\1\s*>", re.I)
_MATH_SCRIPT = re.compile(
    r"<(?:mml:)?(msu[bp])(?:\s[^<>]*)?>\s*(<(?:mml:)?\w+(?:\s[^<>]*)?>[^<>]*</(?:mml:)?\w+>)\s*"
    r"<(?:mml:)?m\w(?:\s[^<>]*)?>([^<>]*)</(?:mml:)?m\w>\s*</(?:mml:)?\1>",
    re.I,
)
_LOW = str.maketrans("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
_HIGH = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_DOI = re.compile(rf"{DOI_START}\S+")
_DOI_END = re.compile(
    r"[,;]\s*$|(?:[,;]\s*|\s+and\s+)(?=(?:https?:|doi:|10\.\d{4}))|\s+(?=\S)", re.I
)
_ANCHOR = re.compile(r"</?a\b[^<>]*>", re.I)
_DOI_LINK = re.compile(r"^\s*https?://[\w.-]+/(?=10\.\d{4,9}/)")
_ARXIV_WHOLE = re.compile(
    rf"(?:(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv\s*:\s*|abs/)?{ARXIV_ID}(?:\.pdf)?",
    re.I,
)
_ARXIV_NAMED = re.compile(rf"(?:arxiv\.org/(?:abs|pdf)/|arxiv\s*:\s*){ARXIV_ID}", re.I)
_ARXIV_DOI = re.compile(rf"10\.48550/arxiv\.{ARXIV_ID}", re.I)
_YEAR = re.compile(r"(?<!\d)(1\d{3}|20\d{2}|21\d{2})(?!\d)")
_BEFORE_CHRIST = re.compile(
    r"(?<![\d.])(\d{1,4})\s*(?:B\.?\s?C\.?(?:\s?E\b\.?)?|v\.\s?(?:u\.\s?Z\.|Chr\.?)|av\.\s?J\.?-?\s?C\.?"
    r"|a\.\s?C\.)(?!\w)"
)
_COMMON_ERA = re.compile(
    r"(?<!\w)(?:A\.?D\.?|C\.?E\.?)\s*(\d{1,4})(?!\d)"
    r"|(?<!\d)(\d{1,4})\s*(?:A\.?D\.?|C\.?E\.?|n\.\s?(?:Chr\.?|u\.\s?Z\.))(?!\w)"
)
_EARLY_YEAR = re.compile(r"[(\[]?(-\d{1,4}|0\d{3}|[3-9]\d\d)(?:-\d\d){0,2}[?~%]{0,2}[)\]]?(?:/.*)?")
"""A year as ISO 8601 and EDTF have it, before 1000 too; fewer digits can be a shortened one."""
_DECADE = re.compile(r"(1\d|20)(\d)?(?:[Xx]{1,2}|u{1,2})(?!\w)")
_REIGNS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018} | dict.fromkeys(
    ("民國", "民国"), 1911
)
"""The year before the first of each."""
_REIGN = re.compile(rf"({'|'.join(_REIGNS)})\s*(\d{{1,3}}|元)(?!\d)")
_OTHER_CALENDAR = re.compile(
    r"(?<!\d)(?:1[0-4]\d\d\s*(?:A\.?\s?H\.?|S\.?\s?H\.?|هـ|ه|ق|ش)|5\d{3}\s*A\.?\s?M\.?)(?!\w)"
)
"""A year of a calendar that begins elsewhere: "1441 AH" is not of our era."""
_DIGITS = 9


def clean(text: str) -> str:
    """Return ``text`` on one line: runs of white space are one space, control characters none."""
    if not text.isprintable():
        text = _CONTROLS.sub("", text)
    return " ".join(text.split())


def without_tags(text: str) -> str:
    """Return ``text`` without HTML or JATS tags, its character references resolved, on one line."""
    if "<" in text:
        text = _MATH_SCRIPT.sub(lambda m: m[2] + set_script(m[3], low=m[1].endswith("b")), text)
        text = _SCRIPT.sub(lambda m: set_script(m[2], low=m[1].endswith(("b", "B"))), text)
        text = _TAG.sub("", _BREAK.sub(" ", text))
    return clean(html.unescape(text) if "&" in text else text)


def set_script(text: str, *, low: bool) -> str:
    """Return a subscript or superscript in the letters that Unicode has for it, else as it is."""
    stripped = text.strip()
    script = stripped.translate(_LOW if low else _HIGH)
    is_complete = not set(script) & set(stripped)
    return script if is_complete else text


def lines_without_tags(text: str) -> str:
    """Return ``text`` as ``without_tags`` does, in its lines; several blank ones are one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = "\n".join(map(without_tags, text.split("\n"))).strip()
    return _BLANK_LINES.sub("\n\n", lines)


def note_without_tags(text: str) -> str:
    """Return the plain text of a note in HTML, a line for each of its paragraphs and items."""
    if _TAG.search(text):
        text = _LINE_END.sub("\n", " ".join(text.split()))
    return lines_without_tags(text)


def extract_doi(text: str) -> str:
    """Return the bare DOI in a field meant for one ("doi:10.1000/x" → "10.1000/x"), else ""."""
    return next(iter(extract_dois(text)), "")


def extract_dois(text: str) -> list[str]:
    """Return the bare DOIs in a field meant for one; none if anything else stands there."""
    if "&" in text:
        text = html.unescape(text)
    text = _ANCHOR.sub("", text)
    bare = DOI_PREFIX.sub("", _DOI_LINK.sub("", text).removesuffix("[doi]")).strip()
    parts = [DOI_PREFIX.sub("", part).strip() for part in _DOI_END.split(bare) if part]
    dois = [unquote(part) if "%" in part else part for part in parts]
    return dois if all(map(_DOI.fullmatch, dois)) else []


def doi_in_url(url: str) -> str:
    """Return the DOI that a doi.org address leads to, else ""."""
    return extract_doi(url) if "doi.org/" in url.lower() else ""


def extract_arxiv(text: str) -> str:
    """Return the arXiv id, without version, in a field meant for it, else ""."""
    match = _ARXIV_WHOLE.fullmatch(text.strip())
    return match[1] if match else ""


def find_named_arxiv(*texts: str) -> str:
    """Return the arXiv id that one of ``texts`` names as such ("arXiv:1706.03762"), else ""."""
    for text in texts:
        match = _ARXIV_NAMED.search(text) or _ARXIV_DOI.fullmatch(text)
        if match:
            return match[1]
    return ""


def extract_year(*texts: str) -> int | None:
    """Return the first year that stands in ``texts``, negative before our era.

    A number below 1000 is one if nothing else stands there, or if its era does. Of "199X" it is the
    first.
    """
    return next((year for text in texts if (year := _read_year(text)) is not None), None)


def _read_year(text: str) -> int | None:
    text = write_plain_digits(text)
    if _YEAR.fullmatch(text):
        return int(text)
    text = _OTHER_CALENDAR.sub("", text)
    if reign := _REIGN.search(text):
        return _REIGNS[reign[1]] + (1 if reign[2] == "元" else int(reign[2]))
    return _read_year_of_era(text)


def _read_year_of_era(text: str) -> int | None:
    year: int | None = None
    match = _BEFORE_CHRIST.search(text)
    if match and not _YEAR.search(text, endpos=match.start()):  # "1903 [399 BC]" is of 1903
        year = -int(match[1])
    elif match := None if text.startswith("-") else _YEAR.search(text):
        year = int(match[1])
    elif match := _EARLY_YEAR.fullmatch(text.strip()):
        year = int(match[1]) or None
    elif match := _COMMON_ERA.search(text):
        year = int(match[1] or match[2])
    elif match := _DECADE.fullmatch(text.strip()):
        year = int(f"{match[1]}{match[2] or ''}".ljust(4, "0"))
    return year


def write_plain_digits(text: str) -> str:
    """Return a text with the digits of other scripts as 0 to 9: "१९८७" as "1987"."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in text)


def parse_number(text: str) -> int | None:
    """Return a whole number; ``None`` if it is none, or longer than any that counts something."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None


def list_names(*groups: list[str]) -> tuple[str, ...]:
    """Return the names of people as stated; a further group may name the same people again.

    Two people of one paper can have one name: "Lee, S." twice.
    """
    names: list[str] = []
    for group in groups:
        earlier_names = set(names)
        names += [name for name in group if name and name not in earlier_names]
    return tuple(names)


def distinct(texts: list[str]) -> tuple[str, ...]:
    """Return what is not empty, each once, in the order of first appearance."""
    return tuple(dict.fromkeys(text for text in texts if text))
