"""Titles that many papers give their sections, above all that of the reference list."""

from __future__ import annotations

import re

_KNOWN = re.compile(
    r"(?:abstract|summary|introduction|background|related works?|previous work|preliminaries"
    r"|methods?|methodology|materials and methods|experiments?|experimental (?:setup|results)"
    r"|results(?: and discussion)?|evaluation|discussion|conclusions?(?: and future work)?"
    r"|concluding remarks|future work|limitations|ethics statement|broader impact"
    r"|acknowledge?ments?|funding|references(?: and notes)?|bibliography|literature(?: cited)?"
    r"|works cited|appendix|appendices|supplement(?:ary|al) (?:materials?|information)"
    r"|statement of need|author contributions|data availability|keywords)[.:]?",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"(?:(?:\d{1,2}(?:\.\d{1,2})?|[A-Z](?:\.\d{1,2})?|[IVX]{1,5})\.?\s+)?"
    r"(?:list of |(?:supplement\w*|additional|appendix|online|further|methods?|cited|primary) )?"
    r"(?:references(?: and notes)?|bibliography|literature(?: cited)?|works cited|references cited)"
    r"(?: (?:for|to|of|in) (?:the )?(?:\w+ ){0,3}\w+)?[.:]?",
    re.IGNORECASE,
)


def is_references_title(text: str) -> bool:
    """Say whether the text is the heading of a reference list."""
    return bool(_REFERENCES.fullmatch(unspaced(text)))


def is_known_title(text: str) -> bool:
    """Say whether the text is one of the headings that many papers have."""
    return bool(_KNOWN.fullmatch(unspaced(text)))


def unspaced(text: str) -> str:
    """Return letter-spaced words closed up ("R E F E R E N C E S"), others as they are."""
    if re.fullmatch(r"(?:\S ){3,}\S", text.strip()):
        return text.replace(" ", "")
    return re.sub(r"\b([A-Z]) (?=[A-Z]{3,}\b)", r"\1", text.strip())
