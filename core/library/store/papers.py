"""The papers of a library: adding and merging, reading, finding by id and title, order, trash.

Each change of a paper takes the next *revision* of the library, and the paper carries it; what
follows the library (the indexes) asks for everything after the revision it has seen.
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from core.base.errors import EngineError, UnknownPaperError
from core.base.files import path_text
from core.base.identity import OWN_PREFIX, asked_keys, own_number
from core.base.library_records import PaperFile, PaperName, Scope
from core.base.messages import Message
from core.base.records import Paper, PaperFilter, PaperNumber, PaperRecord, PaperText, SortKey
from core.library.database.connection import Database, as_json
from core.library.database.recording import Action
from core.library.store.attachments import FILES
from core.library.store.citation_keys import give_keys
from core.library.store.editing import edit_paper
from core.library.store.intake import Outcome, add_batch
from core.library.store.ordering import find_passing, ordered, types_of_papers
from core.library.store.paper_rows import (
    describe_papers,
    now,
    read_drafts,
    read_papers,
    read_papers_with_source,
    read_texts,
    take_revisions,
    write_drafts,
)
from core.library.store.read_entries import EntryKeys
from core.library.store.removal import absorb_papers, remove_papers

__all__ = ["Change", "Outcome", "PaperStore"]

_BATCH = 2_000
_STREAMED = 5_000
_LISTED = "SELECT value FROM json_each(?)"


class Change(NamedTuple):
    """A paper as of a revision: whether it is in the library (and not in the trash) since then."""

    number: PaperNumber
    revision: int
    present: bool


class PaperStore:
    """Every paper of one library. Each call that changes something is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._copies = FileCopies(database)

    # --- reading papers -------------------------------------------------------------------

    def count(self) -> int:
        """Return how many papers there are outside the trash."""
        return int(self._database.value("SELECT COUNT(*) FROM papers WHERE trashed_at IS NULL"))

    def revision(self) -> int:
        """Return the number of changes so far; 0 for a library that never held a paper."""
        return int(self._database.value("SELECT value FROM meta WHERE name = 'revision'"))

    def changes(self, since: int, limit: int) -> list[Change]:
        """Return the papers changed after a revision, the earliest change first.

        A paper occurs once, with its latest change. What is in the trash, was merged into
        another paper or deleted is not ``present``.
        """
        rows = self._database.rows(
            """SELECT number, revision, present FROM (
                   SELECT * FROM (
                       SELECT number, revision, trashed_at IS NULL AS present FROM papers
                       WHERE revision > ?1 ORDER BY revision LIMIT ?2)
                   UNION ALL
                   SELECT * FROM (
                       SELECT number, revision, 0 AS present FROM removed
                       WHERE revision > ?1 ORDER BY revision LIMIT ?2)
               ) ORDER BY revision LIMIT ?2""",
            since,
            limit,
        )
        return [Change(number, revision, bool(present)) for number, revision, present in rows]

    def get(self, number: PaperNumber) -> Paper:
        """Return a paper, also one in the trash; raise ``UnknownPaperError`` if there is none."""
        matching_papers = self.get_many([number])
        if not matching_papers:
            raise UnknownPaperError("There is no paper {number} in the library.", number=number)
        return matching_papers[0]

    def get_many(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        """Return papers in the order asked for; missing ones are left out."""
        return read_papers(self._database, numbers)

    def get_with_source(self, numbers: Sequence[PaperNumber]) -> list[Paper]:
        """Return papers as ``get_many`` does, each with how its bibliography wrote it."""
        return read_papers_with_source(self._database, numbers)

    def texts(self, numbers: Sequence[PaperNumber]) -> dict[PaperNumber, PaperText]:
        """Return what papers are compared by, in the order asked for; missing ones are left out."""
        return read_texts(self._database, numbers)

    def numbers(self) -> list[PaperNumber]:
        """Return every paper outside the trash, in the order they were added."""
        return self._database.integers(
            "SELECT number FROM papers WHERE trashed_at IS NULL ORDER BY number"
        )

    def find_passing(
        self, paper_filter: PaperFilter, among: Sequence[PaperNumber] | None = None
    ) -> frozenset[PaperNumber]:
        """Return the papers outside the trash, or some of them, that a filter lets pass."""
        return find_passing(self._database, paper_filter, among)

    def types(self) -> list[str]:
        """Return the types of the papers outside the trash, the most frequent first."""
        counts = Counter(types_of_papers(self._database).values())
        return [kind for kind, _ in counts.most_common()]

    def ordered(
        self,
        *,
        sort: SortKey,
        descending: bool,
        collection: int | None = None,
        tag: int | None = None,
        trashed: bool = False,
    ) -> list[PaperNumber]:
        """Return the papers in some order; those without the sorted value come last either way."""
        scope = Scope("trash") if trashed else Scope()
        if collection is not None or tag is not None:
            scope = Scope("tag", tag) if collection is None else Scope("collection", collection)
        return ordered(self._database, scope, sort, descending=descending)

    # --- finding papers by identifier, title or key ---------------------------------------

    def resolve(self, external_id: str) -> PaperNumber | None:
        """Return the paper that answers to an id, ``None`` if there is none.

        Besides external ids this takes ``cocite:<number>`` and bare DOIs and arXiv ids in any
        letter case, also as web addresses.
        """
        return self.resolve_many([external_id]).get(external_id)

    def ids(self, numbers: Sequence[PaperNumber]) -> dict[PaperNumber, str]:
        """Return the public id of each paper, without reading the rest of it."""
        ids_by_number: dict[PaperNumber, str] = dict(
            self._database.rows(
                f"""SELECT p.number, COALESCE(i.stated, '{OWN_PREFIX}' || p.number)
                    FROM papers p LEFT JOIN identifiers i ON i.paper = p.number AND i.position = 0
                    WHERE p.number IN ({_LISTED})""",
                as_json(numbers),
            )
        )
        return ids_by_number

    def names(self, numbers: Sequence[PaperNumber]) -> dict[PaperNumber, PaperName]:
        """Return the public id and the citation key of each paper."""
        ids = self.ids(numbers)
        keys = self._database.rows(
            f"SELECT number, citation_key FROM papers WHERE number IN ({_LISTED})",
            as_json(numbers),
        )
        return {number: PaperName(ids[number], key) for number, key in keys if number in ids}

    def resolve_many(self, external_ids: Iterable[str]) -> dict[str, PaperNumber]:
        """Return the papers that answer to ids, by id; the trash answers to none."""
        keys_by_id = {external_id: asked_keys(external_id) for external_id in external_ids}
        own = {
            external_id: number
            for external_id in keys_by_id
            if (number := own_number(external_id)) is not None
        }
        by_key: dict[str, PaperNumber] = dict(
            self._database.rows(
                f"""SELECT i.key, i.paper FROM identifiers i JOIN papers p ON p.number = i.paper
                    WHERE i.key IN ({_LISTED}) AND p.trashed_at IS NULL""",
                as_json({key for keys in keys_by_id.values() for key in keys}),
            )
        )
        papers_by_id = {
            external_id: by_key[key]
            for external_id, keys in keys_by_id.items()
            if (key := next((key for key in keys if key in by_key), None)) is not None
        }
        return papers_by_id | self._by_own_number(own)

    def find_by_title(self, title_keys: Sequence[str]) -> dict[str, list[PaperNumber]]:
        """Return the papers outside the trash that have these titles, by ``title_key``."""
        papers_by_title: dict[str, list[PaperNumber]] = {}
        for key, number in self._database.rows(
            f"""SELECT title_key, number FROM papers
                WHERE title_key IN ({_LISTED}) AND trashed_at IS NULL ORDER BY number""",
            as_json(set(title_keys) - {""}),
        ):
            papers_by_title.setdefault(key, []).append(number)
        return papers_by_title

    def find_by_citation_key(self, keys: Iterable[str]) -> dict[str, Paper]:
        """Return the papers outside the trash that have these citation keys, in exactly this case.

        A paper's own key goes before an alias; an alias of several papers leads to none of them.
        """
        wanted_keys = set(keys) - {""}
        if not wanted_keys:
            return {}
        numbers = self._database.integers(
            """SELECT p.number FROM json_each(?1) asked
               CROSS JOIN papers p INDEXED BY papers_by_key ON p.citation_key = asked.value
               WHERE p.trashed_at IS NULL
               UNION SELECT p.number FROM json_each(?1) asked
               CROSS JOIN key_aliases a ON a.alias = asked.value
               CROSS JOIN papers p ON p.number = a.paper WHERE p.trashed_at IS NULL""",
            as_json(wanted_keys),
        )
        own: dict[str, Paper] = {}
        by_alias: dict[str, list[Paper]] = {}
        for paper in self.get_many([PaperNumber(number) for number in numbers]):
            own[paper.citation_key] = paper
            for alias in paper.aliases:
                by_alias.setdefault(alias, []).append(paper)
        papers_by_key = {alias: papers[0] for alias, papers in by_alias.items() if len(papers) == 1}
        papers_by_key |= own
        return {key: papers_by_key[key] for key in wanted_keys & papers_by_key.keys()}

    def find_by_title_start(self, starts: Sequence[str]) -> dict[str, list[PaperNumber]]:
        """Return the papers outside the trash whose ``title_key`` begins so, by that beginning."""
        papers_by_start: dict[str, list[PaperNumber]] = {}
        for start, number in self._database.rows(
            """SELECT asked.value, p.number FROM json_each(?) asked
               CROSS JOIN papers p INDEXED BY papers_by_title
               ON p.title_key >= asked.value AND p.title_key < asked.value || char(1114111)
               WHERE p.trashed_at IS NULL ORDER BY p.number""",
            as_json(set(starts) - {""}),
        ):
            papers_by_start.setdefault(start, []).append(number)
        return papers_by_start

    def find_by_volume(
        self, years: Sequence[int], volumes: Sequence[str]
    ) -> dict[str, list[PaperNumber]]:
        """Return the papers outside the trash of these years, by their volume if it is listed.

        A volume counts without letters and leading zeros.
        """
        papers_by_volume: dict[str, list[PaperNumber]] = {}
        for volume, number in self._database.rows(
            """SELECT volume, number FROM (
                 SELECT p.number AS number,
                        ltrim(trim(lower(json_extract(p.extra, '$.volume')),
                                   'abcdefghijklmnopqrstuvwxyz '), '0') AS volume
                 FROM json_each(?1) asked
                 CROSS JOIN papers p INDEXED BY ordered_by_year ON p.year = asked.value
                 WHERE p.trashed_at IS NULL AND p.extra LIKE '%"volume"%')
               WHERE volume IN (SELECT value FROM json_each(?2)) ORDER BY number""",
            as_json(set(years)),
            as_json(set(volumes)),
        ):
            papers_by_volume.setdefault(volume, []).append(number)
        return papers_by_volume

    def outside_trash(self, numbers: Sequence[PaperNumber]) -> list[PaperNumber]:
        """Return those of the papers that are there and not in the trash, in the same order."""
        there = set(
            self._database.integers(
                f"SELECT number FROM papers WHERE number IN ({_LISTED}) AND trashed_at IS NULL",
                as_json(numbers),
            )
        )
        return [number for number in numbers if number in there]

    def titles(self) -> Iterator[tuple[PaperNumber, str, int | None, str]]:
        """Yield number, title, year and first author ("" if none) of every paper."""
        numbers = self.numbers()
        for start in range(0, len(numbers), _STREAMED):
            yield from self._database.rows(
                f"""SELECT p.number, p.title, p.year, COALESCE(n.name, '') FROM papers p
                    LEFT JOIN authorship a ON a.paper = p.number AND a.position = 0
                    LEFT JOIN people n ON n.number = a.person
                    WHERE p.number IN ({_LISTED}) ORDER BY p.number""",
                as_json(numbers[start : start + _STREAMED]),
            )

    # --- adding and changing --------------------------------------------------------------

    def add(
        self,
        records: Iterable[PaperRecord],
        *,
        source: str,
        file: str = "",
        keys: EntryKeys | None = None,
    ) -> Iterator[Outcome]:
        """Add records, or merge each into the paper it is, and yield what became of them.

        ``file`` is where they were read, so that they are known when it is read again; ``keys`` are
        those of records of the file that were added before. Nothing happens until the result is
        iterated. About 2,000 records make one transaction; whoever stops in between keeps the
        finished ones.
        """
        pending = iter(records)
        keys = keys or EntryKeys()
        while batch := list(itertools.islice(pending, _BATCH)):
            yield from add_batch(self._database, batch, source=source, file=file, keys=keys)

    def update(self, number: PaperNumber, **fields: object) -> None:
        """Set fields of a paper as a person edited them: those of ``PaperRecord``, and its key.

        The paper answers to a new DOI or arXiv id at once, and no longer to the one replaced.
        """
        edit_paper(self._database, number, fields)

    def update_many(self, edits: Mapping[PaperNumber, Mapping[str, object]]) -> None:
        """Set fields of several papers, as one action of the history."""
        with self._change(Message("Edited {papers}", papers=self._describe_papers(list(edits)))):
            for number, fields in edits.items():
                edit_paper(self._database, number, fields)

    def trash(self, numbers: Sequence[PaperNumber]) -> None:
        """Hide papers everywhere but in the trash; nothing of them is lost."""
        with self._change(
            Message("Moved {papers} to the Trash", papers=self._describe_papers(numbers))
        ):
            self._set_trashed(numbers, now())

    def restore(self, numbers: Sequence[PaperNumber]) -> None:
        """Take papers out of the trash."""
        description = Message(
            "Restored {papers} from the Trash", papers=self._describe_papers(numbers)
        )
        with self._change(description):
            self._set_trashed(numbers, None)

    def purge(self, numbers: Sequence[PaperNumber]) -> None:
        """Delete papers for good, as far as they are in the trash.

        The library's copies of their files go with them, unless another paper has them too, or
        the history can bring them back.
        """
        with self._change(Message("Deleted papers from the Trash")) as action:
            trashed = self._database.column(
                f"SELECT number FROM papers WHERE trashed_at IS NOT NULL AND number IN ({_LISTED})",
                as_json(numbers),
            )
            description = Message(
                "Deleted {papers} from the Trash", papers=self._describe_papers(trashed)
            )
            action.description = description
            copies = self._copies.of(trashed)
            remove_papers(self._database, trashed, merged_into=None)
        self._copies.delete_unused(copies)

    def merge(self, into: PaperNumber, absorbed_papers: Sequence[PaperNumber]) -> None:
        """Make several papers one, whatever the rule says of them.

        ``into`` keeps all its fields, gets those it lacks, and answers to every id.
        """
        description = Message(
            "Merged {papers} into {kept}",
            papers=self._describe_papers(absorbed_papers),
            kept=self._describe_papers([into]),
        )
        with self._change(description):
            drafts = read_drafts(self._database, [into, *absorbed_papers])
            away = [number for number in drafts if number != into]
            if into not in drafts:
                raise UnknownPaperError("There is no paper {number} in the library.", number=into)
            keeper = drafts[into]
            for number in away:
                keeper.absorb(drafts[number])
            absorb_papers(self._database, into=into, away=away)
            give_keys(self._database, [keeper])
            write_drafts(self._database, [keeper], source="")

    # --- files of papers ------------------------------------------------------------------

    def attach_file(self, number: PaperNumber, path: Path, sha256: str) -> None:
        """Attach a file; one inside the library's folder is found again if that moves."""
        folder = self._database.folder
        inside = path.is_relative_to(folder)
        stored = path.relative_to(folder).as_posix() if inside else path_text(path)
        description = Message(
            "Added the file “{file}” to {papers}",
            file=path.name,
            papers=self._describe_papers([number]),
        )
        with self._change(description):
            self._database.execute(
                """INSERT INTO files (paper, path, sha256) VALUES (?, ?, ?)
                   ON CONFLICT (paper, sha256) DO UPDATE SET path = excluded.path""",
                number,
                stored,
                sha256,
            )

    def detach_file(self, number: PaperNumber, sha256: str) -> None:
        """Let a file no longer belong to a paper.

        A copy in the library stays until that is closed; a file elsewhere stays for good.
        """
        where = "FROM files WHERE paper = ? AND sha256 = ?"
        with self._change(Message("Removed a file")) as action:
            path = self._database.value(f"SELECT path {where}", number, sha256)
            action.description = Message(
                "Removed the file “{file}” from {papers}",
                file=Path(path or "").name,
                papers=self._describe_papers([number]),
            )
            self._database.execute(f"DELETE {where}", number, sha256)
        if path is not None:
            self._copies.take_off(str(path))

    def close(self) -> None:
        """Delete copies of files that nothing can bring back; the library is about to close."""
        self._copies.delete_taken_off()

    def files(self, number: PaperNumber) -> list[PaperFile]:
        """Return the files attached to a paper, in the order they came."""
        rows = self._database.rows(
            "SELECT path, sha256 FROM files WHERE paper = ? ORDER BY number", number
        )
        return [PaperFile(self._database.folder / path, sha256) for path, sha256 in rows]

    def paper_of_file(self, sha256: str) -> PaperNumber | None:
        """Return the paper that a file of this content is attached to."""
        paper_number = self._database.value(
            "SELECT paper FROM files WHERE sha256 = ? ORDER BY number LIMIT 1", sha256
        )
        return None if paper_number is None else PaperNumber(paper_number)

    # --- helpers of the methods above -----------------------------------------------------

    def _change(self, description: Message) -> AbstractContextManager[Action]:
        return self._database.change(description)

    def _describe_papers(self, numbers: Sequence[PaperNumber]) -> Message:
        return describe_papers(self._database, numbers)

    def _by_own_number(self, own: dict[str, PaperNumber]) -> dict[str, PaperNumber]:
        """Return the papers behind ``cocite:<n>`` ids, those merged into others included."""
        leads_to: dict[PaperNumber, PaperNumber] = dict(
            self._database.rows(
                f"""SELECT number, number FROM papers
                    WHERE number IN ({_LISTED}) AND trashed_at IS NULL
                    UNION ALL
                    SELECT r.number, r.merged_into FROM removed r
                    JOIN papers p ON p.number = r.merged_into
                    WHERE r.number IN ({_LISTED}) AND p.trashed_at IS NULL""",
                as_json(own.values()),
                as_json(own.values()),
            )
        )
        return {
            external_id: leads_to[number]
            for external_id, number in own.items()
            if number in leads_to
        }

    def _set_trashed(self, numbers: Sequence[PaperNumber], trashed_at: str | None) -> None:
        with self._database.transaction():
            concerned = self._database.column(
                f"""SELECT number FROM papers WHERE number IN ({_LISTED})
                    AND (trashed_at IS NULL) = ?""",
                as_json(numbers),
                trashed_at is not None,
            )
            revisions = take_revisions(self._database, len(concerned))
            self._database.execute_many(
                "UPDATE papers SET trashed_at = ?, revision = ? WHERE number = ?",
                [
                    (trashed_at, revision, number)
                    for revision, number in zip(revisions, concerned, strict=True)
                ],
            )


# --- copies of files in the library's folder --------------------------------------------
#
# The copies of files in a library: one is deleted when no paper has it any more.
#
# Only what lies in the library's own folder of files is ever deleted. A copy that was taken off a
# paper stays until the library is closed, and as long as the history can bring it back.

logger = logging.getLogger(__name__)

_REFERRED = """SELECT 1 FROM files WHERE path IN (?1, ?2)
               UNION SELECT 1 FROM manuscripts WHERE path IN (?1, ?2)
               UNION SELECT 1 FROM history_files WHERE path = ?1 AND action IS NOT NULL LIMIT 1"""
_NEEDED_NO_MORE = "SELECT DISTINCT path FROM history_files WHERE action IS NULL"


class FileCopies:
    """Knows which copies papers of one library have, and deletes those that none has. Thread-safe.

    Paths are those of the table of files: relative to the library's folder, with slashes.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken_off: set[str] = set()
        self._turn = threading.Lock()
        self._closed = False

    def of(self, papers: Sequence[PaperNumber]) -> list[str]:
        """Return the paths of the files of some papers."""
        return self._database.column(
            "SELECT DISTINCT path FROM files WHERE paper IN (SELECT value FROM json_each(?))",
            as_json(papers),
        )

    def take_off(self, path: str) -> None:
        """Remember a copy that a paper has no longer: it may be put back until the end."""
        with self._turn:
            self._taken_off.add(path)

    def delete_unused(self, paths: Iterable[str]) -> None:
        """Delete those copies that no paper has, but for those that may be put back."""
        with self._turn:
            unused_paths = [path for path in paths if path not in self._taken_off]
        for path in unused_paths:
            self._delete(path)

    def delete_taken_off(self) -> None:
        """Delete the copies that were taken off and not put back; the library is about to close."""
        if self._closed or self._database.read_only:
            return
        self._closed = True
        with self._turn:
            paths, self._taken_off = self._taken_off, set()
        try:
            for path in sorted(paths.union(self._database.column(_NEEDED_NO_MORE))):
                self._delete(path)
            with self._database.transaction():
                self._database.execute("DELETE FROM history_files WHERE action IS NULL")
        except EngineError as error:  # closing goes on; a copy too many harms nothing
            logger.warning("Copies of files were not cleared away: %s", error)

    def _delete(self, path: str) -> None:
        """Delete a copy in the library's folder of files, unless something still refers to it."""
        folder = self._database.folder / FILES
        copy = self._database.folder / path
        if Path(path).is_absolute() or copy.parent != folder or copy.name in ("", "..", "."):
            return
        if self._database.value(_REFERRED, path, str(copy)) is not None:
            return
        try:
            copy.unlink(missing_ok=True)
        except OSError as error:
            logger.warning("“%s” was not deleted: %s", copy.name, error.strerror)
