"""The citations of a text and its list of references in a style."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from core.base.collation import SortKey, make_sort_key
from core.formats.styles import dates
from core.formats.styles.people import Disambiguation, sort_names
from core.formats.styles.rendering import DATES, PEOPLE, Renderer, State
from core.formats.styles.rich_text import (
    Run,
    Runs,
    affix,
    finish,
    format_runs,
    join,
    plain,
    read_formats,
    write_html,
)
from core.formats.styles.style import NAMESPACE, Style, iterate, local_name

_Element = Any  # Any: lxml has no types
_Json = dict[str, Any]  # Any: JSON
_MOST_NAMES = 12
_MOST_RENDERED = 4_000


@dataclass(frozen=True, slots=True)
class CitedItem:
    """A work in a citation, by its id, with what stands around it."""

    id: str
    prefix: str = ""
    suffix: str = ""
    locator: str = ""
    label: str = "page"
    without_author: bool = False


class Processor:
    """Formats some works, in the order in which they are cited first."""

    def __init__(self, style: Style, items: Sequence[_Json]) -> None:
        self._style = style
        self._items = {str(item["id"]): dict(item) for item in items}
        self._texts = {name: repr({**item, "id": ""}) for name, item in self._items.items()}
        """Each work as a text that is another one where anything of it differs."""
        self._cited = list(self._items)
        self._citation = Renderer(style, style.citation)
        self._suffixes: dict[str, str] = {}
        self._disambiguations: dict[str, Disambiguation] = {}
        self._ambiguous: set[str] = set()
        self._order = self._sorted(style.bibliography, list(self._items))
        numbers = {identity: number for number, identity in enumerate(self._order, start=1)}
        self._numbers = numbers
        self._disambiguate()

    # --- the list -------------------------------------------------------------------------------

    def bibliography(self) -> list[Runs]:
        """Return the references in the order of the style; none if it has no list."""
        section = self._style.bibliography
        if section is None:
            return []
        renderer = Renderer(self._style, section)
        layout = section.find(f"{NAMESPACE}layout")
        if layout is None:
            return []
        aligned = bool(section.get("second-field-align"))
        replacement = section.get("subsequent-author-substitute")
        references: list[Runs] = []
        last_people = ""
        for identity in self._order:
            state = self._state(identity, in_bibliography=True)
            runs = self._render(
                partial(self._entry, renderer, layout, aligned=aligned), renderer, layout, state
            )
            people = plain(state.people[0]) if state.people else ""
            if replacement is not None and people and people == last_people:
                runs = _replace_people(runs, state.people[0], replacement)
            last_people = people
            runs = affix(
                format_runs(runs, read_formats(layout.attrib)),
                layout.get("prefix", ""),
                layout.get("suffix", ""),
            )
            references.append(self._finish(runs))
        return references

    def _render(
        self,
        make: Callable[[State], Runs],
        renderer: Renderer,
        element: _Element,
        state: State,
    ) -> Runs:
        """Return what is made of a work in a state; what was made before is taken over.

        A document is formatted again at each citation that is inserted, most of it as before.
        """
        number = state.number if self._style.has_numbers else 0
        key = (
            *(renderer.section, element, self._texts[str(state.item["id"])], number),
            *(state.in_bibliography, state.locator, state.label, state.position),
            *(state.year_suffix, state.disambiguation, state.is_ambiguous, state.without_author),
            *(state.for_sorting, state.names_limit),
        )
        rendered = self._style.rendered
        output = rendered.get(key)
        if output is None:
            if len(rendered) >= _MOST_RENDERED:
                rendered.clear()
            runs = make(state)
            output = rendered[key] = runs, state.people
        runs, people = output
        state.people = [list(names) for names in people]
        return list(runs)

    def _render_children(self, renderer: Renderer, element: _Element, state: State) -> Runs:
        def make(state: State) -> Runs:
            return renderer.children(element, state).runs

        return self._render(make, renderer, element, state)

    def _entry(self, renderer: Renderer, layout: _Element, state: State, *, aligned: bool) -> Runs:
        parts = [renderer.render(child, state).runs for child in iterate(layout)]
        if aligned and parts and len(parts) > 1 and plain(parts[0]):
            end = plain(parts[0])[-1:]
            return [*parts[0], *([] if end.isspace() else [Run(" ")]), *join(parts[1:])]
        return join(parts)

    def _finish(self, runs: Runs) -> Runs:
        inside = self._style.locale.options.get("punctuation-in-quote") == "true"
        return finish(runs, self._style.locale.marks, inside_quotes=inside)

    def _state(self, identity: str, *, in_bibliography: bool = False) -> State:
        return State(
            item=self._items[identity],
            in_bibliography=in_bibliography,
            number=self._numbers.get(identity, 0),
            year_suffix=self._suffixes.get(identity, ""),
            disambiguation=self._disambiguations.get(identity, Disambiguation()),
            is_ambiguous=identity in self._ambiguous,
        )

    # --- order of the reference list ------------------------------------------------------------

    def _sorted(self, section: _Element, identities: list[str]) -> list[str]:
        sort = section.find(f"{NAMESPACE}sort") if section is not None else None
        if sort is None or len(identities) < 2:
            return identities
        renderer = Renderer(self._style, section)
        order = list(identities)
        for key in reversed([child for child in iterate(sort) if local_name(child) == "key"]):
            keys = {one: self._sort_key(renderer, key, one) for one in order}
            if "author" in (key.get("variable") or key.get("macro", "")):
                keys = {one: keys[one] or self._collate_title(one) for one in order}
            is_descending = key.get("sort") == "descending"
            filled = [one for one in order if keys[one]]
            empty = [one for one in order if not keys[one]]
            filled.sort(key=lambda one: keys[one], reverse=is_descending)
            order = [*filled, *empty]
        return order

    def _sort_key(self, renderer: Renderer, key: _Element, identity: str) -> Any:  # noqa: ANN401
        item = self._items[identity]
        limits = (
            int(key.get("names-min") or 0),
            int(key.get("names-use-first") or 0),
            int(key.get("names-use-last") == "true"),
        )
        if variable := key.get("variable"):
            return self._sort_key_of_variable(renderer, variable, identity, limits[1])
        macro = self._style.macros.get(key.get("macro"))
        if macro is None:
            return ""
        state = State(
            item=item, for_sorting=True, names_limit=limits, number=self._cited.index(identity) + 1
        )
        return self._collate(plain(self._render_children(renderer, macro, state)))

    def _sort_key_of_variable(
        self, renderer: Renderer, variable: str, identity: str, limit: int
    ) -> Any:  # noqa: ANN401 - a number or a text
        item = self._items[identity]
        if variable in PEOPLE:
            people = item.get(variable)
            return self._collate(sort_names(people, self._style, limit)) if people else ""
        if variable == "citation-number":
            return self._cited.index(identity) + 1
        if variable in DATES:
            return dates.sort_key(item.get(variable))
        return self._collate(renderer.value(variable, "long", State(item=item)))

    def _collate_title(self, identity: str) -> SortKey | str:
        """Return where a work without authors stands: at its title.

        A style that sorts by names and has none to sort by would put it last.
        """
        return self._collate(str(self._items[identity].get("title", "")))

    def _collate(self, text: str) -> SortKey | str:
        """Return a key that orders texts by the rules of the style's language, "" for none."""
        return make_sort_key(text, self._style.locale.language) if text else ""

    # --- works that would look the same ---------------------------------------------------------

    def _disambiguate(self) -> None:
        options = self._style.citation.attrib
        if self._style.is_note and "disambiguate-add-year-suffix" not in options:
            return
        rule = options.get("givenname-disambiguation-rule", "by-cite")
        if options.get("disambiguate-add-givenname") == "true" and rule != "by-cite":
            self._distinguish_people()
        steps: dict[str, Callable[[list[str]], None]] = {
            "disambiguate-add-givenname": self._add_given_names,
            "disambiguate-add-names": self._add_names,
            "": self._ambiguous.update,
            "disambiguate-add-year-suffix": self._add_suffixes,
        }
        for option, step in steps.items():
            for group in self._clashes() if not option or options.get(option) == "true" else ():
                step(group)

    def _add_suffixes(self, group: Sequence[str]) -> None:
        for number, identity in enumerate(sorted(group, key=self._order.index)):
            self._suffixes[identity] = _letters(number)

    def _distinguish_people(self) -> None:
        """Show the given names of first authors who share their family names with others."""
        people: defaultdict[str, set[str]] = defaultdict(set)
        first_authors = {}
        for identity, item in self._items.items():
            authors = item.get("author") or []
            if authors and isinstance(authors[0], dict) and authors[0].get("family"):
                first_authors[identity] = authors[0]
            for person in authors:
                if isinstance(person, dict) and person.get("family"):
                    people[person["family"]].add(str(person.get("given", "")))
        for identity, person in first_authors.items():
            if len(people[person["family"]]) > 1:
                self._disambiguations[identity] = Disambiguation(given_names=True)

    def _clashes(self) -> list[list[str]]:
        return [group for group in self._group_alike(self._items) if len(group) > 1]

    def _group_alike(self, identities: Iterable[str]) -> list[list[str]]:
        """Return works in groups whose citations are the same text; those without one are none."""
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for identity in identities:
            groups[self._plain_citation(identity)].append(identity)
        return [group for text, group in groups.items() if text]

    def _plain_citation(self, identity: str) -> str:
        layout = self._style.citation.find(f"{NAMESPACE}layout")
        state = replace(self._state(identity), number=0)
        return plain(self._render_children(self._citation, layout, state))

    def _add_names(self, group: Sequence[str], fewest: int = 1) -> None:
        """Show more names, one by one, of works that those tell from others of their group."""
        before = {one: self._disambiguations.get(one, Disambiguation()) for one in group}
        expands = self._style.citation.get("disambiguate-add-givenname") == "true"
        for count, in_full in product(range(fewest + 1, _MOST_NAMES), (False, True)[: 1 + expands]):
            for one in group:
                self._disambiguations[one] = replace(
                    before[one], names=count, given_names=in_full or before[one].given_names
                )
            alike = self._group_alike(group)
            if len(alike) > 1:
                for same in alike:
                    if len(same) > 1:
                        self._add_names(same, count)
                return
        self._disambiguations |= before

    def _add_given_names(self, group: Sequence[str]) -> None:
        """Show initials, and given names in full where initials leave some works alike."""
        rule = self._style.citation.get("givenname-disambiguation-rule", "by-cite")
        self._show_given_names(group, (False,) if rule.endswith("with-initials") else (False, True))

    def _show_given_names(self, group: Sequence[str], forms: Sequence[bool]) -> None:
        before = {one: self._disambiguations.get(one, Disambiguation()) for one in group}
        for position, in_full in enumerate(forms, start=1):
            for identity in group:
                disambiguation = replace(before[identity], given_names=True, in_full=in_full)
                self._disambiguations[identity] = disambiguation
            alike = self._group_alike(group)
            if len(alike) > 1:
                for same in alike:
                    if len(same) > 1:
                        self._show_given_names(same, forms[position:])
                return
        self._disambiguations |= before

    # --- citations in the text ------------------------------------------------------------------

    def citations(self, cited: Iterable[Sequence[CitedItem]]) -> list[Runs]:
        """Return the citations of a text, in their order."""
        earlier_ids: set[str] = set()
        previous: Sequence[CitedItem] = ()
        texts = []
        for citation in cited:
            texts.append(self._cite(citation, earlier_ids, previous))
            earlier_ids |= {item.id for item in citation}
            previous = citation
        return texts

    def _cite(
        self, citation: Sequence[CitedItem], earlier_ids: set[str], previous: Sequence[CitedItem]
    ) -> Runs:
        section = self._style.citation
        layout = section.find(f"{NAMESPACE}layout")
        by_id = {item.id: item for item in citation}
        order = self._sorted(section, list(by_id))
        if section.find(f"{NAMESPACE}sort") is None or len(by_id) < len(citation):
            cited_items = list(citation)
        else:
            cited_items = [by_id[identity] for identity in order]
        collapse = section.get("collapse", "")
        if collapse == "citation-number" and self._can_collapse(cited_items):
            parts = self._collapse_numbers(layout, cited_items)
        else:
            parts = self._cite_each(layout, cited_items, earlier_ids, previous, collapse)
        runs = join_cites(parts, layout.get("delimiter", ""))
        runs = format_runs(runs, read_formats(layout.attrib))
        return self._finish(affix(runs, layout.get("prefix", ""), layout.get("suffix", "")))

    def _cite_each(
        self,
        layout: _Element,
        cited_items: Sequence[CitedItem],
        earlier_ids: set[str],
        previous: Sequence[CitedItem],
        collapse: str,
    ) -> list[Runs]:
        parts: list[Runs] = []
        last_people = ""
        for item in cited_items:
            state = self._state(item.id)
            state.locator, state.label = item.locator, item.label
            state.position = _position(item, earlier_ids, previous)
            state.without_author = item.without_author
            runs = self._render_children(self._citation, layout, state)
            if item.without_author:
                runs = _strip_start(runs)
            people = plain(state.people[0]) if state.people else ""
            if collapse.startswith("year") and people and people == last_people and not item.prefix:
                state = self._state(item.id)
                state.locator, state.label, state.without_author = item.locator, item.label, True
                shorter = self._citation.children(layout, state).runs
                delimiter = self._style.citation.get("cite-group-delimiter", ", ")
                parts[-1] = [*parts[-1], Run(delimiter), *_strip_start(shorter), *_suffix(item)]
            else:
                prefix = [Run(_spaced(item.prefix))] if item.prefix else []
                parts.append([*prefix, *runs, *_suffix(item)])
            last_people = people if not item.suffix else ""
        return parts

    @staticmethod
    def _can_collapse(items: Sequence[CitedItem]) -> bool:
        return len(items) > 2 and not any(i.prefix or i.suffix or i.locator for i in items)

    def _collapse_numbers(self, layout: _Element, items: Sequence[CitedItem]) -> list[Runs]:
        """Return the numbers of works with runs of three and more as ranges."""
        groups: list[list[str]] = []
        for item in items:
            if groups and self._numbers[item.id] == self._numbers[groups[-1][-1]] + 1:
                groups[-1].append(item.id)
            else:
                groups.append([item.id])
        parts = []
        for group in groups:
            rendered = [self._citation.children(layout, self._state(one)).runs for one in group]
            if len(rendered) > 2:
                parts.append([*rendered[0], Run("–"), *rendered[-1]])
            else:
                parts += rendered
        return parts


def join_cites(parts: Sequence[Runs], delimiter: str) -> Runs:
    """Return the cites of a citation with the delimiter of the style between them."""
    return join(parts, delimiter)


def _suffix(item: CitedItem) -> Runs:
    if not item.suffix:
        return []
    text = item.suffix if item.suffix[0] in ",;.: )" else f" {item.suffix}"
    return [Run(text)]


def _spaced(prefix: str) -> str:
    return prefix if prefix[-1:].isspace() else f"{prefix} "


def _strip_start(runs: Runs) -> Runs:
    stripped = list(runs)
    while stripped and not stripped[0].text.strip(" ,("):
        stripped.pop(0)
    if stripped:
        stripped[0] = Run(stripped[0].text.lstrip(" ,"), stripped[0].formats)
    return stripped


def _position(
    item: CitedItem, earlier_ids: set[str], previous: Sequence[CitedItem]
) -> frozenset[str]:
    if item.id not in earlier_ids:
        return frozenset(("first",))
    positions = {"subsequent", "near-note"}
    if len(previous) == 1 and previous[0].id == item.id:
        before = previous[0]
        if (item.locator, item.label) == (before.locator, before.label):
            positions.add("ibid")
        elif item.locator:
            positions |= {"ibid", "ibid-with-locator"}
    return frozenset(positions)


def _replace_people(runs: Runs, people: Runs, replacement: str) -> Runs:
    """Return a reference with a sign in place of the same people as before."""
    for start in range(len(runs)):
        if runs[start : start + len(people)] == people:
            sign = [Run(replacement)] if replacement else []
            return [*runs[:start], *sign, *runs[start + len(people) :]]
    return runs


def _letters(number: int) -> str:
    """Return "a", "b", …, "z", "aa" for a number from 0 on."""
    text = ""
    rest = number + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def write_plain(runs: Iterable[Run]) -> str:
    """Return runs as plain text on one line."""
    return " ".join(plain(runs).split())


def write_markup(runs: Iterable[Run]) -> str:
    """Return runs as HTML on one line."""
    return " ".join(write_html(runs).split())
