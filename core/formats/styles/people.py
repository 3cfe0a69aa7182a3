"""Names as a style writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.base.cited_names import is_cjk_name, join_cjk_name
from core.formats.styles.rich_text import (
    Run,
    Runs,
    affix,
    change_case,
    format_runs,
    join,
    read_formats,
)
from core.formats.styles.style import Locale, Style, iterate, local_name

_Element = Any  # Any: lxml has no types
_Json = dict[str, Any]  # Any: JSON
_PARTICLE = re.compile(r"((?:(?:[a-zà-ÿ'’-]|\b[ld]['’])[\w'’.-]*\s+)+|[a-z]+['’])(?=\w)")
_SPACE_BEFORE_HYPHEN = re.compile(r"\s+(?=[-‐‑]\w)")  # "P. -J.", as MEDLINE has it
_GIVEN_NAME = re.compile(r"[^\s.]+\.?(?:-[^\s.]+\.?)*")
_NAME_OPTIONS = (
    *("and", "delimiter-precedes-et-al", "delimiter-precedes-last", "et-al-min"),
    *("et-al-use-first", "et-al-use-last", "et-al-subsequent-min", "et-al-subsequent-use-first"),
    *("initialize", "initialize-with", "name-as-sort-order", "sort-separator"),
)


@dataclass(frozen=True, slots=True)
class Disambiguation:
    """How many names are shown at least, and whether given names are, or even written in full."""

    names: int = 0
    given_names: bool = False
    in_full: bool = False


class NameOptions:
    """The options of an element ``name`` with those that it inherits."""

    def __init__(self, element: _Element, inherited: Mapping[str, str]) -> None:
        values = {name: inherited[name] for name in _NAME_OPTIONS if name in inherited}
        if "name-delimiter" in inherited:
            values["delimiter"] = inherited["name-delimiter"]
        if "name-form" in inherited:
            values["form"] = inherited["name-form"]
        if element is not None:
            values |= dict(element.attrib)
        self.values = values
        self.parts = {
            part.get("name"): part for part in (iterate(element) if element is not None else ())
        }

    def get(self, name: str, default: str = "") -> str:
        """Return an option."""
        return self.values.get(name, default)

    def number(self, name: str) -> int:
        """Return an option that counts, 0 if it is not set."""
        text = self.values.get(name, "")
        return int(text) if text.isdigit() else 0


@dataclass(frozen=True, slots=True)
class _Person:
    given_name: str = ""
    family: str = ""
    particle: str = ""
    """A particle that goes where the family name goes."""
    dropping: str = ""
    suffix: str = ""
    literal: str = ""


def _parse_person(person: _Json) -> _Person:
    texts = {name: str(value) for name, value in person.items() if isinstance(value, str | int)}
    if texts.get("literal"):
        return _Person(literal=texts["literal"])
    family, particle = texts.get("family", ""), texts.get("non-dropping-particle", "")
    given_name, dropping = texts.get("given", ""), texts.get("dropping-particle", "")
    if not particle and (match := _PARTICLE.match(family)):
        particle, family = match[1].strip(), family[match.end() :]
        if match[1][-1] in "'’":
            particle = match[1]
    if not dropping and (match := re.search(r"\s((?:[a-zà-ÿ][\w'’]*\s?)+)$", given_name)):
        dropping, given_name = match[1], given_name[: match.start()]
    return _Person(given_name, family, particle, dropping, texts.get("suffix", ""))


class NameWriter:
    """Writes lists of people for one element ``names``."""

    def __init__(
        self, style: Style, options: NameOptions, et_al: _Element, *, for_sorting: bool = False
    ) -> None:
        self._style = style
        self._for_sorting = for_sorting
        self._locale: Locale = style.locale
        self._options = options
        self._et_al = et_al

    def count(self, people: Sequence[_Json], *, subsequent: bool, at_least: int = 0) -> int:
        """Return how many of some people are shown."""
        options = self._options
        least, first = options.number("et-al-min"), options.number("et-al-use-first")
        if subsequent and options.number("et-al-subsequent-min"):
            least = options.number("et-al-subsequent-min")
            first = options.number("et-al-subsequent-use-first") or first
        if not least or len(people) < least or not first:
            return len(people)
        return min(len(people), max(first, at_least))

    def write(
        self, people: Sequence[_Json], *, subsequent: bool, disambiguation: Disambiguation
    ) -> Runs:
        """Return the people of a role."""
        has_others = len(people) > 1 and people[-1] == {"literal": "others"}
        limit = self.count(people, subsequent=subsequent, at_least=disambiguation.names)
        people = people[: len(people) - has_others]
        is_cut = has_others or limit < len(people)
        names = [
            self._name(person, index, disambiguation=disambiguation)
            for index, person in enumerate(people[:limit])
        ]
        delimiter = self._options.get("delimiter", ", ")
        uses_last = self._options.get("et-al-use-last") == "true" and not has_others
        if is_cut and uses_last and len(people) > limit + 1:
            last = self._name(people[-1], len(people) - 1, disambiguation=disambiguation)
            ellipsis = [Run(f"{delimiter}… ")]
            return [*join(names, delimiter), *ellipsis, *last]
        if is_cut:
            return self._with_et_al(names, delimiter)
        return self._with_and(names, delimiter)

    def _with_et_al(self, names: list[Runs], delimiter: str) -> Runs:
        if self._for_sorting:  # by the names alone
            return join(names, delimiter)
        term = self._et_al.get("term", "et-al") if self._et_al is not None else "et-al"
        text = self._locale.term(term) or ""
        runs: Runs = [Run(text)]
        if self._et_al is not None:
            runs = format_runs(runs, read_formats(self._et_al.attrib))
        precedes = self._precedes("delimiter-precedes-et-al", len(names), len(names) - 1)
        between = delimiter if precedes else " "
        return (
            [*join(names, delimiter), Run(between), *runs]
            if names and text
            else join(names, delimiter)
        )

    def _with_and(self, names: list[Runs], delimiter: str) -> Runs:
        sign = self._options.get("and")
        if len(names) < 2 or not sign:
            return join(names, delimiter)
        text = "&" if sign == "symbol" else self._locale.term("and") or "and"
        precedes = self._precedes("delimiter-precedes-last", len(names) - 1, len(names) - 2)
        between = f"{delimiter}{text} " if precedes else f" {text} "
        if precedes and not delimiter.endswith(" "):
            between = f"{delimiter} {text} "
        return [*join(names[:-1], delimiter), Run(between), *names[-1]]

    def _precedes(self, option: str, count: int, last: int) -> bool:
        """Tell whether the delimiter stands before the last name, or before "et al."."""
        rule = self._options.get(option, "contextual")
        if rule == "after-inverted-name":
            return self._is_inverted(last)
        return rule == "always" or (rule == "contextual" and count > 1)

    def _is_inverted(self, index: int) -> bool:
        order = self._options.get("name-as-sort-order")
        return order == "all" or (order == "first" and index == 0)

    # --- one name -------------------------------------------------------------------------------

    def _name(self, person: _Json, index: int, *, disambiguation: Disambiguation) -> Runs:
        name = _parse_person(person)
        return (
            self._part("family", name.literal)
            if name.literal
            else self._parts(name, index, disambiguation)
        )

    def _parts(self, name: _Person, index: int, disambiguation: Disambiguation) -> Runs:
        form = self._options.get("form", "long")
        if form == "short" and not disambiguation.given_names:
            return self._family(f"{self._with_particle(name.particle)}{name.family}")
        if is_cjk_name(name.family) and is_cjk_name(name.given_name or name.family):
            return self._family(join_cjk_name(name.family, name.given_name))
        if not name.given_name:
            return self._family(f"{self._with_particle(name.particle)}{name.family}", name.suffix)
        given_name = self._initialize(name.given_name, in_full=disambiguation.in_full)
        return (
            self._inverted(name, given_name)
            if self._is_inverted(index)
            else self._straight(name, given_name)
        )

    def _straight(self, name: _Person, given_name: str) -> Runs:
        particles = f"{self._with_particle(name.dropping)}{self._with_particle(name.particle)}"
        parts = [self._part("given", given_name), self._family(f"{particles}{name.family}")]
        if name.suffix:
            parts.append([Run(name.suffix)])
        return join([part for part in parts if part], " ")

    def _inverted(self, name: _Person, given_name: str) -> Runs:
        demoted = self._style.option("demote-non-dropping-particle", "display-and-sort")
        separator = self._options.get("sort-separator", ", ")
        family, behind = name.family, " ".join(filter(None, (name.dropping,)))
        is_demoted = demoted == "display-and-sort" or (self._for_sorting and demoted == "sort-only")
        if is_demoted and name.particle and not name.particle.endswith(("'", "’")):
            behind = " ".join(filter(None, (behind, name.particle)))
        else:
            family = f"{self._with_particle(name.particle)}{family}"
        given_runs = self._part("given", " ".join(filter(None, (given_name, behind))))
        suffix: list[Runs] = [[Run(name.suffix)]] if name.suffix else []
        return join([self._family(family), given_runs, *suffix], separator)

    @staticmethod
    def _with_particle(particle: str) -> str:
        return particle if not particle or particle.endswith(("'", "’", "-")) else f"{particle} "

    def _family(self, text: str, suffix: str = "") -> Runs:
        return join([self._part("family", text), [Run(suffix)] if suffix else []], " ")

    def _part(self, name: str, text: str) -> Runs:
        runs: Runs = [Run(text.replace("'", "’"))] if text else []
        part = self._options.parts.get(name)
        if part is None:
            return runs
        if case := part.get("text-case"):
            runs = change_case(runs, case, is_english=False)
        runs = format_runs(runs, read_formats(part.attrib))
        return affix(runs, part.get("prefix", ""), part.get("suffix", ""))

    def _initialize(self, given_name: str, *, in_full: bool = False) -> str:
        mark = self._options.values.get("initialize-with")
        is_kept = self._options.get("initialize") == "false"
        if mark is None or (in_full and not is_kept):
            return given_name
        if is_kept:
            words = [
                f"{word}{mark.rstrip()}" if len(word.rstrip(".")) == 1 else word
                for word in re.split(r"[\s]+|(?<=\.)(?=\w)", re.sub(r"\.(?=\w)", ". ", given_name))
                if word.strip(".")
            ]
            return re.sub(r"\.\.+", ".", " ".join(word.replace("..", ".") for word in words))
        hyphen = self._style.option("initialize-with-hyphen", "true") == "true"
        pieces: list[str] = []
        for word in _GIVEN_NAME.findall(_SPACE_BEFORE_HYPHEN.sub("", given_name)):
            if len(word) > 2 and word[-1] == "." and "-" not in word:
                pieces.append(f"{word[:-1]}{mark}")  # an abbreviation: "Yu."
                continue
            for number, part in enumerate(filter(None, re.split(r"[-‐‑]", word.replace(".", "")))):
                if part[0].islower() and (number or len(part) > 1):
                    pieces += [f" {part} "] if not number else []
                    continue
                if number and pieces and hyphen:
                    pieces[-1] = f"{pieces[-1].rstrip()}-"
                pieces.append(f"{part[0]}{mark}")
        return re.sub(r"\s+", " ", "".join(pieces)).strip()


def sort_names(people: Sequence[_Json], style: Style, limit: int) -> str:
    """Return a text by which lists of people are ordered."""
    demoted = style.option("demote-non-dropping-particle", "display-and-sort")
    keys = []
    for person in people[:limit] if limit else people:
        name = _parse_person(person)
        if name.literal:
            keys.append(name.literal)
            continue
        family = name.family if demoted != "never" else f"{name.particle} {name.family}".strip()
        rest = " ".join(filter(None, (name.dropping, name.particle if demoted != "never" else "")))
        keys.append(", ".join(filter(None, (family, name.given_name, rest, name.suffix))))
    return "; ".join(keys)


def find_child(element: _Element, name: str) -> _Element:
    """Return the first child of a name, ``None`` without one."""
    return next((child for child in iterate(element) if local_name(child) == name), None)
