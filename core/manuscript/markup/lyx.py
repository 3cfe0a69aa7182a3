r"""A LyX document as Markdown: layouts become headings and paragraphs, citations become roles.

LyX writes one command or a piece of text in each line; ``\begin_inset`` and ``\begin_layout`` nest.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from core.manuscript.references.entry_fields import parse_entry

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
_TEXT_INSETS = frozenset(("Foot", "Flex", "space", "Box", "Branch", "Newline", "Newpage"))
_MOST_DEPTH = 60


@dataclass(slots=True)
class _Document:
    """What was read so far."""

    stated: dict[str, Any] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    item_type: str = ""
    key: str = ""
    """Of the entry of a list that is being read."""


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
    document = _Document()
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
        fields = parse_entry(text)
        year = [[fields.year]] if fields.year else []
        item = {
            "id": self.document.key, "title": fields.title or text[:120], "DOI": fields.doi,
            "author": [{"literal": name} for name in fields.authors],
            "container-title": fields.venue, "issued": {"date-parts": year},
        }  # fmt: skip
        if self.document.key:
            self.document.stated.setdefault("references", []).append(
                {name: value for name, value in item.items() if value}
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
        if kind == "CommandInset":
            return self._read_command(rest.strip())
        if kind == "Formula":
            return self._read_formula(rest)
        if kind not in _TEXT_INSETS or depth > _MOST_DEPTH:
            self._skip_inset()
            return _quote(rest) if kind == "Quotes" else ""
        inside = self._read_until("\\end_inset", depth + 1)
        text = " ".join(inside.split())
        return {"Foot": f"^[{text}]", "space": " ", "Newline": " "}.get(kind, inside)

    def _read_command(self, kind: str) -> str:
        begin = self.at
        self._skip_inset()
        lines = self.lines[begin : self.at - 1]
        settings = {
            match["name"]: match["value"] for line in lines if (match := _SETTING.match(line))
        }
        commands = [line.split()[1] for line in lines if line.startswith("LatexCommand ")]
        if kind == "citation":
            return _format_role(commands[0] if commands else "cite", settings)
        if kind == "bibtex":
            names = [part.strip() for part in settings.get("bibfiles", "").split(",")]
            files = [name if name.endswith(".bib") else f"{name}.bib" for name in names if name]
            self.document.stated.setdefault("bibliography", []).extend(files)
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


def _format_role(command: str, settings: dict[str, str]) -> str:
    keys = [key.strip() for key in settings.get("key", "").split(",") if key.strip()]
    if command == "nocite" or not keys:
        return ""
    before, after = (_UNSAFE_NOTE.sub("", settings.get(name, "")) for name in ("before", "after"))
    keys[0] = f"{{{before}}}{keys[0]}" if before else keys[0]
    keys[-1] = f"{keys[-1]}{{{after}}}" if after else keys[-1]
    return f"{{{_ROLES.get(command.lower().rstrip('*'), 'cite:p')}}}`{','.join(keys)}`"


def _unescape(text: str) -> str:
    return re.sub(r"\\(\W)", r"\1", text)
