"""What MyST and Sphinx add to Markdown: roles, labels of headings, and links that cite.

A role is a name in braces before a text in backticks: "{cite:t}`oak2010`". A link without a text
cites the work whose key or DOI it leads to: "[](#oak2010)", "[](doi:10.…)".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.base.records import PaperRecord
from core.formats.fields import extract_doi

Part = tuple[str, str, str]
"""What stands before a key, the key, and what stands behind it."""

CITING_ROLE = re.compile(
    r"(?:\{(?P<role>(?:no|foot)?cite(?:\w{1,12}|:\w+)?)\}|:(?P<rst>(?:foot)?cite(?:\w{1,12}|:\w+)?):)"
    r"`(?P<keys>[^`\n]{1,600})`"
)
BIBLIOGRAPHY_DIRECTIVE = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{(?:foot)?bibliography\}(?P<names>[^\n]*)", re.M
)
LINK = re.compile(
    r"(?<!!)\[(?P<text>[^\[\]\n]{0,300})\]\((?:(?:doi:|https?://(?:dx\.)?doi\.org/)(?P<doi>10\.[^\s()<>]+)"
    r"|#(?P<key>[^\s()<>]+))\)|<doi:(?P<bare>10\.[^\s<>]+)>"
)
LABEL = re.compile(r"^[ \t]*\((?P<label>[\w:. -]{1,100})\)=[ \t]*$", re.M)
"""The name of what follows: "(sec-wind)=" before a heading."""
_ROLE = re.compile(
    r"(?<![`\\])\{(?P<name>[a-zA-Z][\w:+.-]{0,30})\}(?P<ticks>`+)(?P<inside>[^`\n]{1,300})(?P=ticks)"
)
_LONGEST_COMMAND = 30
_IN_COMMAND = re.compile(r"\\[a-zA-Z]+\*?\Z")
"""The beginning of a command of LaTeX, whose argument is no name of a role."""
_REFERS = re.compile(r"(?:prf:|std:)?(?:num)?(?:ref|eq|doc|any)")
_TARGET = re.compile(r"\s*<[^<>]*>\Z")
_ROLE_KEY = re.compile(
    r"\s*(?:\{(?P<before>[^{}]*)\})?\s*(?P<key>[^{}\s,;]+)\s*(?:\{(?P<behind>[^{}]*)\})?\s*\Z"
)
_KINDS = {
    "text": ("t", "ts", "ct", "cts", "text", "textual"),
    "year": ("year", "years", "yearpar"),
    "author": ("author", "authors", "authorpar", "authorpars", "cauthor", "cauthors"),
    "title": ("title",),
    "none": ("empty",),
}
_FORMS = {kind: form for form, kinds in _KINDS.items() for kind in kinds}


def read_role(match: re.Match[str]) -> tuple[str, list[Part]] | None:
    """Return form and parts of a role that cites: "{cite:t}`{see}oak2010{p. 3},elm2012`".

    ``None`` if its keys cannot be read.
    """
    name = (match["role"] or match["rst"]).casefold()
    kind = re.sub(r"\A(?:no|foot)?cite:?", "", name)
    form = "raised" if name.startswith("foot") and kind != "t" else _FORMS.get(kind, "cite")
    keys = [_ROLE_KEY.match(piece) for piece in re.split(r"[,;](?![^{}]*\})", match["keys"])]
    parts = [(key["before"] or "", key["key"], key["behind"] or "") for key in keys if key]
    is_none = name.startswith("no")
    return ("none" if is_none else form, parts) if len(parts) == len(keys) else None


def list_keys(text: str) -> Iterator[str]:
    """Yield the keys that roles and links of a text may cite."""
    for role in CITING_ROLE.finditer(text):
        yield from re.split(r"[\s,;{}]+", role["keys"])
    for link in LINK.finditer(text):
        yield link["key"] or ""


def plain_roles(text: str) -> str:
    """Return a text without the names of roles that do not cite, and without labels."""
    return _ROLE.sub(_plain_role, LABEL.sub("", text))


def _plain_role(match: re.Match[str]) -> str:
    if _IN_COMMAND.search(match.string, max(0, match.start() - _LONGEST_COMMAND), match.start()):
        return match[0]  # \textbf{bold}`code`
    text = _TARGET.sub("", match["inside"]).strip()
    if match["name"] == "math":
        return f"${match['inside']}$"
    if match["name"].startswith("eval"):
        return "…"
    has_text = text and text != match["inside"].strip()
    return "[ref]" if _REFERS.fullmatch(match["name"]) and not has_text else text


def read_link(match: re.Match[str], records: Mapping[str, PaperRecord]) -> str:
    """Return the key that a link cites, or the DOI as a key; "" if it is a link as any other."""
    if match["key"]:
        return match["key"] if match["key"] in records else ""
    doi = extract_doi(match["doi"] or match["bare"])
    is_address = "](http" in match[0]
    if not doi or (is_address and match["text"].strip()):
        return ""
    keys = (key for key, record in records.items() if record.doi.casefold() == doi.casefold())
    return next(keys, f"doi:{doi}")
