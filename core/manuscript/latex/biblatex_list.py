r"""The list that biber writes for biblatex: ``\entry`` blocks of fields, not of formatted text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from core.base.records import PaperRecord
from core.base.stated_keys import with_aliases
from core.formats import latex
from core.formats.fields import extract_arxiv, extract_doi, extract_year
from core.manuscript.latex.macros import parse_group

_ENTRY = re.compile(
    r"\\entry\s*\{(?P<key>[^{}]*)\}\s*\{(?P<type>[^{}]*)\}.*?(?P<end>\\endentry)", re.S
)
_AUTHORS = re.compile(r"\\name\s*\{(?:author|labelname)\}\s*\{\d+\}\s*\{[^{}]*\}\s*(?=\{)")
_EDITORS = re.compile(r"\\name\s*\{editor\}\s*\{\d+\}\s*\{[^{}]*\}\s*(?=\{)")
_PART = re.compile(r"(?<![a-z])(?P<part>family|given|prefix)\s*=\s*(?=\{)")
_FIELD = re.compile(r"\\field\s*\{(?P<name>\w+)\}\s*(?=\{)")
_VERB = re.compile(r"\\verb\s*\{(?P<name>\w+)\}\s*\\verb\s+(?P<value>\S+)\s*\\endverb")
_RANGE = re.compile(r"\\bibrangedash\s*")
_ALIAS = re.compile(r"\\keyalias\s*\{(?P<alias>[^{}]*)\}\s*\{(?P<key>[^{}]*)\}")
_DELIMITER = re.compile(r"\\bibnamedelim[a-z]\s*")
_STARTS_NAME = re.compile(r"\{\{[^{}]*\}\s*\{")


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry of the list."""

    key: str
    label: str
    record: PaperRecord


def biblatex_entries(text: str) -> Iterator[ListedEntry]:
    """Yield the entries in the order of the list; one of several lists is enough."""
    aliases: defaultdict[str, list[str]] = defaultdict(list)
    for match in _ALIAS.finditer(text):
        aliases[match["key"].strip()].append(match["alias"])
    seen_keys: set[str] = set()
    for match in _ENTRY.finditer(text):
        key = match["key"].strip()
        if key in seen_keys:
            continue
        seen_keys.add(key)
        fields = _fields(match[0])
        title = fields.get("title", "")
        if not title:
            continue
        subtitle = fields.get("subtitle", "")
        people = _people(match[0], _AUTHORS) or _people(match[0], _EDITORS)
        doi, eprint = extract_doi(fields.get("doi", "")), fields.get("eprint", "")
        yield ListedEntry(
            key,
            fields.get("labelalpha", ""),
            PaperRecord(
                title=f"{title}: {subtitle}" if subtitle else title,
                authors=people,
                year=extract_year(fields.get("year", ""), fields.get("date", "")),
                venue=fields.get("journaltitle", "") or fields.get("booktitle", ""),
                doi=doi,
                arxiv=extract_arxiv(eprint),
                url=fields.get("url", ""),
                extra=with_aliases(
                    {
                        variable: fields[name]
                        for variable, name in (("volume", "volume"), ("page", "pages"))
                        if name in fields
                    },
                    aliases[key],
                ),
            ),
        )


def _fields(block: str) -> dict[str, str]:
    field_values = {match["name"]: match["value"] for match in _VERB.finditer(block)}
    for match in _FIELD.finditer(block):
        value = parse_group(block, match.end())
        if value is not None:
            field_values.setdefault(match["name"], latex.decode(_RANGE.sub("–", value[0])))
    return field_values


def _people(block: str, pattern: re.Pattern[str]) -> tuple[str, ...]:
    listed = pattern.search(block)
    people_group = parse_group(block, listed.end()) if listed else None
    if people_group is None:
        return ()
    people = []
    for part in _STARTS_NAME.split(re.sub(r"%\s*", "", people_group[0]))[1:]:
        names = {match["part"]: parse_group(part, match.end()) for match in _PART.finditer(part)}
        words = [
            latex.decode(_DELIMITER.sub(" ", value[0]))
            for name in ("given", "prefix", "family")
            if (value := names.get(name))
        ]
        if words:
            people.append(" ".join(words))
    return tuple(people)
