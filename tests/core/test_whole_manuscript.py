"""What a workspace answers for a manuscript as a whole, and ahead of being asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.jobs import JobCancelled, SilentJob
from core.base.records import (
    CitingContext,
    Link,
    Manuscript,
    Marker,
    OpenManuscript,
    PaperRecord,
    Recommendation,
    Reference,
    Section,
    Sentence,
)
from core.commands.printing import print_recommendation
from core.models.shelf import Shelf
from core.programs.json_forms import whole_json
from core.recommend.question import Question
from core.recommend.shortlist import Shortlist
from core.workspace import Workspace
from tests.core.conftest import RECORDS

TEXTS = (
    "Hard negatives were shown to help contrastive learning [1].",
    "Citation graphs were embedded in several earlier studies.",
    "The acidity of peat soils has been measured on many moors.",
)


@pytest.fixture
def workspace(tmp_path: Path, tiny_model: Path) -> Iterator[Workspace]:
    workspace = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    list(workspace.library.papers.add(RECORDS, source="test"))
    workspace.indexing.words()
    workspace.indexing.load_model(name=str(tiny_model), in_process=True)
    workspace.indexing.vectors()
    yield workspace
    workspace.close()


@pytest.fixture
def opened(workspace: Workspace) -> OpenManuscript:
    hard = workspace.library.papers.resolve("t:hard")
    assert hard is not None
    marker = Marker(TEXTS[0].index("["), len(TEXTS[0]) - 1, "[1]", (0,))
    manuscript = Manuscript(
        title="Negatives from moors",
        abstract="We look for negatives on moors.",
        sections=(Section("1", "Introduction", 1, "introduction"),),
        sentences=tuple(
            Sentence(index, 0, 0, text, (), () if index else (marker,))
            for index, text in enumerate(TEXTS)
        ),
        references=(Reference(index=0, label="1", text="Mining hard negatives."),),
    )
    number = workspace.library.manuscripts.open(None, manuscript, "draft")
    return OpenManuscript(
        number=number, path=None, manuscript=manuscript, links={0: Link(hard, 1.0)}
    )


def ids(found: Recommendation) -> list[str]:
    return [one.paper.id for one in found.suggestions]


class Counting:
    """Counts what the engine is asked."""

    def __init__(self, workspace: Workspace) -> None:
        self.asked: list[int | None] = []
        self._shortlist = workspace.recommending.engine.shortlist
        workspace.recommending.engine.shortlist = self  # type: ignore[method-assign, assignment] # to count

    def __call__(self, question: Question, *, limit: int) -> Shortlist:
        self.asked.append(question.sentence)
        return self._shortlist(question, limit=limit)


def test_what_is_cited_is_left_out_and_each_paper_says_where_it_fits(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    found = workspace.recommending.recommend_manuscript(opened)
    assert set(ids(found)) == {"t:graph", "t:soil", "t:bare"}
    places = {one.paper.id: one.sentences for one in found.suggestions}
    assert 1 in places["t:graph"]
    assert 2 in places["t:soil"]
    chances = [one.confidence for one in found.suggestions]
    assert chances == sorted(chances, reverse=True)
    assert [one.rank for one in found.suggestions] == [1, 2, 3]
    assert (found.sentence, found.text) == (None, opened.manuscript.abstract)
    assert {one.cited for one in found.suggestions} == {"no"}


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


def test_the_json_of_a_paper_names_its_places(
    workspace: Workspace, opened: OpenManuscript, capsys: pytest.CaptureFixture[str]
) -> None:
    found = workspace.recommending.recommend_manuscript(opened)
    names = workspace.library.papers.names(workspace.library.papers.numbers())
    told = {each["id"]: each for each in whole_json(found, names)}
    assert 1 in told["t:graph"]["sentences"]
    assert set(told["t:graph"]) >= {"rank", "id", "title", "confidence", "reasons"}
    print_recommendation(found)
    assert "fits at sentence " in capsys.readouterr().out


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


def test_what_was_refused_for_the_whole_is_not_answered_for_it(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    soil = workspace.library.papers.resolve("t:soil")
    assert soil is not None
    workspace.manuscripts.decide(opened, "", soil, "reject")
    assert "t:soil" not in ids(workspace.recommending.recommend_manuscript(opened))
    assert "t:soil" in ids(workspace.recommending.recommend(opened, 2))


def test_a_verdict_on_a_sentence_that_is_gone_counts_for_its_text_alone(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    soil, graph = map(workspace.library.papers.resolve, ("t:soil", "t:graph"))
    assert soil is not None
    assert graph is not None
    before = workspace.recommending.recommend_manuscript(opened)
    gone = "Peat and citation graphs were both measured on moors."
    workspace.manuscripts.decide(opened, gone, soil, "reject")
    workspace.manuscripts.decide(opened, gone, graph, "cite")
    after = workspace.recommending.recommend_manuscript(opened)
    assert after.suggestions == before.suggestions
    assert "t:soil" not in ids(workspace.recommending.recommend_text(opened, gone))
    assert "t:soil" in ids(
        workspace.recommending.recommend_text(opened, "Peat was measured on moors.")
    )


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


def test_words_alone_answer_for_the_whole_too(tmp_path: Path, opened: OpenManuscript) -> None:
    other = Workspace(tmp_path / "other", Shelf(tmp_path / "models"), create=True)
    list(other.library.papers.add(RECORDS, source="test"))
    other.indexing.words()
    found = other.recommending.recommend_manuscript(replace(opened, links={}))
    assert found.suggestions
    assert found.stages[0] == "words"
    other.close()


def test_an_empty_library_and_an_empty_manuscript_have_nothing_to_cite(
    tmp_path: Path, workspace: Workspace, opened: OpenManuscript
) -> None:
    other = Workspace(tmp_path / "other", Shelf(tmp_path / "models"), create=True)
    other.indexing.words()
    assert not other.recommending.recommend_manuscript(opened).suggestions
    other.close()
    empty = replace(opened, manuscript=Manuscript(title=""))
    assert not workspace.recommending.recommend_manuscript(empty).convincing


def test_a_stop_is_heeded(workspace: Workspace, opened: OpenManuscript) -> None:
    class Stopped(SilentJob):
        def check(self) -> None:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        workspace.recommending.recommend_manuscript(opened, job=Stopped())


def test_many_sentences_are_encoded_in_few_calls(
    workspace: Workspace, opened: OpenManuscript
) -> None:
    encoder = workspace.recommending.retriever.encoder
    assert encoder is not None
    calls: list[int] = []
    encode = encoder.encode_queries

    def counted(texts: Sequence[str]) -> object:
        calls.append(len(texts))
        return encode(texts)

    encoder.encode_queries = counted  # type: ignore[method-assign, assignment] # to count
    workspace.recommending.recommend_manuscript(opened)
    assert len(calls) == 2  # the sentences, and the whole with its wider context
