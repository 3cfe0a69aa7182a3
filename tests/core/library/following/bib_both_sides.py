"""A ``.bib`` file that somebody edits while a library that follows it edits the same papers.

What both should say is computed from the operations alone. The file is read and changed here by
patterns, not by the program's own reader.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from core.base.records import PaperNumber
from core.library.following.bib_follower import BibFollower
from core.library.library import Library

FIELDS = ("title", "year", "journal", "pages")
_WORDS = ("moor", "peat", "rose", "bird", "moss", "fern", "reed", "walk", "lake", "stone")
_ENTRY = re.compile(r"@article\{(?P<key>[^,]+),\n(?P<fields>.*?)\n\}", re.S)
_FIELD = re.compile(r"^  (?P<name>\w+) = \{(?P<text>.*)\},?$", re.M)


@dataclass
class Outcome:
    """What was counted at the end."""

    outside: int = 0
    inside: int = 0
    lost: int = 0
    doubled: int = 0
    conflicts: int = 0
    expected_conflicts: int = 0
    complaints: list[str] = field(default_factory=list)


def write_entry(key: str, values: dict[str, str]) -> str:
    """Return the text of an entry."""
    lines = ",\n".join(f"  {name} = {{{text}}}" for name, text in values.items())
    return f"@article{{{key},\n{lines}\n}}\n"


def read_entries(text: str) -> dict[str, dict[str, str]]:
    """Return what the entries of a file say, by key."""
    return {
        match["key"]: {m["name"].lower(): m["text"] for m in _FIELD.finditer(match["fields"])}
        for match in _ENTRY.finditer(text)
    }


class BothSides:
    """A file and a library in which the same is edited; ``look`` brings them in step."""

    def __init__(
        self, library: Library, path: Path, entries: int, seed: int, read: Callable[..., object]
    ) -> None:
        self._random = random.Random(seed)
        self._library, self._path, self._read = library, path, read
        self.follower = BibFollower(library)
        self.expected = {f"key{n}": self._make_values(n) for n in range(entries)}
        self._next = entries
        self._in_file: dict[tuple[str, str], str] = {}
        self._in_library: dict[tuple[str, str], str] = {}
        self._contested: dict[tuple[str, str], tuple[str, str]] = {}
        self._deleted: set[str] = set()
        self._keys_before: dict[str, str] = {}
        self.outcome = Outcome()
        path.write_text("\n".join(write_entry(k, v) for k, v in self.expected.items()), "utf-8")
        self.follower.start(path)
        self.look()

    def _make_values(self, number: int) -> dict[str, str]:
        words = " ".join(self._random.choices(_WORDS, k=4))
        return {
            "author": f"Person{number}, Ann",
            "title": f"The {words} number {number}",
            "year": str(self._random.randint(1950, 2020)),
            "journal": f"Journal of {self._random.choice(_WORDS)}",
            "pages": f"{number}--{number + 9}",
        }

    def run(self, outside: int, inside: int, hot: int) -> Outcome:
        """Edit on both sides, half of the time without a look between two edits."""
        steps = ["outside"] * outside + ["inside"] * inside
        self._random.shuffle(steps)
        hot_keys = self._random.sample(sorted(self.expected), hot)
        for step in steps:
            if step == "inside":
                self._edit_inside(hot_keys)
            else:
                self._edit_outside(hot_keys)
            if self._random.random() < 0.5:
                self.look()
        self.look()
        self._check_conflicts()
        self._resolve()
        self._check()
        return self.outcome

    def look(self) -> None:
        """Bring both sides in step, as far as nobody has to be asked."""
        self.follower.look()
        for place in {*self._in_file, *self._in_library} - self._contested.keys():
            key, name = place
            theirs, ours = self._in_file.get(place), self._in_library.get(place)
            if theirs is not None and ours is not None and theirs != ours:
                self._contested[place] = theirs, ours
            elif key in self.expected:
                self.expected[key][name] = theirs if theirs is not None else str(ours)
        for place in list(self._contested):
            theirs, ours = self._contested[place]
            self._contested[place] = (
                self._in_file.get(place, theirs),
                self._in_library.get(place, ours),
            )
        self._in_file.clear()
        self._in_library.clear()

    def _free_key(self, hot_keys: list[str]) -> str:
        pool = hot_keys if self._random.random() < 0.5 else sorted(self.expected)
        return self._random.choice(pool)

    def _draw_value(self, name: str) -> str:
        number = self._random.randint(1000, 9999)
        if name == "year":
            return str(self._random.randint(1900, 2025))
        if name == "pages":
            return f"{number}--{number + 5}"
        return f"{name.capitalize()} {' '.join(self._random.choices(_WORDS, k=3))} {number}"

    def _edit_inside(self, hot_keys: list[str]) -> None:
        key, name = self._free_key(hot_keys), self._random.choice(FIELDS)
        pending = sorted(place for place in self._in_file if place[0] in self.expected)
        if pending and self._random.random() < 0.4:  # the same as somebody else just did
            key, name = self._random.choice(pending)
        if key not in self.expected:
            key = self._random.choice(sorted(self.expected))
        value = self._draw_value(name)
        number = self._find_paper(key)
        if number is None:  # the entry is new and was not looked at yet
            self.look()
            number = self._find_paper(key)
        assert number is not None, key
        paper = self._library.papers.get(number)
        if name == "pages":
            edits: dict[str, object] = {"extra": {**paper.extra, "page": value.replace("--", "–")}}
        else:
            stored: object = int(value) if name == "year" else value
            edits = {{"journal": "venue"}.get(name, name): stored}
        self._library.papers.update(number, **edits)
        self._in_library[key, name] = value
        self.outcome.inside += 1

    def _find_paper(self, key: str) -> PaperNumber | None:
        key = self._keys_before.get(key, key)
        row = self._library.database.rows(
            "SELECT number FROM papers WHERE citation_key = ? AND trashed_at IS NULL", key
        )
        return PaperNumber(row[0][0]) if row else None

    def _edit_outside(self, hot_keys: list[str]) -> None:
        text = self._path.read_text("utf-8")
        kind = self._random.choices(["edit", "add", "delete", "rename"], [14, 3, 2, 1])[0]
        if kind == "add":
            key, values = f"key{self._next}", self._make_values(self._next)
            self._next += 1
            text += "\n" + write_entry(key, values)
            self.expected[key] = dict(values)
        else:
            quiet = [
                key
                for key in sorted(self.expected)
                if key not in hot_keys and not self._is_pending(key)
            ]
            key = self._free_key(hot_keys) if kind == "edit" else self._random.choice(quiet)
            if key not in self.expected:
                return
            text = self._change_entry(text, key, kind)
        new = self._path.with_suffix(".tmp")
        new.write_text(text, "utf-8")
        new.replace(self._path)
        self.outcome.outside += 1

    def _is_pending(self, key: str) -> bool:
        places = {*self._in_file, *self._in_library, *self._contested}
        return any(place[0] == key for place in places)

    def _change_entry(self, text: str, key: str, kind: str) -> str:
        pattern = re.compile(rf"@article\{{{key},\n.*?\n\}}\n", re.S)
        match = pattern.search(text)
        assert match is not None, key
        entry = match[0]
        if kind == "delete":
            self.look()  # nothing of it is under way
            del self.expected[key]
            self._deleted.add(key)
            return self._path.read_text("utf-8").replace(entry, "")
        if kind == "rename":
            new = f"{key}x"
            self.expected[new] = self.expected.pop(key)
            self._keys_before[new] = key
            text = text.replace(f"{{{key},", f"{{{new},")
            self._path.write_text(text, "utf-8")
            self.look()
            del self._keys_before[new]
            return self._path.read_text("utf-8")
        name = self._random.choice(FIELDS)
        value = self._draw_value(name)
        edited = re.sub(
            rf"(?m)^(  {name} = )\{{.*\}}", lambda m: f"{m[1]}{{{value}}}", entry, count=1
        )
        self._in_file[key, name] = value
        return text.replace(entry, edited)

    # --- what came of it --------------------------------------------------------------------

    def _check_conflicts(self) -> None:
        names = {"venue": "journal", "page": "pages"}
        shown = {
            (conflict.key, names.get(conflict.field, conflict.field))
            for conflict in self.follower.conflicts(self._path)
        }
        expected = {place for place, (a, b) in self._contested.items() if a != b}
        self.outcome.conflicts, self.outcome.expected_conflicts = len(shown), len(expected)
        self.outcome.complaints += [f"not shown: {place}" for place in expected - shown]
        self.outcome.complaints += [f"shown without reason: {p}" for p in shown - expected]
        in_file = read_entries(self._path.read_text("utf-8"))
        for (key, name), (theirs, ours) in self._contested.items():
            if in_file[key][name] != theirs or self._value(key, name) != ours:
                self.outcome.lost += 1
                self.outcome.complaints.append(f"overwritten unasked: {key} {name}")

    def _resolve(self) -> None:
        for conflict in self.follower.conflicts(self._path):
            name = {"venue": "journal", "page": "pages"}.get(conflict.field, conflict.field)
            take_file = self._random.random() < 0.5
            theirs, ours = self._contested[conflict.key, name]
            self.expected[conflict.key][name] = theirs if take_file else ours
            self.follower.resolve(self._path, conflict.key, conflict.field, take_file=take_file)
        self._contested.clear()
        self.look()

    def _value(self, key: str, name: str) -> str:
        number = self._find_paper(key)
        if number is None:
            return ""
        paper = self._library.papers.get(number)
        if name == "pages":
            return str(paper.extra.get("page", "")).replace("–", "--")
        value = getattr(paper, {"journal": "venue"}.get(name, name))
        return "" if value is None else str(value)

    def _check(self) -> None:
        outcome = self.outcome
        in_file = self._read(self._path)
        assert isinstance(in_file, dict)
        for key, values in self.expected.items():
            for name in FIELDS:
                if in_file.get(key, {}).get(name) != values[name]:
                    outcome.lost += 1
                    outcome.complaints.append(
                        f"file, {key} {name}: {in_file.get(key, {}).get(name)}, not {values[name]}"
                    )
                if self._value(key, name) != values[name]:
                    outcome.lost += 1
                    outcome.complaints.append(
                        f"library, {key} {name}: {self._value(key, name)}, not {values[name]}"
                    )
        outcome.doubled = len(in_file) - len(self.expected)
        papers = len(self._library.papers.numbers())
        outcome.doubled += papers - len(self.expected)
        trashed = self._library.database.value(
            "SELECT COUNT(*) FROM papers WHERE trashed_at IS NOT NULL"
        )
        if trashed != len(self._deleted):
            outcome.complaints.append(f"in the Trash: {trashed}, not {len(self._deleted)}")
