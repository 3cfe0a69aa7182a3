"""What is asked for a sentence, and what came back."""

from __future__ import annotations

from dataclasses import dataclass

from core.base.records import NO_FILTER, PaperFilter, Recommendation, Status


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: for which sentence, with how wide a context (0 to 1), and of which papers."""

    sentence: int
    breadth: float
    paper_filter: PaperFilter = NO_FILTER


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. ``status`` says what the library could answer with at that moment."""

    request: Request
    recommendation: Recommendation
    status: Status

    @property
    def better_follows(self) -> bool:
        """Whether the same answer comes once more, in the better order of the reranker."""
        # While the encoder loads, the reranker would only make it later.
        ready = bool(self.status.reranker) and self.status.model_state != "loading"
        return ready and not self.was_reranked

    @property
    def was_reranked(self) -> bool:
        """Whether it is in the better order."""
        return "reranker" in self.recommendation.stages
