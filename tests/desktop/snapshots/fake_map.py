"""A map of invented papers, and invented ties, for a workspace in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.base.jobs import Job
from core.base.records import OpenManuscript, PaperNumber
from core.library_map.drawing import nearest_centre
from core.library_map.paper_map import PaperMap, StoredMap
from core.recommend.similar import Tie
from tests.desktop.snapshots.fake_papers import FakePapers

NAMES = ("quiet gardens", "tide tables", "paper lanterns", "old bridges", "river ledgers", "")


@dataclass
class FakeTies:
    """A paper cites the seed before it and shares two words with every seed."""

    papers: FakePapers

    def between(self, paper: PaperNumber, seeds: Sequence[PaperNumber]) -> list[Tie]:
        ties = [Tie("cites", seed) for seed in seeds if seed == paper - 1]
        for seed in seeds:
            ties.append(Tie("references", seed, papers=1 + paper % 3))
            ties.append(Tie("terms", seed, terms=("lanterns", "nobody")))
        return ties


class FakeMap:
    """Papers in six heaps, by number, once it was drawn."""

    def __init__(self, papers: FakePapers) -> None:
        self.papers = papers
        self.placed = 0

    def open(self) -> PaperMap | None:
        return self._made() if self.placed else None

    def drawable(self) -> int:
        return len(self.papers.all)

    def draw(self, job: Job, *, anew: bool = False) -> PaperMap:  # noqa: ARG002 - as a map is asked
        self.placed = len(self.papers.all)
        return self._made()

    def around(self, opened: OpenManuscript) -> list[PaperNumber]:
        assert opened.number
        return self.papers.present()[:1]

    def members(self) -> dict[int, Sequence[PaperNumber]]:
        return {
            group.number: self.papers.ordered(
                sort="added", descending=False, collection=group.number
            )
            for group in self.papers.collections.all()
        }

    def _made(self) -> PaperMap:
        numbers = np.array(sorted(self.papers.all), np.int64)
        turns = np.arange(6) * np.pi / 3
        centres = (0.65 * np.stack((np.cos(turns), np.sin(turns)), axis=1)).astype(np.float32)
        draws = np.random.default_rng(0)
        aside = draws.normal(0, 0.12, (len(numbers), 2))
        positions = (centres[numbers % 6] + aside).astype(np.float32)
        clusters = nearest_centre(positions, centres)
        stored = StoredMap(numbers, positions, clusters, centres, NAMES, len(numbers))
        present = np.array(sorted(self.papers.present()), np.int64)
        years = np.array([self.papers.all[PaperNumber(n)].year or 0 for n in present.tolist()])
        citing = present[present % 5 > 0]
        citations = np.stack((citing, 5 * (citing // 5)), axis=1)  # each fifth paper is cited
        return PaperMap(stored, present, years.astype(np.int16), present, citations)
