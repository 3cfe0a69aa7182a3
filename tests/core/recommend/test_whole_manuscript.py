"""What a workspace answers for a manuscript as a whole, and ahead of being asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.jobs import JobCancelled, SilentJob
from core.base.records import (
    Manuscript,
    OpenManuscript,
)
from core.commands.printing import print_recommendation
from core.models.shelf import Shelf
from core.programs.json_forms import whole_json
from core.workspace import Workspace
from tests.core.conftest import RECORDS
from tests.core.recommend.asked_manuscripts import ids


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
