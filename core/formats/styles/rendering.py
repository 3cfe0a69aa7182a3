"""The elements of a style: what each makes of a work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.formats.styles.dates import read_parts, render_date, sort_key
from core.formats.styles.people import Disambiguation, NameOptions, NameWriter, find_child
from core.formats.styles.rich_text import (
    Run,
    Runs,
    affix,
    change_case,
    format_runs,
    join,
    quote,
    read_formats,
    read_text,
    strip_periods,
)
from core.formats.styles.style import Locale, Style, iterate, local_name

_Element = Any  # Any: lxml has no types
_Json = dict[str, Any]  # Any: JSON
DATES = frozenset(
    ("issued", "accessed", "event-date", "original-date", "submitted", "available-date")
)
PEOPLE = frozenset(
    (
        *("author", "editor", "translator", "collection-editor", "container-author", "composer"),
        *("director", "editorial-director", "illustrator", "interviewer", "original-author"),
        *("recipient", "reviewed-author", "chair", "compiler", "contributor", "curator", "guest"),
        *("executive-producer", "host", "narrator", "organizer", "performer", "producer"),
        *("script-writer", "series-creator"),
    )
)
_VERBATIM = frozenset(("URL", "DOI", "PMID", "PMCID", "ISBN", "ISSN"))
_NUMBERS_WITH_PAGES = frozenset(("page", "locator"))
_DEEPEST = 40


@dataclass(slots=True)
class State:
    """What is rendered: a work, and how it is cited."""

    item: _Json
    in_bibliography: bool = False
    locator: str = ""
    label: str = "page"
    position: frozenset[str] = frozenset(("first",))
    number: int = 0
    year_suffix: str = ""
    disambiguation: Disambiguation = field(default_factory=Disambiguation)
    is_ambiguous: bool = False
    without_author: bool = False
    for_sorting: bool = False
    names_limit: tuple[int, int, int] = (0, 0, 0)
    suppressed: set[str] = field(default_factory=set)
    shown_variables: set[str] = field(default_factory=set)
    """The variables that were written so far."""
    dated: bool = False
    """Whether the year was written, with its suffix."""
    people: list[Runs] = field(default_factory=list)


@dataclass(slots=True)
class Output:
    """What an element made, whether it asked for a variable, and whether that had a value.

    A macro or a group that made anything counts as a variable with a value (CSL 1.0.2).
    """

    runs: Runs = field(default_factory=list)
    has_variable: bool = False
    has_value: bool = False


class Renderer:
    """Renders works in a style; ``section`` is its citation or its bibliography."""

    def __init__(self, style: Style, section: _Element) -> None:
        self.style, self.section = style, section
        self._inherited: Mapping[str, str] = style.inherited(section)
        self._depth = 0
        self._delimiter = ""
        self._model: _Element = None
        """The element ``names`` whose substitute is rendered."""
        self._renderers: dict[str, Callable[[_Element, State], Output]] = {
            "text": self._text,
            "number": self._number,
            "label": self._label,
            "date": self._date,
            "names": self._names,
            "group": self._group,
            "choose": self._choose,
            "layout": self.children,
            "substitute": self.children,
        }

    def render(self, element: _Element, state: State) -> Output:
        """Return what an element makes."""
        renderer = self._renderers.get(local_name(element))
        if renderer is None or self._depth > _DEEPEST:
            return Output()
        self._depth += 1
        try:
            return renderer(element, state)
        finally:
            self._depth -= 1

    def children(self, element: _Element, state: State, delimiter: str = "") -> Output:
        """Return what the children of an element make, one behind the other."""
        before, self._delimiter = self._delimiter, delimiter
        outputs = [self.render(child, state) for child in iterate(element)]
        self._delimiter = before
        return Output(
            join([output.runs for output in outputs], delimiter),
            any(output.has_variable for output in outputs),
            any(output.has_value for output in outputs),
        )

    # --- text, variables and numbers ------------------------------------------------------------

    def _text(self, element: _Element, state: State) -> Output:
        output = Output()
        if macro := element.get("macro"):
            output = self.children(self.style.macros[macro], state)
            output.has_value = output.has_value or bool(output.runs)
        elif variable := element.get("variable"):
            runs = self._variable(variable, element.get("form", "long"), state)
            output = Output(runs, has_variable=True, has_value=bool(runs))
        elif term := element.get("term"):
            plural = element.get("plural") == "true"
            text = self.style.locale.term(term, element.get("form", "long"), plural=plural)
            is_value = term == "no date"  # stands for a variable in a group
            suffix = self._year_suffix(state) if is_value else ""
            runs = [Run(f"{text}{suffix and ' '}{suffix}")] if text else []
            output = Output(runs, is_value, is_value)
        elif value := element.get("value"):
            output = Output([Run(value)])
        output.runs = self._dress(element, output.runs, None if element.get("term") else state)
        return output

    def _dress(self, element: _Element, runs: Runs, state: State | None) -> Runs:
        """Return runs with the case, the quotes, the formats and the affixes of an element.

        Without a state they are in the language of the style, as its terms are.
        """
        if not runs:
            return runs
        if element.get("strip-periods") == "true":
            runs = strip_periods(runs)
        if case := element.get("text-case"):
            runs = change_case(runs, case, is_english=self._is_english(state))
        if element.get("quotes") == "true":
            runs = quote(runs)
        runs = format_runs(runs, read_formats(element.attrib))
        return affix(runs, element.get("prefix", ""), element.get("suffix", ""))

    def _is_english(self, state: State | None) -> bool:
        stated = state.item.get("language") if state is not None else ""
        language = str(stated or self.style.locale.language)
        return language.lower().startswith("en")

    def _variable(self, name: str, form: str, state: State) -> Runs:
        if name in state.suppressed:
            return []
        text = self.value(name, form, state)
        if not text:
            return []
        state.shown_variables.add(name)
        if name in _NUMBERS_WITH_PAGES:
            delimiter = self.style.locale.term("page-range-delimiter") or "–"
            text = format_pages(text, self.style.option("page-range-format"), delimiter)
        return [Run(text)] if name in _VERBATIM else read_text(text)

    def value(self, name: str, form: str, state: State) -> str:
        """Return the text of a variable."""
        of_state = {
            "citation-number": str(state.number or ""),
            "year-suffix": state.year_suffix,
            "locator": state.locator,
            "citation-label": "",
            "first-reference-note-number": "",
        }
        item = state.item
        if name == "page-first":
            pages = str(item.get("page-first") or item.get("page") or "")
            return re.split(r"\s*[-–—,]", pages)[0]
        return of_state[name] if name in of_state else _value(item, name, form)

    def _number(self, element: _Element, state: State) -> Output:
        variable = element.get("variable")
        if variable in state.suppressed:
            return Output(has_variable=True)
        text = self.value(variable, "long", state)
        if not text:
            return Output(has_variable=True)
        state.shown_variables.add(variable)
        if variable in _NUMBERS_WITH_PAGES:
            runs = self._variable(variable, "long", state)
        else:
            gender = self.style.locale.genders.get(variable, "")
            text = format_number(text, element.get("form", "numeric"), self.style.locale, gender)
            runs = [Run(text)]
        return Output(self._dress(element, runs, state), has_variable=True, has_value=True)

    def _label(self, element: _Element, state: State) -> Output:
        variable = element.get("variable")
        text = self.value(variable, "long", state)
        if not text:
            return Output()
        name = state.label if variable == "locator" else variable
        rule = element.get("plural", "contextual")
        several = is_plural(text)
        if variable.startswith("number-of-"):
            several = text.isdigit() and int(text) != 1
        plural = rule == "always" or (rule == "contextual" and several)
        term = self.style.locale.term(name, element.get("form", "long"), plural=plural)
        return Output(self._dress(element, [Run(term)] if term else [], None))

    # --- date elements --------------------------------------------------------------------------

    def _date(self, element: _Element, state: State) -> Output:
        variable = element.get("variable")
        value = state.item.get(variable)
        if variable in state.suppressed or not value:
            return Output(has_variable=True)
        if state.for_sorting and (key := sort_key(value, element)):
            return Output([Run(key)], has_variable=True, has_value=True)
        runs = render_date(element, value, self.style.locale, self._year_suffix(state))
        return Output(self._dress(element, runs, state), has_variable=True, has_value=bool(runs))

    def _year_suffix(self, state: State) -> str:
        """Return the letter behind the first year, or "no date", where the style names no place."""
        if self.style.has_year_suffix or state.dated:
            return ""
        state.dated = bool(state.year_suffix)
        return state.year_suffix

    # --- name elements and their substitutes ----------------------------------------------------

    def _names(self, element: _Element, state: State) -> Output:
        if state.without_author:
            return Output(has_variable=True)
        has_form = any(local_name(child) != "substitute" for child in iterate(element))
        model = element if has_form or self._model is None else self._model
        return self._names_like(element, model, state)

    def _names_like(self, element: _Element, model: _Element, state: State) -> Output:
        """Return the names of an element in the form of another: a substitute's is its parent's."""
        variables = [
            name for name in element.get("variable", "").split() if name not in state.suppressed
        ]
        name_element = find_child(model, "name")
        options = NameOptions(name_element, self._inherited)
        self._limit(options, state)
        et_al = find_child(model, "et-al")
        writer = NameWriter(self.style, options, et_al, for_sorting=state.for_sorting)
        lists: list[tuple[str, list[_Json]]] = [
            (name, people)
            for name in variables
            if isinstance(people := state.item.get(name), list) and people
        ]
        if not lists:
            return self._substitute(element, state)
        state.shown_variables.update(variables)
        label = find_child(model, "label")
        if options.get("form") == "count":
            count = sum(writer.count(people, subsequent=False) for _, people in lists)
            return Output([Run(str(count))], has_variable=True, has_value=True)
        if (
            len(lists) == 2
            and {name for name, _ in lists} == {"editor", "translator"}
            and lists[0][1] == lists[1][1]
            and self.style.locale.term("editortranslator", "short") is not None
        ):
            lists = [("editortranslator", lists[0][1])]
        parts = [
            self._people(writer, name, people, label, name_element, model, state)
            for name, people in lists
        ]
        delimiter = element.get("delimiter") or self._inherited.get("names-delimiter", "")
        runs = join(parts, delimiter)
        if not state.people:
            state.people.append(list(runs))
        return Output(self._dress(element, runs, state), has_variable=True, has_value=True)

    def _limit(self, options: NameOptions, state: State) -> None:
        least, first, last = state.names_limit
        if least:
            options.values["et-al-min"] = str(least)
        if first:
            options.values["et-al-use-first"] = str(first)
        if last:
            options.values["et-al-use-last"] = "true"
        if state.for_sorting:
            options.values["name-as-sort-order"] = "all"
            options.values.setdefault("form", "long")

    def _people(  # noqa: PLR0913, PLR0917 - what an element names says of one role
        self,
        writer: NameWriter,
        role: str,
        people: list[_Json],
        label: _Element,
        name_element: _Element,
        model: _Element,
        state: State,
    ) -> Runs:
        subsequent = "subsequent" in state.position
        # what tells works apart is shown of those who are cited, not of the editors behind them
        disambiguation = Disambiguation() if state.people else state.disambiguation
        runs = writer.write(people, subsequent=subsequent, disambiguation=disambiguation)
        if name_element is not None:
            runs = format_runs(runs, read_formats(name_element.attrib))
            runs = affix(runs, name_element.get("prefix", ""), name_element.get("suffix", ""))
        if label is None or state.for_sorting:
            return runs
        rule = label.get("plural", "contextual")
        plural = rule == "always" or (rule == "contextual" and len(people) > 1)
        term = self.style.locale.term(role, label.get("form", "long"), plural=plural)
        label_runs = self._dress(label, [Run(term)] if term else [], None)
        order = [local_name(child) for child in iterate(model)]
        is_behind = "name" not in order or order.index("name") < order.index("label")
        return [*runs, *label_runs] if is_behind else [*label_runs, *runs]

    def _substitute(self, element: _Element, state: State) -> Output:
        substitute = find_child(element, "substitute")
        for child in self._list_substitutes(substitute, state) if substitute is not None else ():
            before, self._model = self._model, element
            earlier_variables, state.shown_variables = state.shown_variables, set()
            output = self.render(child, state)
            self._model = before
            variables = state.shown_variables
            state.shown_variables = earlier_variables | variables
            if output.runs:  # what it wrote is not written again
                state.suppressed |= variables - DATES - _VERBATIM - {"locator"}
                if not state.people:
                    state.people.append(list(output.runs))
                runs = self._dress(element, output.runs, state)
                return Output(runs, has_variable=True, has_value=True)
        return Output(has_variable=True)

    def _list_substitutes(self, element: _Element, state: State) -> Iterator[_Element]:
        """Yield the elements of which the first that makes anything is taken."""
        for child in iterate(element):
            if local_name(child) != "choose":
                yield child
            elif (branch := self._branch(child, state)) is not None:
                yield from self._list_substitutes(branch, state)

    # --- groups and conditions ------------------------------------------------------------------

    def _group(self, element: _Element, state: State) -> Output:
        output = self.children(element, state, element.get("delimiter", ""))
        if output.has_variable and not output.has_value:
            return Output(has_variable=True)
        output.runs = format_runs(output.runs, read_formats(element.attrib))
        output.runs = affix(output.runs, element.get("prefix", ""), element.get("suffix", ""))
        output.has_value = output.has_value or bool(output.runs)
        return output

    def _choose(self, element: _Element, state: State) -> Output:
        branch = self._branch(element, state)
        if branch is None:
            return Output()
        return self.children(branch, state, self._delimiter)  # that of the group around it

    def _branch(self, element: _Element, state: State) -> _Element:
        for branch in iterate(element):
            if local_name(branch) == "else" or self._holds(branch, state):
                return branch
        return None

    def _holds(self, branch: _Element, state: State) -> bool:
        results = list(self._conditions(branch, state))
        match branch.get("match", "all"):
            case "any":
                return any(results)
            case "none":
                return not any(results)
            case _:
                return all(results)

    def _conditions(self, branch: _Element, state: State) -> list[bool]:
        item = state.item
        results: list[bool] = []
        tests: dict[str, Callable[[str], bool]] = {
            "type": lambda name: item.get("type") == name,
            "variable": lambda name: self._has(name, state),
            "is-numeric": lambda name: is_numeric(self.value(name, "long", state) or "-"),
            "is-uncertain-date": lambda name: bool(
                isinstance(item.get(name), dict) and item[name].get("circa")
            ),
            "locator": lambda name: (
                bool(state.locator) and state.label == name.replace("sub-verbo", "sub verbo")
            ),
            "position": lambda name: name in state.position and not state.in_bibliography,
            "disambiguate": lambda name: state.is_ambiguous is (name == "true"),
            "has-day": lambda name: any(len(date) > 2 for date in read_parts(item.get(name))),
        }
        for attribute, test in tests.items():
            results.extend(test(name) for name in (branch.get(attribute) or "").split())
        return results

    def _has(self, name: str, state: State) -> bool:
        if name in DATES or name in PEOPLE:
            return bool(state.item.get(name))
        return bool(self.value(name, "long", state))


def _value(item: _Json, name: str, form: str) -> str:
    """Return the text of a variable of a work, in its short form if there is one."""
    names = [name]
    if form == "short" or name.endswith("-short"):
        base = name.removesuffix("-short")
        names = [f"{base}-short", *(["journalAbbreviation"] if base == "container-title" else [])]
        names += [name] if not name.endswith("-short") else []
    value = next((item[one] for one in names if item.get(one) not in (None, "", [])), "")
    return str(value) if isinstance(value, str | int | float) else ""


# --- numbers and pages as a style writes them -------------------------------------------

NUMERIC = re.compile(
    r"\s*[A-Za-zÀ-ÿ]{0,3}\d+[A-Za-z]{0,3}(?:\s*(?:[-–,&]|and)\s*[A-Za-z]{0,3}\d+[A-Za-z]{0,3})*\s*"
)
_RANGE = re.compile(r"([A-Za-z]*|[\w.]+[.:])(\d+)\s*[-–—]+\s*([A-Za-z]*|[\w.]+[.:])(\d+)")
_WITH_ENDING = re.compile(r"(\d+)(?:(?:st|nd|rd|th|\.)(?!\w))?")
_SEVERAL = re.compile(
    r"\d\s*(?:[-–—,&]|and)\s*\w*\d|\b[ivxlc]+\s*[-–—]\s*(?:[ivxlc]+\b|\d)", re.IGNORECASE
)
_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
_LARGEST_ROMAN = 4000


def is_numeric(text: str) -> bool:
    """Tell whether a text counts as a number for a style."""
    return bool(NUMERIC.fullmatch(text))


def is_plural(text: str) -> bool:
    """Tell whether a text names several numbers."""
    return bool(_SEVERAL.search(text))


def format_number(text: str, form: str, locale: Locale, gender: str = "") -> str:
    """Return a number as an ordinal, in Roman numerals, or with its ranges in print."""
    if not is_numeric(text):
        return text
    if form in ("", "numeric"):
        spaced = re.sub(r"\s*[-–—]\s*", "–", text.strip())
        return re.sub(r"\s*([,&])\s*", lambda m: ", " if m[1] == "," else " & ", spaced)
    return _WITH_ENDING.sub(lambda number: _format_one(int(number[1]), form, locale, gender), text)


def _format_one(number: int, form: str, locale: Locale, gender: str) -> str:
    if form == "roman":
        return to_roman(number)
    if form == "long-ordinal" and 0 < number <= 10:
        word = locale.term(f"long-ordinal-{number:02}")
        if word:
            return word
    return f"{number}{locale.ordinal(number, gender)}"


def to_roman(number: int) -> str:
    """Return Roman numerals in small letters."""
    if not 0 < number < _LARGEST_ROMAN:
        return str(number)
    letters = ""
    rest = number
    for value, numeral in _ROMAN:
        count, rest = divmod(rest, value)
        letters += numeral * count
    return letters


def format_pages(text: str, form: str, delimiter: str) -> str:
    """Return pages with their ranges shortened as a style has it."""
    pieces = re.split(r"\s*[,;]\s*", text)
    return ", ".join(_format_range(piece, form, delimiter) for piece in pieces)


def _format_range(text: str, form: str, delimiter: str) -> str:
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        single = len(re.findall(r"[-–—]+", text)) == 1
        return re.sub(r"\s*[-–—]+\s*", delimiter, text) if single else text.replace("–", "-")
    prefix, first, other_prefix, last = match.groups()
    if not form or prefix != other_prefix:
        return f"{prefix}{first}{delimiter}{other_prefix}{last}"
    if len(last) < len(first):
        last = first[: len(first) - len(last)] + last
    if form != "expanded" and (len(first) == len(last) or (prefix and prefix == other_prefix)):
        last = _shorten(first, last, form) if len(first) == len(last) else last
        return f"{prefix}{first}{delimiter}{last}"
    return f"{prefix}{first}{delimiter}{other_prefix or prefix}{last}"


def _shorten(first: str, last: str, form: str) -> str:
    common = 0
    while common < len(first) - 1 and first[common] == last[common]:
        common += 1
    if form == "minimal":
        return last[common:]
    if form == "minimal-two":
        return last[min(common, max(0, len(last) - 2)) :]
    return _shorten_chicago(first, last, common, form)


def _shorten_chicago(first: str, last: str, common: int, form: str) -> str:
    number = int(first)
    if number < 100 or number % 100 == 0:
        return last
    if number % 100 < 10:
        return last[common:]
    if form != "chicago-16" and len(first) == 4 and len(last) - common >= 3:
        return last
    return last[min(common, len(last) - 2) :]
