"""The question that the recommender is asked; imported by all that asks and all that answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.base.records import DEFAULT_BREADTH, NO_FILTER, PaperFilter, PaperNumber
from core.recommend.context import Passage


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many entries of a manuscript's reference list were found in the library."""

    linked: int = 0
    entries: int = 0

    @property
    def share(self) -> float:
        """The share expected of references in general, 0..1, by Laplace's rule.

        Without a list, or with a short one, it is open.
        """
        return (self.linked + 1) / (self.entries + 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: a passage, and what is known of the papers around it.

    ``left_out`` are never answered: the manuscript's own record, and papers refused here. What
    the library's full texts and citations say of ``own``, that record, is never counted.
    ``coverage`` says how much of its references the library has; without one, as in a measurement,
    all that is needed is taken to be there.
    ``language`` is the code of the manuscript's language, "" if that is unclear.
    ``chosen`` and ``refused`` are the papers the person took or refused for this sentence.
    New papers that ``paper_filter`` does not let pass are hidden; ``membership`` differs where its
    collection holds other papers.
    """

    passage: Passage
    sentence: int | None = None
    breadth: float = DEFAULT_BREADTH
    cited_here: frozenset[PaperNumber] = field(default_factory=frozenset)
    cited_elsewhere: frozenset[PaperNumber] = field(default_factory=frozenset)
    left_out: frozenset[PaperNumber] = field(default_factory=frozenset)
    own: PaperNumber | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    chosen: frozenset[PaperNumber] = field(default_factory=frozenset)
    refused: frozenset[PaperNumber] = field(default_factory=frozenset)
    coverage: Coverage | None = None
    language: str = ""
    paper_filter: PaperFilter = NO_FILTER
    membership: int = 0
