"""The process that draws a map: ``python -m core.library_map.drawing``.

Reads one line of JSON on stdin (library folder, fingerprint of the model, whether to draw anew),
opens the library for reading beside the window, and writes the map's file. Says how far it is in
lines of JSON on stdout. It goes out of the way of whatever else wants the processor.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from core.base.children import private_stdout, say, step_back
from core.base.errors import EngineError
from core.base.plain_words import plain_words
from core.library.library import Library
from core.library_map import layout
from core.library_map.layout import LANDMARKS, Positions
from core.library_map.paper_map import MapParts, StoredMap, map_file, read_map, write_map

PROGRESS, DONE, ERROR = "progress", "done", "error"
_REPORT_EVERY_S = 0.1


def main() -> None:
    """Draw the map that stdin asks for."""
    answers = private_stdout()  # libraries may print
    order = json.loads(sys.stdin.readline() or "{}")
    if not order:
        return
    step_back()
    report = _Reporter(answers)
    try:
        with Library.open(Path(order["folder"]), write=False) as library:
            draw(library, order["model"], report, anew=order["anew"])
    except EngineError as error:
        report.say(ERROR, **error.packed())
        return
    report.say(DONE)


def draw(library: Library, model: str, report: layout.Report, *, anew: bool = False) -> None:
    """Bring the stored map in step with the embeddings, or lay out all of it ``anew``."""
    path = map_file(library.folder, model)
    stored = None if anew else read_map(path, library.identity, model)
    numbers, rows = _embeddings(library, model, report)
    if not len(numbers):
        return
    if stored is None or not np.isin(stored.numbers, numbers).any():
        new_map = _draw_map(library, numbers, rows, report)
    else:
        new_map = _extended(stored, numbers, rows, report)
    if new_map is not stored:
        write_map(path, library.identity, model, new_map)


def _embeddings(
    library: Library, model: str, report: layout.Report
) -> tuple[NDArray[np.int64], NDArray[np.float16]]:
    total = library.embeddings.count(model)
    numbers = np.zeros(total, np.int64)
    rows = np.zeros((total, max(library.embeddings.dimension(model), 1)), np.float16)
    done_count = 0
    for some, vectors in library.embeddings.stream(model):
        kept_count = min(len(some), total - done_count)  # the window may be encoding more of them
        (
            numbers[done_count : done_count + kept_count],
            rows[done_count : done_count + kept_count],
        ) = some[:kept_count], vectors[:kept_count]
        done_count += kept_count
        report(done_count, total, "vectors read")
    return numbers[:done_count], rows[:done_count]


def _draw_map(
    library: Library, numbers: NDArray[np.int64], rows: NDArray[np.float16], report: layout.Report
) -> StoredMap:
    positions = layout.lay_out(rows, report)
    report(0, 0, "naming the groups")
    centres = find_clusters(positions)
    belongs = nearest_centre(positions, centres)
    titles_by_number = {number: title for number, title, _, _ in library.papers.titles()}
    titles = [titles_by_number.get(number, "") for number in numbers.tolist()]
    names = name_clusters(titles, belongs, len(centres))
    parts = _parts(positions, belongs, titles, len(centres))
    return StoredMap(numbers, positions, belongs, centres, names, len(numbers), parts)


def _parts(
    positions: layout.Positions, belongs: NDArray[np.int16], titles: list[str], count: int
) -> MapParts:
    part_centres = find_parts(positions, belongs, count)
    sizes = [len(cluster_parts) for cluster_parts in part_centres]
    parts = np.zeros(len(positions), np.int16)
    for cluster, centres in enumerate(part_centres):
        inside = belongs == cluster
        parts[inside] = nearest_centre(positions[inside], centres) + sum(sizes[:cluster])
    return MapParts(
        np.concatenate(part_centres),
        name_parts(titles, belongs, parts, sizes),
        np.repeat(np.arange(count, dtype=np.int16), sizes),
    )


def _extended(
    stored: StoredMap,
    numbers: NDArray[np.int64],
    rows: NDArray[np.float16],
    report: layout.Report,
) -> StoredMap:
    """Give positions to the papers that have none; every other keeps its own.

    So does one in the trash, which may come back.
    """
    is_placed = np.isin(numbers, stored.numbers)
    if is_placed.all():
        return stored
    old = stored.positions[np.searchsorted(stored.numbers, numbers[is_placed])]
    new = layout.place(rows[is_placed], old, rows[~is_placed], report)
    order = np.argsort(np.concatenate((stored.numbers, numbers[~is_placed])), kind="stable")
    belongs = nearest_centre(new, stored.centres)
    return StoredMap(
        np.concatenate((stored.numbers, numbers[~is_placed]))[order],
        np.concatenate((stored.positions, new))[order],
        np.concatenate((stored.clusters, belongs))[order],
        stored.centres,
        stored.names,
        stored.layout_size,
        stored.parts,
    )


class _Reporter:
    """Writes how far the work is, at most some times a second."""

    def __init__(self, answers: IO[str]) -> None:
        self._answers = answers
        self._last_report = ("", 0.0)

    def __call__(self, steps_done: int, total: int, note: str) -> None:
        now = time.monotonic()
        if note != self._last_report[0] or now > self._last_report[1] + _REPORT_EVERY_S:
            self._last_report = (note, now)
            self.say(PROGRESS, done=steps_done, total=total, note=note)

    def say(self, kind: str, **more: Any) -> None:  # noqa: ANN401 - JSON
        say(self._answers, {"kind": kind, **more})


# --- groups of neighbouring papers and their names --------------------------------------
#
# Groups of papers that are close together on the map, and names made of their titles.

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


if __name__ == "__main__":
    main()
