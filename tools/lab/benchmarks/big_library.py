"""A library of 100,000 invented papers, made once and kept.

    python -m tools.lab.benchmarks.big_library FOLDER [--papers N]

Forty topics with words of their own; titles, abstracts, citations, collections and tags; vectors
drawn around the middle of a topic, as those of the model that comes with Cocite, so that nothing
has to be encoded; the words are indexed, and the map is the plane of two axes through them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.records import PaperNumber, PaperRecord
from core.library.library import Library
from core.library_map.paper_map import StoredMap, map_file, write_map
from core.models.shelf import Model, Shelf
from core.workspace import Workspace

PAPERS, TOPICS = 100_000, 40
CITED = 3
GROUPS, IN_GROUP = 12, 400
_BATCH = 5_000


def main() -> None:
    """Make the library the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--papers", type=int, default=PAPERS)
    given = parser.parse_args()
    began = time.process_time()
    make_big_library(given.folder, given.papers)
    print(f"{given.papers:,} papers, {time.process_time() - began:.0f} s of a processor")


def make_big_library(folder: Path, papers: int = PAPERS) -> Path:
    """Make the library, unless it is there already, and return its folder."""
    if (folder / "map").is_dir():
        return folder
    shelf = Shelf(folder.parent / "models")
    workspace = Workspace(folder, shelf, create=True)
    try:
        library = workspace.library
        outcomes = library.papers.add(records(papers), source="invented")
        numbers = [one.number for one in outcomes if one.number is not None]
        _add_the_rest(library, numbers)
        _add_vectors(library, numbers, shelf.in_use())
        workspace.indexing.words()
        workspace.indexing.load_model(in_process=True)
        workspace.indexing.vectors()
    finally:
        workspace.close()
    return folder


def records(count: int, *, first: int = 0, seed: int = 5) -> Iterator[PaperRecord]:
    """Yield papers; paper ``n`` is of topic ``n % TOPICS``."""
    draw = random.Random(seed)
    words = _words(draw)
    common, weights = words[:400], [1 / rank for rank in range(1, 401)]
    for number in range(first, first + count):
        own = words[400 + 90 * (number % TOPICS) :][:90]
        said = [*draw.choices(own, k=50), *draw.choices(common, weights, k=60)]
        draw.shuffle(said)
        title = draw.choices(own, k=5) + draw.choices(common, weights, k=4)
        sentences = (" ".join(said[at : at + 18]).capitalize() for at in range(0, 110, 18))
        yield PaperRecord(
            id=f"made:{number}",
            title=f"{' '.join(title)} {number}",
            abstract=". ".join(sentences),
            authors=tuple(
                f"{draw.choice(words).capitalize()} {draw.choice(words).capitalize()}"
                for _ in range(draw.randint(1, 5))
            ),
            year=draw.randint(1980, 2026),
            venue=" ".join(own[:3]).title(),
            doi=f"10.5555/made.{number}",
        )


def _words(draw: random.Random) -> list[str]:
    syllables = [one + two for one in "bdfgklmnprstvz" for two in "aeiou"]
    found = {"".join(draw.choices(syllables, k=draw.randint(2, 4))) for _ in range(5_000)}
    return sorted(found, key=lambda _: draw.random())[: 400 + 90 * TOPICS]


def _add_the_rest(library: Library, numbers: list[PaperNumber]) -> None:
    draw = random.Random(7)
    pairs = (
        (paper, numbers[min(len(numbers) - 1, draw.randrange(max(place, 1)))])
        for place, paper in enumerate(numbers)
        for _ in range(CITED)
    )
    library.citations.add_citations(pairs, "invented")
    in_group = min(IN_GROUP, len(numbers))
    with library.database.transaction():
        for group in range(1, GROUPS + 1):
            library.collections.add(f"Collection {group}")
            library.collections.assign(group, draw.sample(numbers, in_group))
            library.tags.add(f"tag {group}")
            library.tags.assign(group, draw.sample(numbers, in_group))


def _add_vectors(library: Library, numbers: list[PaperNumber], model: Model) -> None:
    manifest = model.manifest
    draws = np.random.default_rng(3)
    middles = _unit(draws.normal(size=(TOPICS, manifest.dimension)))
    axes = draws.normal(size=(manifest.dimension, 2))
    topics = np.arange(len(numbers)) % TOPICS
    positions = np.zeros((len(numbers), 2), np.float32)
    for start in range(0, len(numbers), _BATCH):
        part = slice(start, start + _BATCH)
        noise = draws.normal(size=(len(topics[part]), manifest.dimension))
        rows = _unit(middles[topics[part]] + 0.04 * noise)
        positions[part] = rows @ axes
        library.embeddings.put(manifest.fingerprint, numbers[part], rows.astype(np.float16))
    positions /= np.abs(positions).max()
    middle = np.stack([positions[topics == topic].mean(axis=0) for topic in range(TOPICS)])
    stored = StoredMap(
        np.asarray(numbers, np.int64),
        positions,
        topics.astype(np.int16),
        middle.astype(np.float32),
        tuple(f"topic {topic}" for topic in range(TOPICS)),
        len(numbers),
    )
    path = map_file(library.folder, manifest.fingerprint)
    path.parent.mkdir(exist_ok=True)
    write_map(path, library.identity, manifest.fingerprint, stored)


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    unit: NDArray[np.float64] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


if __name__ == "__main__":
    main()
