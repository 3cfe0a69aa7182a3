"""The list for a whole manuscript: what is kept, and what is asked again."""

from __future__ import annotations

from core.base.records import (
    CitingContext,
    OpenManuscript,
    PaperRecord,
    Recommendation,
)
from core.recommend.question import Question
from core.recommend.shortlist import Shortlist
from core.workspace import Workspace
from tests.core.recommend.asked_manuscripts import ids


class Counting:
    """Counts what the engine is asked."""

    def __init__(self, workspace: Workspace) -> None:
        self.asked: list[int | None] = []
        self._shortlists = workspace.recommending.engine.shortlists
        workspace.recommending.engine.shortlists = self  # type: ignore[method-assign, assignment] # to count

    def __call__(
        self, question: Question, *, limit: int, wide_limit: int
    ) -> tuple[Shortlist, Shortlist | None]:
        self.asked.append(question.sentence)
        return self._shortlists(question, limit=limit, wide_limit=wide_limit)


def test_an_answer_outlives_papers_that_it_does_not_name(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    def ask() -> Recommendation:
        workspace.indexing.words()
        workspace.indexing.vectors()
        return workspace.recommending.recommend(opened, 2, limit=1)

    papers = workspace.library.papers
    list(papers.add([PaperRecord(id="t:far", title="Hangars of zeppelins")], source="test"))
    soil, far = papers.resolve("t:soil"), papers.resolve("t:far")
    assert soil is not None
    assert far is not None
    first = ask()
    assert "t:soil" in ids(first)
    papers.trash([far])
    assert ask() is first
    papers.restore([far])
    again = ask()
    assert again is not first
    papers.trash([soil])
    workspace.recommending.recommend(opened, 2, limit=1)  # asked before the indexes follow
    assert "t:soil" not in ids(ask())


def test_an_answer_outlives_a_paper_that_cites_others(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    papers, citations = workspace.library.papers, workspace.library.citations
    far = PaperRecord(id="t:far", title="Hangars of zeppelins", abstract="A hangar is large.")
    list(papers.add([far], source="test"))
    soil, graph, citing = map(papers.resolve, ("t:soil", "t:graph", "t:far"))
    assert soil is not None
    assert graph is not None
    assert citing is not None
    sentence = CitingContext(text="Zeppelins need hangars as large as moors.", cited=(graph,))
    citations.add_contexts(citing, [sentence])
    workspace.indexing.words()
    workspace.indexing.vectors()
    workspace.recommending.recommend(opened, 2, limit=1)
    asked = Counting(workspace).asked
    papers.trash([citing])
    assert workspace.recommending.recommend(opened, 2, limit=1).whole
    workspace.indexing.words()
    workspace.indexing.vectors()
    again = Counting(workspace).asked  # the engine is made anew
    workspace.recommending.recommend(opened, 2, limit=1)
    assert asked + again == []
    papers.restore([citing])
    workspace.recommending.recommend(opened, 2, limit=1)
    assert again == [2]


def test_a_sentence_that_was_answered_ahead_is_not_asked_again(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    asked = Counting(workspace).asked
    workspace.recommending.recommend_manuscript(opened)
    assert sorted(map(str, asked)) == ["0", "1", "2", "None"]
    workspace.recommending.recommend(opened, 2)
    assert len(asked) == 4
    workspace.recommending.recommend(opened, 2, breadth=0.75)
    assert asked[4:] == [2]


def test_a_verdict_on_a_sentence_asks_for_that_sentence_alone(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    soil = workspace.library.papers.resolve("t:soil")
    assert soil is not None
    workspace.recommending.recommend_manuscript(opened)
    workspace.manuscripts.decide(opened, opened.manuscript.sentences[2], soil, "reject")
    asked = Counting(workspace).asked
    found = workspace.recommending.recommend_manuscript(opened)
    assert asked == [2]
    places = {one.paper.id: one.sentences for one in found.suggestions}
    assert 2 not in places.get("t:soil", ())


def test_a_library_that_changed_is_asked_anew(workspace: Workspace, opened: OpenManuscript) -> None:
    before = ids(workspace.recommending.recommend_manuscript(opened))
    graph = workspace.library.papers.resolve("t:graph")
    assert graph is not None
    workspace.library.papers.trash([graph])
    workspace.indexing.words()
    workspace.indexing.vectors()
    assert ids(workspace.recommending.recommend_manuscript(opened)) == [
        i for i in before if i != "t:graph"
    ]
