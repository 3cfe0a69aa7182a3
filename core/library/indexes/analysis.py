"""How words become the terms of an index: folded, and stemmed where what is meant counts."""

from __future__ import annotations

from functools import lru_cache

import tantivy

from core.base.encodable import encodable

STEMMED = "stemmed"
"""The name under which an index knows the analyzer that stems."""

_MAX_TERM = 60


def index_terms(text: str) -> list[str]:
    """Return the terms of a text in order as every word index holds them.

    Stemmed and without stop words, as ``FolderIndex.terms``, for what has no index at hand.
    """
    return list(_shared_analyzer().analyze(encodable(text)))


@lru_cache(maxsize=1)
def _shared_analyzer() -> tantivy.TextAnalyzer:
    return analyzer(stemmed=True)


def analyzer(*, stemmed: bool) -> tantivy.TextAnalyzer:
    """Return what cuts a text into terms, with ``stemmed`` without stop words."""
    builder = (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(tantivy.Filter.remove_long(_MAX_TERM))
        .filter(tantivy.Filter.lowercase())
        .filter(tantivy.Filter.ascii_fold())
    )
    if stemmed:
        builder = builder.filter(tantivy.Filter.stopword("english")).filter(
            tantivy.Filter.stemmer("english")
        )
    return builder.build()
