"""The part of the keyword index that answers typed words: its fields, and queries for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import tantivy

from core.base.encodable import encodable
from core.base.records import Paper, PaperNumber
from core.library.indexes.folding import (
    fold_for_index,
    fold_word,
    pair_up,
    spell_otherwise,
    split_runs,
)
from core.library.store.search_text import Field, Part, SearchQuery

PLAIN = "plain"
HELD: Mapping[Field, str] = {
    "": "typed",
    "title": "titles",
    "author": "authors",
    "venue": "venue",
    "keyword": "keywords",
}
"""The index's field for each field of the search; years have one besides."""

_SLOP = 2
"""Words of a name may stand the other way round, or have one between them."""

Clause = tuple[tantivy.Occur, tantivy.Query]


def add_fields(builder: tantivy.SchemaBuilder) -> None:
    """Add the fields that typed words are looked for in; their words keep their positions."""
    builder.add_unsigned_field("year", stored=False, indexed=True, fast=True)
    for field in HELD.values():
        builder.add_text_field(field, tokenizer_name=PLAIN, index_option="position")


def add_paper(document: tantivy.Document, paper: Paper) -> None:
    """Give a document what these fields hold of a paper."""
    if paper.year is not None and paper.year > 0:
        document.add_unsigned("year", paper.year)
    title, venue = fold_for_index(paper.title), fold_for_index(paper.venue)
    authors, keywords = map(fold_for_index, paper.signers), map(fold_for_index, paper.keywords)
    texts = {"titles": [title], "venue": [venue], "authors": [*authors], "keywords": [*keywords]}
    for field, field_texts in texts.items():
        for text in field_texts:
            document.add_text(field, text)
    other_texts = (paper.abstract, str(paper.year or ""), paper.citation_key, *paper.aliases)
    everything = (*chain.from_iterable(texts.values()), *map(fold_for_index, other_texts))
    for text in everything:
        document.add_text("typed", text)


class Typed:
    """Makes queries of what was typed."""

    def __init__(
        self, schema: tantivy.Schema, plain: tantivy.TextAnalyzer, stemmed: tantivy.TextAnalyzer
    ) -> None:
        self._schema = schema
        self._plain = plain
        self._stemmed = stemmed

    def query(
        self,
        search_query: SearchQuery,
        allowed: tantivy.Query | None,
        barred: frozenset[PaperNumber],
    ) -> tantivy.Query | None:
        """Return the query for all parts of a search, ``None`` if it asks for nothing."""
        required_clauses: list[Clause] = []
        if allowed is not None:
            required_clauses.append((tantivy.Occur.Must, allowed))
        unwanted = list(self._barred(barred))
        for part in search_query.parts:
            clauses = self._clauses(part, first=not required_clauses)
            if part.without and clauses:
                unwanted.append((tantivy.Occur.MustNot, tantivy.Query.boolean_query(clauses)))
            elif clauses:
                required_clauses += clauses
        if not required_clauses and not unwanted:
            return None
        if not any(occur == tantivy.Occur.Must for occur, _ in required_clauses):
            everything = tantivy.Query.const_score_query(tantivy.Query.all_query(), 0.0)
            required_clauses.append((tantivy.Occur.Must, everything))
        return tantivy.Query.boolean_query([*required_clauses, *unwanted])

    def _barred(self, barred: frozenset[PaperNumber]) -> Iterable[Clause]:
        if barred:
            numbers = tantivy.Query.term_set_query(self._schema, "number", list(barred))
            yield tantivy.Occur.MustNot, numbers

    def _clauses(self, part: Part, *, first: bool) -> list[Clause]:
        """Return what must hold, or count, for one part; nothing if this index holds it not."""
        if part.years is not None:
            return [(tantivy.Occur.Must, self._years(*part.years))]
        if part.field not in HELD:
            return []
        words = self._split_phrase(part.words) if part.phrase else []
        if len(words) > 1:
            return [(tantivy.Occur.Must, self._phrase(part, words))]
        return self._make_spelling_clauses(part, first=first)

    def _make_spelling_clauses(self, part: Part, *, first: bool) -> list[Clause]:
        clauses = self._make_word_clauses(part, part.words, first=first)
        other_spellings = spell_otherwise(part.words)
        if not other_spellings or not clauses:
            return clauses
        spellings = [clauses] + [
            self._make_word_clauses(part, spelling, first=True) for spelling in other_spellings
        ]
        queries = [tantivy.Query.boolean_query(spelling) for spelling in spellings if spelling]
        return [(tantivy.Occur.Must, _match_any(queries))]

    def _split_phrase(self, text: str) -> list[str]:
        words: list[str] = []
        for piece, is_run in split_runs(fold_word(text)):
            words += pair_up(piece) if is_run else self._plain.analyze(encodable(piece))
        return words

    def _make_word_clauses(self, part: Part, text: str, *, first: bool) -> list[Clause]:
        """Return what must hold for a typed word in one spelling."""
        clauses: list[Clause] = []
        pieces = list(split_runs(fold_word(text)))
        for number, (piece, is_run) in enumerate(pieces, start=1):
            if is_run:
                clauses.append((tantivy.Occur.Must, self._run(part.field, piece)))
                continue
            is_open = part.open and number == len(pieces)
            words = self._plain.analyze(encodable(piece))
            whole, last = (words[:-1], words[-1:]) if is_open else (words, [])
            clauses += [(tantivy.Occur.Must, self._word(part.field, word)) for word in whole]
            for word in last:
                if len(word) == 1 and (clauses or not first):  # a letter narrows nothing yet
                    clauses.append((tantivy.Occur.Should, self._word(part.field, word)))
                else:
                    clauses.append((tantivy.Occur.Must, self._beginning(part.field, word)))
        return clauses

    def _run(self, field: Field, run: str) -> tantivy.Query:
        """Return the query for letters that stand side by side in a run of CJK letters."""
        pairs = pair_up(run)
        if len(run) == 1:
            return self._beginning(field, run)
        if len(pairs) == 1:
            return self._word(field, pairs[0])
        return tantivy.Query.phrase_query(
            self._schema, HELD[field], list[str | tuple[int, str]](pairs)
        )

    def _years(self, first: int, last: int) -> tantivy.Query:
        years = tantivy.Query.range_query(
            self._schema, "year", tantivy.FieldType.Unsigned, first, max(first, last)
        )
        if last < first:
            return tantivy.Query.empty_query()
        return tantivy.Query.const_score_query(years, 0.0)

    def _phrase(self, part: Part, words: Sequence[str]) -> tantivy.Query:
        field = HELD[part.field]
        if part.open:
            return tantivy.Query.phrase_prefix_query(self._schema, field, list(words))
        slop = _SLOP if part.field == "author" else 0
        return tantivy.Query.phrase_query(self._schema, field, list(words), slop=slop)

    def _word(self, field: Field, word: str) -> tantivy.Query:
        return _match_any(self._make_word_queries(field, word))

    def _make_word_queries(self, field: Field, word: str) -> list[tantivy.Query]:
        query = tantivy.Query.term_query(self._schema, HELD[field], word)
        if field not in ("", "title"):
            return [query]
        stems = self._stemmed.analyze(encodable(word))
        in_title = [tantivy.Query.term_query(self._schema, "title", stem) for stem in stems]
        return [query, *(tantivy.Query.boost_query(title_query, 2.0) for title_query in in_title)]

    def _beginning(self, field: Field, word: str) -> tantivy.Query:
        pattern = "".join(f"\\x{{{ord(letter):x}}}" for letter in word) + ".*"
        prefix = tantivy.Query.regex_query(self._schema, HELD[field], pattern)
        return _match_any([prefix, *self._make_word_queries(field, word)])


def _match_any(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])
