"""An index of Tantivy's in a folder beside the database, kept in step with what is in there.

The folder may be deleted at any time. ``state.json`` says which library and which revision of it
the index shows, and from which one on it is whole; it is written after Tantivy's own commit, so
a kill between the two costs only the repetition of the last changes.
"""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import tantivy

from core.base.encodable import encodable
from core.base.errors import DiskFullError, EngineError, LibraryError
from core.base.files import is_full, remove_unfinished, replace_text, unwritten
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.base.records import PaperNumber
from core.library.indexes import typed
from core.library.indexes.folding import STEMMED, analyzer
from core.library.store.papers import Change

logger = logging.getLogger(__name__)

FORMAT = 2
"""Raise it when fields or analysis change: an index of another format is rebuilt."""

_BATCH = 4_000
_HEAP_BYTES = 128_000_000


_Hit = tuple[float, tantivy.DocAddress]
"""A document with its score before it."""


class Followed(Protocol):
    """What an index keeps in step with."""

    def revision(self) -> int:
        """Return the number of changes so far."""

    def changes(self, since: int, limit: int) -> list[Change]:
        """Return the papers changed after a revision, the earliest change first."""


Source = TypeVar("Source", bound=Followed)


class FolderIndex(ABC, Generic[Source]):
    """An index of Tantivy's in a folder of a library, which follows the changes of a store.

    Safe to search from any thread while it follows. One that may not be written answers as it was
    stored, but for the papers that have left the library since.
    """

    content_name = Message("index")
    format = FORMAT

    def __init__(self, folder: Path, identity: str, *, write: bool = True) -> None:
        """Open the index in ``folder``, empty if it is missing or belongs to something else.

        Without ``write`` the folder stays as it is: what is stored answers, and where nothing
        fits, ``follow`` builds an index in memory.
        """
        self._identity = identity
        self._write = write
        self._folder: Path | None = folder
        self._last_allowed: tuple[frozenset[PaperNumber], tantivy.Query] | None = None
        self._removed_papers: list[PaperNumber] = []
        self._stemmed = analyzer(stemmed=True)
        self._plain = analyzer(stemmed=False)
        if write:
            remove_unfinished(folder)
        self._revision, self._whole_from = self._read_state()
        if not write and not self._revision:
            self._folder = None
        self._index = self._open_index()

    def is_whole(self, source: Source) -> bool:
        """Tell whether it holds at least what there was when it began to be built."""
        return self._revision >= self._whole_from and (self._revision > 0 or not source.revision())

    @property
    def revision(self) -> int:
        """The library's revision that a search sees."""
        return self._revision

    def follow(self, source: Source, job: Job | None = None) -> int:
        """Bring the index up to the revision of what it follows and return how many papers changed.

        Commits every few thousand papers: a stop, a kill or a full disk costs at most that much.
        """
        if not self._write and self._folder is not None:
            self._reload_index()
            self._removed_papers = self._left_since(source)
            return 0
        job = job or SilentJob()
        target = source.revision()
        if target < self._revision:  # the database was restored from an older backup
            self.clear()
        if target == self._revision:
            return 0
        if self._revision == 0:
            self._whole_from = target
        with self._sorted_errors():
            writer = self._index.writer(_HEAP_BYTES, 1)
        followed, start = 0, self._revision
        try:
            while changes := source.changes(self._revision, _BATCH):
                job.check()
                self._apply(writer, source, changes)
                followed += len(changes)
                job.report(self._revision - start, max(target - start, 1), self.content_name)
            self._whole_from = min(self._whole_from, self._revision)
            if self._revision < target:  # by changes that no paper carries any more
                self._store_revision(target)
        finally:
            with contextlib.suppress(ValueError):  # merging is a nicety, and a failure was told
                writer.wait_merging_threads()
        return followed

    def _reload_index(self) -> None:
        """See what another process, which writes the index, has stored since."""
        stored, whole_from = self._read_state()
        if stored not in (0, self._revision):  # lower where it was made anew
            self._index.reload()
            self._revision, self._whole_from = stored, whole_from

    def _left_since(self, source: Source) -> list[PaperNumber]:
        removed_papers: list[PaperNumber] = []
        since = self._revision
        while changes := source.changes(since, _BATCH):
            removed_papers += [change.number for change in changes if not change.present]
            since = changes[-1].revision
        return removed_papers

    def clear(self) -> None:
        """Forget everything; the next ``follow`` builds the index anew."""
        self._revision = 0
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._index = self._open_index()

    @abstractmethod
    def schema(self) -> tantivy.Schema:
        """Return the fields of the index."""

    @abstractmethod
    def documents(
        self, source: Source, numbers: Sequence[PaperNumber]
    ) -> Iterable[tantivy.Document]:
        """Return what is to be indexed of some papers."""

    def count(self) -> int:
        """Return the number of indexed documents."""
        return int(self._index.searcher().num_docs)

    def terms(self, text: str) -> Counter[str]:
        """Return the index terms of a text (stemmed, without stop words) with their counts."""
        return Counter(self._stemmed.analyze(encodable(text)))

    def stem_spans(self, text: str) -> list[tuple[str, int, int]]:
        """Return each index term of a text with its span (start, end)."""
        return [
            (token.text, token.char_offset_from, token.char_offset_to)
            for token in self._stemmed.pre_tokenize(encodable(text)).tokens
        ]

    def _read_state(self) -> tuple[int, int]:
        """Return the revision of what is stored, and the one from which on it is whole."""
        if self._folder is None:
            return 0, 0
        try:
            state = json.loads((self._folder / "state.json").read_text("utf-8"))
        except (OSError, ValueError):
            return 0, 0
        fits = state.get("format") == self.format and state.get("library") == self._identity
        if not fits:
            logger.info(
                "The index of %s is of another version or library and will be rebuilt.",
                self.content_name,
            )
            return 0, 0
        return int(state.get("revision", 0)), int(state.get("whole from", 0))

    def _open_index(self) -> tantivy.Index:
        try:
            index = self._create_or_open()
        except (ValueError, OSError) as error:  # ValueError is Tantivy's word for all that fails
            logger.info(
                "The index of %s cannot be used and will be rebuilt: %s", self.content_name, error
            )
            index = None
        if index is None:
            self._revision = 0
            if not self._write:
                self._folder = None
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
            with self._sorted_errors():
                index = self._create_or_open()
        if index is None:  # what cannot serve cannot be deleted either
            raise LibraryError(
                "The index of {what} in “{folder}” cannot be rebuilt.",
                what=self.content_name,
                folder=self._folder,
                remedy="Check that you have permission to write there, or delete that folder.",
            )
        # Or a thread of Tantivy's, which looks every half second, can put what it read before a
        # commit in the place of what was read after it.
        index.config_reader(reload_policy="manual")
        index.register_tokenizer(STEMMED, self._stemmed)
        index.register_tokenizer(typed.PLAIN, self._plain)
        return index

    def _create_or_open(self) -> tantivy.Index | None:
        """Open the stored index, or make an empty one; ``None`` if what is stored cannot serve."""
        if self._folder is None:
            return tantivy.Index(self.schema())
        folder = self._folder / "index"
        stored = folder.is_dir() and tantivy.Index.exists(str(folder))
        if stored != (self._revision > 0):
            return None
        if stored:
            return tantivy.Index.open(str(folder))
        folder.mkdir(parents=True, exist_ok=True)
        return tantivy.Index(self.schema(), path=str(folder))

    def _apply(
        self, writer: tantivy.IndexWriter, source: Source, changes: Sequence[Change]
    ) -> None:
        present = [change.number for change in changes if change.present]
        documents = self.documents(source, present)
        with self._sorted_errors():
            if self._revision:  # nothing to delete in a fresh index
                # By query: a term made of a Python int is signed and never matches the field.
                numbers = [change.number for change in changes]
                old = tantivy.Query.term_set_query(self._index.schema, "number", numbers)
                writer.delete_documents_by_query(old)
            for document in documents:
                writer.add_document(document)
            writer.commit()
            self._index.reload()
        self._store_revision(changes[-1].revision)

    def _store_revision(self, revision: int) -> None:
        self._revision = revision
        if self._folder is not None:
            state = {
                "format": self.format,
                "library": self._identity,
                "revision": self._revision,
                "whole from": self._whole_from,
            }
            replace_text(self._folder / "state.json", json.dumps(state))

    @contextmanager
    def _sorted_errors(self) -> Iterator[None]:
        """Turn what Tantivy raises while it writes into the expected failure it stands for."""
        folder = self._folder
        try:
            yield
        except OSError as error:
            raise unwritten(error, folder or Path()) from error
        except ValueError as error:
            if folder is None:
                raise
            if is_full(folder.parent):
                raise DiskFullError(
                    "Not enough disk space for the index “{folder}”.", folder=folder
                ) from error
            raise LibraryError(
                "The index “{folder}” cannot be written.",
                folder=folder,
                remedy="Check that you have permission to write there. You can delete the folder:"
                " it is rebuilt.",
            ) from error

    def _best(
        self,
        clauses: Sequence[tantivy.Query],
        limit: int,
        *fields: str,
        allowed: frozenset[PaperNumber] | None = None,
    ) -> list[tuple[list[int], float]]:
        """Return ``_hits`` of the documents that fit a clause, those of ``allowed`` papers."""
        if not clauses or limit < 1:
            return []
        query = tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, clause_query) for clause_query in clauses]
        )
        if allowed is not None:
            both = [(tantivy.Occur.Must, query), (tantivy.Occur.Must, self._only(allowed))]
            query = tantivy.Query.boolean_query(both)
        return self._hits(query, limit, *fields)

    def _hits(
        self, query: tantivy.Query, limit: int, *fields: str
    ) -> list[tuple[list[int], float]]:
        """Return the values of some fields, and the score, of the best documents."""
        hits, columns = self._columns(query, limit, *fields)
        return [
            ([int(value) for value in values if value is not None], score)
            for *values, (score, _) in zip(*columns, hits, strict=True)
        ]

    def _columns(
        self, query: tantivy.Query, limit: int, *fields: str
    ) -> tuple[list[_Hit], list[list[int | float | bool | None]]]:
        """Return the best documents, and the values of each field beside them."""
        if self._removed_papers:
            removed_query = tantivy.Query.term_set_query(
                self._index.schema, "number", self._removed_papers
            )
            query_clauses = [(tantivy.Occur.Must, query), (tantivy.Occur.MustNot, removed_query)]
            query = tantivy.Query.boolean_query(query_clauses)
        searcher = self._index.searcher()
        try:
            hits = searcher.search(query, limit, count=False).hits
        except ValueError as error:  # segments removed from under an open index
            raise EngineError(
                "The index of {what} cannot be read.",
                what=self.content_name,
                remedy="Rebuild it: cocite index.",
            ) from error
        addresses = [address for _, address in hits]
        return hits, [searcher.fast_field_values(field, addresses) for field in fields]

    def _only(self, allowed: frozenset[PaperNumber]) -> tantivy.Query:
        """Return a query that adds nothing to a score; the last one is kept, for pools recur."""
        if self._last_allowed is None or self._last_allowed[0] is not allowed:
            numbers = tantivy.Query.term_set_query(self._index.schema, "number", list(allowed))
            self._last_allowed = allowed, tantivy.Query.const_score_query(numbers, 0.0)
        return self._last_allowed[1]

    def _term(self, field: str, term: str, boost: float) -> tantivy.Query:
        query = tantivy.Query.term_query(self._index.schema, field, term)
        return tantivy.Query.boost_query(query, boost)
