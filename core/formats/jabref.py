"""JabRef's groups: the tree in a comment of the file, and which entries are in which group.

Groups that hold entries by name count (static, also called explicit); those that search are left
to a search. Up to 2016 the tree lists the keys of the entries; since then a field of the entry
names its groups.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.formats import latex
from core.formats.fields import clean, distinct

FIELDS = ("groups", "mendeley-groups")

_TREE = re.compile(r"@comment\s*\{\s*jabref-meta:\s*(groupstree|grouping):", re.I)
_TREE_END = re.compile(r"^[ \t]*\}", re.M)
_LINE = re.compile(r"(?:\\.|[^;\\])*;", re.S)
_GROUP = re.compile(r"(?P<level>\d{1,2}) (?P<kind>Explicit|Static)Group:(?P<rest>.*);", re.S)
_ANY_GROUP = re.compile(r"(?P<level>\d{1,2}) \w+:(?P<name>(?:\\[^;]|[^\\])*)", re.S)
_SEPARATOR = "\\;"
_BETWEEN_NAMES = re.compile(r"(?<!\\),")


@dataclass(slots=True)
class Groups:
    """The groups of a file: the path of each name, and the paths of each key in small letters."""

    paths: dict[str, str] = field(default_factory=dict)
    members: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def of(self, key: str, fields: Mapping[str, str]) -> tuple[str, ...]:
        """Return the groups of an entry, each as its path: "Thesis / Chapter 1"."""
        group_names = [
            clean(latex.decode(name))
            for field_name in FIELDS
            for name in _BETWEEN_NAMES.split(fields.get(field_name, ""))
        ]
        listed = self.members.get(key.lower(), [])
        return distinct([self.paths.get(name, name) for name in group_names] + listed)


def parse_groups(text: str) -> Groups:
    """Return the groups that the comments of a BibTeX text tell of."""
    groups = Groups()
    for start in _TREE.finditer(text):
        end = _TREE_END.search(text, start.end())
        tree = text[start.end() : end.start() if end else len(text)]
        _read_tree(tree, groups, lists_keys=start[1].lower() == "groupstree")
    return groups


def _read_tree(tree: str, groups: Groups, *, lists_keys: bool) -> None:
    above: list[str] = []
    # The old trees are broken into lines of 70 characters, wherever that falls.
    for line in map(str.strip, _LINE.findall(tree.replace("\n", ""))):
        group = _ANY_GROUP.match(line)
        if group is None:
            continue
        level = int(group["level"])
        del above[max(0, level - 1) :]
        if level > 0:
            above.append(_name(group["name"].rstrip(";")))
        static = _GROUP.fullmatch(line)
        if static is None or not above:
            continue
        path = " / ".join(name for name in above if name)
        groups.paths.setdefault(above[-1], path)
        for key in static["rest"].split(_SEPARATOR)[2:] if lists_keys else ():
            groups.members[key.strip().lower()].append(path)


def _name(escaped_name: str) -> str:
    """Return a group's name without what JabRef escapes in it."""
    return clean(re.sub(r"\\(.)", r"\1", escaped_name))
