"""The indexes of full texts: BM25 over their paragraphs, and over their citing sentences.

Each has a folder of its own beside the database, follows the changes of its store, and may be
deleted at any time.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import tantivy

from core.base.encodable import encodable
from core.base.messages import Message
from core.base.records import PaperNumber
from core.library.indexes.folder_index import FORMAT, FolderIndex, Source
from core.library.indexes.folding import STEMMED, fold_for_index
from core.library.store.contexts import ContextStore
from core.library.store.fulltexts import FullTextStore

_TEXT = "text"

Cutter = Callable[[str, Sequence[tuple[int, int]]], str]


class _TextIndex(FolderIndex[Source]):
    """Texts of papers, each with a number of its own in the field ``position``.

    The texts themselves stay in the database.
    """

    position: str
    papers_read_together: int

    @abstractmethod
    def texts(
        self, source: Source, numbers: Sequence[PaperNumber]
    ) -> Iterator[tuple[PaperNumber, int, str]]:
        """Yield the texts of papers: paper, the text's number, and what is indexed of it."""

    def schema(self) -> tantivy.Schema:
        """Return the fields of the index; ``number`` is that of the paper."""
        builder = tantivy.SchemaBuilder()
        builder.add_unsigned_field("number", stored=False, indexed=True, fast=True)
        builder.add_unsigned_field(self.position, stored=False, fast=True)
        builder.add_text_field(_TEXT, tokenizer_name=STEMMED, index_option="freq")
        return builder.build()

    def documents(
        self, source: Source, numbers: Sequence[PaperNumber]
    ) -> Iterator[tantivy.Document]:
        """Yield the texts of papers, read a few papers at a time."""
        for start in range(0, len(numbers), self.papers_read_together):
            papers = numbers[start : start + self.papers_read_together]
            for number, position, text in self.texts(source, papers):
                document = tantivy.Document()
                document.add_unsigned("number", number)
                document.add_unsigned(self.position, position)
                document.add_text(_TEXT, encodable(text))
                yield document

    def _rank(
        self,
        terms: Mapping[str, float],
        limit: int,
        *fields: str,
        allowed: frozenset[PaperNumber] | None = None,
    ) -> list[tuple[list[int], float]]:
        """Rank texts by BM25 (k1 1.2, b 0.75) against weighted terms: fields and scores."""
        clauses = [self._term(_TEXT, term, weight) for term, weight in terms.items() if weight > 0]
        return self._best(clauses, limit, *fields, allowed=allowed)


class PassageIndex(_TextIndex[FullTextStore]):
    """The passages of one library's full texts."""

    content_name = Message("passages")
    format = FORMAT + 1  # since words have other spellings, and runs of CJK letters are pairs
    position = "place"
    papers_read_together = 50

    def texts(
        self, source: FullTextStore, numbers: Sequence[PaperNumber]
    ) -> Iterator[tuple[PaperNumber, int, str]]:
        """Yield the passages of papers with their section's heading."""
        for number, passages in source.passages(numbers).items():
            for index, passage in enumerate(passages):
                yield number, index, fold_for_index(f"{passage.section} {passage.text}")

    def search(
        self, text: str, *, limit: int, allowed: frozenset[PaperNumber] | None = None
    ) -> list[tuple[PaperNumber, int]]:
        """Return the passages that share the most telling words with a text, best first.

        Each is a paper and the index among its passages. With ``allowed``, only passages of
        those papers.
        """
        terms = self.terms(fold_for_index(text))
        hits = self._rank(terms, limit, "number", self.position, allowed=allowed)
        return [(PaperNumber(number), index) for (number, index), _ in hits]


class ContextIndex(_TextIndex[ContextStore]):
    """The citing sentences of one library, without their citation markers."""

    content_name = Message("citing sentences")
    position = "context"
    papers_read_together = 200

    def __init__(self, folder: Path, identity: str, cut: Cutter, *, write: bool = True) -> None:
        """``cut`` takes the marker spans out of a sentence; for the rest see ``FolderIndex``."""
        super().__init__(folder, identity, write=write)
        self._cut = cut

    def texts(
        self, source: ContextStore, numbers: Sequence[PaperNumber]
    ) -> Iterator[tuple[PaperNumber, int, str]]:
        """Yield the sentences of citing papers."""
        for sentence in source.list_sentences(numbers):
            yield sentence.citing, sentence.number, self._cut(sentence.text, sentence.markers)

    def search(self, terms: Mapping[str, float], *, limit: int) -> list[tuple[int, float]]:
        """Rank sentences by BM25 against weighted terms, best first.

        Returns their numbers with their scores; sentences without any of the terms are missing.
        """
        hits = self._rank(terms, limit, self.position)
        return [(context, score) for (context,), score in hits]
