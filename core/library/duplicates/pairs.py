"""Duplicates and versions in a library: finding them, and what a person decides about them.

Duplicates are merged: the paper kept takes over everything of those that end. Versions of one
work (a preprint and what was published) stay papers of their own and are linked. Of papers that
are said to be different, nothing is asked again. Each decision is one transaction; a merge keeps
what takes it back, so that it can be undone wholly, also another day.
"""

from __future__ import annotations

import itertools
import json
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from core.base import items
from core.base.arrays import distinct
from core.base.errors import UnknownPaperError, UsageError
from core.base.identity import family_name, split_into_words, title_key
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.records import PaperNumber, PaperRecord
from core.base.source_text import join
from core.library.database.connection import Database, as_json
from core.library.duplicates.likeness import (
    SUBTITLE,
    DuplicatePair,
    PairKind,
    PaperTraits,
    compare,
)
from core.library.store.citation_keys import give_keys
from core.library.store.citations import drop_unstated
from core.library.store.fulltexts import give_texts, settled_texts, take_words
from core.library.store.intake import clean
from core.library.store.inverses import Inverse, MergeWatch
from core.library.store.merging import Draft
from core.library.store.paper_rows import (
    close_gaps,
    describe_papers,
    find_works,
    read_drafts,
    take_revisions,
    write_drafts,
)
from core.library.store.removal import absorb_papers
from core.library.store.sameness import contradict
from core.library.store.traits import Traits

# --- which pairs of papers are worth comparing ------------------------------------------
#
# Selects the pairs of papers worth comparing, without comparing each with each.
#
# Two papers become a pair when they share an identifier, a whole title, a main title before a
# colon, two of the four rarest words of their titles (so that one or two typing errors do no
# harm), or, with a short title, the first author and a year at most one apart. Blocks in which
# more papers fall together say nothing and are passed over.

_LARGEST = 60  # papers in a block
_RAREST = 4
_SHORT_TITLE = 6  # words
_AUTHORS = 4  # of a paper that are compared
_LEAST_ALIKE = 75.0
_COMPARED_AT_ONCE = 5_000
"""So many that other threads of Python wait for a few milliseconds at most."""

Pairs = NDArray[np.int64]
"""Rows of two positions in the list of papers, the smaller first."""


class Vocabulary:
    """The words of all titles, and how many titles hold each."""

    def __init__(self, papers: Sequence[PaperTraits]) -> None:
        self.titles = [tuple(dict.fromkeys(split_into_words(paper.title))) for paper in papers]
        self._counts: Counter[str] = Counter()
        for start in range(0, len(self.titles), _COMPARED_AT_ONCE):
            part = self.titles[start : start + _COMPARED_AT_ONCE]
            self._counts.update(itertools.chain.from_iterable(part))
        counts = np.fromiter(self._counts.values(), np.int64, len(self._counts))
        ranks = np.empty_like(counts)
        ranks[np.argsort(counts, kind="stable")] = np.arange(len(counts))
        self._ranks = dict(zip(self._counts, ranks.tolist(), strict=True))

    def count(self, word: str) -> int:
        """Return how many titles hold a word."""
        return self._counts[word]

    def rare_pairs(self, title: Sequence[str]) -> Iterator[int]:
        """Yield a number for each two of the rarest words of a title."""
        ranks = sorted(self._ranks[word] for word in title if len(word) > 1)[:_RAREST]
        size = len(self._ranks)
        return (one * size + other for one, other in itertools.combinations(ranks, 2))


def pairs_to_compare(papers: Sequence[PaperTraits], words: Vocabulary, job: Job) -> Pairs:
    """Return the pairs that may be one paper, each once."""
    pair_arrays: list[Pairs] = []
    keys: list[tuple[Message, Callable[[int], Iterable[Hashable]]]] = [
        (Message("identifiers"), lambda at: _ids(papers[at])),
        (Message("titles"), lambda at: _titles(papers[at])),
        (Message("authors and years"), lambda at: _author_years(papers[at], words.titles[at])),
        (Message("rare words"), lambda at: words.rare_pairs(words.titles[at])),
    ]
    for key_number, (name, keys_of) in enumerate(keys):
        job.check()
        job.report(key_number, len(keys), Message("Looking for duplicates: {name}", name=name))
        pair_arrays.append(_pairs(len(papers), keys_of))
    coded = distinct(
        np.concatenate(
            [pair_array[:, 0] * len(papers) + pair_array[:, 1] for pair_array in pair_arrays]
        )
    )
    return _alike(papers, np.stack(np.divmod(coded, len(papers)), axis=1), job)


def _ids(paper: PaperTraits) -> Iterator[Hashable]:
    if paper.doi:
        yield f"doi:{paper.doi}"
    if paper.arxiv:
        yield f"arxiv:{paper.arxiv}"


def _titles(paper: PaperTraits) -> Iterator[Hashable]:
    if not paper.title_key:
        return
    yield paper.title_key
    mark = SUBTITLE.search(paper.title)
    if mark is not None:
        main = title_key(paper.title[: mark.start()])
        if main and main != paper.title_key:
            yield main


def _author_years(paper: PaperTraits, title: Sequence[str]) -> Iterator[Hashable]:
    if paper.families and len(title) < _SHORT_TITLE:
        for year in (paper.year, paper.year + 1) if paper.year is not None else (None,):
            yield paper.families[0], year


def _pairs(count: int, keys_of: Callable[[int], Iterable[Hashable]]) -> Pairs:
    """Return each two papers that have a key in common which few have."""
    keys, holders = array("q"), array("q")
    for at in range(count):
        for key in keys_of(at):
            keys.append(hash(key))  # two keys of one hash bring a pair that is compared in vain
            holders.append(at)
    order = np.argsort(np.frombuffer(keys, np.int64), kind="stable")
    _, starts = np.unique(np.frombuffer(keys, np.int64)[order], return_index=True)
    ends = np.append(starts[1:], len(order))
    papers = np.frombuffer(holders, np.int64)[order]
    chosen = np.flatnonzero((ends - starts > 1) & (ends - starts <= _LARGEST))
    flat = array("q")
    for key_index in chosen:
        block = papers[starts[key_index] : ends[key_index]].tolist()
        flat.extend(itertools.chain.from_iterable(itertools.combinations(block, 2)))
    return np.frombuffer(flat, np.int64).reshape(-1, 2)


def _alike(papers: Sequence[PaperTraits], pairs: Pairs, job: Job) -> Pairs:
    """Return the pairs whose titles have enough letters in common, or that share an id."""
    kept_batches = []
    for start in range(0, len(pairs), _COMPARED_AT_ONCE):
        job.check()
        job.report(start, len(pairs), "Comparing titles")
        batch = pairs[start : start + _COMPARED_AT_ONCE]
        one, other = ([papers[at].title_key for at in column] for column in batch.T.tolist())
        # The part of a title before its colon is alike to the whole, however long that is.
        whole = process.cpdist(one, other, scorer=fuzz.ratio, score_cutoff=_LEAST_ALIKE)
        keep = whole > 0
        for row in np.flatnonzero(~keep).tolist():
            keep[row] = _starts_or_shares(papers[batch[row, 0]], papers[batch[row, 1]])
        kept_batches.append(batch[keep])
    return np.concatenate(kept_batches) if kept_batches else pairs


def _starts_or_shares(one: PaperTraits, other: PaperTraits) -> bool:
    if (one.doi and one.doi == other.doi) or (one.arxiv and one.arxiv == other.arxiv):
        return True
    first, second = one.title_key, other.title_key
    return first.startswith(second) or second.startswith(first)


_LISTED = "SELECT value FROM json_each(?)"
_AT_ONCE = 2_000  # papers read in one query
_GONE = Traits("", "")
_FIELDS = frozenset(field.name for field in fields_of(PaperRecord)) - {"id", "extra", "source"}


@dataclass(frozen=True, slots=True)
class DuplicateGroup:
    """Papers that may be one, or versions of one work, with what speaks for it.

    ``papers`` begin with the one that says most, which a merge keeps. ``sure`` groups can be
    merged without a look.
    """

    kind: PairKind
    papers: tuple[PaperNumber, ...]
    pairs: tuple[DuplicatePair, ...]
    sure: bool

    @property
    def score(self) -> float:
        """The score of the pair that is least alike, 0..1."""
        return min(pair.score for pair in self.pairs)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What speaks for the group and against, each once."""
        all_reasons = itertools.chain.from_iterable(pair.reasons for pair in self.pairs)
        return tuple(dict.fromkeys(all_reasons))


class Merge(NamedTuple):
    """A merge that can be undone."""

    number: int
    made_at: str
    keeper: PaperNumber
    absorbed: tuple[PaperNumber, ...]


class DuplicateStore:
    """What a library knows of papers that are alike. Safe from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- looking for duplicates -----------------------------------------------------------

    def scan(self, job: Job | None = None) -> list[DuplicateGroup]:
        """Return the groups to decide about, sure ones first, then by score.

        A quarter of a million papers take less than a minute. Nothing is stored.
        """
        job = job or SilentJob()
        with self._database.snapshot():
            papers = read_traits(self._database)
            decided_pairs = self._load_decisions()
        traits = StoredTraits(self._database)
        pairs = [
            pair
            for pair in find_pairs(papers, job, traits)
            if {pair.one, pair.other} not in decided_pairs
        ]
        groups = [*_groups(pairs, "duplicate", traits), *_groups(pairs, "version", traits)]
        richness = self._richness([number for group in groups for number in group.papers])
        ordered = [
            replace(group, papers=tuple(sorted(group.papers, key=richness.__getitem__)))
            for group in groups
        ]
        return sorted(ordered, key=lambda group: (not group.sure, -group.score, group.papers))

    def _load_decisions(self) -> Collection[frozenset[PaperNumber]]:
        """Return the pairs that a person decided about."""
        rows = self._database.rows(
            """SELECT one, other FROM different_papers UNION ALL
               SELECT a.paper, b.paper FROM versions a JOIN versions b
               ON b.work = a.work AND b.paper > a.paper"""
        )
        return {frozenset(row) for row in rows}

    def _richness(self, numbers: Sequence[PaperNumber]) -> dict[PaperNumber, tuple[int, int]]:
        """Return what papers are sorted by, the one that says most first."""
        rows = self._database.rows(
            f"""SELECT number, -(4 * (doi <> '') + 2 * (abstract <> '') + (venue IS NOT NULL)
                  + (year IS NOT NULL) + (author_key <> '')
                  + 2 * EXISTS (SELECT 1 FROM files WHERE paper = number))
                FROM papers WHERE number IN ({_LISTED})""",
            as_json(set(numbers)),
        )
        return {number: (less, number) for number, less in rows}

    # --- decisions of a person about pairs ------------------------------------------------

    def say_different(self, papers: Sequence[PaperNumber], *, different: bool = True) -> None:
        """Remember that each of some papers is another one, or forget it again."""
        pairs = [tuple(sorted(pair)) for pair in itertools.combinations(set(papers), 2)]
        statement = (
            """INSERT OR IGNORE INTO different_papers SELECT a.number, b.number
               FROM papers a, papers b WHERE a.number = ? AND b.number = ?"""
            if different
            # Merges by earlier versions left pairs with the higher number first.
            else """DELETE FROM different_papers
                    WHERE (one = ?1 AND other = ?2) OR (one = ?2 AND other = ?1)"""
        )
        papers_named = describe_papers(self._database, papers)
        description = (
            Message("Marked {papers} as not duplicates", papers=papers_named)
            if different
            else Message("Removed the mark “not duplicates” from {papers}", papers=papers_named)
        )
        with self._database.change(description):
            self._database.execute_many(statement, pairs)

    def link_versions(self, papers: Sequence[PaperNumber]) -> dict[PaperNumber, int | None]:
        """Make papers, and all that are linked to them, versions of one work.

        Returns the works before, by paper, for ``set_works`` to undo it.
        """
        description = Message(
            "Linked {papers} as versions", papers=describe_papers(self._database, papers)
        )
        with self._database.change(description):
            works = find_works(self._database, papers)
            joined = {work for work in works.values() if work is not None}
            rows = self._database.rows(
                f"SELECT paper, work FROM versions WHERE work IN ({_LISTED})", as_json(joined)
            )
            before: dict[PaperNumber, int | None] = {**works, **dict(rows)}
            self.set_works(dict.fromkeys(before, min(joined, default=min(papers))))
        return before

    def set_works(self, works: Mapping[PaperNumber, int | None]) -> None:
        """Say of which work papers are versions; ``None`` for no work."""
        description = Message(
            "Changed the versions of {papers}", papers=describe_papers(self._database, works)
        )
        with self._database.change(description):
            self._database.execute(
                f"DELETE FROM versions WHERE paper IN ({_LISTED})", as_json(works)
            )
            self._database.execute_many(
                "INSERT INTO versions SELECT number, ? FROM papers WHERE number = ?",
                [(work, paper) for paper, work in works.items() if work is not None],
            )

    def find_versions(
        self, papers: Iterable[PaperNumber]
    ) -> dict[PaperNumber, tuple[PaperNumber, ...]]:
        """Return the other versions, outside the trash, of those papers that have some."""
        versions: defaultdict[PaperNumber, tuple[PaperNumber, ...]] = defaultdict(tuple)
        for paper, other in self._database.rows(
            f"""SELECT v.paper, o.paper FROM versions v
                JOIN versions o ON o.work = v.work AND o.paper <> v.paper
                JOIN papers p ON p.number = o.paper AND p.trashed_at IS NULL
                WHERE v.paper IN ({_LISTED}) ORDER BY v.paper, o.paper""",
            as_json(set(papers)),
        ):
            versions[paper] += (other,)
        return dict(versions)

    # --- merging pairs and undoing merges -------------------------------------------------

    def merge(
        self,
        into: PaperNumber,
        absorbed_papers: Sequence[PaperNumber],
        fields: Mapping[str, Any] | None = None,  # Any: values of record fields
    ) -> int:
        """Make several papers one, and return the number of the merge, for ``undo``.

        ``into`` keeps its fields and gets those it lacks; ``fields`` are set whatever it has. It
        takes over every file, collection, tag, note, citation, context and decision, answers to
        every id, and keeps the other citation keys as aliases.

        Raises:
            UnknownPaperError: one of them is not in the library.
        """
        chosen = dict(fields or {})
        if unknown := set(chosen) - _FIELDS - items.VARIABLES - {items.TYPE}:
            raise ValueError(f"a paper has no field {sorted(unknown)} that can be chosen")
        away = [number for number in dict.fromkeys(absorbed_papers) if number != into]
        with self._database.change(Message("Merged papers")) as action:
            drafts = read_drafts(self._database, [into, *away])
            action.description = Message(
                "Merged {papers} into {kept}",
                papers=describe_papers(self._database, away),
                kept=describe_papers(self._database, [into]),
            )
            for number in (into, *away):
                if number not in drafts:
                    raise UnknownPaperError(
                        "There is no paper {number} in the library.", number=number
                    )
            watch = MergeWatch(self._database, into, away)
            keeper = drafts[into]
            for number in away:
                keeper.absorb(drafts[number])
            keeper.record = _with_choice(keeper, [drafts[number] for number in away], chosen)
            absorb_papers(self._database, into=into, away=away)
            give_keys(self._database, [keeper])
            write_drafts(self._database, [keeper], source="")
            return watch.remember()

    def undo(self, merge: int) -> None:
        """Take a merge back, as if it had not been; what was changed since keeps its new value.

        Raises:
            UsageError: it was taken back already, or the paper that was kept is no longer there.
        """
        with self._database.change(Message("Undid a merge")):
            stored = self._database.rows(
                "SELECT kept, absorbed, inverse FROM merges WHERE number = ?", merge
            )
            if not stored:
                raise UsageError(
                    "This merge can no longer be undone.",
                    remedy="It was already undone, or was made too long ago.",
                )
            kept_paper, absorbed, inverse = stored[0]
            if not read_drafts(self._database, [kept_paper]):
                raise UsageError(
                    "The paper that the merge kept is no longer in the library.",
                    remedy="If it was merged into another one, undo that merge first.",
                )
            settled = settled_texts(self._database, [kept_paper])
            Inverse.unpacked(inverse).apply(self._database)
            drop_unstated(self._database)
            give_texts(self._database)
            take_words(self._database, settled)
            self._database.execute("DELETE FROM merges WHERE number = ?", merge)
            changed = [kept_paper, *json.loads(absorbed)]
            close_gaps(self._database, changed)
            revisions = take_revisions(self._database, len(changed))
            self._database.execute_many(
                "UPDATE papers SET revision = ? WHERE number = ?",
                list(zip(revisions, changed, strict=True)),
            )
            # Papers may have come meanwhile that references of these lead to.
            self._database.execute(
                f"UPDATE fulltexts SET unsettled = 1 WHERE paper IN ({_LISTED})", as_json(changed)
            )

    def merges(self, limit: int) -> list[Merge]:
        """Return the merges that can be undone, the latest first."""
        rows = self._database.rows(
            "SELECT number, made_at, kept, absorbed FROM merges ORDER BY number DESC LIMIT ?", limit
        )
        return [
            Merge(number, made_at, kept_paper, tuple(json.loads(away)))
            for number, made_at, kept_paper, away in rows
        ]

    def merge_group(self, group: DuplicateGroup) -> int:
        """Merge a group into the paper of it that says most."""
        return self.merge(group.papers[0], group.papers[1:])

    def merge_groups(
        self,
        groups: Sequence[DuplicateGroup],
        job: Job,
        merged: Callable[[DuplicateGroup], object],
    ) -> None:
        """Merge each group, as one action; ``merged`` hears of each, also until a stop.

        Raises:
            JobCancelled: the job was stopped; what was merged stays.
        """
        said, count = "Merged groups of duplicates: {count:,}", 0
        with self._database.action(Message(said, count=len(groups))) as action:
            try:
                for group in groups:
                    job.check()
                    job.report(count, len(groups), Message("Merging"))
                    self.merge_group(group)
                    merged(group)
                    count += 1
            finally:
                action.description = Message(said, count=count)


def read_traits(database: Database) -> list[PaperTraits]:
    """Return what is compared of every paper outside the trash, in the order they were added."""
    families: dict[PaperNumber, list[str]] = defaultdict(list)
    for number, name in database.rows(
        """SELECT a.paper, n.name FROM authorship a JOIN people n ON n.number = a.person
           WHERE a.position < ? ORDER BY a.paper, a.position""",
        _AUTHORS,
    ):
        families[number].append(family_name(name))
    return [
        PaperTraits(number, title, key, tuple(filter(None, families.get(number, ()))), *rest)
        for number, title, key, *rest in database.rows(
            """SELECT p.number, title, title_key, year, doi, arxiv, COALESCE(v.name, ''), url
               FROM papers p LEFT JOIN venues v ON v.number = p.venue
               WHERE trashed_at IS NULL ORDER BY p.number"""
        )
    ]


class TraitsByNumber(Protocol):
    """What knows all that is compared of papers."""

    def load(self, numbers: Collection[PaperNumber]) -> None:
        """Read papers that will be asked about."""

    def __getitem__(self, number: PaperNumber) -> Traits:
        """Return what is compared of a paper that was loaded."""


class StoredTraits:
    """What is compared of papers, read from the library when it is first needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._traits: dict[PaperNumber, Traits] = {}

    def load(self, numbers: Collection[PaperNumber]) -> None:
        """Read papers, a few thousand at a time."""
        missing = sorted(set(numbers) - self._traits.keys())
        for start in range(0, len(missing), _AT_ONCE):
            drafts = read_drafts(self._database, missing[start : start + _AT_ONCE])
            self._traits |= {number: draft.traits for number, draft in drafts.items()}

    def __getitem__(self, number: PaperNumber) -> Traits:
        """Return what is compared of a paper."""
        return self._traits.get(number, _GONE)


def find_pairs(
    papers: Sequence[PaperTraits], job: Job, traits: TraitsByNumber
) -> list[DuplicatePair]:
    """Return the pairs that may be one paper, or versions of one work."""
    words = Vocabulary(papers)
    compared = pairs_to_compare(papers, words, job).tolist()
    traits.load({papers[at].number for pair in compared for at in pair})
    duplicate_pairs = []
    for position, (first, second) in enumerate(compared):
        if position % _AT_ONCE == 0:
            job.check()
        one, other = papers[first].number, papers[second].number
        likeness = compare(traits[one], traits[other], words.count)
        if likeness is not None:
            duplicate_pairs.append(DuplicatePair(one, other, likeness))
    return duplicate_pairs


def _groups(
    pairs: Sequence[DuplicatePair], kind: PairKind, papers: TraitsByNumber
) -> list[DuplicateGroup]:
    """Return the papers that pairs of a kind connect, each paper in one group."""
    of_kind = [pair for pair in pairs if pair.kind == kind]
    leads_to: dict[PaperNumber, PaperNumber] = {}

    def root(number: PaperNumber) -> PaperNumber:
        while leads_to.setdefault(number, number) != number:
            leads_to[number] = number = leads_to[leads_to[number]]
        return number

    for pair in of_kind:
        leads_to[root(pair.one)] = root(pair.other)
    together: defaultdict[PaperNumber, list[DuplicatePair]] = defaultdict(list)
    for pair in of_kind:
        together[root(pair.one)].append(pair)
    return [_group(kind, group_pairs, papers) for group_pairs in together.values()]


def _group(
    kind: PairKind, pairs: Sequence[DuplicatePair], papers: TraitsByNumber
) -> DuplicateGroup:
    numbers = sorted({number for pair in pairs for number in (pair.one, pair.other)})
    each_with_each = list(itertools.combinations(numbers, 2))
    fit = not any(contradict(papers[one], papers[other]) for one, other in each_with_each)
    sure = fit and len(pairs) == len(each_with_each) and all(pair.sure for pair in pairs)
    return DuplicateGroup(kind, tuple(numbers), tuple(pairs), sure)


def _with_choice(
    keeper: Draft, other_drafts: Sequence[Draft], chosen: Mapping[str, Any]
) -> PaperRecord:
    """Return the merged record with what a person chose, and each field as it was written."""
    values: dict[str, Any] = {
        name: getattr(keeper.record, name)
        for name in PaperRecord.__dataclass_fields__
        if name != "id"  # it would bring back a DOI that a person took out
    }
    extra_choices = {name: value for name, value in chosen.items() if name not in _FIELDS}
    values |= {name: value for name, value in chosen.items() if name in _FIELDS}
    values["extra"] = {**values["extra"], **extra_choices}
    merged = clean(PaperRecord(**values))
    for other in other_drafts:
        merged = replace(merged, source=join(merged.source, other.record.source, merged))
    return merged
