"""The keyword index: BM25 over title, abstract, authors, venue and keywords."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import tantivy

from core.base.encodable import encodable
from core.base.messages import Message
from core.base.records import Paper, PaperNumber
from core.library.indexes import typed
from core.library.indexes.folder_index import FORMAT, FolderIndex
from core.library.indexes.folding import STEMMED
from core.library.store.papers import PaperStore
from core.library.store.search_text import Field, SearchQuery

BOOSTS: Mapping[str, float] = {"body": 1.0, "title": 0.5}
"""Field weights, chosen on the dev queries. ``body`` is title and abstract together: BM25's length
normalisation then sees a paper as one text. Authors, venue and keywords brought nothing to a
recommendation at any weight; what is typed finds them (``search_typed``)."""

_RESEMBLING = 60
_AUTHORS = typed.HELD["author"]


class WordIndex(FolderIndex[PaperStore]):
    """BM25 over the papers of one library."""

    content_name = Message("words")
    format = FORMAT + 2  # since editors are looked for where there are no authors

    def schema(self) -> tantivy.Schema:
        """Return the fields of the index."""
        builder = tantivy.SchemaBuilder()
        builder.add_unsigned_field("number", stored=False, indexed=True, fast=True)
        for field in BOOSTS:
            builder.add_text_field(field, tokenizer_name=STEMMED, index_option="freq")
        typed.add_fields(builder)
        return builder.build()

    def documents(
        self, source: PaperStore, numbers: Sequence[PaperNumber]
    ) -> list[tantivy.Document]:
        """Return the papers themselves."""
        return [_document(paper) for paper in source.get_many(numbers)]

    def document_frequency(self, term: str) -> int:
        """Return in how many papers a term occurs in title or abstract."""
        return int(self._index.searcher().doc_freq("body", term))

    def title_frequency(self, term: str) -> int:
        """Return in how many papers a term occurs in the title."""
        return int(self._index.searcher().doc_freq("title", term))

    def search(
        self,
        terms: Mapping[str, float],
        *,
        limit: int,
        boosts: Mapping[str, float] = BOOSTS,
        allowed: frozenset[PaperNumber] | None = None,
    ) -> list[tuple[PaperNumber, float]]:
        """Rank papers by BM25 (k1 1.2, b 0.75) against weighted terms, best first.

        A term's weight plays the part of its count in the query. Papers without any of the
        terms are missing; equal scores keep the order of the index. With ``allowed``, only
        those papers answer; rarity is still that in the whole library.
        """
        clauses = [
            self._term(field, term, weight * boost)
            for term, weight in terms.items()
            for field, boost in boosts.items()
            if weight * boost > 0
        ]
        hits = self._best(clauses, limit, "number", allowed=allowed)
        return [(PaperNumber(number), score) for (number,), score in hits]

    def search_typed(
        self,
        query: SearchQuery,
        *,
        limit: int,
        allowed: frozenset[PaperNumber] | None = None,
        barred: frozenset[PaperNumber] = frozenset(),
    ) -> list[PaperNumber]:
        """Find the papers that hold every part of what was typed, best first.

        For search as one types: a word that is still open counts as a beginning, words in the
        title count most, and papers without any score come last added first. Parts that this
        index does not hold (``typed.HELD``) are passed over; ``allowed`` and ``barred`` papers
        say what came of them.
        """
        typed_query = typed.Typed(self._index.schema, self._plain, self._stemmed).query(
            query, None if allowed is None else self._only(allowed), barred
        )
        if typed_query is None:
            return []
        # Column by column: an object a hit, ten thousand of them, would wake the garbage collector.
        hits, (numbers,) = self._columns(typed_query, limit, "number")
        paper_numbers = cast("list[PaperNumber]", numbers)  # each document has one
        if hits and not hits[0][0]:
            paper_numbers.sort(reverse=True)
        return paper_numbers

    def by_authors(
        self,
        families: Sequence[str],
        *,
        year: int | None = None,
        limit: int,
        allowed: frozenset[PaperNumber] | None = None,
    ) -> list[PaperNumber]:
        """Return papers whose authors have all these words in their names.

        With a ``year``, those of that year, of one beside it, or of none.
        """
        authors = [
            (tantivy.Occur.Must, tantivy.Query.term_query(self._index.schema, _AUTHORS, word))
            for family in families
            for word in self._plain.analyze(encodable(family))
        ]
        if not authors:
            return []
        if allowed is not None:
            authors.append((tantivy.Occur.Must, self._only(allowed)))
        if year is not None:
            authors.append((tantivy.Occur.MustNot, self._other_years(year)))
        query = tantivy.Query.boolean_query(authors)
        return [PaperNumber(number) for (number,), _ in self._hits(query, limit, "number")]

    def _other_years(self, year: int) -> tantivy.Query:
        """Return the query for papers of years further than one from this."""
        schema, kind = self._index.schema, tantivy.FieldType.Unsigned
        before = tantivy.Query.range_query(schema, "year", kind, 0, max(year - 2, 0))
        after = tantivy.Query.range_query(schema, "year", kind, year + 2, 9_999)
        clauses = [(tantivy.Occur.Should, one) for one in (before, after)]
        return tantivy.Query.boolean_query(clauses)

    def count_authors(self, family: str) -> int:
        """Return in how many papers an author has this word in the name."""
        (word,) = self._plain.analyze(encodable(family))[:1] or ("",)
        return int(self._index.searcher().doc_freq(_AUTHORS, word)) if word else 0

    def resembling(self, word: str, field: Field, *, distance: int) -> list[PaperNumber]:
        """Return some papers with a word in a field that differs by a few letters from this."""
        query = tantivy.Query.fuzzy_term_query(
            self._index.schema, typed.HELD[field], word, distance=distance
        )
        return [PaperNumber(number) for (number,), _ in self._hits(query, _RESEMBLING, "number")]

    def typed_words(self, text: str) -> list[tuple[str, int, int]]:
        """Return the words of a text as typed ones are compared, with their spans."""
        return [
            (token.text, token.char_offset_from, token.char_offset_to)
            for token in self._plain.pre_tokenize(encodable(text)).tokens
        ]

    def typed_frequency(self, word: str, field: Field) -> int:
        """Return in how many papers a word stands in a field."""
        return int(self._index.searcher().doc_freq(typed.HELD[field], word))


def _document(paper: Paper) -> tantivy.Document:
    document = tantivy.Document()
    body = f"{paper.title} {paper.abstract}"
    document.add_unsigned("number", paper.number)
    document.add_text("body", body)
    document.add_text("title", paper.title)
    typed.add_paper(document, paper)
    return document
