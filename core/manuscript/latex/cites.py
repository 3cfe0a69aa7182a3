r"""Citation commands of LaTeX, natbib and biblatex: found in the text, and shown as print does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.base.records import Marker, Reference
from core.formats import latex
from core.manuscript.latex.macros import parse_group, parse_option
from core.manuscript.latex.references import Cited, ReferenceList
from core.manuscript.latex.style import Style
from core.manuscript.references.markers import (
    add_typed_names,
    build_index,
    build_name_index,
    drop_overlaps,
    find_markers,
)
from core.manuscript.text.composed import Block

COMMAND = "cocitation"
r"""Each citation command becomes ``\cocitation{number}``, so that one parser sees one shape."""

TYPED_KEY = "list "
"""How the keys of entries begin that a typed list has."""

Form = Literal[
    "cite", "paren", "text", "bare", "comma", "author", "year", "yearpar", "number", "title",
    "raised", "none",
]  # fmt: skip

_NAMES_BY_FORM: dict[Form, str] = {
    "cite": """cite citeN shortcite inlinecite citework notecite shortrefcite shorthandcite
        maskcite maskshortcite""",
    "paren": """citep parencite autocite fullcite footfullcite citepalias bibentry pnotecite sdcite
        maskfullcite citeauthortitle headlesscite headlessfullcite citeaffixed nptextcite
        """,
    "text": """citet textcite citeA shortciteA citeasnoun newcite citetalias sidetextcite citeposs
        possessivecite smartcitet ocite fullocite citeauthory fullciteA maskciteA gentextcite
        posscite posscitet citegen jtextcite citeANP""",
    "bare": "citealt citeNP shortciteNP fullciteNP maskciteNP posscitealt citeNN",
    "comma": "citealp",
    "author": """citeauthor citeauthorp citefullauthor fullciteauthor shortciteauthor citeauthorNP
        maskciteauthor surnamecite""",
    "year": "citeyear citeyearNP citedate ycite maskciteyear citeyearless",
    "yearpar": "citeyearpar",
    "number": "citenum onlinecite citen citeonline",
    "title": "citetitle citefield citeurl citetitleonly citename citelist citejournal",
    "raised": """footcite footcitetext smartcite supercite sidecite footnotecite sidenotecite
        margincite fnotecite footcitet footcitep footcitealt footciteauthor footcitetitle
        footciteyear footgentextcite marginparcite""",
    "none": "nocite nocitemeta masknocite masknocitemeta nextcitefull nextciteshort nextcitereset",
}
_FORMS: dict[str, Form] = {
    name: form for form, names in _NAMES_BY_FORM.items() for name in names.split()
}
_OF_VOLUMES: dict[str, Form] = {
    "volcite": "cite",
    "pvolcite": "paren",
    "avolcite": "paren",
    "tvolcite": "text",
    **dict.fromkeys(("fvolcite", "ftvolcite", "svolcite"), "raised"),
}
r"""Commands with a volume before the key: ``\volcite[see]{2}[p. 3]{key}``."""
_MANY: dict[str, Form] = {
    f"{name}s": form
    for name, form in (_FORMS | _OF_VOLUMES).items()
    if name.endswith(("cite", "citetext"))
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
     "ExecuteCite", "citeindexfalse", "citeindextrue", "citesort", "newcites", "citetext",
     "citetitlefont", "citeswithoutentry", "citenotitlefortype", "citetracker")
)  # fmt: skip
_ANGLES = re.compile(r"<(?P<note>[^<>{}\n]{0,200})>")
_SLIDES = re.compile(r"[\d,|.+ -]*\Z")
_STAR_NOTE = re.compile(r"\*(?=\{)")
_OWN_LISTS = re.compile(r"\\newcites\s*(?:\[[^\[\]]*\]\s*)?\{(?P<names>[^{}]*)\}")
_GUESSES: tuple[tuple[re.Pattern[str], Form], ...] = (
    (re.compile(r"nocite"), "none"),
    (re.compile(r"foot|super|side|margin|note"), "raised"),
    (re.compile(r"author"), "author"),
    (re.compile(r"year|date"), "year"),
    (re.compile(r"title"), "title"),
    (re.compile(r"text|citet(?:\Z|[A-Z])|poss|gen|citeA\Z"), "text"),
    (re.compile(r"paren|auto|citep(?:\Z|[A-Z])"), "paren"),
)
r"""What a command of a package probably prints, by its name."""
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
    printed: str = ""
    """What is printed, where the text says it."""

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
    text: str,
    citations: list[Citation],
    unknown: UnknownCommands | None = None,
    are_keys: Callable[[Sequence[str]], bool] = lambda _keys: False,
) -> str:
    r"""Replace the citation commands by ``\cocitation{number}`` and add them to ``citations``.

    A command that is not known cites if ``are_keys`` knows all that it is given.
    """
    pieces, at = [], 0
    quotations: list[str] = []
    own_lists = [
        name.strip() for match in _OWN_LISTS.finditer(text) for name in match["names"].split(",")
    ]
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
        name = _known_name(match["name"][0].lower() + match["name"][1:], own_lists)
        citation, end = _citation(text, at, name, full=bool(match["star"]))
        if citation is None and match["name"] not in _NO_CITATIONS:
            citation, end = _guess(text, at, name, are_keys)
        if citation is None:
            pieces.append(match[0])
            if unknown is not None:
                unknown.note(text, match)
            continue
        if citation.form != "none":
            pieces.append(f"\\{COMMAND}{{{len(citations)}}}")
        citations.append(citation)
        at = _end_of_field(text, name, end)
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


def _known_name(name: str, own_lists: Sequence[str]) -> str:
    r"""Return the name of a command without that of a list of its own: ``\citepown``."""
    if name in _FORMS or name in _MANY:
        return name
    names = (name.removesuffix(own) for own in own_lists if own)
    return next((base for base in names if base in _FORMS), name)


def _end_of_field(text: str, name: str, at: int) -> int:
    r"""Return where a command ends that names a field behind the key: ``\citefield{k}{title}``."""
    if name not in ("citefield", "citename", "citelist"):
        return at
    layout = parse_option(text, at, most=_LONGEST_NOTE)
    field_name = parse_group(text, layout[1] if layout else at, _LONGEST_NOTE)
    return field_name[1] if field_name and field_name[0].isalpha() else at


def _guess(
    text: str, at: int, name: str, are_keys: Callable[[Sequence[str]], bool]
) -> tuple[Citation | None, int]:
    """Return what an unknown command cites, if all that it is given are keys of the list."""
    keys = _KEYS.match(text, at)
    group, end = _group(text, at) if keys else (None, at)
    if group is None or not are_keys(group.keys):
        return None, at
    guesses = (guess for pattern, guess in _GUESSES if pattern.search(name))
    form: Form = next(guesses, "cite")
    return Citation(form, (group,)), end


def _citation(text: str, at: int, name: str, *, full: bool) -> tuple[Citation | None, int]:
    if name == "printedcite":
        return _printed_citation(text, at)
    if name == "citelist" and (listed := parse_group(text, at, _LONGEST)) and "\\" in listed[0]:
        return _list_of_citations(listed[0]), listed[1]
    form = _FORMS.get(name) or _OF_VOLUMES.get(name)
    if form is None:
        return _many(text, at, name, full=full)
    group, end = _group_reader(name)(text, at)
    affix = parse_group(text, end, _LONGEST_NOTE) if group and name == "citeaffixed" else None
    if group and affix:
        group, end = CiteGroup(group.keys, latex.decode(affix[0]), group.behind), affix[1]
    return (Citation(form, (group,), full) if group else None), end


def _printed_citation(text: str, at: int) -> tuple[Citation | None, int]:
    r"""Return a citation of Pandoc with what it prints: ``\printedcite{key}{Oak 2010}``."""
    key = parse_group(text, at, _LONGEST_NOTE)
    printed = parse_group(text, key[1], _LONGEST_NOTE) if key else None
    if key is None or printed is None:
        return None, at
    group = CiteGroup((key[0],))
    return Citation("cite", (group,), printed=latex.decode(printed[0])), printed[1]


def _list_of_citations(text: str) -> Citation | None:
    r"""Return one citation of what ``\citelist{\cite{a}\cite{b}}`` of amsrefs holds."""
    inside: list[Citation] = []
    take_citations(text, inside)
    groups = tuple(group for one in inside for group in one.groups)
    return Citation("cite", groups) if groups else None


def _group_reader(name: str) -> Callable[[str, int], tuple[CiteGroup | None, int]]:
    return _volume_group if name.removesuffix("s") in _OF_VOLUMES else _group


def _many(text: str, at: int, name: str, *, full: bool) -> tuple[Citation | None, int]:
    r"""Read ``\cites(see)(and so on)[p. 3]{a}[p. 5]{b}``."""
    form = _MANY.get(name)
    if form is None:
        return None, at
    around: list[str] = []
    while len(around) < 2 and (noted := parse_option(text, at, "()", _LONGEST_NOTE)) is not None:
        around.append(noted[0])
        at = noted[1]
    groups: list[CiteGroup] = []
    while True:
        group, end = _group_reader(name)(text, at)
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


def _volume_group(text: str, at: int) -> tuple[CiteGroup | None, int]:
    r"""Read ``[see]{2}[p. 3]{key}``, in which the volume stands before the pages."""
    before = parse_option(text, at, most=_LONGEST_NOTE)
    volume = parse_group(text, before[1] if before else at, _LONGEST_NOTE)
    if volume is None:
        return None, at
    pages = parse_option(text, volume[1], most=_LONGEST_NOTE)
    key_group = parse_group(text, pages[1] if pages else volume[1], _LONGEST)
    keys = _split_keys(key_group[0]) if key_group else ()
    if key_group is None or not keys:
        return None, at
    behind = ":".join(part for part in (volume[0].strip(), pages[0] if pages else "") if part)
    group = CiteGroup(keys, latex.decode(before[0] if before else ""), latex.decode(behind))
    return group, key_group[1]


def _split_keys(text: str) -> tuple[str, ...]:
    return tuple(key for part in text.split(",") if (key := part.strip()))


def _group(text: str, at: int) -> tuple[CiteGroup | None, int]:
    notes: list[str] = []
    angles = _ANGLES.match(text, at)
    if angles:  # of apacite, or the slides on which beamer shows it
        notes += [] if _SLIDES.match(angles["note"]) else [angles["note"]]
        at = angles.end()
    while len(notes) < 2 and (option := parse_option(text, at, most=_LONGEST_NOTE)) is not None:
        notes.append(option[0])
        at = option[1]
    key_group = parse_group(text, at, _LONGEST)
    if key_group is None:
        return None, at
    keys, end = _split_keys(key_group[0]), key_group[1]
    if not keys:
        return None, at
    if angles and len(notes) == 1 and notes[0] == angles["note"]:
        notes.append("")
    before, behind = (notes[0], notes[1]) if len(notes) == 2 else ("", "".join(notes))
    if star := _STAR_NOTE.match(text, end):  # of amsrefs
        note = parse_group(text, star.end(), _LONGEST_NOTE)
        behind, end = (note[0], note[1]) if note else (behind, end)
    return CiteGroup(keys, latex.decode(before), latex.decode(behind)), end


def joined(citations: Sequence[Citation]) -> Citation:
    """Return one citation of all that several cite, as a note does: raised, in one marker."""
    if len(citations) == 1:
        return citations[0]
    printed = "".join(one.printed for one in citations)
    groups = tuple(group for one in citations for group in one.groups)
    return Citation("cite" if printed else "raised", groups, printed=printed)


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
    text = citation.printed or _text(citation, entries, style, form)
    raised = not citation.printed and (form == "raised" or (style.raised and form == "paren"))
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


# --- citations that are typed ---------------------------------------------------------------------

_DASH = re.compile(r"\s*[–—-]+\s*")
_NUMBERS = r"(?P<numbers>\d{1,3}(?:\s*(?:,|--|–)\s*\d{1,3})*)"
_RAISED_NUMBERS = re.compile(
    r"(?<![\d$^])(?<!\b[kcm]m)(?<!\b[mscgLh])(?<!\b(?:kg|km|in|ft))"
    rf"(?:\\textsuperscript\{{|(?P<math>\$(?:\{{\}})?\^)\{{?)\[?{_NUMBERS}\]?\}}?(?(math)\$)"
)
_ROUND_NUMBERS = re.compile(rf"(?<=[\s~])\({_NUMBERS}\)")
_LEAST_CITED = 0.7


def mark_typed_citations(
    blocks: Sequence[Block],
    citations: Sequence[Citation],
    entries: ReferenceList,
    *,
    numbered: bool,
    by_commands: bool,
) -> None:
    """Add the citations that are typed; beside commands, those by name.

    Numbers, "[1]", cite a list that is ``numbered`` in the text itself, not what a style sorts. Of
    a range, "[1–3]", Pandoc links the ends alone.
    """
    for block in blocks if any(citation.printed for citation in citations) else ():
        block.markers = list(_fill_ranges(block.text, block.markers))
    if not entries.references:
        return
    if by_commands:
        index = build_name_index(entries.references, [block.text for block in blocks])
        for block in blocks:
            block.markers = list(add_typed_names(block.text, block.markers, index))
    elif all(one.form == "none" or _cites_typed_list(one) for one in citations):
        unlabelled = [replace(one, label="") for one in entries.references]
        _mark_typed(blocks, (entries.references, unlabelled) if numbered else (unlabelled,))


def _mark_typed(blocks: Sequence[Block], lists: Sequence[Sequence[Reference]]) -> None:
    """Add the typed markers that lead to the first form of a list to which any do."""
    texts = [block.text for block in blocks]
    for references in lists:
        index = build_index(references, texts)
        for block in blocks:
            typed = find_markers(block.text, index)
            block.markers = drop_overlaps([*block.markers, *typed])
        if any(block.markers for block in blocks):
            return


def _cites_typed_list(citation: Citation) -> bool:
    return all(key.startswith(TYPED_KEY) for key in citation.keys)


def _fill_ranges(text: str, markers: Sequence[Marker]) -> Iterator[Marker]:
    """Yield markers, each second end of a range with the entries between."""
    last: Marker | None = None
    for marker in markers:
        if last is not None and _DASH.fullmatch(text, last.end, marker.start):
            numbers = all(one.text.strip("[]()").isdecimal() for one in (last, marker))
            low, high = last.references[-1:], marker.references[:1]
            if numbers and low and high and low < high:
                yield replace(marker, references=tuple(range(low[0] + 1, high[0] + 1)))
                last = marker
                continue
        yield marker
        last = marker


def take_unlinked_numbers(text: str, citations: list[Citation], entries: ReferenceList) -> str:
    """Return LaTeX without commands in which numbers cite that are raised, or round.

    They do if most of the list is cited so; "(2)" may be a step, and "m²" is an area.
    """
    keys = {one.label: one.key for one in entries.references if one.label.isdecimal()}
    if not keys:
        return text
    for pattern in (_RAISED_NUMBERS, _ROUND_NUMBERS):
        cited = [(match, _list_numbers(match["numbers"])) for match in pattern.finditer(text)]
        cited = [(match, numbers) for match, numbers in cited if keys.keys() >= set(numbers)]
        numbers_seen = {number for _, numbers in cited for number in numbers}
        if len(numbers_seen) < _LEAST_CITED * len(keys):
            continue
        pieces, at = [], 0
        for match, numbers in cited:
            pieces += [text[at : match.start()], f"\\{COMMAND}{{{len(citations)}}}"]
            groups = tuple(CiteGroup((keys[number],)) for number in numbers)
            form: Form = "raised" if pattern is _RAISED_NUMBERS else "cite"
            printed = "" if form == "raised" else match[0].replace("--", "–")
            citations.append(Citation(form, groups, printed=printed))
            at = match.end()
        return "".join([*pieces, text[at:]])
    return text


def _list_numbers(text: str) -> list[str]:
    """Return the numbers of "1, 3--5", those between included."""
    numbers: list[str] = []
    for part in text.split(","):
        ends = [int(digits) for digits in re.findall(r"\d+", part)]
        numbers += map(str, range(ends[0], ends[-1] + 1)) if ends else ()
    return numbers
