"""Manuscripts of other formats, converted to the Markdown that is then read.

Jupyter notebooks and LyX documents are converted here; Org and reStructuredText by Pandoc.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.errors import FormatError
from core.formats.decoding import read_text
from core.formats.latex import decode_accents
from core.formats.names import split_name
from core.manuscript.markup.bibliographies import FRONT
from core.manuscript.references.author_names import is_organisation
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.text import pandoc

_CITE_TAG = re.compile(
    r"<(?P<tag>cite|strong|a|span)\b[^<>]*\bdata-cite=[\"'](?P<keys>[^\"'<>]+)[\"'][^<>]*>"
    r".{0,200}?</(?P=tag)\s*>",
    re.S | re.I,
)
"""How notebooks cite: ``<cite data-cite="oak2010">(Oak, 2010)</cite>``."""
_DIV = re.compile(r"^\s*:::.*$", re.M)
_RST_BIBLIOGRAPHY = re.compile(r"^[ \t]*\.\.[ \t]+(?:foot)?bibliography::(?P<names>[^\n]*)$", re.M)
_RST_CITATION = re.compile(r"\[\\\[(?P<label>[^\[\]\\\s]+)\\\]\]\(#?[^()\s]*\)(?:\{\.citation\})?")
_RST_UNCITED = re.compile(r":(?:cite:empty|nocite):(?=`)")
_RST_KEYS = re.compile(r":(?:foot)?cite(?::\w+)?:`[^`{}]{1,600}`")
_RST_ROLE = re.compile(
    r"(?P<ticks>`+)(?P<keys>[^`\n]{1,600})(?P=ticks)"
    r"\{\.interpreted-text role=\"(?P<role>(?:no|foot)?cite[\w:]*)\"\}"
)
_ORG_COMMAND = (
    r"(?:[Nn]o|[Aa]uto|[Pp]aren|[Tt]ext|[Ss]mart|[Ss]uper|[Ff]oot|(?:foot)?[Ff]ull"
    r"|[pf]?[Nn]ote|[apfstPFST]?[Vv]ol)?[cC]ite\w*"
)
_ORG_KEYS = r"&?[\w+./:-]*\w"
_ORG_LINK = re.compile(
    rf"\[\[(?P<command>{_ORG_COMMAND})\*?:(?P<cites>[^\[\]]+)\](?:\[(?P<note>[^\[\]]*)\])?\]"
    rf"|(?<![\w\[:/@\\~=-])(?P<bare>{_ORG_COMMAND})\*?:(?P<keys>{_ORG_KEYS}(?:[,;]{_ORG_KEYS})*)"
)
"""Citations of Org-ref; the note of a link holds what stands before and behind: "see::p. 3"."""
_ORG_TERM = re.compile(r"\[(?P<command>gls(?:pl)?|Gls(?:pl)?|acr\w+|ac[pf]?):(?P<term>[^\[\]]+)\]"
                       r"\((?P=command):[^()]*\)(?:\{\.uri\})?")  # fmt: skip
_ORG_TAG = re.compile(r"\s*\[\[[^\[\]]*\]\{\.smallcaps\}\]\{\.tag[^{}]*\}")
_ORG_TEXT_KEY = re.compile(r"(?<![\w\\{@])@(?P<key>\w(?:\w|[:.#$%&+?<>~/-](?=\w))*)")
"""A key that Pandoc writes; it escapes every other "@"."""
_TEX_LINE = re.compile(
    r"^[ \t]*\\(?![a-z]*cite|(?:begin|end)\b)\w+\*?(?:\[[^\]\n]*\]|\{[^{}\n]*\})*[ \t]*$",
    re.M | re.I,
)
_TEX_LAYOUT = re.compile(
    r"\\(?:par|noindent|newline|(?:new|clear)page|(?:no)?(?:line|page)break|(?:small|med|big)skip"
    r"|[hv]fill|centering)(?![A-Za-z])(?:\{\})?"
)
_TEX_BOUND = re.compile(r"^[ \t]*\\(?:begin|end)\{[^\n]*$", re.M)
_ORG_MACRO = re.compile(r"^[ \t]*#\+macro:[ \t]+(?P<name>[\w-]+)[ \t]+#\+[^\n]*$", re.M | re.I)
"""A macro that stands for a line of settings, which Pandoc sets in the text."""
_FORMULA_BEGIN = re.compile(
    r"(?<=\S)[ \t]+(?=\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\})"
)
"""Before a formula that Pandoc sets in the line."""
_ORG_KEPT = re.compile(
    r"^[ \t]*#\+begin_(?P<block>\w+).{0,20000}?^[ \t]*#\+end_(?P=block)"
    r"|\\begin\{(?P<name>\w+\*?)\}.{0,20000}?\\end\{(?P=name)\}|\\\(.{0,2000}?\\\)|\\\[.{0,2000}?\\\]"
    r"|\$\$.{0,2000}?\$\$|(?<![\w$\\])\$[^\s$](?:[^$\n]{0,300}[^\s$\\])?\$(?!\w)|(?<!\w)([=~])\S[^\n]{0,300}?\3(?!\w)",
    re.M | re.S | re.I,
)
"""Code and formulas, in which a sign behind a backslash stays as it is."""
_ORG_SIGN = re.compile(
    r"\\(?:(?P<line_end>\\[ \t]*(?=\n))|(?P<sign>[%&#{}_$])|(?P<space>[,;:!\t \\])|/"
    r"|(?P<literal>(?=[^\w\s-]|\d|\n)))"
)
_OWN_SIGNS = {"_": "\ue002", "$": "\ue003", "\\": "\ue004"}
"""What stands for signs that would mean something to Pandoc's reader of Org."""
_ORG_KEY = re.compile(r"&([\w:./+-]*\w)")
_ORG_CITATION = re.compile(r"\[cite(?P<style>/[\w-]+)?(?:/[\w/-]+)?:(?P<cites>[^\[\]]+)\]")
_ORG_YEAR = ("/y", "/year", "/d", "/date")
_ORG_REF_STYLES = {"citet": "/t", "textcite": "/t", "citeauthor": "/a", "citeyear": "/na",
                   "citeyearpar": "/na", "citedate": "/na", "nocite": "/n"}  # fmt: skip
_ORG_STYLES = ("/t", "/text", "/a", "/author", "/na", "/noauthor", "/n", "/nocite")
"""Those that Pandoc tells from plain citations; it takes most of the others for text."""
_ORG_LIST = re.compile(
    r"(?:^|(?<=\s))(?:\[?bibliography(?:style)?:[\w./,~-]+\]?(?:\([^()]*\))?\s*)+$", re.M
)
_ORG_BIBLIOGRAPHY = re.compile(
    r"^[ \t]*\[*(?:no)?(?:bibliography|addbibresource):(?P<names>[\w./,~-]+)\]*[ \t]*$"
    r"|^(?:#\+latex(?:_header)?:)?[ \t]*\\(?:bibliography|addbibresource)\{(?P<tex>[^{}\n]+)\}",
    re.M | re.I,
)
"""Where Org-ref has its bibliography."""
_RST_ENTRY = re.compile(
    r"^\[(?P<label>[^\[\]\s]+)\]\{#\S+\s\.citation-label\}[ \t]*\n+:[ \t]+", re.M
)
"""Citations and entries of reStructuredText itself, as Pandoc writes them."""
_RST_WHOLE_ENTRY = re.compile(
    rf"{_RST_ENTRY.pattern}(?P<text>[^\n]*(?:\n(?:[ \t]+\S[^\n]*|[ \t]*(?=\n[ \t]+\S)))*)", re.M
)


def is_converted(path: Path) -> bool:
    """Say whether a file is read as the Markdown that it is converted to."""
    return path.suffix.lower() in _CONVERTERS


def read_markdown(path: Path) -> str:
    """Return a file's text as Markdown.

    Raises:
        FormatError: it cannot be opened or converted.
    """
    converter = _CONVERTERS.get(path.suffix.lower(), read_text)
    return _convert_tex(path) if path.suffix.lower() == ".tex" else converter(path)


def _convert_tex(path: Path) -> str:
    """Return a chapter in LaTeX, which LyX includes; without Pandoc as it was written."""
    if pandoc.find_pandoc() is None:
        return read_text(path)
    return pandoc.convert(path, "latex", pandoc.MARKDOWN).decode("utf-8", "replace")


def _convert_notebook(path: Path) -> str:
    try:
        notebook = json.loads(read_text(path))
        cells = notebook.get("cells") or notebook["worksheets"][0]["cells"]
        blocks = [_read_cell(cell, at) for at, cell in enumerate(cells)]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise _damaged(path) from error
    return "\n\n".join(block for block in blocks if block)


def _read_cell(cell: dict[str, Any], number: int) -> str:  # Any: JSON values
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)
    kind = cell["cell_type"]
    if kind == "raw" and number == 0 and text.startswith("---"):
        return text  # front matter, as Quarto writes it
    if kind == "heading":
        return f"{'#' * int(cell.get('level', 1))} {text}"
    return _CITE_TAG.sub(_format_cite_tag, text) if kind == "markdown" else ""


def _format_cite_tag(match: re.Match[str]) -> str:
    return f"{{cite:p}}`{match['keys'].replace(';', ',')}`"


def _convert_lyx(path: Path) -> str:
    text = read_text(path)
    if not is_lyx(text) or "\n\\begin_body" not in text:
        raise _damaged(path)
    return convert_to_markdown(text)


def _damaged(path: Path) -> FormatError:
    return FormatError(
        "“{file}” is damaged.",
        file=path.name,
        remedy="Open the file in the program that wrote it and save it again.",
    )


def _convert_org(path: Path) -> str:
    org_text = read_text(path)
    for macro in _ORG_MACRO.finditer(org_text):
        call = re.escape(f"{{{{{{{macro['name']}}}}}}}")
        org_text = re.sub(rf"^[ \t]*{call}[ \t]*\n|{call}", "", org_text, flags=re.M)
    source = _ORG_LINK.sub(_format_org_link, org_text)
    source = _ORG_CITATION.sub(_simplify_citation, source)
    text = _without_backslashes(source)
    tame = _TEX_LINE.sub("", text)  # a line of TeX may be what Pandoc cannot read
    plain = _TEX_LAYOUT.sub("", tame)
    for attempt in dict.fromkeys((text, tame, plain, _TEX_BOUND.sub("", plain))):
        try:
            data = pandoc.convert(path, "org", pandoc.MARKDOWN, text=attempt)
            break
        except FormatError as error:
            failure = error
    else:
        raise failure
    markdown = _FORMULA_BEGIN.sub("\n", data.decode("utf-8", "replace"))
    for sign, own in _OWN_SIGNS.items():
        markdown = markdown.replace(own, f"\\{sign}")
    markdown = _ORG_TEXT_KEY.sub(r"@{\g<key>}", markdown)
    markdown = _ORG_TAG.sub("", _ORG_TERM.sub(r"\g<term>", markdown))
    markdown = _ORG_LIST.sub("", markdown)
    names = [match["names"] or match["tex"] for match in _ORG_BIBLIOGRAPHY.finditer(source)]
    return "\n\n".join([markdown, *map(_format_directive, names)])


def _simplify_citation(match: re.Match[str]) -> str:
    """Return a citation of Org as Pandoc reads it.

    It knows few styles, and no "[cite:see; @oak; @elm; and others]", where the first and the last
    words belong to all of the keys.
    """
    style = match["style"] or ""
    if style in ("/n", "/nocite"):
        keys = ",".join(re.findall(r"@(\*|[^\s;,\[\]]+)", match["cites"]))
        return f"@@html:{{nocite}}`{keys}`@@" if keys else ""
    style = "/na" if style in _ORG_YEAR else style if style in _ORG_STYLES else ""
    first, *parts = match["cites"].split(";")
    if parts and "@" not in first:
        parts[0] = f"{first.rstrip()} {parts[0].lstrip()}"
    else:
        parts.insert(0, first)
    if len(parts) > 1 and "@" not in parts[-1]:
        parts[-2:] = [f"{parts[-2].rstrip()}, {parts[-1].lstrip()}".rstrip(" ,")]
    return f"[cite{style}:{';'.join(parts)}]"


def _without_backslashes(source: str) -> str:
    """Return Org with the signs and accents that TeX writes with a backslash; Pandoc reads none."""
    pieces, at = [], 0
    for passage in _ORG_KEPT.finditer(source):
        pieces += [
            _ORG_SIGN.sub(_format_sign, decode_accents(source[at : passage.start()])),
            passage[0],
        ]
        at = passage.end()
    return "".join([*pieces, _ORG_SIGN.sub(_format_sign, decode_accents(source[at:]))])


def _format_sign(match: re.Match[str]) -> str:
    if match["line_end"]:
        return r"\\"
    sign = match["sign"] or "\\" * (match["literal"] is not None)
    return _OWN_SIGNS.get(sign, sign) or " " * bool(match["space"])


def _format_directive(names: str) -> str:
    """Return what MyST says where its bibliography is."""
    return f"```{{bibliography}} {names.replace(',', ' ').strip()}\n```"


def _format_org_link(match: re.Match[str]) -> str:
    """Return a citation of Org-ref 3, "citet:see &oak2010 p. 3;&ash2011", as Org's own.

    Those before had keys alone: "citet:oak2010,ash2011".
    """
    cites = match["cites"] or match["keys"]
    is_new = "&" in cites
    if not is_new:
        cites = ";".join(f"&{key.strip()}" for key in cites.split(",") if key.strip())
    before, _, behind = (match["note"] or "").rpartition("::")
    style = _ORG_REF_STYLES.get((match["command"] or match["bare"]).lower(), "")
    parts = [before, _ORG_KEY.sub(r"@\1", cites), behind]
    return f"[cite{style}:{';'.join(part.strip() for part in parts if part.strip())}]"


def _convert_rst(path: Path) -> str:
    source = read_text(path)
    text = _RST_UNCITED.sub(":nocite:", source)
    text = _RST_KEYS.sub(lambda match: "".join(match[0].split()), text)  # Pandoc loses keys
    markdown = pandoc.convert(path, "rst", pandoc.MARKDOWN, text=text).decode("utf-8", "replace")
    markdown = _RST_ROLE.sub(r"{\g<role>}`\g<keys>`", markdown)
    names = [match["names"] for match in _RST_BIBLIOGRAPHY.finditer(source)]
    if names:  # what is typed is listed with what the bibliography has
        stated, markdown = _take_entries(_DIV.sub("", markdown))
        markdown = _RST_CITATION.sub(r"{cite:p}`\g<label>`", markdown)
        return f"{stated}{markdown}\n\n" + "\n\n".join(map(_format_directive, names))
    typed = _RST_ENTRY.sub(r"[\g<label>] ", _add_list_title(markdown))
    return _DIV.sub("", _RST_CITATION.sub(r"[\g<label>]", typed))


def _take_entries(markdown: str) -> tuple[str, str]:
    """Return the typed entries of a text as front matter, with what it has, and the other text."""
    items: list[dict[str, Any]] = []  # Any: JSON values

    def take(match: re.Match[str]) -> str:
        items.append(_make_item(match["label"], " ".join(match["text"].split())))
        return ""

    rest = _RST_WHOLE_ENTRY.sub(take, markdown)
    if not items:
        return "", markdown
    front = FRONT.match(rest)
    references = f"references: {json.dumps(items, ensure_ascii=False)}"
    stated = f"{front['yaml']}\n{references}" if front else references
    return f"---\n{stated}\n---\n", rest[front.end() :] if front else rest


def _make_item(key: str, text: str) -> dict[str, Any]:  # Any: JSON values
    """Return a typed entry as CSL has it, under the key that cites it."""
    fields = parse_entry(text)
    item = {
        "id": key, "title": fields.title or text[:120], "DOI": fields.doi,
        "author": [_make_name(name) for name in fields.authors],
        "container-title": fields.venue,
        "issued": {"date-parts": [[fields.year]] if fields.year else []},
    }  # fmt: skip
    return {name: value for name, value in item.items() if value}


def _make_name(name: str) -> dict[str, str]:
    if is_organisation(name) or " " not in name:
        return {"literal": name}
    parts = split_name(name)
    return {"given": parts.given_name, "family": parts.family, "suffix": parts.suffix}


def _add_list_title(markdown: str) -> str:
    """Return Markdown with a title above the entries at its end, if no heading is there."""
    first = _RST_ENTRY.search(markdown)
    if first is None or markdown[: first.start()].rstrip().rpartition("\n")[2].startswith("#"):
        return markdown
    return f"{markdown[: first.start()]}\n\n# References\n\n{markdown[first.start() :]}"


_CONVERTERS: dict[str, Callable[[Path], str]] = {
    ".ipynb": _convert_notebook,
    ".lyx": _convert_lyx,
    ".org": _convert_org,
    ".rst": _convert_rst,
}
SUFFIXES = tuple(_CONVERTERS)


# --- lyx --------------------------------------------------------------------------------
#
# A LyX document as Markdown: layouts become headings and paragraphs, citations become roles.
#
# LyX writes one command or a piece of text in each line; ``\begin_inset`` and ``\begin_layout``
# nest.

_LEVELS = ("Part", "Chapter", "Section", "Subsection", "Subsubsection", "Paragraph", "Subparagraph")
_ITEMS = frozenset(("Itemize", "Enumerate", "Description", "Labeling"))
_SETTING = re.compile(r'(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"')
_ROLES = {"citet": "cite:t", "textcite": "cite:t", "citeauthor": "cite:author",
          "citeyear": "cite:year", "citeyearpar": "cite:year", "footcite": "footcite"}  # fmt: skip
_SIGNS = {"ldots": "…", "endofsentence": ".", "slash": "/", "nobreakdash": "-", "softhyphen": "",
          "\\ldots{}": "…", "\\@.": ".", "\\-": "", "\\slash{}": "/", "\\nobreakdash-": "-",
          "LyX": "LyX", "TeX": "TeX", "LaTeX": "LaTeX", "LaTeX2e": "LaTeX2e"}  # fmt: skip
_QUOTES = {"l": "“", "r": "”"}
_TO_ESCAPE = re.compile(r"([\\`*_\[\]<>@$#{}~^|])")
_UNSAFE_NOTE = re.compile(r"[`{}\\]")
_BESIDE = frozenset(("Float", "Wrap", "Tabular"))
_NOTES = frozenset(("Foot", "Marginal"))
_TEXT_INSETS = _BESIDE | _NOTES | frozenset(
    ("Flex", "space", "Box", "Branch", "Newline", "Newpage", "script", "Preview", "Caption", "Text")
)  # fmt: skip
_BRANCH_OFF = re.compile(r"^\\branch (?P<name>.+)\n\\selected 0$", re.M)
_TEX_CITE = re.compile(r"\\\w*cite\w*\*?(?:\[[^\]]*\]){0,2}\{[^{}]+\}", re.I)
_ROLE = re.compile(r"\{(?:foot)?cite(?::\w+)?\}`(?P<keys>[^`\n]+)`")
_MOST_DEPTH = 60


@dataclass(slots=True)
class _Document:
    """What was read so far."""

    stated: dict[str, Any] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    item_type: str = ""
    key: str = ""
    """Of the entry of a list that is being read."""
    left_out: frozenset[str] = frozenset()
    """The branches that are not printed."""


def is_lyx(text: str) -> bool:
    """Say whether a text is a LyX document."""
    return text.lstrip("\ufeff").startswith("#LyX")


def convert_to_markdown(text: str) -> str:
    """Return the text as Markdown with front matter; "" if it has no body."""
    lines = text.splitlines()
    begins = [at for at, line in enumerate(lines) if line.startswith("\\begin_body")]
    if not begins:
        return ""
    first_level = 1 if "\\begin_layout Chapter" in text else 2
    document = _Document(left_out=frozenset(_BRANCH_OFF.findall(text)))
    _Reading(lines, begins[0] + 1, document, first_level).read_body()
    front = json.dumps(document.stated, ensure_ascii=False)[1:-1]
    values = "\n".join(
        f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in document.stated.items()
    )
    return "\n\n".join([f"---\n{values}\n---" if front else "", *document.blocks])


@dataclass(slots=True)
class _Reading:
    lines: list[str]
    at: int
    document: _Document
    first_level: int

    def read_body(self) -> None:
        """Read all layouts of the body."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if line.startswith("\\begin_layout"):
                name = line.removeprefix("\\begin_layout").strip().rstrip("*")
                self._add_layout(name, self._read_until("\\end_layout", 0))
            elif line.startswith("\\end_body"):
                return

    def _add_layout(self, name: str, text: str) -> None:
        text = " ".join(text.split()) if name in ("Title", "Author", *_LEVELS) else text.strip()
        if not text and name != "Bibliography":
            return
        stated = self.document.stated
        if name == "Title":
            stated["title"] = _unescape(text)
        elif name == "Author":
            names = [part.strip() for part in re.split(r",|\band\b", _unescape(text))]
            stated["author"] = [*stated.get("author", []), *(part for part in names if part)]
        elif name == "Abstract":
            abstract = f"{stated.get('abstract', '')}\n\n{text}"
            stated["abstract"] = abstract.strip()
        elif name == "Bibliography":
            self._add_entry(_unescape(text))
        elif name in _LEVELS:
            level = max(1, _LEVELS.index(name) + 1 - self.first_level + (self.first_level == 1))
            self.document.blocks.append(f"{'#' * min(level, 6)} {text}")
        else:
            self.document.blocks.append(f"- {text}" if name in _ITEMS else text)

    def _add_entry(self, text: str) -> None:
        if self.document.key:
            self.document.stated.setdefault("references", []).append(
                _make_item(self.document.key, text)
            )
        self.document.key = ""

    def _read_until(self, end: str, depth: int) -> str:
        """Return the text up to a command, with what insets in it become."""
        pieces: list[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if line.startswith(end):
                break
            if line.startswith("\\begin_inset"):
                pieces.append(self._read_inset(line.removeprefix("\\begin_inset").strip(), depth))
            elif line.startswith("\\begin_layout"):
                pieces += [self._read_until("\\end_layout", depth + 1), " "]
            elif line.startswith("\\backslash"):
                pieces.append("\\\\")
            elif line.startswith("\\SpecialChar"):
                pieces.append(_SIGNS.get(line.removeprefix("\\SpecialChar").strip(), ""))
            elif not line.startswith(("\\", "#")):
                pieces.append(_TO_ESCAPE.sub(r"\\\1", line))
        return "".join(pieces)

    def _read_inset(self, name: str, depth: int) -> str:
        kind, _, rest = name.partition(" ")
        readers = {"CommandInset": self._read_command, "Formula": self._read_formula,
                   "ERT": self._read_tex}  # fmt: skip
        if kind in readers:
            return readers[kind](rest.strip())
        is_off = kind == "Branch" and rest.strip() in self.document.left_out
        if kind not in _TEXT_INSETS or depth > _MOST_DEPTH or is_off:
            self._skip_inset()
            return _quote(rest) if kind == "Quotes" else ""
        return self._read_text(kind, depth)

    def _read_text(self, kind: str, depth: int) -> str:
        inside = self._read_until("\\end_inset", depth + 1)
        text = " ".join(inside.split())
        if kind in _BESIDE:
            return f"<figure>{_ROLE.sub(_name_keys, text)}</figure>"
        if kind in _NOTES:
            return f"^[{text}]"
        return " " if kind in ("space", "Newline") else inside

    def _read_tex(self, _rest: str) -> str:
        """Return the citations in a piece of TeX."""
        begin = self.at
        self._skip_inset()
        lines = self.lines[begin : self.at - 1]
        text = "".join(line.replace("\\backslash", "\\") for line in lines
                       if line == "\\backslash" or not line.startswith("\\"))  # fmt: skip
        return " ".join(match[0] for match in _TEX_CITE.finditer(text))

    def _read_command(self, kind: str) -> str:
        begin = self.at
        self._skip_inset()
        lines = self.lines[begin : self.at - 1]
        settings = {
            match["name"]: match["value"] for line in lines if (match := _SETTING.match(line))
        }
        commands = [line.split()[1] for line in lines if line.startswith("LatexCommand ")]
        if kind == "citation":
            return _format_lyx_role(commands[0] if commands else "cite", settings)
        if kind == "bibtex":
            names = [part.strip() for part in settings.get("bibfiles", "").split(",")]
            self.document.blocks.append(_format_directive(",".join(filter(None, names))))
        if kind == "include" and commands[:1] in (["include"], ["input"]):
            self.document.blocks.append(f"```{{include}} {settings.get('filename', '')}\n```")
        if kind == "bibitem":
            self.document.key = settings.get("key", "")
        if kind == "href":
            return _TO_ESCAPE.sub(r"\\\1", settings.get("name", ""))
        return ""

    def _read_formula(self, first: str) -> str:
        begin = self.at
        self._skip_inset()
        formula = "\n".join([first, *self.lines[begin : self.at - 1]]).strip()
        if formula.startswith("$"):
            return formula
        inside = formula.removeprefix("\\[").removesuffix("\\]")
        return f" $${' '.join(inside.split())}$$ "

    def _skip_inset(self) -> None:
        depth = 1
        while self.at < len(self.lines) and depth:
            depth += self.lines[self.at].startswith("\\begin_inset")
            depth -= self.lines[self.at].startswith("\\end_inset")
            self.at += 1


def _quote(kind: str) -> str:
    """Return the sign of a quotation mark: "eld" is an English left double one."""
    return _QUOTES.get(kind[1:2], "") if kind[2:3] != "s" else "’"


def _format_lyx_role(command: str, settings: dict[str, str]) -> str:
    keys = [key.strip() for key in settings.get("key", "").split(",") if key.strip()]
    if command == "nocite" or not keys:
        return ""
    before, after = (_UNSAFE_NOTE.sub("", settings.get(name, "")) for name in ("before", "after"))
    keys[0] = f"{{{before}}}{keys[0]}" if before else keys[0]
    keys[-1] = f"{keys[-1]}{{{after}}}" if after else keys[-1]
    return f"{{{_ROLES.get(command.lower().rstrip('*'), 'cite:p')}}}`{','.join(keys)}`"


def _name_keys(match: re.Match[str]) -> str:
    """Return the keys of a citation as what stands beside the text names them."""
    keys = re.sub(r"\{[^{}]*\}", "", match["keys"]).split(",")
    return " ".join(f"@{key.strip()}" for key in keys)


def _unescape(text: str) -> str:
    return re.sub(r"\\(\W)", r"\1", text)
