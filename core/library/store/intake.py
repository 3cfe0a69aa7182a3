"""Adding a batch of records to a library.

What the library knows is read once, the rule (``sameness``) decides in memory, and one transaction
writes what changed. No statement runs per record.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.base.identity import (
    doi_key,
    external_ids,
    identity_key,
    is_real,
    normal_arxiv,
    normal_doi,
)
from core.base.items import INCOMPLETE
from core.base.messages import Message, joined
from core.base.records import PaperNumber, PaperRecord
from core.base.source_text import settle_tidied
from core.base.stated_keys import FIELD, is_stated, read_aliases, stated_key
from core.library.database.connection import Database, as_json
from core.library.store.citation_keys import KeyChange, give_keys
from core.library.store.inverses import ImportMerge, MergeWatch, write_import_merges
from core.library.store.merging import Draft
from core.library.store.paper_rows import link_works, next_number, read_drafts, write_drafts
from core.library.store.read_entries import (
    EntryBefore,
    EntryKeys,
    EntryMark,
    compare_entry,
    make_mark,
    papers_of_entries,
    write_read_entries,
)
from core.library.store.removal import absorb_papers
from core.library.store.sameness import Relation, contradict, relation, titles_disagree
from core.library.store.traits import Traits, differences, is_generic, make_traits

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
"""Controls, half characters, and what is invisible and changes how the rest is shown or read: marks
that turn the order of letters, and tags. Joiners and single marks of direction belong to scripts.
"""
_TEXTS = ("id", "title", "abstract", "venue", "doi", "arxiv", "url")
_LISTS = ("authors", "keywords")
_MOST_OF_A_TITLE = 60
_TELLING = frozenset(("authors", "year", "type", "volume", "edition", "version", "page", "venue"))
"""Fields that may not differ between two records which share an id of a source's own making."""

Status = Literal["added", "merged", "unchanged", "refused"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a record. Refused ones have no ``number`` and say why in ``reason``.

    "merged" means that a paper of the library learnt something from the record, "unchanged"
    that it took nothing from it; then ``reason`` names the paper and says why it is the same. Of an
    entry that was read before, and was changed in its file, ``reason`` says what the paper takes
    and keeps. Of an added one it names what it is a version of, or what it may repeat. It also
    names a paper that gave up its citation key for this one. ``merge`` is the number under which
    the merge can be taken apart.
    """

    id: str
    title: str
    status: Status
    number: PaperNumber | None
    reason: str = ""
    merge: int = 0


def add_batch(
    database: Database,
    records: Iterable[PaperRecord],
    *,
    source: str,
    file: str = "",
    keys: EntryKeys | None = None,
) -> list[Outcome]:
    """Add or merge records in one transaction and return what became of each, in order.

    ``file`` is where they were read, so that they are known when it is read again; ``keys`` are
    those of the records of the file that were added before.
    """
    keys = keys or EntryKeys()
    stated = list(records)
    cleaned = [settle_tidied(clean(record), record) for record in stated]
    marks = [make_mark(record, source=source, file=file, keys=keys) for record in stated]
    with database.change(Message("Added papers")):
        batch = _Batch(database, cleaned, marks)
        outcomes = [batch.add(record) for record in cleaned]
        batch.write(source)
    return [batch.final(position, outcome) for position, outcome in enumerate(outcomes)]


def clean(record: PaperRecord) -> PaperRecord:
    """Return a record without stray blanks and control characters, its DOI and arXiv id normal.

    A DOI that is none is dropped; one that only the ``id`` states is filled in.
    """
    if not _is_tidy(record):
        texts = {name: _tidy(getattr(record, name)) for name in _TEXTS}
        lists = {
            name: tuple(tidy for text in getattr(record, name) if (tidy := _tidy(text)))
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

    def __init__(
        self, database: Database, records: Sequence[PaperRecord], marks: Sequence[EntryMark]
    ) -> None:
        self._database = database
        self._marks = marks
        self._ids = [external_ids(record) for record in records]
        self._traits = [
            make_traits(record, ids) for record, ids in zip(records, self._ids, strict=True)
        ]
        self._position = 0
        self._next = next_number(database)
        self._became: dict[PaperNumber, PaperNumber] = {}
        self._joined: dict[PaperNumber, PaperNumber] = {}
        self._by_key: dict[str, PaperNumber] = {}
        self._by_title: defaultdict[str, list[PaperNumber]] = defaultdict(list)
        self._by_citation_key: defaultdict[str, list[PaperNumber]] = defaultdict(list)
        self._citation_keys = {key for key in map(stated_key, records) if key}
        self._read_before = papers_of_entries(database, marks)
        self._read_now: dict[EntryMark, PaperNumber] = {}
        self._records_read: dict[EntryMark, PaperRecord] = {}
        self._positions_of_keys: dict[str, int] = {}
        for position, record in enumerate(records):
            self._positions_of_keys.setdefault(stated_key(record).lower(), position)
        self._key_changes: dict[int, str] = {}
        self._versions: list[tuple[PaperNumber, PaperNumber]] = []
        self._merges: list[ImportMerge] = []
        self._merge_numbers: dict[int, int] = {}
        self._verdicts: dict[PaperNumber, Relation] = {}
        self._drafts = self._load_drafts()
        self._apart = self._load_distinct_pairs()

    def add(self, record: PaperRecord) -> Outcome:
        """Find the paper the record belongs to, or make one. Records come in their order."""
        ids, traits = self._ids[self._position], self._traits[self._position]
        mark = self._marks[self._position]
        self._position += 1
        if not record.title:
            return Outcome(record.id, record.title, "refused", None, Message("it has no title"))
        self._verdicts = {}
        draft, before = self._find_previous_paper(mark, traits)
        if draft is not None:
            free = {key for key in ids if self._by_key.get(key, draft.number) == draft.number}
            own = {key: stated for key, stated in ids.items() if key in free}
            outcome = self._update_paper(draft, record, own, before)
        else:
            foreign = frozenset(key for key in ids if not self._may_have(key, traits))
            own = {key: stated for key, stated in ids.items() if key not in foreign}
            related = self._related(ids, traits)
            same = [pair for pair in related if pair[1].kind == "same"]
            same = same or self._of_citation_key(record, traits)
            if same:
                outcome = self._merge([draft for draft, _ in same], record, own, same[0][1])
            else:
                outcome = self._new(record, own, None if foreign else traits, related)
        assert outcome.number is not None
        self._read_now[mark] = outcome.number
        self._records_read[mark] = record
        return outcome

    def write(self, source: str) -> None:
        """Write every paper that is new or has changed, and what is remembered of the records."""
        watches = []
        for draft in self._drafts.values():
            stored = [number for number in draft.absorbed if number not in self._became]
            if stored:
                if not draft.new:
                    watches.append(MergeWatch(self._database, draft.number, stored))
                absorb_papers(self._database, into=draft.number, away=stored)
        drafts_to_write = [draft for draft in self._drafts.values() if draft.new or draft.changed]
        if drafts_to_write:
            changes = give_keys(self._database, drafts_to_write)
            self._key_changes = self._describe_key_changes(changes)
            write_drafts(self._database, drafts_to_write, source=source)
        link_works(
            self._database, [(self._now(one), self._now(other)) for one, other in self._versions]
        )
        papers_by_mark = {
            mark: (self._now(number), self._records_read[mark])
            for mark, number in self._read_now.items()
        }
        write_read_entries(self._database, papers_by_mark, self._read_before)
        merges = [replace(merge, paper=self._now(merge.paper)) for merge in self._merges]
        numbers = write_import_merges(self._database, merges, source=source)
        self._merge_numbers = dict(zip((merge.position for merge in merges), numbers, strict=True))
        for watch in watches:
            watch.remember()

    def final(self, position: int, outcome: Outcome) -> Outcome:
        """Return the outcome as it stands after the whole batch: the paper may have been joined."""
        number = outcome.number
        outcome = replace(outcome, merge=self._merge_numbers.get(position, 0))
        if position in self._key_changes:
            reasons = filter(None, [outcome.reason, self._key_changes[position]])
            outcome = replace(outcome, reason=joined(reasons, "; "))
        if number is None or number not in self._became:
            return outcome
        return replace(outcome, number=self._now(number), status="merged")

    def _now(self, number: PaperNumber) -> PaperNumber:
        """Return what a paper is now that others of this batch may have been joined with it."""
        while number in self._joined:
            number = self._joined[number]
        return number

    def _load_drafts(self) -> dict[PaperNumber, Draft]:
        keys = as_json({key for ids in self._ids for key in ids})
        titles = as_json({traits.title_key for traits in self._traits} - {""})
        by_key = self._database.rows(
            "SELECT key, paper FROM identifiers WHERE key IN (SELECT value FROM json_each(?))", keys
        )
        by_title = self._database.column(
            "SELECT number FROM papers WHERE title_key IN (SELECT value FROM json_each(?))", titles
        )
        by_pmid = self._database.column(
            """SELECT number FROM papers WHERE json_valid(extra)
               AND CAST(json_extract(extra, '$.PMID') AS TEXT)
                   IN (SELECT value FROM json_each(?))""",
            as_json({key.partition(":")[2] for traits in self._traits for key in traits.pmids}),
        )
        by_citation_key = self._database.column(
            """SELECT number FROM papers WHERE citation_key IN (SELECT value FROM json_each(?1))
               UNION SELECT paper FROM key_aliases
               WHERE alias IN (SELECT value FROM json_each(?1))""",
            as_json(self._citation_keys),
        )
        numbers = [*(paper for _, paper in by_key), *by_title, *by_pmid, *by_citation_key]
        numbers += [entry.paper for papers in self._read_before.values() for entry in papers]
        drafts = read_drafts(self._database, numbers)
        for draft in drafts.values():
            self._list(draft)
        return drafts

    def _load_distinct_pairs(self) -> set[tuple[PaperNumber, PaperNumber]]:
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
        for key in (*draft.ids, *draft.traits.pmids):
            self._by_key[key] = draft.number
        own = draft.citation_key or stated_key(draft.record)
        names = {own, *read_aliases(draft.record.extra, own)} - {""}
        for numbers in (
            self._by_title[draft.traits.title_key],
            *(self._by_citation_key[name] for name in names),
        ):
            if draft.number not in numbers:
                numbers.append(draft.number)

    def _find_previous_paper(
        self, mark: EntryMark, traits: Traits
    ) -> tuple[Draft | None, EntryBefore | None]:
        """Return the paper that this entry of this file, or the same to the letter, became.

        With it comes what is known of the entry from then.
        """
        for before in self._read_before.get(mark, ()):
            draft = self._drafts.get(self._now(before.paper))
            if draft is not None and (
                not before.is_changed or _may_be_one_entry(traits, draft.traits)
            ):
                return draft, before
        number = self._read_now.get(mark)
        return None if number is None else self._drafts.get(self._now(number)), None

    def _describe_key_changes(self, changes: Sequence[KeyChange]) -> dict[int, str]:
        """Say which papers gave up made-up keys, by the positions of the records that state them.

        A paper that is new as well never had another key.
        """
        new = {number for number, draft in self._drafts.items() if draft.new}
        titles: dict[PaperNumber, str] = dict(
            self._database.rows(
                """SELECT number, title FROM papers
                   WHERE number IN (SELECT value FROM json_each(?))""",
                as_json({change.paper for change in changes} - new),
            )
        )
        return {
            self._positions_of_keys[change.old_key.lower()]: Message(
                "“{title}”, for which Cocite had made the citation key “{old}”, now has “{new}”",
                title=titles[change.paper],
                old=change.old_key,
                new=change.new_key,
            )
            for change in changes
            if change.paper in titles and change.old_key.lower() in self._positions_of_keys
        }

    def _may_have(self, key: str, traits: Traits) -> bool:
        """Whether an id that a record states can be that of its paper: no other one has it."""
        if key not in self._by_key:
            return True
        draft = self._drafts[self._by_key[key]]
        return self._relation(traits, draft, key).kind == "same"

    def _relation(self, traits: Traits, draft: Draft, key: str = "") -> Relation:
        """Ask the rule; an id of some source's own making counts if nothing else differs."""
        verdict = self._verdicts.get(draft.number)
        if verdict is None:
            verdict = self._verdicts[draft.number] = relation(traits, draft.traits)
        if verdict.kind == "same" or not key or is_real(key) or key.startswith("pmid:"):
            return verdict
        if contradict(traits, draft.traits) or titles_disagree(traits, draft.traits):
            return verdict
        if not differences(traits, draft.traits).keys() & _TELLING:
            return Relation("same", Message("same id {id}", id=key))
        return verdict

    def _related(self, ids: Iterable[str], traits: Traits) -> list[tuple[Draft, Relation]]:
        """Return papers that the record may have to do with, and how, the surest first."""
        related_drafts: dict[PaperNumber, tuple[Draft, Relation]] = {}
        for key in (*ids, *traits.pmids):
            number = self._by_key.get(key)
            if number is not None and number not in related_drafts:
                draft = self._drafts[number]
                related_drafts[number] = draft, self._relation(traits, draft, key)
        for number in self._of_title(traits):
            if number in self._drafts and number not in related_drafts:
                draft = self._drafts[number]
                related_drafts[number] = draft, self._relation(traits, draft)
        return [pair for pair in related_drafts.values() if pair[1].kind != "different"]

    def _of_citation_key(self, record: PaperRecord, traits: Traits) -> list[tuple[Draft, Relation]]:
        """Return the paper that has the key and the title of a record, if nothing differs.

        Short titles tell no papers apart, nor do missing ones; with the key they do, as in a file
        that was exported. A key that Cocite made up comes from no other file.
        """
        for number in self._by_citation_key.get(stated_key(record), ()):
            draft = self._drafts.get(self._now(number))
            if draft is None or draft.traits.title_key != traits.title_key:
                continue
            is_made_up = not is_stated(draft.record.extra, draft.citation_key)
            agree = _agree_in_more(traits, draft.traits) or (
                is_made_up and bool(traits.title_key) and _state_as_little(traits, draft.traits)
            )
            if agree and not differences(traits, draft.traits):
                return [(draft, Relation("same", Message("same citation key and title")))]
        return []

    def _of_title(self, traits: Traits) -> Sequence[PaperNumber]:
        """Return the papers of a title, none for one that many papers have."""
        if not traits.title_key:
            return ()
        numbers = self._by_title.get(traits.title_key, ())
        if len(numbers) > 1 and not traits.isbns and is_generic(traits.title):
            return ()
        return numbers[:_MOST_OF_A_TITLE]

    def _new(
        self,
        record: PaperRecord,
        ids: dict[str, str],
        traits: Traits | None,
        related: Sequence[tuple[Draft, Relation]],
    ) -> Outcome:
        draft = Draft(
            number=self._next,
            record=record,
            ids=ids,
            citation_key="",
            new=True,
            known_traits=traits,
        )
        self._next = PaperNumber(self._next + 1)
        self._drafts[draft.number] = draft
        self._list(draft)
        reason = ""
        for other, verdict in sorted(related, key=lambda pair: not pair[1].certain):
            if verdict.kind == "version" and verdict.certain and not other.trashed:
                self._versions.append((draft.number, other.number))
                text = "linked as a version of {paper}: {why}"
            else:
                text = "perhaps the same as {paper}: {why}"
            reason = reason or Message(text, paper=_name(other), why=verdict.reason)
        return Outcome(record.id, record.title, "added", draft.number, reason)

    def _update_paper(
        self, draft: Draft, record: PaperRecord, ids: dict[str, str], before: EntryBefore | None
    ) -> Outcome:
        """Take an entry that was read before; where it was changed, its paper may follow it."""
        reason: str = ""
        record = _without_numbered_key(record, draft)
        previous = (draft.record, set(draft.ids), draft.trashed)
        if before is not None and before.is_changed:

            def is_free(name: str, value: str) -> bool:
                return (doi_key(value) if name == "doi" else _arxiv_key(value)) in ids

            changes = compare_entry(draft.record, record, before.fields, is_free)
            reason = changes.describe()
            if changes.updates:
                self._follow(draft, changes.record, ids)
        draft.take(record, ids)
        self._list(draft)
        is_changed = previous != (draft.record, set(draft.ids), draft.trashed)
        title = draft.record.title if record.extra.get(INCOMPLETE) else record.title
        return Outcome(
            record.id, title, "merged" if is_changed else "unchanged", draft.number, reason
        )

    def _follow(self, draft: Draft, record: PaperRecord, ids: dict[str, str]) -> None:
        """Let a paper say what its entry says now, and answer to the ids that says."""
        before, after = ((doi_key(r.doi), _arxiv_key(r.arxiv)) for r in (draft.record, record))
        for key in set(before) - set(after) - ids.keys():
            if key in draft.ids and next(iter(draft.ids)) != key:  # the first one names the paper
                del draft.ids[key]
                self._by_key.pop(key, None)
        draft.record = record
        draft.known_traits = None
        draft.changed = True

    def _merge(
        self, matches: Sequence[Draft], record: PaperRecord, ids: dict[str, str], why: Relation
    ) -> Outcome:
        """Merge a record into the papers that it is, for a reason."""
        best = matches[0]
        joined_drafts = [best]
        for draft in matches[1:]:
            apart = any((draft.number, other.number) in self._apart for other in joined_drafts)
            if not apart and all(_may_join(other.traits, draft.traits) for other in joined_drafts):
                joined_drafts.append(draft)
        keeper = min(joined_drafts, key=lambda draft: draft.number)
        reason = _why_merged(keeper, why, self._traits[self._position - 1])
        record = _without_numbered_key(record, keeper)
        before = (keeper.record, set(keeper.ids), keeper.trashed)
        numbers = {draft.number for draft in joined_drafts}
        keeper.take(
            record,
            {key: ids[key] for key in ids if self._by_key.get(key, keeper.number) in numbers},
        )
        merge = ImportMerge.of(
            keeper.number, before[0], keeper.record, record, ids, set(keeper.ids) - before[1]
        )
        mark = self._marks[self._position - 1]
        self._merges.append(
            replace(merge, position=self._position - 1, entry=mark.entry, reason=reason)
        )
        for other in joined_drafts:
            if other is not keeper:
                self._absorb(keeper, other)
        self._list(keeper)
        is_changed = before != (keeper.record, set(keeper.ids), keeper.trashed)
        status: Status = "merged" if is_changed or len(joined_drafts) > 1 else "unchanged"
        title = keeper.record.title if record.extra.get(INCOMPLETE) else record.title
        return Outcome(record.id, title, status, keeper.number, reason)

    def _absorb(self, keeper: Draft, other: Draft) -> None:
        keeper.absorb(other)
        separate_numbers = [
            separate_number for number, separate_number in self._apart if number == other.number
        ]
        for separate_number in separate_numbers:  # what was apart from the one is apart from both
            self._apart |= {(keeper.number, separate_number), (separate_number, keeper.number)}
        del self._drafts[other.number]
        self._joined[other.number] = keeper.number
        if other.new:
            self._became[other.number] = keeper.number
        keeper.absorbed.extend(other.absorbed)


def _without_numbered_key(record: PaperRecord, paper: Draft) -> PaperRecord:
    """Return a record without a key that the reader of its file made of another.

    The second entry of a key gets a number. If it turns out to be the paper of the first, nobody
    cites it by that.
    """
    stated = stated_key(record)
    written_key = "" if record.source is None else record.source.key
    own = paper.citation_key or stated_key(paper.record)
    if not written_key or stated in (written_key, own):
        return record
    if written_key != own and written_key not in read_aliases(paper.record.extra, own):
        return record
    return replace(record, extra={k: v for k, v in record.extra.items() if k != FIELD})


def _may_join(one: Traits, other: Traits) -> bool:
    """Whether two papers of the library that one record is are one paper: nothing speaks against.

    Where too little was known of one of them to tell, the record tells it.
    """
    kind = relation(one, other).kind
    doubtful = kind == "possible" and one.title_key == other.title_key
    return kind == "same" or (doubtful and not differences(one, other))


def _agree_in_more(one: Traits, other: Traits) -> bool:
    """Whether two records of one key and title, of which nothing differs, have more in common."""
    if not one.title_key:
        shared = bool(one.families and other.families) or bool(one.venue and other.venue)
        return shared and one.year == other.year
    if (one.families and other.families) or (one.text("page") and other.text("page")):
        return True
    return (one.year is not None and one.year == other.year) or bool(one.url and other.url)


def _state_as_little(one: Traits, other: Traits) -> bool:
    """Whether neither of two records states authors or a year."""
    return not any((one.families, other.families, one.year, other.year))


def _may_be_one_entry(traits: Traits, paper: Traits) -> bool:
    """Whether an entry that was changed in its file is still of the same work.

    Its id or its title may have been corrected, not both.
    """
    if contradict(traits, paper):
        same_title = bool(traits.title_key) and traits.title_key == paper.title_key
        return same_title and "authors" not in differences(traits, paper)
    return bool(traits.ids & paper.ids) or not titles_disagree(traits, paper)


def _arxiv_key(arxiv: str) -> str:
    normal = normal_arxiv(arxiv)
    return f"arxiv:{normal}" if normal else ""


def _name(draft: Draft) -> Message:
    """Return a paper as reports name it, with its citation key if it has one."""
    key = draft.citation_key or stated_key(draft.record)
    title = draft.record.title
    return (
        Message("“{title}” ({key})", title=title, key=key)
        if key
        else Message("“{title}”", title=title)
    )


def _why_merged(keeper: Draft, why: Relation, traits: Traits) -> Message:
    """Say with which paper a record was merged, why, and what both state differently."""
    differing = differences(keeper.traits, traits)
    reasons = joined([why.reason, *differing.values()], "; ")
    return Message("the same paper as {paper}: {why}", paper=_name(keeper), why=reasons)
