"""Adding a batch of records to a library.

What the library knows is read once, the rule decides in memory, and one transaction writes what
changed. No statement runs per record.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.base.identity import (
    external_ids,
    identity_key,
    is_real,
    normal_arxiv,
    normal_doi,
)
from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from core.library.database.connection import Database, as_json
from core.library.store.citation_keys import KeyGiver, proposed_key, stored_pattern, with_aliases
from core.library.store.merge_inverses import MergeWatch
from core.library.store.merging import (
    INCOMPLETE,
    Draft,
    Traits,
    agreement,
    may_join,
    same_by_id,
    same_by_title,
    titles_disagree,
    traits_of,
)
from core.library.store.paper_rows import next_number, read_drafts, write_drafts
from core.library.store.removal import absorb_papers

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
"""Controls, half characters, and what is invisible and changes how the rest is shown or read: marks
that turn the order of letters, and tags. Joiners and single marks of direction belong to scripts.
"""
_TEXTS = ("id", "title", "abstract", "venue", "doi", "arxiv", "url")
_LISTS = ("authors", "keywords")

Status = Literal["added", "merged", "unchanged", "refused"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a record. Refused ones have no ``number`` and say why in ``reason``.

    "merged" means that a paper of the library learnt something from the record, "unchanged"
    that it already knew all of it.
    """

    id: str
    title: str
    status: Status
    number: PaperNumber | None
    reason: str = ""


def add_batch(database: Database, records: Iterable[PaperRecord], *, source: str) -> list[Outcome]:
    """Add or merge records in one transaction and return what became of each, in order."""
    cleaned = [clean(record) for record in records]
    with database.change(Message("Added papers")):
        batch = _Batch(database, cleaned)
        outcomes = [batch.add(record) for record in cleaned]
        batch.write(source)
    return [batch.final(outcome) for outcome in outcomes]


def clean(record: PaperRecord) -> PaperRecord:
    """Return a record without stray blanks and control characters, its DOI and arXiv id normal.

    A DOI that is none is dropped; one that only the ``id`` states is filled in.
    """
    if not _is_tidy(record):
        texts = {name: _tidy(getattr(record, name)) for name in _TEXTS}
        lists = {
            name: tuple(tidy for each in getattr(record, name) if (tidy := _tidy(each)))
            for name in _LISTS
        }
        record = replace(record, **texts, **lists)  # type: ignore[arg-type]  # names are fields
    key = identity_key(record.id)
    real = key.partition(":")[2] if is_real(key) else ""
    doi = normal_doi(record.doi) or (real if key.startswith("doi:") else "")
    arxiv = normal_arxiv(record.arxiv) or normal_arxiv(doi)
    arxiv = arxiv or (real if key.startswith("arxiv:") else record.arxiv)
    if (doi, arxiv) != (record.doi, record.arxiv):
        record = replace(record, doi=doi, arxiv=arxiv)
    return record


def _is_tidy(record: PaperRecord) -> bool:
    """Whether ``clean`` would leave every text alone; one search serves all of them."""
    listed = [*record.authors, *record.keywords]
    texts = [*(getattr(record, name) for name in _TEXTS), *listed]
    if _UNPRINTABLE.search("\n".join(texts)) or not all(listed):
        return False
    return all(text == text.strip() for text in texts)


def _tidy(text: str) -> str:
    return _UNPRINTABLE.sub("", text).strip()


class _Batch:
    """The papers that the records of one batch may belong to, and those they make."""

    def __init__(self, database: Database, records: Sequence[PaperRecord]) -> None:
        self._database = database
        self._ids = [external_ids(record) for record in records]
        self._traits = [
            traits_of(record, ids) for record, ids in zip(records, self._ids, strict=True)
        ]
        self._position = 0
        self._next = next_number(database)
        self._became: dict[PaperNumber, PaperNumber] = {}
        self._by_key: dict[str, PaperNumber] = {}
        self._by_title: defaultdict[str, list[PaperNumber]] = defaultdict(list)
        self._drafts = self._known()
        self._apart = self._kept_apart()

    def add(self, record: PaperRecord) -> Outcome:
        """Find the paper the record belongs to, or make one. Records come in their order."""
        ids, traits = self._ids[self._position], self._traits[self._position]
        self._position += 1
        reason = self._objection(record, traits)
        if reason:
            return Outcome(record.id, record.title, "refused", None, reason)
        by_id, foreign = self._found_by_id(ids, traits)
        by_title = self._found_by_title(traits, by_id)
        own = {key: stated for key, stated in ids.items() if key not in foreign}
        found = by_id + by_title
        if not found:
            return self._new(record, own, None if foreign else traits)
        return self._merge(found, record, own)

    def write(self, source: str) -> None:
        """Write every paper that is new or has changed."""
        watches = []
        for draft in self._drafts.values():
            stored = [number for number in draft.absorbed if number not in self._became]
            if stored:
                if not draft.new:
                    watches.append(MergeWatch(self._database, draft.number, stored))
                absorb_papers(self._database, into=draft.number, away=stored)
        written = [draft for draft in self._drafts.values() if draft.new or draft.changed]
        if not written:
            return
        new = [draft for draft in written if draft.new]
        pattern = stored_pattern(self._database)
        proposed = [proposed_key(draft.record, pattern) for draft in new]
        giver = KeyGiver(self._database)
        giver.look_up(proposed)
        for draft, key in zip(new, proposed, strict=True):
            draft.citation_key = giver.give(key)
        write_drafts(self._database, written, source=source)
        for watch in watches:
            watch.remember()

    def final(self, outcome: Outcome) -> Outcome:
        """Return the outcome as it stands after the whole batch: the paper may have been joined."""
        number = outcome.number
        if number is None or number not in self._became:
            return outcome
        while number in self._became:
            number = self._became[number]
        return replace(outcome, number=number, status="merged")

    def _known(self) -> dict[PaperNumber, Draft]:
        keys = as_json({key for ids in self._ids for key in ids})
        titles = as_json({traits.title_key for traits in self._traits} - {""})
        by_key = self._database.rows(
            "SELECT key, paper FROM identifiers WHERE key IN (SELECT value FROM json_each(?))", keys
        )
        by_title = self._database.column(
            "SELECT number FROM papers WHERE title_key IN (SELECT value FROM json_each(?))", titles
        )
        drafts = read_drafts(self._database, [paper for _, paper in by_key] + by_title)
        for draft in drafts.values():
            self._list(draft)
        return drafts

    def _kept_apart(self) -> set[tuple[PaperNumber, PaperNumber]]:
        """Return the pairs that a person said are different, or versions of one work."""
        listed = as_json(self._drafts)
        rows = self._database.rows(
            """SELECT one, other FROM different_papers
               WHERE one IN (SELECT value FROM json_each(?))
               UNION SELECT a.paper, b.paper FROM versions a JOIN versions b ON b.work = a.work
               WHERE a.paper IN (SELECT value FROM json_each(?)) AND b.paper <> a.paper""",
            listed,
            listed,
        )
        return {pair for one, other in rows for pair in ((one, other), (other, one))}

    def _list(self, draft: Draft) -> None:
        """Make a draft findable by all its ids and by its title."""
        for key in draft.ids:
            self._by_key[key] = draft.number
        numbers = self._by_title[draft.traits.title_key]
        if draft.number not in numbers:
            numbers.append(draft.number)

    def _objection(self, record: PaperRecord, traits: Traits) -> str:
        """Return why a record cannot be taken at all; "" if it can."""
        if not record.title:
            return Message("it has no title")
        key = identity_key(record.id)
        if is_real(key) and key in self._by_key:
            holder = self._drafts[self._by_key[key]]
            if titles_disagree(traits, holder.traits):
                return Message(
                    "its id {id} belongs to another paper, “{title}”",
                    id=record.id,
                    title=holder.record.title,
                )
        return ""

    def _found_by_id(
        self, ids: Iterable[str], traits: Traits
    ) -> tuple[list[Draft], frozenset[str]]:
        """Return the papers that share an id and are the same, and the ids that others hold."""
        found: dict[PaperNumber, Draft] = {}
        foreign = set()
        for key in ids:
            if key not in self._by_key:
                continue
            draft = self._drafts[self._by_key[key]]
            if same_by_id(traits, draft.traits, key):
                found[draft.number] = draft
            else:
                foreign.add(key)
        return list(found.values()), frozenset(foreign)

    def _found_by_title(self, traits: Traits, besides: Sequence[Draft]) -> list[Draft]:
        """Return other papers of the same title that are the same, the surest first."""
        drafts = [
            self._drafts[number]
            for number in self._by_title.get(traits.title_key, ())
            if number in self._drafts
        ]
        known = {draft.number for draft in besides}
        same = [
            draft
            for draft in drafts
            if draft.number not in known and same_by_title(traits, draft.traits)
        ]
        return sorted(same, key=lambda draft: (-agreement(traits, draft.traits), draft.number))

    def _new(self, record: PaperRecord, ids: dict[str, str], traits: Traits | None) -> Outcome:
        draft = Draft(
            number=self._next, record=record, ids=ids, citation_key="", new=True, known=traits
        )
        self._next = PaperNumber(self._next + 1)
        self._drafts[draft.number] = draft
        self._list(draft)
        return Outcome(record.id, record.title, "added", draft.number)

    def _merge(self, found: Sequence[Draft], record: PaperRecord, ids: dict[str, str]) -> Outcome:
        best = found[0]
        joined = [best]
        for each in found[1:]:
            apart = any((each.number, other.number) in self._apart for other in joined)
            if not apart and may_join(best.traits, each.traits):
                joined.append(each)
        keeper = min(joined, key=lambda draft: draft.number)
        before = (keeper.record, len(keeper.ids), keeper.trashed)
        numbers = {draft.number for draft in joined}
        keeper.take(
            record,
            {key: ids[key] for key in ids if self._by_key.get(key, keeper.number) in numbers},
        )
        for other in joined:
            if other is not keeper:
                self._absorb(keeper, other)
        self._list(keeper)
        learnt = before != (keeper.record, len(keeper.ids), keeper.trashed)
        status: Status = "merged" if learnt or len(joined) > 1 else "unchanged"
        title = keeper.record.title if record.extra.get(INCOMPLETE) else record.title
        return Outcome(record.id, title, status, keeper.number)

    def _absorb(self, keeper: Draft, other: Draft) -> None:
        keeper.absorb(other)
        if not other.new:  # it is cited somewhere by its key
            extra = with_aliases(keeper.record.extra, [other.citation_key])
            keeper.record = replace(keeper.record, extra=extra)
        others = [each for number, each in self._apart if number == other.number]
        for each in others:  # what was apart from the one is apart from both
            self._apart |= {(keeper.number, each), (each, keeper.number)}
        del self._drafts[other.number]
        if other.new:
            self._became[other.number] = keeper.number
        keeper.absorbed.extend(other.absorbed)
