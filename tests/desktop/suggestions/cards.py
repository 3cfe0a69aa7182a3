"""Cards of suggestions."""

from __future__ import annotations

from core.base.records import Paper, PaperNumber, Reason, Suggestion

TITLE = "Lanterns: a study of light in gardens"


def suggestion(*reasons: Reason) -> Suggestion:
    paper = Paper(title=TITLE, number=PaperNumber(1), ids=("t:1",), id="t:1")
    return Suggestion(rank=1, paper=paper, score=1.0, confidence=0.4, cited="no", reasons=reasons)


def terms(*places: tuple[str, int, int], paper: int = 1) -> Reason:
    return Reason("terms", "shares “light”", PaperNumber(paper), places)
