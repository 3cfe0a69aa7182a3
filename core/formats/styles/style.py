"""A CSL style and the locale that it speaks: macros, options, terms and forms of dates."""

from __future__ import annotations

import importlib.resources
import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from lxml import etree

from core.formats.styles.rich_text import Runs

NAMESPACE = "{http://purl.org/net/xbiblio/csl}"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_Element = Any  # Any: lxml has no types
_DIALECTS = {
    "de": "de-DE",
    "en": "en-US",
    "fr": "fr-FR",
    "es": "es-ES",
    "pt": "pt-PT",
    "zh": "zh-CN",
    "it": "it-IT",
    "nl": "nl-NL",
    "cs": "cs-CZ",
    "da": "da-DK",
    "ja": "ja-JP",
    "ko": "ko-KR",
    "sv": "sv-SE",
    "nb": "nb-NO",
    "pl": "pl-PL",
    "ru": "ru-RU",
    "sk": "sk-SK",
    "uk": "uk-UA",
    "ca": "ca-AD",
    "el": "el-GR",
    "he": "he-IL",
    "et": "et-EE",
    "fi": "fi-FI",
    "hu": "hu-HU",
    "tr": "tr-TR",
}
_FALLBACK_FORMS = {"verb-short": "verb", "symbol": "short", "verb": "long", "short": "long"}


def parser() -> etree.XMLParser:
    """Return a parser that loads nothing from elsewhere."""
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
    )


def local_name(element: _Element) -> str:
    """Return the name of an element without its namespace."""
    return str(etree.QName(element).localname)


@dataclass(slots=True)
class Locale:
    """The words of a language for a style."""

    language: str = "en-US"
    terms: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    genders: dict[str, str] = field(default_factory=dict)
    dates: dict[str, _Element] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    def add(self, element: _Element) -> None:
        """Take over what an element ``locale`` says; it replaces what was there."""
        for child in element:
            name = local_name(child)
            if name == "style-options":
                self.options |= dict(child.attrib)
            elif name == "date":
                self.dates[child.get("form", "text")] = child
            elif name == "terms":
                ordinals = [t for t in child if t.get("name", "").startswith("ordinal")]
                if ordinals:
                    self.terms = {
                        key: value
                        for key, value in self.terms.items()
                        if not key[0].startswith("ordinal")
                    }
                for term in child:
                    self._add_term(term)

    def _add_term(self, term: _Element) -> None:
        texts = {local_name(part): part.text or "" for part in term}
        single = texts.get("single", term.text or "")
        gender = term.get("gender-form", "")
        form = term.get("form", "long")
        key = (term.get("name", ""), f"{form}/{gender}" if gender else form)
        self.terms[key] = (single.strip("\n"), texts.get("multiple", single).strip("\n"))
        if term.get("gender"):
            self.genders[term.get("name", "")] = term.get("gender")

    def term(self, name: str, form: str = "long", *, plural: bool = False) -> str | None:
        """Return a term, in the next form that there is; ``None`` for an unknown one."""
        while (name, form) not in self.terms:
            if form not in _FALLBACK_FORMS:
                return None
            form = _FALLBACK_FORMS[form]
        return self.terms[name, form][plural]

    def ordinal(self, number: int, gender: str = "") -> str:
        """Return the ending of an ordinal number."""
        for name in (f"ordinal-{number % 100:02}", f"ordinal-{number % 10:02}"):
            for form in (f"long/{gender}", "long") if gender else ("long",):
                if text := self.terms.get((name, form)):
                    return text[0]
        text = self.terms.get(("ordinal", f"long/{gender}")) or self.terms.get(("ordinal", "long"))
        return text[0] if text else ""

    @property
    def marks(self) -> tuple[str, str, str, str]:
        """The outer and the inner quotation marks."""
        names = ("open-quote", "close-quote", "open-inner-quote", "close-inner-quote")
        first, second, third, fourth = (self.term(name) or "" for name in names)
        return first, second, third, fourth


@lru_cache(maxsize=8)
def _read_locale_file(language: str) -> _Element:
    folder = importlib.resources.files("citeproc") / "data" / "locales"
    path = folder / f"locales-{language}.xml"
    return etree.fromstring(path.read_bytes(), parser()) if path.is_file() else None


def load_locale(language: str, root: _Element) -> Locale:
    """Return the locale of a language, with what a style changes of it."""
    full = _DIALECTS.get(language, language)
    primary = re.split("[-_]", full)[0]
    locale = Locale(full)
    for name in dict.fromkeys(("en-US", _DIALECTS.get(primary, full), full)):
        if (element := _read_locale_file(name)) is not None:
            locale.add(element)
    own_locales = [child for child in root if local_name(child) == "locale"]
    for language_tag in (None, primary, full):
        for element in own_locales:
            if element.get(_LANGUAGE) == language_tag:
                locale.add(element)
    return locale


class Style:
    """A style, parsed."""

    def __init__(self, root: _Element, language: str = "") -> None:
        self.root = root
        self.macros = {child.get("name"): child for child in root if local_name(child) == "macro"}
        self.citation = root.find(f"{NAMESPACE}citation")
        self.bibliography = root.find(f"{NAMESPACE}bibliography")
        self.is_note = root.get("class") == "note"
        self.locale = load_locale(language or root.get("default-locale", "en-US"), root)
        text = etree.tostring(root, encoding="unicode")
        self.has_year_suffix = 'variable="year-suffix"' in text
        self.has_numbers = "citation-number" in text
        self.rendered: dict[Hashable, tuple[Runs, list[Runs]]] = {}
        """What was made of works before, with the names in it, by all that it depends on."""

    def option(self, name: str, default: str = "") -> str:
        """Return an option of the style as a whole."""
        return str(self.root.get(name, default))

    def inherited(self, section: _Element) -> Mapping[str, str]:
        """Return the options for names that a part of the style has."""
        return {**dict(self.root.attrib), **dict(section.attrib)}


def read_style(content: bytes) -> _Element:
    """Return the root of a style.

    Raises:
        ValueError: it is no style.
    """
    root = etree.fromstring(content, parser())
    if local_name(root) != "style":
        raise ValueError("not a style")
    return root


def find_parent(root: _Element) -> str:
    """Return the name of the style that a dependent one stands for, "" if it is none."""
    for link in root.iter(f"{NAMESPACE}link"):
        if link.get("rel") == "independent-parent":
            return str(link.get("href", "")).rstrip("/").rsplit("/", 1)[-1]
    return ""


def iterate(element: _Element) -> Iterator[_Element]:
    """Yield the children of an element that are elements."""
    return (child for child in element if isinstance(child.tag, str))
