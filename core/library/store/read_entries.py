"""Which entries of which files were read before, and what each of them said.

So a file that is read twice adds nothing, and a paper follows an entry that was corrected in its
file, as far as nobody edited the paper.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, NamedTuple

from core.base.items import INCOMPLETE, SOURCE_TYPE, TYPE
from core.base.messages import Message, joined
from core.base.records import PaperNumber, PaperRecord
from core.base.stated_keys import ALIASES, FIELD, MADE_KEY
from core.library.database.connection import Database, as_json

_LISTED = "SELECT value FROM json_each(?)"


class EntryMark(NamedTuple):
    """What an entry of a file is known by again.

    ``entry`` stands for its key in its file, or, where it has no key, for all that it says and the
    name of its file. ``digest`` stands for all that it says with its key, "" without a key.
    """

    entry: str
    digest: str


class EntryKeys:
    """The keys of one file while it is read: several entries may have one."""

    def __init__(self) -> None:
        self._contents: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def number_key(self, key: str, content_digest: str) -> str:
        """Return a key, with a number for each further entry of it that says something else."""
        numbers = self._contents[key]
        number = numbers.setdefault(content_digest, len(numbers) + 1)
        return key if number == 1 else f"{key}\0{number}"


def make_mark(
    record: PaperRecord, *, source: str, file: str, keys: EntryKeys | None = None
) -> EntryMark:
    """Return what a record is known by: its key in ``file``, and what it says."""
    content_digest = _hash(_content(record))
    key = record.extra.get("citation_key") or record.id
    if not isinstance(key, str) or not key:
        return EntryMark(_hash(f"{source}\0{content_digest}"), "")
    key = key if keys is None else keys.number_key(key, content_digest)
    return EntryMark(
        _hash(f"{file}\0{key}" if file else f"{source}\0{content_digest}"), content_digest
    )


_FIELDS = attrgetter(*PaperRecord.__dataclass_fields__)


def _content(record: PaperRecord) -> str:
    return json.dumps(_FIELDS(record), default=str)


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


class EntryBefore(NamedTuple):
    """A paper that an entry became; ``is_changed`` if the entry said something else then.

    ``fields`` are digests of what it said, ``None`` if that was not kept, or if it was an entry of
    another file that said the same.
    """

    paper: PaperNumber
    is_changed: bool
    fields: FieldDigests | None = None


def papers_of_entries(
    database: Database, marks: Sequence[EntryMark]
) -> dict[EntryMark, list[EntryBefore]]:
    """Return the papers that entries became, those of the same file first."""
    by_entry: dict[str, tuple[str, PaperNumber, bytes]] = {}
    rows = database.rows(
        f"SELECT entry, digest, paper, fields FROM read_entries WHERE entry IN ({_LISTED})",
        as_json({mark.entry for mark in marks}),
    )
    for entry, digest, paper, fields in rows:
        by_entry[entry] = digest, paper, fields
    by_digest: dict[str, PaperNumber] = dict(
        database.rows(
            f"""SELECT digest, MIN(paper) FROM read_entries WHERE digest IN ({_LISTED})
                AND digest <> '' GROUP BY digest""",
            as_json({mark.digest for mark in marks} - {""}),
        )
    )
    papers_by_mark: dict[EntryMark, list[EntryBefore]] = {}
    for mark in marks:
        papers = []
        if mark.entry in by_entry:
            digest, paper, fields = by_entry[mark.entry]
            digests = FieldDigests.unpack(fields) if fields else None
            papers.append(EntryBefore(paper, digest != mark.digest, digests))
        if mark.digest in by_digest:
            papers.append(EntryBefore(by_digest[mark.digest], is_changed=False))
        if papers:
            papers_by_mark[mark] = sorted(papers, key=lambda before: before.is_changed)
    return papers_by_mark


def write_read_entries(
    database: Database,
    papers: Mapping[EntryMark, tuple[PaperNumber, PaperRecord]],
    previous: Mapping[EntryMark, Iterable[EntryBefore]],
) -> None:
    """Remember which papers entries became and what each said, as far as that is news."""
    news = [
        (mark.entry, mark.digest, paper, FieldDigests.of(record).pack())
        for mark, (paper, record) in papers.items()
        if not any(
            before.paper == paper and not before.is_changed and before.fields is not None
            for before in previous.get(mark, ())
        )
    ]
    database.execute_many(
        """INSERT INTO read_entries (entry, digest, paper, fields) VALUES (?, ?, ?, ?)
           ON CONFLICT (entry) DO UPDATE
           SET digest = excluded.digest, paper = excluded.paper, fields = excluded.fields""",
        news,
    )


# --- an entry that was changed in its file ----------------------------------------------------

_SHORT_BYTES = 4
_COMPARED = (*("title", "authors", "year", "venue", "abstract", "doi", "arxiv", "url", "keywords"),)
_EXTRA = "extra."
_OTHERS = "_and_others"
_FAMILY_NAMES = "family_names"
_UNCOMPARED = frozenset((FIELD, ALIASES, MADE_KEY, INCOMPLETE, SOURCE_TYPE, _FAMILY_NAMES))
"""Keys have rules of their own; the others go with the fields that they are about."""
_MOST_CHARS = 80


class FieldDigests(dict[bytes, bytes]):
    """What an entry said, field by field: digests of the values by digests of the names."""

    @classmethod
    def of(cls, record: PaperRecord) -> FieldDigests:
        """Return what a record says."""
        return cls(
            (_short_digest(name), _value_digest(value)) for name, value in _values(record) if value
        )

    @classmethod
    def unpack(cls, packed: bytes) -> FieldDigests:
        """Return what ``pack`` packed."""
        steps = range(0, len(packed), 2 * _SHORT_BYTES)
        pairs = (packed[step : step + 2 * _SHORT_BYTES] for step in steps)
        return cls((pair[:_SHORT_BYTES], pair[_SHORT_BYTES:]) for pair in pairs)

    def pack(self) -> bytes:
        """Return the digests as bytes to store."""
        return b"".join(itertools.chain.from_iterable(self.items()))

    def states(self, name: str) -> bool:
        """Whether the entry had a field."""
        return _short_digest(name) in self

    def stated(self, name: str, value: object) -> bool:
        """Whether the entry had a value in a field."""
        return bool(value) and self.get(_short_digest(name)) == _value_digest(value)


@dataclass(slots=True)
class EntryChanges:
    """What a changed entry means for its paper: ``record`` is the paper as it is to be.

    ``updates`` are fields that follow the entry, ``conflicts`` those of which the paper has a value
    from elsewhere; each has the value of the paper before and that of the entry. ``missing`` are
    fields that the entry no longer has.
    """

    record: PaperRecord
    updates: dict[str, tuple[object, object]] = field(default_factory=dict)
    conflicts: dict[str, tuple[object, object]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def describe(self) -> Message | str:
        """Say what was taken, what was kept, and what the entry no longer states; "" if nothing."""
        parts: list[str] = []
        if self.updates:
            changes = [
                Message(
                    "{field}: “{old}” is now “{new}”",
                    field=name,
                    old=_format_value(old),
                    new=_format_value(new),
                )
                for name, (old, new) in self.updates.items()
            ]
            parts.append(
                Message(
                    "the entry was changed in its file, and the paper with it: {changes}",
                    changes=joined(changes),
                )
            )
        if self.conflicts:
            values = [
                Message(
                    "{field}: “{own}” here, “{stated}” in the file",
                    field=name,
                    own=_format_value(own),
                    stated=_format_value(stated),
                )
                for name, (own, stated) in self.conflicts.items()
            ]
            parts.append(
                Message(
                    "the paper keeps values that differ from the file: {values}",
                    values=joined(values),
                )
            )
        if self.missing:
            names = ", ".join(self.missing)
            parts.append(Message("the file no longer states: {fields}", fields=names))
        return joined(parts, "; ") if parts else ""


def compare_entry(
    paper: PaperRecord,
    entry: PaperRecord,
    before: FieldDigests | None,
    is_free: Callable[[str, str], bool],
) -> EntryChanges:
    """Compare a paper with an entry of it that was changed in its file.

    A field of the paper follows the entry if it has the value that the entry had ``before``: nobody
    edited it, and no other source stated it. What the entry newly states where the paper has
    nothing is none of the changes. ``is_free`` says whether an id can be that of the paper.
    """
    changes = EntryChanges(paper)
    stated = dict(_values(entry))
    values: dict[str, Any] = {}  # Any: values of record fields
    for name, own in _values(paper):
        new = stated.get(name)
        if not own or (name == "title" and _is_made_up(entry, paper)):
            continue
        if not new:
            if before is not None and before.states(name):
                changes.missing.append(name.removeprefix(_EXTRA))
        elif new != own and not (before is not None and before.stated(name, new)):
            follows = before is not None and before.stated(name, own)
            follows = follows and (name not in ("doi", "arxiv") or is_free(name, str(new)))
            (changes.updates if follows else changes.conflicts)[name.removeprefix(_EXTRA)] = (
                own,
                new,
            )
            if follows:
                values[name] = new
    if values:
        changes.record = _changed(paper, entry, values)
    return changes


def _changed(paper: PaperRecord, entry: PaperRecord, values: Mapping[str, Any]) -> PaperRecord:
    """Return a paper with values of an entry; what is said of people goes with them."""
    extra = dict(paper.extra)
    for name, value in values.items():
        if name.startswith(_EXTRA):
            extra[name.removeprefix(_EXTRA)] = value
        if name == "authors" or isinstance(value, list):
            flag = f"{'author' if name == 'authors' else name.removeprefix(_EXTRA)}{_OTHERS}"
            extra.pop(flag, None)
            extra |= {flag: entry.extra[flag]} if flag in entry.extra else {}
            families = entry.extra.get(_FAMILY_NAMES)
            if isinstance(families, dict):
                extra[_FAMILY_NAMES] = {**extra.get(_FAMILY_NAMES, {}), **families}
        if name == f"{_EXTRA}{TYPE}":
            extra.pop(SOURCE_TYPE, None)
            extra |= {k: v for k, v in entry.extra.items() if k == SOURCE_TYPE}
    fields = {name: value for name, value in values.items() if not name.startswith(_EXTRA)}
    return replace(paper, **fields, extra=extra)


def _is_made_up(entry: PaperRecord, paper: PaperRecord) -> bool:
    """Whether the title of an entry says nothing about the title of its paper."""
    return bool(entry.extra.get(INCOMPLETE)) != bool(paper.extra.get(INCOMPLETE))


def _values(record: PaperRecord) -> Iterator[tuple[str, Any]]:  # Any: values of record fields
    """Yield the values of a record that an entry states, by name."""
    yield from ((name, getattr(record, name)) for name in _COMPARED)
    for name, value in record.extra.items():
        if name not in _UNCOMPARED and not name.endswith(_OTHERS):
            yield f"{_EXTRA}{name}", value


def _value_digest(value: object) -> bytes:
    return _short_digest(json.dumps(value, ensure_ascii=False, sort_keys=True, default=str))


def _short_digest(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_SHORT_BYTES).digest()


def _format_value(value: object) -> str:
    text = "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= _MOST_CHARS else f"{text[: _MOST_CHARS - 1]}…"
