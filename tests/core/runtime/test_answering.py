from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest

from core.base.errors import ModelError
from core.base.jobs import SilentJob
from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.library import Library
from core.models import shelf as shelf_module
from core.models.manifest import MANIFEST, WEIGHTS, Manifest, check_weights
from core.models.process import RerankerProcess
from core.models.reranker import Reranker
from core.models.shelf import Shelf
from core.recommend.context import Passage
from core.recommend.engine import Engine
from core.recommend.question import Question
from core.recommend.reranking import STAGE, Effort, Reading
from core.recommend.scoring import Ranked, combine_readings
from core.recommend.shortlist import Shortlist
from core.runtime.answering import SecondStage
from core.workspace import Workspace
from tests import wording
from tests.core.conftest import RECORDS
from tests.tiny_encoder import make_tiny_encoder, make_tiny_reranker

PASSAGE = Passage(sentence="Hard negatives come from a citation graph.", title="On contrast")
TEXT = f"{PASSAGE.title}. {PASSAGE.sentence}"


@pytest.fixture(scope="module")
def tiny_reranker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = " ".join(f"{record.title} {record.abstract}" for record in RECORDS)
    folder = tmp_path_factory.mktemp("reranker")
    return make_tiny_reranker(make_tiny_encoder(folder / "base", words=words), folder / "tiny")


@pytest.fixture
def shelf(tiny_reranker: Path, tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path / "models")
    shelf.use(shelf.add(tiny_reranker).manifest.name)
    return shelf


@pytest.fixture
def stage(shelf: Shelf, small_library: Library) -> Iterator[SecondStage]:
    with closing(SecondStage(shelf, small_library.papers)) as stage:
        yield stage


@pytest.fixture
def ranked(number_of: Callable[[str], PaperNumber]) -> Ranked:
    papers = tuple(number_of(record.id) for record in RECORDS)
    chances = np.array([0.3, 0.2, 0.2, 0.1])
    return Ranked(papers, np.log(chances), chances, ("words",))


def question(passage: Passage = PASSAGE) -> Question:
    return Question(passage=passage)


def process_of(stage: SecondStage) -> RerankerProcess:
    assert isinstance(stage._scorer, RerankerProcess)
    return stage._scorer


def by_hand(folder: Path, ranked: Ranked, depth: int) -> np.ndarray:
    texts = [(record.title, record.abstract) for record in RECORDS][:depth]
    scores = Reranker(folder, device="cpu").score(TEXT, texts)
    return combine_readings(ranked.chances, Reading(np.arange(len(ranked.papers)), scores))


@pytest.mark.parametrize("depth", [4, 2])
def test_a_ranking_is_put_into_the_order_of_both_stages(
    stage: SecondStage, tiny_reranker: Path, ranked: Ranked, depth: int
) -> None:
    stage.load(in_process=True)
    full = stage.full_ranking(ranked, question(), depth=depth)
    expected = by_hand(tiny_reranker, ranked, depth)
    order = np.argsort(-expected, kind="stable")
    assert full.papers == tuple(ranked.papers[place] for place in order)
    assert full.chances == pytest.approx(expected[order], abs=1e-5)
    assert full.stages == ("words", STAGE)
    assert np.all(np.diff(full.scores) < 0)


def test_papers_cited_elsewhere_are_not_read(stage: SecondStage, ranked: Ranked) -> None:
    stage.load(in_process=True)
    asked = Question(passage=PASSAGE, cited_elsewhere=frozenset(ranked.papers[:2]))
    reading = stage.reading(ranked, asked, Effort(depth=1))
    assert (reading.read_rows.tolist(), reading.unread.tolist()) == ([2], [3])
    full = stage.full_ranking(ranked, asked)
    kept = dict(zip(full.papers, full.chances, strict=True))
    assert [kept[paper] for paper in ranked.papers[:2]] == ranked.chances[:2].tolist()


def test_a_reranker_that_reads_neighbours_is_given_them(
    shelf: Shelf, small_library: Library, ranked: Ranked
) -> None:
    file = shelf.folder / "tiny-reranker" / MANIFEST
    said = Manifest.model_validate_json(file.read_bytes())
    file.write_text(said.model_copy(update={"neighbours": True}).model_dump_json(), "utf-8")
    passage = replace(PASSAGE, before=("Far off.", "Close before."), after=("Close after.", "Far."))
    asked = f"{TEXT} Close before. Close after."
    texts = [(record.title, record.abstract) for record in RECORDS]
    with closing(SecondStage(shelf, small_library.papers)) as stage:
        stage.load(in_process=True)
        found = stage.reading(ranked, question(passage), Effort()).scores
    expected = Reranker(file.parent, device="cpu").score(asked, texts)
    assert found == pytest.approx(expected, abs=1e-6)


def test_the_reranker_that_comes_with_cocite_is_in_use_until_another_or_none_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny_reranker: Path
) -> None:
    monkeypatch.setattr(shelf_module, "DEFAULT_RERANKER", "cocite-reader")
    shelf = Shelf(tmp_path / "models")
    used = shelf.reranker()
    assert used is not None
    assert used.manifest.name == "cocite-reader"
    check_weights(used.folder, used.manifest)
    shelf.use(shelf.add(tiny_reranker).manifest.name)
    assert [used.manifest.name for used in [shelf.reranker()] if used] == ["tiny-reranker"]
    shelf.leave("reranker")
    assert Shelf(tmp_path / "models").reranker() is None
    shelf.use("cocite-reader")
    assert [used.manifest.name for used in [shelf.reranker()] if used] == ["cocite-reader"]


def test_the_reranker_that_comes_with_cocite_prefers_what_a_sentence_is_about(
    tmp_path: Path,
) -> None:
    reader = Reranker(Shelf(tmp_path).get("cocite-reader").folder, device="cpu")
    papers = [
        ("Photosynthesis in mosses", "We measure how mosses grow in shade."),
        ("Intriguing properties of neural networks", "Small changes of an image fool a network."),
    ]
    scores = reader.score("Tiny changes of an input can make a classifier err.", papers)
    assert scores[1] > 3 * scores[0]


def test_without_a_reranker_in_use_the_ranking_stays(
    tmp_path: Path, small_library: Library, ranked: Ranked
) -> None:
    stage = SecondStage(Shelf(tmp_path / "models"), small_library.papers)
    stage.load()
    assert stage.full_ranking(ranked, question()) is ranked
    assert (stage.name, stage.state) == ("", "none")


def test_a_process_that_ended_is_started_once_more_and_then_left_alone(
    stage: SecondStage, ranked: Ranked
) -> None:
    for state in ("none", "failed"):
        assert (stage.name, stage.state) == ("tiny-reranker", "none")
        assert STAGE in stage.full_ranking(ranked, question()).stages
        assert stage.state == "ready"
        psutil.Process(process_of(stage).pid).kill()
        with pytest.raises(ModelError, match="ended"):
            stage.full_ranking(ranked, question())
        assert stage.state == state
    assert stage.name == ""
    assert stage.full_ranking(ranked, question()) is ranked
    stage.load(in_process=True)  # as when the person takes it into use again
    assert STAGE in stage.full_ranking(ranked, question()).stages


def test_a_damaged_reranker_is_said_once(stage: SecondStage, shelf: Shelf, ranked: Ranked) -> None:
    weights = shelf.folder / "tiny-reranker" / WEIGHTS
    weights.write_bytes(weights.read_bytes()[:-4] + b"xxxx")
    with pytest.raises(ModelError, match="damaged"):
        stage.load(in_process=True)
    assert (stage.name, stage.state) == ("", "failed")
    assert stage.full_ranking(ranked, question()) is ranked


def test_another_reranker_that_is_damaged_leaves_the_one_in_use(
    stage: SecondStage, tiny_reranker: Path, tmp_path: Path, ranked: Ranked
) -> None:
    stage.load(in_process=True)
    other = Path(shutil.copytree(tiny_reranker, tmp_path / "other"))
    (other / WEIGHTS).write_bytes((other / WEIGHTS).read_bytes()[:-4] + b"xxxx")
    with pytest.raises(ModelError, match="damaged"):
        stage.load(str(other), in_process=True)
    assert (stage.name, stage.state) == ("tiny-reranker", "ready")
    assert STAGE in stage.full_ranking(ranked, question()).stages


def test_an_encoder_is_no_second_stage(stage: SecondStage, tiny_model: Path) -> None:
    with pytest.raises(ModelError, match=wording.pattern("core.models.reranker:check_kind")):
        stage.load(str(tiny_model))
    assert (stage.name, stage.state) == ("tiny-reranker", "none")


def test_closing_ends_a_question_that_waits_for_it(stage: SecondStage, ranked: Ranked) -> None:
    failed: list[ModelError] = []

    def ask() -> None:
        try:
            stage.full_ranking(ranked, question())
        except ModelError as error:
            failed.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    tick = threading.Event()
    while stage._starter.process is None:
        tick.wait(0.005)
    stage.stop()
    asking.join(60)
    assert len(failed) == 1


def test_odd_questions_have_an_order_too(stage: SecondStage, ranked: Ranked) -> None:
    stage.load(in_process=True)
    for sentence in ("", "∫ f(x) dx", "完全に別の言語", "word " * 5_000):
        full = stage.full_ranking(ranked, question(Passage(sentence=sentence)))
        assert set(full.papers) == set(ranked.papers)
        assert np.isfinite(full.chances).all()
    nothing = ranked.taking([])
    assert stage.full_ranking(nothing, question()) is nothing


def test_a_workspace_answers_at_once_and_then_in_the_better_order(
    small_library: Library, shelf: Shelf
) -> None:
    folder = small_library.folder
    small_library.close()
    with closing(Workspace(folder, shelf)) as workspace:
        workspace.indexing.words()
        opened = workspace.manuscripts.open_text(PASSAGE.sentence)
        first = workspace.recommending.recommend(opened, 0)
        assert STAGE not in first.stages
        workspace.recommending.second_stage.load(in_process=True)
        better = workspace.recommending.rerank(opened, 0)
        assert better.stages == (*first.stages, STAGE)
        papers = {each.paper.number: each for each in first.suggestions}
        assert {each.paper.number for each in better.suggestions} == set(papers)
        assert all(each.reasons == papers[each.paper.number].reasons for each in better.suggestions)
        assert len(workspace.recommending.rerank(opened, 0, limit=1).suggestions) == 1
        status = workspace.indexing.status()
        assert (status.reranker, status.reranker_state) == ("tiny-reranker", "ready")
        models = {model.name: model for model in workspace.training.shelf().models}
        assert models["tiny-reranker"].used_for == ("reranker",)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences for which a list was made."""
    sentences: list[str] = []
    shortlists = Engine.shortlists

    def count(
        engine: Engine, question: Question, *, limit: int, wide_limit: int
    ) -> tuple[Shortlist, Shortlist | None]:
        sentences.append(question.passage.sentence)
        return shortlists(engine, question, limit=limit, wide_limit=wide_limit)

    monkeypatch.setattr(Engine, "shortlists", count)
    return sentences


def test_an_added_paper_leaves_the_answers_that_it_does_not_reach(
    small_library: Library, shelf: Shelf, asked: list[str]
) -> None:
    folder = small_library.folder
    filler = [PaperRecord(id=f"f:{n}", title=f"Sediments of lake number {n}") for n in range(40)]
    list(small_library.papers.add(filler, source="test"))
    small_library.close()
    sentences = ("Sediments were sampled in each lake.", "Hard negatives matter in learning.")
    with closing(Workspace(folder, shelf)) as workspace:
        workspace.indexing.words()
        answers = workspace.recommending._runtime.answering.answers
        questions = [Question(passage=Passage(sentence=text)) for text in sentences]
        answers.ahead(questions, 1, SilentJob())
        assert sorted(asked) == sorted(sentences)
        new = PaperRecord(id="n:1", title="Why hard negatives matter in learning")
        list(workspace.library.papers.add([new], source="test"))
        workspace.indexing.words()
        lists = answers.ahead(questions, 1, SilentJob())
        assert asked[2:] == ["Hard negatives matter in learning."]
        assert workspace.library.papers.get(lists[1].papers[0]).title == new.title


def test_an_added_full_text_leaves_the_answers_that_it_does_not_reach(
    small_library: Library, shelf: Shelf, asked: list[str]
) -> None:
    papers, citations = small_library.papers, small_library.citations
    lakes = [PaperRecord(id=f"f:{n}", title=f"Sediments of lake number {n}") for n in range(80)]
    moors = [PaperRecord(id=f"m:{n}", title=f"Peat of moor number {n}") for n in range(80)]
    records = [*lakes, *moors, PaperRecord(id="bog", title="Carbon of the north")]
    list(papers.add(records, source="test"))
    number_of = papers.resolve_many([record.id for record in records])

    def cite(citing: str, cited: str, text: str) -> None:
        context = CitingContext(text=text, cited=(number_of[cited],))
        citations.replace(number_of[citing], [], [context])

    for n in range(40):
        cite(f"f:{n}", f"f:{n + 1}", f"Lake {n + 1} has such sediments [1].")
    folder = small_library.folder
    small_library.close()
    sentences = ("Sediments were sampled in each lake.", "We drained a moor and its peat.")
    with closing(Workspace(folder, shelf)) as workspace:
        workspace.indexing.words()
        answers = workspace.recommending._runtime.answering.answers
        questions = [Question(passage=Passage(sentence=text)) for text in sentences]
        answers.ahead(questions, 100, SilentJob())
        citations = workspace.library.citations
        cite("m:50", "bog", "Nobody had measured how a drained moor loses its peat [1].")
        workspace.indexing.words()
        lists = answers.ahead(questions, 100, SilentJob())
        assert asked[2:] == ["We drained a moor and its peat."]
        assert number_of["bog"] in lists[1].papers
        for n in range(60, 65):  # many full texts change how often everything is cited
            cite(f"f:{n}", "bog", "It is cold [1].")
        workspace.indexing.words()
        answers.ahead(questions, 100, SilentJob())
        assert sorted(asked[3:]) == sorted(sentences)
