"""Groups of papers that are close together on the map, and names made of their titles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.base.plain_words import plain_words
from core.library_map.layout import LANDMARKS, Positions

MOST = 24
"""More groups than this no eye can tell apart by their colours; each has parts of its own."""
_PAPERS_A_CLUSTER = 8.0
MOST_PARTS = 12
_PAPERS_A_PART = 12.0
_TERMS = 2
_FEWEST = 2
"""A term of one title alone says nothing of a group."""
_WORD = r"(?u)\b[^\W\d_][\w-]*[^\W_]\b"
_PAIR_BONUS = 1.6
"""A pair of words says more than either, though fewer titles hold it."""


def find_clusters(positions: Positions) -> Positions:
    """Return the centres (clusters, 2) of the groups of positions (papers, 2), largest first.

    k-means on the layout, so that each group is one piece of the map. There are about
    √(papers / 8) groups.
    """
    return _centres(positions, round((len(positions) / _PAPERS_A_CLUSTER) ** 0.5), MOST)


def find_parts(positions: Positions, clusters: NDArray[np.int16], count: int) -> list[Positions]:
    """Return for each of ``count`` groups the centres (parts, 2) of what it falls into.

    Parts show when one comes closer. A small group is one part.
    """
    insides = (positions[clusters == cluster] for cluster in range(count))
    return [
        _centres(inside, round((len(inside) / _PAPERS_A_PART) ** 0.5), MOST_PARTS)
        if len(inside)
        else np.zeros((0, 2), np.float32)
        for inside in insides
    ]


def _centres(positions: Positions, wanted_count: int, most: int) -> Positions:
    from sklearn.cluster import KMeans

    count = int(np.clip(wanted_count, 1, most))
    sample = positions
    if len(positions) > LANDMARKS:
        chosen = np.random.default_rng(0).choice(len(positions), LANDMARKS, replace=False)
        sample = positions[chosen]
    centres = KMeans(count, n_init=2, random_state=0).fit(sample).cluster_centers_
    sizes = np.bincount(nearest_centre(sample, centres), minlength=count)
    ordered: Positions = centres[np.argsort(-sizes, kind="stable")].astype(np.float32)
    return ordered


def nearest_centre(positions: Positions, centres: Positions) -> NDArray[np.int16]:
    """Return for each position the index of the nearest of ``centres``."""
    from scipy.spatial import cKDTree

    nearest: NDArray[np.int16] = cKDTree(centres).query(positions)[1].astype(np.int16)
    return nearest


def name_clusters(
    titles: Sequence[str], clusters: NDArray[np.int16], count: int
) -> tuple[str, ...]:
    """Return for each cluster the terms that tell it from the others; "" where none does.

    No two names are equal, and terms are written as most titles write them.

    Terms are words and pairs of words; one is weighed by the share of the group's titles that
    hold it, beyond that of the other titles, times its rarity in all of them (tf-idf).
    """
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

    counter = CountVectorizer(
        ngram_range=(1, 2),
        stop_words=list(ENGLISH_STOP_WORDS | plain_words()),
        token_pattern=_WORD,
        binary=True,
        dtype=np.float32,
    )
    try:
        term_counts = counter.fit_transform(titles)
    except ValueError:  # no title has a word that counts
        return ("",) * count
    terms = counter.get_feature_names_out()
    total = np.asarray(term_counts.sum(axis=0)).ravel()
    rarity = np.log(1 + len(titles) / np.maximum(total, 1))
    rarity *= [_PAIR_BONUS if " " in term else 1.0 for term in terms]
    names: list[str] = []
    for cluster in range(count):
        inside = np.flatnonzero(clusters == cluster)
        within = np.asarray(term_counts[inside].sum(axis=0)).ravel()
        other_share = (total - within) / max(len(titles) - len(inside), 1)
        weight = (within / max(len(inside), 1) - other_share) * rarity
        weight[(within < _FEWEST) & (len(inside) > _FEWEST)] = 0
        chosen = _name(terms, weight)
        written_terms = [
            _as_written(term, [titles[row] for row in inside.tolist()]) for term in chosen
        ]
        fewest = range(min(_TERMS, len(written_terms)), len(written_terms) + 1)
        tried = (" · ".join(written_terms[:length]) for length in fewest)
        names.append(next((name for name in tried if name not in names), ""))
    return tuple(names)


def name_parts(
    titles: Sequence[str], clusters: NDArray[np.int16], parts: NDArray[np.int16], sizes: list[int]
) -> tuple[str, ...]:
    """Return the names of the parts of each group, told from the other parts of it.

    ``parts`` (papers,) count on from group to group, each of which has so many (``sizes``).
    """
    names: list[str] = []
    for cluster, count in enumerate(sizes):
        inside = np.flatnonzero(clusters == cluster)
        local = (parts[inside] - len(names)).astype(np.int16)
        some = [titles[row] for row in inside.tolist()]
        names += name_clusters(some, local, count) if count > 1 and some else [""] * count
    return tuple(names)


def _as_written(term: str, titles: Sequence[str]) -> str:
    """Return a term with its capitals, where most titles write it with some inside a word."""
    spellings = Counter(
        match for title in titles for match in re.findall(rf"(?i)\b{re.escape(term)}\b", title)
    )
    words = spellings.most_common(1)[0][0].split() if spellings else term.split()
    return " ".join(word if any(map(str.isupper, word[1:])) else word.lower() for word in words)


def _name(terms: NDArray[np.object_], weight: NDArray[np.float32]) -> list[str]:
    """Return the weightiest terms that share no word."""
    chosen: list[str] = []
    seen_stems: set[str] = set()
    for index in np.argsort(-weight, kind="stable")[:40]:
        stems = {word.rstrip("s") for word in str(terms[index]).split()}
        if weight[index] <= 0 or len(chosen) == _TERMS + 2:
            break
        if not stems & seen_stems:
            chosen.append(str(terms[index]))
            seen_stems |= stems
    return chosen
