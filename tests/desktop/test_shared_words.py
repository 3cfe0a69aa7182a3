"""What stands in for the engine on the manuscript page answers as the engine does."""

from __future__ import annotations

import inspect

import pytest

from core.base.records import PLAUSIBLE, OpenManuscript, Recommendation
from core.services.recommending import Recommending
from core.workspace import Workspace
from tests.desktop.shared_words import SharedWords

TEXT = (
    "Populations of reed-nesting birds have declined for four decades. "
    "Draining shallow wetlands takes their nests."
)


@pytest.mark.parametrize("name", ["recommend", "rerank", "recommend_manuscript"])
def test_it_is_asked_in_the_same_way(name: str) -> None:
    def shape(service: type) -> list[object]:
        parameters = inspect.signature(getattr(service, name)).parameters.values()
        return [(each.name, each.kind, each.default is each.empty) for each in parameters]

    assert shape(SharedWords) == shape(Recommending)


@pytest.fixture(params=["shared words", "the engine"])
def recommending(request: pytest.FixtureRequest, birds: Workspace) -> SharedWords | Recommending:
    return SharedWords(birds) if request.param == "shared words" else birds.recommending


def numbers(answer: Recommendation) -> list[int]:
    return [each.paper.number for each in answer.suggestions]


def test_a_sentence_is_answered_best_first_without_what_was_turned_down(
    birds: Workspace, recommending: SharedWords | Recommending
) -> None:
    opened = birds.manuscripts.open_text(TEXT)
    answer = recommending.recommend(opened, 0, breadth=0.0, limit=5)
    assert (answer.sentence, answer.text) == (0, opened.manuscript.sentences[0].text)
    assert answer.convincing == any(each.confidence >= PLAUSIBLE for each in answer.suggestions)
    assert [each.rank for each in answer.suggestions] == [1, 2, 3, 4, 5]
    chances = [each.confidence for each in answer.suggestions]
    assert chances == sorted(chances, reverse=True)
    best = answer.suggestions[0]
    assert best.paper.title == "Four decades of decline in reed-nesting birds"
    assert {"terms", "abstract"} <= {reason.kind for reason in best.reasons}
    assert numbers(recommending.rerank(opened, 0, breadth=0.0, limit=5)) == numbers(answer)
    birds.manuscripts.decide(opened, opened.manuscript.sentences[0], best.paper.number, "reject")
    again = recommending.recommend(opened, 0, breadth=0.0, limit=5)
    assert best.paper.number not in numbers(again)


def test_a_whole_manuscript_is_answered_with_where_papers_fit(
    birds: Workspace, recommending: SharedWords | Recommending
) -> None:
    opened = birds.manuscripts.open_text(TEXT)
    answer = recommending.recommend_manuscript(opened, limit=4)
    assert answer.sentence is None
    assert 0 < len(answer.suggestions) <= 4
    assert any(each.sentences for each in answer.suggestions)
    places = {place for each in answer.suggestions for place in each.sentences}
    assert places <= {0, 1}
    assert {each.cited for each in answer.suggestions} == {"no"}
    assert _known(birds, opened, answer)


def _known(birds: Workspace, opened: OpenManuscript, answer: Recommendation) -> bool:
    linked = {link.paper for link in opened.links.values()}
    return set(numbers(answer)) <= set(birds.library.papers.numbers()) - linked
