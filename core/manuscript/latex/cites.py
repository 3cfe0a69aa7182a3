r"""Citation commands of LaTeX, natbib and biblatex: found in the text, and shown as print does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.formats import latex
from core.manuscript.latex.macros import parse_group, parse_option
from core.manuscript.latex.references import Cited, ReferenceList
from core.manuscript.latex.style import Style

COMMAND = "cocitation"
r"""Each citation command becomes ``\cocitation{number}``, so that one parser sees one shape."""

Form = Literal[
    "cite", "paren", "text", "bare", "comma", "author", "year", "yearpar", "number", "title",
    "raised", "none",
]  # fmt: skip

_FORMS: dict[str, Form] = {
    **dict.fromkeys(("cite", "citeN", "shortcite", "inlinecite", "citework"), "cite"),
    **dict.fromkeys(("citep", "parencite", "autocite", "fullcite", "footfullcite"), "paren"),
    **dict.fromkeys(("citepalias", "bibentry"), "paren"),
    **dict.fromkeys(("citet", "textcite", "citeA", "shortciteA", "citeasnoun", "newcite"), "text"),
    **dict.fromkeys(("citetalias", "sidetextcite"), "text"),
    **dict.fromkeys(("citeposs", "possessivecite", "smartcitet"), "text"),
    **dict.fromkeys(("citealt", "citeNP", "shortciteNP"), "bare"),
    "citealp": "comma",
    **dict.fromkeys(("citeauthor", "citeauthorp", "citefullauthor"), "author"),
    **dict.fromkeys(("citeyear", "citeyearNP", "citedate"), "year"),
    "citeyearpar": "yearpar",
    **dict.fromkeys(("citenum", "onlinecite", "citen"), "number"),
    **dict.fromkeys(("citetitle", "citefield", "citeurl"), "title"),
    **dict.fromkeys(("footcite", "footcitetext", "smartcite", "supercite", "sidecite"), "raised"),
    **dict.fromkeys(("footnotecite", "sidenotecite", "margincite", "fnotecite"), "raised"),
    "nocite": "none",
}  # fmt: skip
_MANY: dict[str, Form] = {
    f"{name}s": form for name, form in _FORMS.items() if name.endswith("cite")
}
_LONGEST, _LONGEST_NOTE = 4_000, 1_000
"""Characters that keys and notes take at most: one that does not end is looked for no further."""
_IN_A_LANGUAGE = ("foreign", "hyphen", "hybrid")
_KEYS = re.compile(r"\s*(?:\[[^\[\]{}]{0,200}\]\s*){0,2}\{[^{}\\#\n]{1,300}\}")
_NO_CITATIONS = frozenset(
    ("citestyle", "setcitestyle", "citereset", "mancite", "citetrackerfalse", "citetrackertrue",
     "DeclareCiteCommand", "DeclareMultiCiteCommand", "DeclareAutoCiteCommand", "bibcite",
     "defcitealias", "AtEveryCite", "AtEveryCitekey", "citealtfont", "citeform", "citeleft",
     "citeright", "citepunct", "citemid", "citedash", "nocitemacro", "DeclareCiteAlias",
     "ExecuteCite", "citename", "citeindexfalse", "citeindextrue", "citesort")
)  # fmt: skip
_COMMAND = re.compile(
    r"\\(?P<name>[A-Za-z]*[cC]ite[A-Za-z]*|bibentry)(?P<star>\*?)(?![A-Za-z@])"
    r"|\\(?P<quote>(?:foreign|hyphen|hybrid)?(?:text|block)cquote)(?![A-Za-z@])\*?"
    r"|\\begin\s*\{(?P<begin>(?:foreign|hyphen)?displaycquote)\}"
    r"|\\end\s*\{(?P<end>(?:foreign|hyphen)?displaycquote)\}"
)


def find_form(name: str) -> Form | None:
    """Find how a command of this name cites; ``None`` if no package has one."""
    plain_name = name[0].lower() + name[1:]
    return _FORMS.get(plain_name) or _MANY.get(plain_name)


def shows_citation(name: str) -> bool:
    """Whether a command of this name cites and prints that."""
    form = _FORMS.get(name[0].lower() + name[1:])
    return form is not None and form != "none"


@dataclass(frozen=True, slots=True)
class CiteGroup:
    """Keys that one pair of brackets holds, with what is said before and behind them."""

    keys: tuple[str, ...]
    before: str = ""
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation command."""

    form: Form
    groups: tuple[CiteGroup, ...]
    full: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys, in order."""
        return tuple(key for group in self.groups for key in group.keys)


@dataclass(slots=True)
class UnknownCommands:
    """Commands that look as if they cite and are not understood: where each stands first."""

    first: dict[str, int] = field(default_factory=dict)
    examples: dict[str, str] = field(default_factory=dict)

    def note(self, text: str, match: re.Match[str]) -> None:
        """Note a command, unless it is one that sets something or has no keys behind it."""
        keys = _KEYS.match(text, match.end())
        if keys is not None and match["name"] not in _NO_CITATIONS:
            self.first.setdefault(match["name"], match.start())
            self.examples.setdefault(match["name"], text[match.start() : keys.end()])


def take_citations(
    text: str, citations: list[Citation], unknown: UnknownCommands | None = None
) -> str:
    r"""Replace the citation commands by ``\cocitation{number}`` and add them to ``citations``."""
    pieces, at = [], 0
    quotations: list[str] = []
    while (match := _COMMAND.search(text, at)) is not None:
        pieces.append(text[at : match.start()])
        at = match.end()
        if match["end"]:
            pieces += [quotations.pop() if quotations else "", match[0]]
            continue
        if match["quote"] or match["begin"]:
            replaced, at = _quotation(text, match, citations, quotations)
            pieces.append(replaced)
            continue
        name = match["name"][0].lower() + match["name"][1:]
        citation, end = _citation(text, at, name, full=bool(match["star"]))
        if citation is None:
            pieces.append(match[0])
            if unknown is not None:
                unknown.note(text, match)
            continue
        if citation.form != "none":
            pieces.append(f"\\{COMMAND}{{{len(citations)}}}")
        citations.append(citation)
        field_name = parse_group(text, end) if name == "citefield" else None
        at = field_name[1] if field_name else end
    return "".join([*pieces, text[at:]])


def _quotation(
    text: str, match: re.Match[str], citations: list[Citation], quotations: list[str]
) -> tuple[str, int]:
    r"""Return what stands for a quotation with its source, as by ``\textcquote``, and its end.

    Of a quotation in an environment, the citation goes to its end, by ``quotations``.
    """
    at = match.end()
    name = match["quote"] or match["begin"]
    language = parse_group(text, at) if name.startswith(_IN_A_LANGUAGE) else None
    group, end = _group(text, language[1] if language else at)
    if group is None:
        return match[0], at
    cited = f" \\{COMMAND}{{{len(citations)}}}"
    citations.append(Citation("paren", (group,)))
    if match["begin"]:
        quotations.append(cited)
        return match[0], end
    stop = parse_option(text, end, most=_LONGEST_NOTE)
    quoted = parse_group(text, stop[1] if stop else end)
    if quoted is None:
        return cited, end
    # What is quoted may cite too.
    inside = take_citations(quoted[0], citations)
    return f"\\enquote{{{inside}}}{cited}{stop[0] if stop else ''}", quoted[1]


def _citation(text: str, at: int, name: str, *, full: bool) -> tuple[Citation | None, int]:
    form = _FORMS.get(name)
    if form is not None:
        group, end = _group(text, at)
        return (Citation(form, (group,), full) if group else None), end
    form = _MANY.get(name)
    if form is None:
        return None, at
    return _many(text, at, form, full=full)


def _many(text: str, at: int, form: Form, *, full: bool) -> tuple[Citation | None, int]:
    r"""Read ``\cites(see)(and so on)[p. 3]{a}[p. 5]{b}``."""
    around: list[str] = []
    while len(around) < 2 and (noted := parse_option(text, at, "()", _LONGEST_NOTE)) is not None:
        around.append(noted[0])
        at = noted[1]
    groups: list[CiteGroup] = []
    while True:
        group, end = _group(text, at)
        if group is None:
            break
        groups.append(group)
        at = end
    if not groups:
        return None, at
    if around:
        before, behind = (around[0], around[1]) if len(around) == 2 else ("", around[0])
        first = groups[0]
        groups[0] = CiteGroup(first.keys, before or first.before, first.behind)
        last = groups[-1]
        groups[-1] = CiteGroup(last.keys, last.before, behind or last.behind)
    return Citation(form, tuple(groups), full), at


def _group(text: str, at: int) -> tuple[CiteGroup | None, int]:
    notes: list[str] = []
    while len(notes) < 2 and (option := parse_option(text, at, most=_LONGEST_NOTE)) is not None:
        notes.append(option[0])
        at = option[1]
    key_group = parse_group(text, at, _LONGEST)
    if key_group is None:
        return None, at
    keys = tuple(key for part in key_group[0].split(",") if (key := part.strip()))
    if not keys:
        return None, at
    before, behind = (notes[0], notes[1]) if len(notes) == 2 else ("", "".join(notes))
    return CiteGroup(keys, latex.decode(before), latex.decode(behind)), key_group[1]


def joined(citations: Sequence[Citation]) -> Citation:
    """Return one citation of all that several cite, as a note does: raised, in one marker."""
    if len(citations) == 1:
        return citations[0]
    return Citation("raised", tuple(group for one in citations for group in one.groups))


@dataclass(frozen=True, slots=True)
class Shown:
    """A marker as it stands in the text."""

    text: str
    references: tuple[int, ...]
    unresolved: tuple[str, ...]
    raised: bool = False


def show(citation: Citation, entries: ReferenceList, style: Style) -> Shown:
    """Return a citation as readable text, with the entries it leads to."""
    indices = [entries.find_index(key) for key in citation.keys]
    form = style.cite if citation.form == "cite" else citation.form
    text = _text(citation, entries, style, form)
    raised = form == "raised" or (style.raised and form == "paren")
    return Shown(
        text,
        tuple(index for index in indices if index is not None),
        tuple(key for key, index in zip(citation.keys, indices, strict=True) if index is None),
        raised,
    )


def _text(citation: Citation, entries: ReferenceList, style: Style, form: str) -> str:
    if form in ("author", "year", "yearpar", "title"):
        return _one_part(citation, entries, form)
    if style.family == "names" and form != "number":
        return _by_names(citation, entries, form)
    if form == "text":
        return ", ".join(
            f"{_who(entries.cited(key), key, full=citation.full)} "
            f"[{_noted(group, [_label(entries, key)], only_behind=True)}]".lstrip()
            for group in citation.groups
            for key in group.keys
        )
    inside = ", ".join(
        _noted(group, [_label(entries, key) for key in group.keys]) for group in citation.groups
    )
    return inside if form == "number" else f"[{inside}]"


def _one_part(citation: Citation, entries: ReferenceList, form: str) -> str:
    parts = []
    for key in citation.keys:
        cited = entries.cited(key)
        if form == "author":
            parts.append(_who(cited, key, full=citation.full))
        elif form == "title":
            parts.append(cited.title if cited and cited.title else key)
        else:
            parts.append(cited.year if cited and cited.year else key)
    joined = ", ".join(parts)
    return f"({joined})" if form == "yearpar" else joined


def _by_names(citation: Citation, entries: ReferenceList, form: str) -> str:
    if form == "text":
        return "; ".join(
            _textual(entries.cited(key), key, group, full=citation.full)
            for group in citation.groups
            for key in group.keys
        )
    comma = " " if form == "bare" else ", "
    inside = "; ".join(
        _noted(
            group,
            [_dated(entries.cited(key), key, comma, full=citation.full) for key in group.keys],
            between="; ",
        )
        for group in citation.groups
    )
    return inside if form in ("bare", "comma") else f"({inside})"


def _textual(cited: Cited | None, key: str, group: CiteGroup, *, full: bool) -> str:
    if cited is None:
        return f"({key})"
    inside = _noted(group, [cited.year or "n.d."])
    return f"{_who(cited, key, full=full)} ({inside})"


def _dated(cited: Cited | None, key: str, comma: str, *, full: bool) -> str:
    if cited is None:
        return key
    return f"{_who(cited, key, full=full)}{comma}{cited.year or 'n.d.'}"


def _who(cited: Cited | None, key: str, *, full: bool) -> str:
    if cited is None:
        return ""
    return (cited.all_names if full else cited.names) or cited.title or key


def _label(entries: ReferenceList, key: str) -> str:
    index = entries.find_index(key)
    return key if index is None else entries.references[index].label or str(index + 1)


def _noted(
    group: CiteGroup, shown_texts: Sequence[str], *, between: str = ", ", only_behind: bool = False
) -> str:
    before = f"{group.before} " if group.before and not only_behind else ""
    behind = f", {group.behind}" if group.behind else ""
    return before + between.join(shown_texts) + behind
