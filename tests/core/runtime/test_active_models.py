"""Several models in use at once: for similar papers and for other languages, beside sentences."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import ModelError, UsageError
from core.base.jobs import JobCancelled, SilentJob
from core.base.records import CitingContext, PaperNumber, PaperRecord, Place, PlaceState
from core.models import process
from core.models.encoder import PRECISION
from core.models.manifest import MANIFEST, WEIGHTS
from core.models.shelf import Shelf
from core.runtime import indexes
from core.workspace import Workspace
from tests import wording
from tests.hash_encoder import HashEncoder
from tests.tiny_encoder import make_tiny_encoder

WORDS = "peat moor sieve sand scales ink dye squid glass furnace lens kiln"
TITLES = (
    "Peat of the moor",
    "A sieve for sand",
    "Scales that weigh sand",
    "Ink and dye of the squid",
    "Glass from the furnace",
    "A lens of glass",
    "The kiln and the furnace",
    "Dye in ink",
)
GERMAN = " ".join(
    f"Der Sand in den {name} Sieben wird mit der Waage und nicht mit dem Auge gewogen."
    for name in ("groben", "feinen", "neuen", "alten", "nassen", "trockenen")
)
ENGLISH = " ".join(
    f"The sand in the {name} sieves is weighed with the scales and not by the eye."
    for name in ("coarse", "fine", "new", "old", "wet", "dry")
)
MEANS = {"sieben": "sieve", "waage": "scales", "gewogen": "weigh"}


class Dictionary(HashEncoder):
    """Stands for a multilingual encoder: a German word of ``MEANS`` has the row of its English."""

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        def english(text: str) -> str:
            return re.sub(r"\w+", lambda word: MEANS.get(word[0].lower(), word[0]), text)

        return super().encode_queries([english(text) for text in texts])


class StopAfter(SilentJob):
    """Stops after some checks."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.left = checks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise JobCancelled


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    for seed, name in enumerate(("sentences", "papers", "tongues"), start=3):
        made = make_tiny_encoder(folder / name, name=name, words=WORDS, seed=seed)
        if name == "tongues":
            said = json.loads((made / MANIFEST).read_text())
            (made / MANIFEST).write_text(json.dumps({**said, "languages": ["de", "en", "fr"]}))
    return folder


@pytest.fixture
def shelf(models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    monkeypatch.setenv(PRECISION, "float32")  # else each start measures what is fastest
    shelf = Shelf(tmp_path / "shelf")
    for name in ("sentences", "papers", "tongues"):
        shelf.add(models / name)
    shelf.use("sentences")
    return shelf


@pytest.fixture
def workspace(shelf: Shelf, tmp_path: Path) -> Iterator[Workspace]:
    workspace = Workspace(tmp_path / "library", shelf, create=True)
    records = [PaperRecord(id=f"t:{n}", title=title) for n, title in enumerate(TITLES)]
    list(workspace.library.papers.add(records, source="test"))
    workspace.library.citations.add_contexts(
        PaperNumber(2),
        [CitingContext(text="The sieves of others are finer.", cited=(PaperNumber(3),))],
    )
    workspace.indexing.words()
    workspace.indexing.load_model(in_process=True)
    workspace.indexing.vectors()
    yield workspace
    workspace.close()


def put(workspace: Workspace, name: str, place: Place) -> None:
    workspace.indexing.put(name, place)


def state(workspace: Workspace) -> PlaceState:
    (state,) = workspace.indexing.status().places
    return state


def neighbours(workspace: Workspace) -> list[tuple[int, float]]:
    found = workspace.similar.to([PaperNumber(1)])
    return [(each.paper.number, round(each.by["meaning"], 4)) for each in found]


def suggested(workspace: Workspace, text: str) -> list[tuple[str, float]]:
    opened = workspace.manuscripts.open_text(text)
    found = workspace.recommending.recommend(opened, 2)
    return [(each.paper.title, each.score) for each in found.suggestions]


def stored(workspace: Workspace, name: str) -> int:
    return workspace.library.embeddings.count(workspace.shelf.get(name).manifest.fingerprint)


def test_similar_papers_are_compared_by_the_model_in_that_place_and_sentences_by_theirs(
    workspace: Workspace,
) -> None:
    before, sentences = neighbours(workspace), suggested(workspace, ENGLISH)
    put(workspace, "papers", "similar")
    assert not state(workspace).serves
    assert neighbours(workspace) == before
    assert workspace.map.drawable() == len(TITLES)
    workspace.indexing.vectors()
    now = state(workspace)
    assert (now.model, now.papers, now.serves) == ("papers", (8, 8), True)
    assert now.memory == 8 * 32 * 2
    after = neighbours(workspace)
    assert after != before
    assert suggested(workspace, ENGLISH) == sentences
    put(workspace, "", "similar")
    assert neighbours(workspace) == before
    assert workspace.indexing.status().places == ()


def test_a_place_answers_at_once_after_a_restart(
    workspace: Workspace, shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(workspace, "papers", "similar")
    workspace.indexing.vectors()
    before = neighbours(workspace)
    workspace.close()
    monkeypatch.setattr(process, "open_encoder", _must_not_open)
    again = Workspace(tmp_path / "library", shelf)
    try:
        again.indexing.load_model(in_process=True)
        assert neighbours(again) == before
    finally:
        again.close()


def test_a_german_manuscript_is_asked_of_the_model_that_knows_german(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "open_encoder", lambda _, manifest: Dictionary(manifest))
    english = suggested(workspace, ENGLISH)
    put(workspace, "tongues", "languages")
    workspace.indexing.vectors()
    assert (state(workspace).papers, state(workspace).contexts) == ((8, 8), (1, 1))
    assert suggested(workspace, ENGLISH) == english
    answering = workspace._runtime.answering
    other = answering.get_engine("de")
    assert other is not answering.engine is answering.get_engine("en")
    assert answering.get_engine("ru") is answering.engine  # not one of those it names
    opened = workspace.manuscripts.open_text(GERMAN)
    assert opened.language == "de"
    first = workspace.recommending.recommend(opened, 2).suggestions
    assert {each.paper.title for each in first[:2]} == {TITLES[1], TITLES[2]}
    assert other._knows_language("de")  # so its papers may be called close in meaning
    assert not answering.engine._knows_language("de")
    # Every signal of vectors is of that model: papers, citing sentences and profiles alike.
    tongues = workspace.shelf.get("tongues").manifest
    sources = other.sources
    assert sources.retriever.vectors is not None
    assert sources.retriever.vectors.model == tongues.fingerprint
    assert sources.contexts is not None
    row = sources.retriever.encoder.encode_queries(["sieves"])  # type: ignore[union-attr]
    assert len(sources.contexts.by_vectors(row, limit=5, without=None)[0]) == 1
    assert workspace.indexing.foreign_language(opened.manuscript) == ""


def test_a_model_that_fails_leaves_its_place_to_that_of_sentences(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = suggested(workspace, GERMAN)
    monkeypatch.setattr(process, "open_encoder", lambda _, manifest: Dictionary(manifest))
    put(workspace, "tongues", "languages")
    workspace.indexing.vectors()
    assert suggested(workspace, GERMAN) != plain
    monkeypatch.setattr(Dictionary, "encode_queries", _fails)
    assert suggested(workspace, GERMAN.replace("Auge", "Ohr"))
    assert state(workspace).problem == "It ended."
    assert not state(workspace).serves
    assert suggested(workspace, GERMAN) == plain


def test_one_model_may_take_both_places_with_one_set_of_vectors(workspace: Workspace) -> None:
    put(workspace, "tongues", "similar")
    put(workspace, "tongues", "languages")
    workspace.indexing.vectors()
    first, second = workspace._runtime.places._taken_places.values()
    assert first.column is second.column
    assert first.encoder is second.encoder
    put(workspace, "", "similar")
    assert stored(workspace, "tongues") == len(TITLES)
    put(workspace, "", "languages")
    assert stored(workspace, "tongues") == 0


def test_a_change_of_one_place_leaves_the_vectors_of_the_others(
    workspace: Workspace, tmp_path: Path
) -> None:
    put(workspace, "papers", "similar")
    put(workspace, "tongues", "languages")
    workspace.indexing.vectors()
    assert [stored(workspace, n) for n in ("sentences", "papers", "tongues")] == [8, 8, 8]
    put(workspace, "tongues", "similar")
    assert [stored(workspace, n) for n in ("sentences", "papers", "tongues")] == [8, 0, 8]
    put(workspace, "", "similar")
    put(workspace, "", "languages")
    assert [stored(workspace, n) for n in ("sentences", "papers", "tongues")] == [8, 0, 0]
    assert len(list((tmp_path / "library" / "vectors").iterdir())) == 1
    assert workspace.indexing.status().vectors == (8, 8)


def test_the_model_of_sentences_needs_no_second_set_for_another_place(
    workspace: Workspace,
) -> None:
    put(workspace, "sentences", "similar")
    assert workspace.indexing.status().places == ()
    put(workspace, "", "similar")
    assert stored(workspace, "sentences") == len(TITLES)


def test_encoding_for_a_place_goes_on_where_it_was_stopped(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "_ENCODED_AT_ONCE", 2)
    put(workspace, "papers", "similar")
    with pytest.raises(JobCancelled):
        workspace.indexing.vectors(StopAfter(3))
    done = stored(workspace, "papers")
    assert 0 < done < len(TITLES)
    assert not state(workspace).serves
    assert state(workspace).lacks_vectors
    workspace.indexing.vectors()
    assert state(workspace).serves


def test_a_model_that_is_gone_leaves_its_place_empty_with_a_sentence(
    workspace: Workspace, shelf: Shelf, tmp_path: Path
) -> None:
    before = neighbours(workspace)
    put(workspace, "papers", "similar")
    workspace.indexing.vectors()
    assert neighbours(workspace) != before
    workspace.close()
    shutil.rmtree(tmp_path / "shelf" / "papers")
    again = Workspace(tmp_path / "library", shelf)
    try:
        again.indexing.load_model(in_process=True)
        again.indexing.vectors()
        assert neighbours(again) == before
        assert again.indexing.status().places == ()
        told = again.training.shelf().given_way
        assert "“papers" + wording.stem("core.models.shelf:_gave_way similar") in told
        assert "“sentences” answers instead" in told
    finally:
        again.close()


def test_a_damaged_model_leaves_the_others_at_work(workspace: Workspace, tmp_path: Path) -> None:
    put(workspace, "papers", "similar")
    (tmp_path / "shelf" / "papers" / WEIGHTS).write_bytes(b"no weights")
    workspace.indexing.vectors()
    assert "damaged" in state(workspace).problem
    assert not state(workspace).lacks_vectors
    assert neighbours(workspace)


def test_a_reranker_has_no_place_among_encoders(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "shelf" / "papers" / MANIFEST
    path.write_text(json.dumps({**json.loads(path.read_text()), "kind": "reranker"}))
    with pytest.raises(
        UsageError, match=wording.pattern("core.models.shelf:use {kind", kind="encoder")
    ):
        workspace.indexing.put("papers", "similar")


def test_a_model_that_is_named_is_the_only_one_asked(workspace: Workspace, shelf: Shelf) -> None:
    put(workspace, "papers", "similar")
    workspace.indexing.vectors()
    folder = workspace.library.folder
    workspace.close()
    reading = Workspace(folder, shelf, write=False)
    try:
        reading.indexing.load_model(name="sentences", in_process=True)
        assert reading.indexing.status().places == ()
    finally:
        reading.close()


ENCODING = """
import sys
from pathlib import Path
from core.models.shelf import Shelf
from core.runtime import indexes
from core.workspace import Workspace

indexes._ENCODED_AT_ONCE = 2
workspace = Workspace(Path(sys.argv[1]), Shelf(Path(sys.argv[2])))
workspace.indexing.load_model(in_process=True)
put = indexes.Column._encode_papers

def slow(self, encoder, job):
    for done in put(self, encoder, job):
        print(done, flush=True)
        sys.stdin.readline()
        yield done

indexes.Column._encode_papers = slow
workspace.indexing.vectors()
"""


def test_a_kill_while_a_second_column_is_encoded_costs_only_the_rest(
    workspace: Workspace, shelf: Shelf, tmp_path: Path
) -> None:
    shelf.use("papers", "similar")
    workspace.close()
    script = tmp_path / "encoding.py"
    script.write_text(ENCODING, encoding="utf-8")
    command = [sys.executable, str(script), str(tmp_path / "library"), str(shelf.folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stdout.readline() == "2\n"
        child.stdin.write("\n")
        child.stdin.flush()
        assert child.stdout.readline() == "4\n"
        child.kill()
    again = Workspace(tmp_path / "library", shelf)
    try:
        again.indexing.load_model(in_process=True)
        assert (stored(again, "sentences"), stored(again, "papers")) == (8, 4)
        assert again.indexing.status().vectors == (8, 8)
        assert state(again).lacks_vectors
        again.indexing.vectors()
        assert state(again).serves
    finally:
        again.close()


def _must_not_open(*_: object) -> None:
    raise AssertionError("an encoder was started")


def _fails(*_: object) -> NDArray[np.float32]:
    raise ModelError("It ended.")
