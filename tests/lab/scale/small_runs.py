"""Trainings of a few steps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from tools.lab.scale.both import Both
from tools.lab.scale.candidates import WEIGHTS, first_lists
from tools.lab.scale.network import Network
from tools.lab.scale.pairs import Pairs
from tools.lab.scale.texts import Papers, Questions
from tools.lab.scale.trained import read_base


class Learning:
    """What both trainings need of the tiny pack; its lists are by words and chance vectors."""

    def __init__(self, train: Questions, papers: Papers, weights: Path) -> None:
        self.base, self.train, self.papers = read_base(weights, "cpu"), train, papers
        self.network = Network.of(self.base, 4)
        torch.manual_seed(2)
        pool = papers.pools["train"]
        words = np.stack([np.arange(9)] * len(train))
        vectors = {form: torch.randn(len(train), 24) for form in WEIGHTS}
        rows = torch.randn(len(papers), 24)
        self.lists = first_lists(words, vectors, rows, pool, list(train.itself))

    def both(self) -> Both:
        return Both(self.network, self.train, self.papers, self.lists)

    def pairs(self, size: int = 6) -> Pairs:
        return Pairs(self.network, self.train, self.papers, self.lists, size=size)
