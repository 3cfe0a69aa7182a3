"""Makes questions about a manuscript: about a sentence, a typed text, or the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.base.records import (
    DEFAULT_BREADTH,
    Decision,
    OpenManuscript,
    PaperFilter,
    PaperNumber,
    Verdict,
)
from core.library.store.groups import GroupStore
from core.library.store.manuscripts import sentence_key
from core.manuscript.text.languages import main_language
from core.recommend.context import Passage, build_passage, without_markers
from core.recommend.manuscripts import list_cited_papers
from core.recommend.question import Coverage, Question


def about_sentence(
    opened: OpenManuscript,
    sentence: int,
    decisions: Iterable[Decision],
    *,
    breadth: float = DEFAULT_BREADTH,
) -> Question:
    """Return the question for a sentence, with a context from it alone (0) to all before (1)."""
    passage = build_passage(opened.manuscript, sentence)
    return _about(opened, sentence, passage, list(decisions), breadth, _cited(opened))


def about_sentences(
    opened: OpenManuscript,
    sentences: Iterable[int],
    decisions: Iterable[Decision],
    *,
    breadth: float = DEFAULT_BREADTH,
) -> list[Question]:
    """Return the questions for many sentences, the same as one by one but sooner."""
    manuscript, decided = opened.manuscript, list(decisions)
    texts = [without_markers(sentence) for sentence in manuscript.sentences]
    cited = _cited(opened)
    return [
        _about(
            opened, sentence, build_passage(manuscript, sentence, texts), decided, breadth, cited
        )
        for sentence in sentences
    ]


def about_text(opened: OpenManuscript, text: str, decisions: Iterable[Decision]) -> Question:
    """Return the question for a text that would stand at the end of a manuscript."""
    manuscript = opened.manuscript
    passage = Passage(
        sentence=text,
        title=manuscript.title,
        abstract=manuscript.abstract,
        before=tuple(map(without_markers, manuscript.sentences)),
    )
    question = _question(opened, passage, _on_text(decisions, text))
    return replace(question, cited_elsewhere=_cited(opened))


def restrict(
    asked_questions: Sequence[Question], paper_filter: PaperFilter, collections: GroupStore
) -> list[Question]:
    """Return questions whose answers hide the new papers that a filter does not let pass."""
    if paper_filter.is_open:
        return list(asked_questions)
    collection = paper_filter.collection
    membership = 0 if collection is None else collections.fingerprint(collection)
    return [
        replace(question, paper_filter=paper_filter, membership=membership)
        for question in asked_questions
    ]


def about_passage(passage: Passage) -> Question:
    """Return the question for a passage of a manuscript that is not open here."""
    texts = (*passage.before, passage.sentence, *passage.after)
    return Question(passage=passage, coverage=Coverage(), language=main_language(texts))


def about_manuscript(opened: OpenManuscript, decisions: Iterable[Decision]) -> Question:
    """Return the question for the manuscript as a whole; what it cites already is left out."""
    manuscript = opened.manuscript
    passage = Passage(
        sentence=manuscript.abstract or manuscript.title,
        title=manuscript.title,
        abstract=manuscript.abstract,
    )
    question = _question(opened, passage, _on_text(decisions, ""))
    return replace(question, breadth=1.0, left_out=question.left_out | _cited(opened))


def _about(
    opened: OpenManuscript,
    sentence: int,
    passage: Passage,
    decisions: Sequence[Decision],
    breadth: float,
    cited: frozenset[PaperNumber],
) -> Question:
    here = list_cited_papers(opened, [sentence])
    decided = [decision for decision in decisions if decision.sentence_index == sentence]
    return replace(
        _question(opened, passage, decided),
        sentence=sentence,
        breadth=breadth,
        cited_here=here,
        cited_elsewhere=cited - here if here else cited,
    )


def _question(opened: OpenManuscript, passage: Passage, decided: Sequence[Decision]) -> Question:
    """Return the question with what is known of the manuscript and was decided on what is asked."""
    refused = _papers(decided, "reject")
    itself = set() if opened.self_paper is None else {opened.self_paper}
    return Question(
        passage=passage,
        left_out=refused | itself,
        own=opened.self_paper,
        authors=opened.manuscript.authors,
        year=opened.manuscript.year,
        chosen=_papers(decided, "cite"),
        refused=refused,
        coverage=Coverage(len(opened.links), len(opened.manuscript.references)),
        language=opened.language,
    )


def _cited(opened: OpenManuscript) -> frozenset[PaperNumber]:
    return list_cited_papers(opened, range(len(opened.manuscript.sentences)))


def _on_text(decisions: Iterable[Decision], text: str) -> list[Decision]:
    """Return the verdicts on a text; those on the manuscript as a whole are on the text ""."""
    key = sentence_key(text)
    return [decision for decision in decisions if sentence_key(decision.sentence_text) == key]


def _papers(decided: Iterable[Decision], verdict: Verdict) -> frozenset[PaperNumber]:
    return frozenset(decision.paper for decision in decided if decision.decision == verdict)
