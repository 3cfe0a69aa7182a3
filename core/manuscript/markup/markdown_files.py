"""The files of a Markdown manuscript as one text: what it includes is in place, comments are gone.

Quarto, R Markdown, MyST, Pandoc's filters, MultiMarkdown and Obsidian each include in their own
way. Code in fences is left out; a fence or a comment that does not end takes nothing with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from core.base.messages import Message
from core.base.records import UnreadPart
from core.formats.decoding import read_text
from core.formats.latex import decode
from core.manuscript.latex.style import Style
from core.manuscript.markup.bibliographies import FRONT, beside, load_yaml, split_names
from core.manuscript.markup.books import find_book
from core.manuscript.markup.myst import BIBLIOGRAPHY_DIRECTIVE
from core.manuscript.markup.source_texts import GatheredFiles
from core.manuscript.markup.written import Front, check_size, style_named
from core.manuscript.text.coverage import missing_file, outside_file, unclosed

_MOST_FAULTS = 20
_MOST_STATED = 200_000  # characters of front matter
_FENCE = re.compile(r"^[ \t]*(?P<fence>`{3,}|~{3,}|:{3,})[ \t]*(?P<info>[^`\n]*)$", re.M)
_COMMENT = re.compile(r"<!--(?P<inside>(?:(?!<!--).)*?)-->", re.S)
_BROKEN_INCLUDE = re.compile(
    r"^[ \t]*(?:\{{0,2}<[ \t]*include\b|`{3,}[ \t]*\{?include\b|!include\b)[^\n]*", re.M
)
_MYST_COMMENT = re.compile(r"^[ \t]{0,3}%(?P<inside>[^\n]*)(?:\n|\Z)", re.M)
_WRITTEN_IN_MYST = re.compile(r"\{cite(?::\w+)?\}`|^(?:`{3,}|:{3,})\{[a-z]", re.M)
_MYST_SUFFIXES = frozenset((".md", ".markdown", ".myst"))
_COMMENT_OPENS = re.compile(r"<!--")
_CHILD = re.compile(
    r"(?:\bchild\s*=|#\|\s*child\s*:)\s*(?P<names>c\([^()]*\)|\"[^\"]*\"|'[^']*'|\S+)"
)
_NAME = re.compile(r"[\"'](?P<name>[^\"'\n]+)[\"']")
_MYST = re.compile(r"\{include\}[ \t]*(?P<name>\S+)")
_NAMES_INCLUDE = re.compile(r"(?:^(?:\{\s*)?|[.{])include(?![\w.-]|\s*[=:])")
"""A directive or a class; knitr's option ``include=FALSE`` hides a result."""
_TEXT_DIRECTIVE = re.compile(
    r"\{(?:note|admonition|tip|hint|warning|important|attention|caution|danger|error|seealso"
    r"|topic|sidebar|margin|epigraph|highlights|pull-quote|dropdown|prf:\w+|exercise|solution"
    r"|abstract|aside)\}"
)
"""Directives of MyST that hold running text."""
_DIRECTIVE_BESIDE = re.compile(r"\{(?:figure|table|list-table|csv-table|subfigure)\}")
_FIRST_OPTIONS = re.compile(r"\n(?:[ \t]*:[\w-]+:[^\n]*(?:\n|\Z))+")
_DIRECTIVE_OPTIONS = re.compile(r"^(?:[ \t]*:[\w-]+:[^\n]*\n)+|\A\n---\n.*?\n---\n", re.M | re.S)
_INCLUDED = re.compile(
    r"\{\{<[ \t]*include[ \t]+[\"']?(?P<quarto>[^\s\"'<>]+)[\"']?[ \t]*>\}\}"
    r"|^!include(?:-\w+)?[ \t]+[\"'`]?(?P<filter>[^\s\"'`]+)[\"'`]?[ \t]*$"
    r"|^!include`(?P<ticks>[^`\n]+)`|^\{\{(?P<transcluded>[\w./ -]+\.\w+)\}\}[ \t]*$"
    r"|^-{1,2}8<-{1,2}[ \t]+[\"'](?P<snippet>[^\"'\n]+)[\"']"
    r"|!\[\[(?P<embedded>[^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]",
    re.M,
)
_SHORTCODE = re.compile(r"(?<![{`])\{\{<[ \t]*(?P<name>[\w-]+)(?P<arguments>[^<>\n]*)>\}\}(?!\})")
"""What Quarto fills in: a value of the front matter, a break of the page, a video."""
_VALUES = frozenset(("var", "env", "meta"))
_PICTURES = frozenset(
    (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".pdf", ".bmp", ".mp4", ".mp3", ".tiff")
)
_SIGNS_ON_NAME = re.compile(
    r"\s*(?:\^[^^]*\^|\\(?:textsuperscript|thanks|footnote[a-z]*|inst|affil|orcid[A-Za-z]*|[a-z]*ref)"
    r"(?:\[[^\[\]]*\])?\{[^{}]*\}|\$[^$]*\$|<sup>[^<]*</sup>)|[*†‡]"
)
_BEFORE_NAME = re.compile(
    r"[^:]{1,40}:\s+|(?:vorgelegt|eingereicht|submitted)\s+(?:von|by)\s+", re.I
)
_CSL_NUMERIC = re.compile(r"citation-format=\"numeric\"")


@dataclass(slots=True)
class MarkdownFiles(GatheredFiles):
    """The files of a Markdown manuscript; ``stated`` is what front matter or a book states."""

    stated: Mapping[str, Any] = field(default_factory=dict)  # Any: YAML

    def gather(self) -> str:
        """Return the text with all it includes and all other chapters; fills ``stated``.

        Raises:
            FormatError: a file cannot be opened, includes itself, or all is far too large.
        """
        text = self._text(self.main, ())
        book = find_book(self.main)
        if book is None:
            return _fill_shortcodes(text, self.stated)
        own_title = _write_heading(self.stated) if book.stated.get("title") else ""
        self.stated = {**self.stated, **book.stated}
        main = self.main.absolute().resolve()
        chapters = (
            self._included(name, (main,), self.main.name, "", is_chapter=True)
            for name in book.chapters
        )
        whole = check_size(self.main, "\n\n".join([own_title + text, *chapters]))
        return _fill_shortcodes(whole, self.stated)

    def _text(self, path: Path, above: tuple[Path, ...], *, is_chapter: bool = False) -> str:
        own, name, source = self.read_included(path, above, "Remove the include.")
        front = FRONT.match(source)
        body = source[front.end() :] if front else source
        stated = _read_front(front["yaml"]) if front and (is_chapter or not above) else {}
        if not above:
            self.stated = stated
        heading = _write_heading(stated) if is_chapter else ""
        lines = source.count("\n", 0, front.end()) if front else 0
        self.source.texts.append((name, "\n" * lines + body))
        here = (*above, own)
        text = self._without_comments(self._without_code(body, here, name))

        def included(match: re.Match[str]) -> str:
            file_name = next(group for group in match.groups() if group)
            if match["embedded"] and Path(file_name).suffix.lower() in _PICTURES:
                return match[0]
            return self._included(file_name.strip(), here, name, match[0])

        text = _INCLUDED.sub(included, text)
        for match in islice(_BROKEN_INCLUDE.finditer(text), _MOST_FAULTS):
            self._note_broken(match[0].strip())
        return check_size(path, heading + text)

    def _note_broken(self, include: str) -> None:
        """Note what looks like an include and is none."""
        message = Message("“{include}” could not be included.", include=include)
        file, line = self.source.place(include)
        self.unread.append(UnreadPart(kind="file", text=message, file=file, line=line))

    def _without_code(self, text: str, here: tuple[Path, ...], name: str) -> str:
        """Return a text without code in fences; those that include a file give its text."""
        pieces, at = [], 0
        faults = 0
        while opened := _FENCE.search(text, at):
            pieces.append(text[at : opened.start()])
            is_code = opened["fence"][0] != ":"
            closed = self._close(text, opened, faults)
            if closed is None:
                if is_code:
                    faults += 1
                    line = opened[0].strip()
                    self.unread.append(unclosed(line, *self.source.place(opened[0])))
                pieces.append(self._directive(opened, "", here, name))
                at = opened.end()
                if _TEXT_DIRECTIVE.match(opened["info"]):
                    options = _FIRST_OPTIONS.match(text, at)
                    at = options.end() if options else at
                continue
            inside = text[opened.end() : closed.start()]
            if _TEXT_DIRECTIVE.match(opened["info"]):
                pieces.append(_DIRECTIVE_OPTIONS.sub("\n", f"\n{inside}\n"))
                at = closed.end()
                continue
            if _DIRECTIVE_BESIDE.match(opened["info"]):
                pieces.append(f"\n<figure>{opened['info']}\n{inside}</figure>\n")
                at = closed.end()
                continue
            pieces.append(self._directive(opened, inside, here, name))
            self.aside += [inside] if is_code else []
            at = closed.end()
        return "".join([*pieces, text[at:]])

    def _close(self, text: str, opened: re.Match[str], faults: int) -> re.Match[str] | None:
        """Return where code in a fence ends; ``None`` if nowhere, or what it holds is text."""
        sign, length = opened["fence"][0], len(opened["fence"])
        if faults > _MOST_FAULTS or (sign == ":" and not _MYST.match(opened["info"])):
            return None
        end = re.compile(rf"^[ \t]*{re.escape(sign)}{{{length},}}[ \t]*$", re.M)
        closed = end.search(text, opened.end())
        again = re.compile(rf"^[ \t]*{re.escape(sign)}{{{length}}}[ \t]*[{{\w.][^`\n]*$", re.M)
        is_open = closed and again.search(text, opened.end(), closed.start())
        return None if is_open else closed

    def _directive(
        self, opened: re.Match[str], inside: str, here: tuple[Path, ...], name: str
    ) -> str:
        """Return the text of the files that code in a fence includes."""
        names = list(_names_in_fence(opened["info"], inside))
        if not names and _NAMES_INCLUDE.search(opened["info"]):
            self._note_broken(opened[0].strip())
        texts = (self._included(file_name, here, name, opened[0]) for file_name in names)
        return "\n\n".join(texts)

    def _without_comments(self, text: str) -> str:
        def take_out(match: re.Match[str]) -> str:
            self.aside.append(match["inside"])
            return ""

        text = _COMMENT.sub(take_out, text)
        if self.main.suffix.lower() in _MYST_SUFFIXES and _WRITTEN_IN_MYST.search(text):
            text = _MYST_COMMENT.sub(take_out, text)
        for number, match in enumerate(_COMMENT_OPENS.finditer(text)):
            if number < _MOST_FAULTS:
                place = self.source.place(text[match.start() : match.start() + 60])
                self.unread.append(unclosed("<!--", *place))
        return _COMMENT_OPENS.sub("", text)

    def _included(
        self,
        file_name: str,
        above: tuple[Path, ...],
        file: str,
        directive: str,
        *,
        is_chapter: bool = False,
    ) -> str:
        """Return the text of a file that is included, noting it where it is not there."""
        inside = Path(file_name)  # from the folder above, as knitr runs in that of the project
        below = inside.parts[1:] if inside.parts[:1] == (self.folder.name,) else ()
        names = [file_name, f"{file_name}.md", *([str(Path(*below))] if below else [])]
        paths = [base / name for base in (above[-1].parent, self.folder) for name in names]
        is_outside = False
        for path in paths:
            try:
                file_path = path.resolve()
                is_inside = file_path.is_relative_to(self.folder)
                is_outside = is_outside or not is_inside
                if is_inside and file_path.is_file():
                    return f"\n\n{self._text(file_path, above, is_chapter=is_chapter)}\n\n"
            except (OSError, ValueError, RuntimeError):  # no name a file could have
                continue
        make = outside_file if is_outside else missing_file
        self.unread.append(make(file_name, file, self.source.place(directive)[1]))
        return ""


def _read_front(source: str) -> Mapping[str, Any]:
    """Return what front matter states, nothing where it is broken or far too long."""
    stated = load_yaml(source) if len(source) <= _MOST_STATED else None
    return stated if isinstance(stated, dict) else {}


def _write_heading(stated: Mapping[str, Any]) -> str:
    """Return the heading of a chapter whose title is in its front matter."""
    title = stated.get("title")
    return f"# {' '.join(title.split())}\n\n" if isinstance(title, str) and title.strip() else ""


def _names_in_fence(info: str, inside: str) -> Iterator[str]:
    """Yield the names of the files that code in a fence includes."""
    if myst := _MYST.match(info):
        yield myst["name"]
    elif re.match(r"(?:\{\s*)?\.?include\b", info):
        yield from (line.strip() for line in inside.splitlines() if line.strip())
    elif child := (_CHILD.search(info) or _CHILD.search(inside[:2_000])):
        file_names = [match["name"] for match in _NAME.finditer(child["names"])]
        yield from file_names or [child["names"].strip("}")]


# --- what front matter says -----------------------------------------------------------------------


def read_front(stated: Mapping[str, Any]) -> Front:
    """Return title, names, abstract and keywords that front matter states."""
    people = stated.get("author") or stated.get("authors")
    words = stated.get("keywords")
    return Front(
        title=_plain(stated.get("title")),
        authors=tuple(
            name for one in (people if isinstance(people, list) else _together(people))
            if (name := _person(one))
        ),
        abstract=str(stated.get("abstract") or ""),
        keywords=tuple(
            word for one in (words if isinstance(words, list) else _split_words(str(words or "")))
            if (word := _plain(one))
        ),
        date=_plain(stated.get("date")),
    )  # fmt: skip


def _split_words(text: str) -> list[str]:
    return re.split(r"\s-{2,3}\s|[;·•]" if re.search(r"\s-{2,3}\s|[;·•]", text) else ",", text)


def _together(value: object) -> list[object]:
    """Return the people named in one line: "Ada Oak, Bo Elm and Cy Fir"."""
    if not isinstance(value, str):
        return [value]
    if ";" in value:
        return list(value.split(";"))
    first, *rest = re.split(r",?\s+(?:and|&)\s+", value)
    before = first.split(",")
    whole = rest and all(len(name.split()) > 1 for name in before)  # not "Oak, Ada and Elm, Bo"
    return [*(before if whole else [first]), *rest]


def _person(value: object) -> str:
    if isinstance(value, dict):
        name = value.get("name") or next(iter(value), "")
        if isinstance(name, dict):
            name = name.get("literal") or f"{name.get('given', '')} {name.get('family', '')}"
        value = name
    return _BEFORE_NAME.sub("", decode(_SIGNS_ON_NAME.sub("", _plain(value))).strip())


def _plain(value: object) -> str:
    if not isinstance(value, str | int | float):
        return ""
    text = re.sub(r"^[ \t]*\|[ \t]|\\+(?:linebreak|newline)\b", " ", str(value), flags=re.M)
    return " ".join(text.split()).replace("---", "—").replace("--", "–")


def _fill_shortcodes(text: str, stated: Mapping[str, Any]) -> str:
    """Return a text with the values of the front matter in place of Quarto's shortcodes.

    A value that is stated elsewhere is "…", keys to press are printed, and layout is left out.
    """

    def fill(match: re.Match[str]) -> str:
        argument = match["arguments"].strip().strip("\"'")
        if match["name"] == "kbd":
            return argument
        if match["name"] not in _VALUES:
            return ""
        value: Any = stated if match["name"] == "meta" else None
        for key in argument.split("."):
            value = value.get(key) if isinstance(value, Mapping) else None
        return str(value) if isinstance(value, str | int | float) else "…"

    return _SHORTCODE.sub(fill, text)


def read_style(path: Path, stated: Mapping[str, Any]) -> Style:
    """Return the style of citations that front matter names."""
    name = str(stated.get("csl", ""))
    file = beside(path, name, parent=True) if name else None
    if file is not None:
        numeric = _CSL_NUMERIC.search(read_text(file)[:20_000]) is not None
        return style_named(["numeric" if numeric else "author-date"])
    return style_named([Path(name).stem])


def list_label_kinds(stated: Mapping[str, Any]) -> tuple[str, ...]:
    """Return how labels begin of the kinds that a manuscript of Quarto defines."""
    crossref = stated.get("crossref")
    custom = crossref.get("custom") if isinstance(crossref, dict) else None
    kinds = custom if isinstance(custom, list) else []
    return tuple(f"{one['key']}-" for one in kinds if isinstance(one, dict) and one.get("key"))


def list_bibliographies(stated: Mapping[str, Any], texts: Sequence[tuple[str, str]]) -> list[str]:
    """Return the bibliographies that front matter or a directive names."""
    names = split_names(stated.get("bibliography"))
    for _, text in texts:
        for directive in BIBLIOGRAPHY_DIRECTIVE.finditer(text):
            names += [name.strip(",") for name in directive["names"].split()]
    return names
