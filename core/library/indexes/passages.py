"""The indexes of full texts: BM25 over their paragraphs, and over their citing sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import tantivy

from core.base.encodable import encodable
from core.base.messages import Message
from core.base.records import PaperNumber
from core.library.indexes.folder_index import FORMAT, FolderIndex
from core.library.indexes.folding import STEMMED, fold_for_index
from core.library.store.contexts import ContextStore
from core.library.store.fulltexts import FullTextStore

# --- paragraphs -------------------------------------------------------------------------------
#
# It lies in a folder of its own beside the database, follows the changes of the full texts, and may
# be deleted at any time. The texts themselves stay in the database.


_READ_AT_ONCE = 50
_TEXT = "text"


class PassageIndex(FolderIndex[FullTextStore]):
    """The passages of one library's full texts."""

    content_name = Message("passages")
    format = FORMAT + 1  # since words have other spellings, and runs of CJK letters are pairs

    def schema(self) -> tantivy.Schema:
        """Return the fields of the index."""
        builder = tantivy.SchemaBuilder()
        builder.add_unsigned_field("number", stored=False, indexed=True, fast=True)
        builder.add_unsigned_field("place", stored=False, fast=True)
        builder.add_text_field(_TEXT, tokenizer_name=STEMMED, index_option="freq")
        return builder.build()

    def documents(
        self, source: FullTextStore, numbers: Sequence[PaperNumber]
    ) -> Iterator[tantivy.Document]:
        """Yield the passages of papers, read a few papers at a time."""
        for start in range(0, len(numbers), _READ_AT_ONCE):
            passages_by_paper = source.passages(numbers[start : start + _READ_AT_ONCE])
            for number, passages in passages_by_paper.items():
                for index, passage in enumerate(passages):
                    document = tantivy.Document()
                    document.add_unsigned("number", number)
                    document.add_unsigned("place", index)
                    text = fold_for_index(f"{passage.section} {passage.text}")
                    document.add_text(_TEXT, encodable(text))
                    yield document

    def search(
        self, text: str, *, limit: int, allowed: frozenset[PaperNumber] | None = None
    ) -> list[tuple[PaperNumber, int]]:
        """Return the passages that share the most telling words with a text, best first.

        Each is a paper and the index among its passages. With ``allowed``, only passages of
        those papers.
        """
        clauses = [
            self._term(_TEXT, term, float(count))
            for term, count in self.terms(fold_for_index(text)).items()
        ]
        hits = self._best(clauses, limit, "number", "place", allowed=allowed)
        return [(PaperNumber(number), index) for (number, index), _ in hits]


# --- citing sentences -------------------------------------------------------------------------
#
# It lies in a folder of its own beside the database, follows the changes of the citing sentences,
# and may be deleted at any time. The sentences themselves stay in the database.


_SENTENCES_AT_ONCE = 200

Cutter = Callable[[str, Sequence[tuple[int, int]]], str]


class ContextIndex(FolderIndex[ContextStore]):
    """The citing sentences of one library, without their citation markers."""

    content_name = Message("citing sentences")

    def __init__(self, folder: Path, identity: str, cut: Cutter, *, write: bool = True) -> None:
        """``cut`` takes the marker spans out of a sentence; for the rest see ``FolderIndex``."""
        super().__init__(folder, identity, write=write)
        self._cut = cut

    def schema(self) -> tantivy.Schema:
        """Return the fields of the index; ``number`` is the citing paper's."""
        builder = tantivy.SchemaBuilder()
        builder.add_unsigned_field("number", stored=False, indexed=True, fast=True)
        builder.add_unsigned_field("context", stored=False, fast=True)
        builder.add_text_field(_TEXT, tokenizer_name=STEMMED, index_option="freq")
        return builder.build()

    def documents(
        self, source: ContextStore, numbers: Sequence[PaperNumber]
    ) -> Iterator[tantivy.Document]:
        """Yield the citing sentences of papers, read some papers at a time."""
        for start in range(0, len(numbers), _SENTENCES_AT_ONCE):
            for sentence in source.list_sentences(numbers[start : start + _SENTENCES_AT_ONCE]):
                document = tantivy.Document()
                document.add_unsigned("number", sentence.citing)
                document.add_unsigned("context", sentence.number)
                sentence_text = self._cut(sentence.text, sentence.markers)
                document.add_text(_TEXT, encodable(sentence_text))
                yield document

    def search(self, terms: Mapping[str, float], *, limit: int) -> list[tuple[int, float]]:
        """Rank sentences by BM25 (k1 1.2, b 0.75) against weighted terms, best first.

        Returns their numbers with their scores; sentences without any of the terms are missing.
        """
        clauses = [self._term(_TEXT, term, weight) for term, weight in terms.items() if weight > 0]
        return [(context, score) for (context,), score in self._best(clauses, limit, "context")]
