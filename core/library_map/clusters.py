"""Groups of papers that lie together on the map, and what their titles have in common."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.library_map.layout import LANDMARKS, Positions

MOST = 48
"""More groups than this no map can show the names of."""
_PAPERS_A_CLUSTER = 8.0
_TERMS = 2
_FEWEST = 2
"""A term of one title alone says nothing of a group."""
_WORD = r"(?u)\b[^\W\d_][\w-]*[^\W_]\b"
_EMPTY_WORDS = (
    "based using via towards toward approach approaches new novel method methods study studies "
    "analysis case review survey effect effects results use used application applications paper "
    "problem problems data model models system systems"
)
_PAIR_BONUS = 1.6
"""A pair of words says more than either, though fewer titles hold it."""


def find_clusters(positions: Positions) -> Positions:
    """Return the centres (clusters, 2) of the groups of positions (papers, 2), largest first.

    k-means on the layout, so that each group is one piece of the map. There are about
    √(papers / 8) groups.
    """
    from sklearn.cluster import KMeans

    count = int(np.clip(round((len(positions) / _PAPERS_A_CLUSTER) ** 0.5), 1, MOST))
    sample = positions
    if len(positions) > LANDMARKS:
        chosen = np.random.default_rng(0).choice(len(positions), LANDMARKS, replace=False)
        sample = positions[chosen]
    centres = KMeans(count, n_init=2, random_state=0).fit(sample).cluster_centers_
    sizes = np.bincount(nearest_centre(sample, centres), minlength=count)
    ordered: Positions = centres[np.argsort(-sizes, kind="stable")].astype(np.float32)
    return ordered


def nearest_centre(positions: Positions, centres: Positions) -> NDArray[np.int16]:
    """Return for each position the place of the nearest of ``centres``."""
    from scipy.spatial import cKDTree

    nearest: NDArray[np.int16] = cKDTree(centres).query(positions)[1].astype(np.int16)
    return nearest


def name_clusters(
    titles: Sequence[str], clusters: NDArray[np.int16], count: int
) -> tuple[str, ...]:
    """Return for each cluster the terms that tell it from the others; "" where none does.

    Terms are words and pairs of words; one is weighed by the share of the group's titles that
    hold it, beyond that of the other titles, times its rarity in all of them (tf-idf).
    """
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, CountVectorizer

    counter = CountVectorizer(
        ngram_range=(1, 2),
        stop_words=[*ENGLISH_STOP_WORDS, *_EMPTY_WORDS.split()],
        token_pattern=_WORD,
        binary=True,
        dtype=np.float32,
    )
    try:
        held = counter.fit_transform(titles)
    except ValueError:  # no title has a word that counts
        return ("",) * count
    terms = counter.get_feature_names_out()
    total = np.asarray(held.sum(axis=0)).ravel()
    rarity = np.log(1 + len(titles) / np.maximum(total, 1))
    rarity *= [_PAIR_BONUS if " " in term else 1.0 for term in terms]
    names = []
    for cluster in range(count):
        inside = np.flatnonzero(clusters == cluster)
        within = np.asarray(held[inside].sum(axis=0)).ravel()
        others = (total - within) / max(len(titles) - len(inside), 1)
        weight = (within / max(len(inside), 1) - others) * rarity
        weight[(within < _FEWEST) & (len(inside) > _FEWEST)] = 0
        names.append(_name(terms, weight))
    return tuple(names)


def _name(terms: NDArray[np.object_], weight: NDArray[np.float32]) -> str:
    """Return the weightiest terms that share no word."""
    chosen: list[str] = []
    seen: set[str] = set()
    for place in np.argsort(-weight, kind="stable")[:40]:
        stems = {word.rstrip("s") for word in str(terms[place]).split()}
        if weight[place] <= 0 or len(chosen) == _TERMS:
            break
        if not stems & seen:
            chosen.append(str(terms[place]))
            seen |= stems
    return " · ".join(chosen)
