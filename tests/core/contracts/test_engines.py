"""One contract for what answers questions, whether or not LightGBM can be loaded."""

from __future__ import annotations

import logging
import math
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.records import PaperNumber, Recommendation
from core.library.library import Library
from core.models.encoder import SentenceEncoder
from core.models.shelf import Shelf
from core.recommend import scoring
from core.recommend.context import Passage
from core.recommend.question import Question
from core.runtime.active_models import Places
from core.runtime.answering import Answering
from core.runtime.indexes import Indexes

Numbered = Callable[[str], PaperNumber]
ASKED = Passage(
    sentence="Contrastive learning needs hard negatives.",
    title="On training with citation graphs",
    before=("Negatives decide what is learned.",),
)
PASSAGES = {
    "usual": ASKED,
    "a sentence alone": Passage(sentence=ASKED.sentence),
    "nothing": Passage(sentence=""),
    "unknown words": Passage(sentence="Zeppelins xylophones"),
    "half a pair": replace(ASKED, sentence="Peat \ud800 and 模型 🙂 are acid."),
    "long": Passage(sentence="negatives of peat " * 3_000),
}


def recommended(answering: Answering, **asked: object) -> Recommendation:
    limit = asked.pop("limit", 20)
    assert isinstance(limit, int)
    question = Question(**{"passage": ASKED, **asked})  # type: ignore[arg-type]
    return answering.engine.recommend(question, limit=limit)


def papers_of(found: Recommendation) -> list[PaperNumber]:
    return [one.paper.number for one in found.suggestions]


@pytest.fixture(params=["with LightGBM", "without LightGBM"])
def answering(
    request: pytest.FixtureRequest,
    small_library: Library,
    tiny_model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> Iterator[Answering]:
    caplog.set_level(logging.CRITICAL)
    scoring.shipped_trees.cache_clear()
    if request.param == "without LightGBM":
        monkeypatch.setitem(sys.modules, "lightgbm", None)
    encoder = SentenceEncoder(tiny_model, device="cpu", precision="float32")
    indexes = Indexes(small_library)
    indexes.follow_words()
    indexes.serve(encoder)
    indexes.follow_vectors()
    places = Places(small_library, Shelf(tmp_path / "shelf"))
    made = Answering(small_library, indexes, places)
    made.serve(encoder)
    assert ("ranked" in recommended(made).stages) is (request.param == "with LightGBM")
    yield made
    scoring.shipped_trees.cache_clear()


@pytest.mark.parametrize("passage", PASSAGES)
def test_an_answer_is_in_order_and_its_chances_are_chances(
    answering: Answering, passage: str
) -> None:
    found = recommended(answering, passage=PASSAGES[passage])
    assert found.text == PASSAGES[passage].sentence
    assert [one.rank for one in found.suggestions] == list(range(1, len(found.suggestions) + 1))
    assert len(set(papers_of(found))) == len(found.suggestions) <= 4
    for values in ([s.score for s in found.suggestions], [s.confidence for s in found.suggestions]):
        assert all(math.isfinite(value) for value in values)
        assert values == sorted(values, reverse=True)
    assert all(0 <= one.confidence <= 1 for one in found.suggestions)
    again = recommended(answering, passage=PASSAGES[passage])
    assert replace(again, seconds=0.0) == replace(found, seconds=0.0)


def test_the_paper_that_says_it_comes_first_with_its_reasons(
    answering: Answering, number_of: Numbered
) -> None:
    best = recommended(answering).suggestions[0]
    assert best.paper.number == number_of("t:hard")
    assert {"terms", "abstract"} <= {reason.kind for reason in best.reasons}
    assert all(reason.paper == best.paper.number and reason.text for reason in best.reasons)


def test_no_more_is_answered_than_was_asked_for(answering: Answering) -> None:
    whole = papers_of(recommended(answering))
    for limit in (0, 1, 2, 100):
        assert papers_of(recommended(answering, limit=limit)) == whole[:limit]


def test_only_allowed_papers_are_ranked_and_none_that_is_left_out(
    answering: Answering, number_of: Numbered
) -> None:
    hard, soil = number_of("t:hard"), number_of("t:soil")
    question = Question(passage=ASKED)
    ranked = answering.engine.rank(question, allowed=frozenset({soil}))
    assert set(ranked.papers) <= {soil}
    assert len(ranked.papers) == len(ranked.scores) == len(ranked.chances)
    assert hard not in papers_of(recommended(answering, left_out=frozenset({hard})))


def test_what_is_like_a_refused_paper_falls_and_like_a_taken_one_rises(
    answering: Answering, number_of: Numbered
) -> None:
    refused = number_of("t:hard")

    def chances(**asked: object) -> dict[PaperNumber, float]:
        found = recommended(answering, **asked).suggestions
        return {one.paper.number: one.confidence for one in found}

    plain = chances()
    down, up = chances(refused=frozenset({refused})), chances(chosen=frozenset({refused}))
    assert down[refused] == up[refused] == plain[refused]
    assert any(down[paper] < plain[paper] for paper in plain)
    assert all(down[paper] <= plain[paper] <= up[paper] for paper in plain)
    assert any(up[paper] > plain[paper] for paper in plain)


def test_marks_say_where_a_paper_is_cited(answering: Answering, number_of: Numbered) -> None:
    hard, graph = number_of("t:hard"), number_of("t:graph")
    found = recommended(answering, cited_here=frozenset({hard}), cited_elsewhere=frozenset({graph}))
    marks = {one.paper.number: one.cited for one in found.suggestions}
    assert (marks[hard], marks[graph], marks[number_of("t:soil")]) == ("here", "elsewhere", "no")


def test_many_may_ask_at_the_same_time(answering: Answering) -> None:
    expected = papers_of(recommended(answering))
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: papers_of(recommended(answering)), range(12)))
    assert found == [expected] * 12


def test_a_paper_in_the_trash_is_no_longer_suggested(
    answering: Answering, small_library: Library, number_of: Numbered
) -> None:
    gone = number_of("t:hard")
    small_library.papers.trash([gone])
    answering._indexes.follow_words()
    answering._indexes.follow_vectors()
    answering.follow()
    assert gone not in papers_of(recommended(answering))
