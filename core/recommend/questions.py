"""What is asked about a manuscript: about one sentence, about a typed text, about all of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.recommend.context import Passage, passage_of
from core.recommend.engine import DEFAULT_BREADTH, Question
from core.recommend.manuscripts import cited_in
from core.records import Decision, OpenManuscript, PaperNumber


def about_sentence(
    opened: OpenManuscript,
    sentence: int,
    decisions: Iterable[Decision],
    *,
    breadth: float = DEFAULT_BREADTH,
) -> Question:
    """Return the question for a sentence, with a context from it alone (0) to all before (1)."""
    here = cited_in(opened.manuscript, opened.links, [sentence])
    return Question(
        passage=passage_of(opened.manuscript, sentence),
        sentence=sentence,
        breadth=breadth,
        cited_here=here,
        cited_elsewhere=_cited(opened) - here,
        left_out=_left_out(opened, sentence, decisions),
    )


def about_text(opened: OpenManuscript, text: str, decisions: Iterable[Decision]) -> Question:
    """Return the question for a text that would stand at the end of a manuscript."""
    end = len(opened.manuscript.sentences) - 1
    around = passage_of(opened.manuscript, end) if end >= 0 else Passage(sentence="")
    return Question(
        passage=replace(around, sentence=text, before=(*around.before, around.sentence)),
        cited_elsewhere=_cited(opened),
        left_out=_left_out(opened, None, decisions),
    )


def about_manuscript(opened: OpenManuscript, decisions: Iterable[Decision]) -> Question:
    """Return the question for the manuscript as a whole; what it cites already is left out."""
    manuscript = opened.manuscript
    return Question(
        passage=Passage(
            sentence=manuscript.abstract or manuscript.title,
            title=manuscript.title,
            abstract=manuscript.abstract,
        ),
        breadth=1.0,
        left_out=_left_out(opened, None, decisions) | _cited(opened),
    )


def _cited(opened: OpenManuscript) -> frozenset[PaperNumber]:
    manuscript = opened.manuscript
    return cited_in(manuscript, opened.links, range(len(manuscript.sentences)))


def _left_out(
    opened: OpenManuscript, sentence: int | None, decisions: Iterable[Decision]
) -> frozenset[PaperNumber]:
    refused = {
        decision.paper
        for decision in decisions
        if decision.decision == "reject" and decision.sentence_index == sentence
    }
    itself = set() if opened.self_paper is None else {opened.self_paper}
    return frozenset(refused | itself)
