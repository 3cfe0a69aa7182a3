"""Words and vectors of papers and citing sentences: in step, stoppable, and never a ruin."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.jobs import JobCancelled, SilentJob
from core.base.records import CitingContext, PaperNumber, PaperRecord
from core.library.library import Library
from core.models.encoder import Encoder, SentenceEncoder
from core.models.manifest import AdapterFile, Manifest, read_manifest
from core.models.process import EncoderProcess
from core.runtime import indexes
from core.runtime.indexes import Indexes

CITED, CITING = PaperNumber(1), PaperNumber(2)
MANIFEST = Manifest(
    name="sums", weights_sha256="0" * 64, pooling="mean", max_tokens=16, dimension=16
)
TEXTS = tuple(f"Peat number {n} is acid [1]." for n in range(9))


class Sums:
    """An encoder that adds up letters."""

    def __init__(self, manifest: Manifest = MANIFEST) -> None:
        self.manifest = manifest
        self.asked: list[str] = []

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        return self.encode_queries([title for title, _ in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        rows = np.zeros((len(texts), self.manifest.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for place, letter in enumerate(text):
                row[(ord(letter) * (place + 1)) % len(row)] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class Watch(SilentJob):
    """Keeps what is reported, and stops when some were encoded."""

    def __init__(self, stop_at: int = 10**6) -> None:
        self.reports: list[tuple[int, int, str]] = []
        self._stop_at = stop_at

    def report(self, done: int, total: int, note: str = "") -> None:
        self.reports.append((done, total, note))

    def check(self) -> None:
        if any(n >= self._stop_at and "sentences" in note for n, _, note in self.reports):
            raise JobCancelled


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", create=True) as opened:
        list(opened.papers.add([PaperRecord(title="Peat"), PaperRecord(title="Moors")], source=""))
        say(opened, *TEXTS)
        yield opened


def say(library: Library, *texts: str) -> None:
    contexts = [
        CitingContext(text=text, cited=(CITED,), markers=((len(text) - 4, len(text) - 1),))
        for text in texts
    ]
    library.citations.add_contexts(CITING, contexts)


def asked(served: Indexes, encoder: Encoder, text: str) -> list[str]:
    hits = served.contexts.by_vectors(encoder.encode_queries([text]), limit=9, without=None)
    return [served.contexts.text(hit.number) for hit in hits[0]] if hits else []


def followed(library: Library, encoder: Sums) -> Indexes:
    served = Indexes(library)
    served.follow_words()
    served.serve(encoder)
    served.follow_vectors()
    return served


def test_sentences_are_encoded_as_questions_after_the_papers(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "_ENCODED_AT_ONCE", 4)
    encoder, watch, served = Sums(), Watch(), Indexes(library)
    served.follow_vectors()  # without a model there is nothing to do
    served.serve(encoder)
    assert served.encoded() == (0, 0)
    served.follow_vectors(watch)
    assert served.encoded() == (2, 9)
    bare = [text.replace(" [1]", "") for text in TEXTS]
    assert encoder.asked == ["Peat", "Moors", *bare]
    notes = [(done, of) for done, of, note in watch.reports if note == "citing sentences encoded"]
    assert notes == [(0, 9), (4, 9), (8, 9)]
    assert asked(served, encoder, "Peat number 6 is acid.")[0] == "Peat number 6 is acid."
    served.follow_vectors()
    assert len(encoder.asked) == 2 + len(TEXTS) + 1


def test_vectors_are_behind_until_a_changed_paper_is_encoded_again(library: Library) -> None:
    served = followed(library, Sums())
    assert not served.vectors_are_behind()
    library.papers.update(CITED, title="Heather")
    assert served.vectors_are_behind()
    assert served.encoded()[0] == library.papers.count(), "the old vector is still there"
    served.follow_vectors()
    assert not served.vectors_are_behind()
    library.papers.trash([CITED])
    list(library.papers.add([PaperRecord(title="Bogs")], source=""))
    assert served.vectors_are_behind()


def test_a_real_model_finds_the_sentence_that_shares_words(
    library: Library, tiny_model: Path
) -> None:
    say(library, "We measured the acidity of soils [1].", "Neighbours lie close together [1].")
    encoder = SentenceEncoder(tiny_model)
    served = Indexes(library)
    served.serve(encoder)
    served.follow_vectors()
    assert asked(served, encoder, "The acidity of soils was measured.") == [
        "We measured the acidity of soils.",
        "Neighbours lie close together.",
    ]


def test_a_model_in_a_process_of_its_own_encodes_citing_sentences_too(
    library: Library, tiny_model: Path
) -> None:
    say(library, "We measured the acidity of soils [1].", "[1]")
    encoder = EncoderProcess(tiny_model, read_manifest(tiny_model))
    try:
        served = Indexes(library)
        served.serve(encoder)
        served.follow_vectors()
        assert served.encoded() == (2, library.contexts.count())
        assert asked(served, encoder, "The acidity of soils was measured.")[0] == (
            "We measured the acidity of soils."
        )
    finally:
        encoder.close()


def test_a_stop_keeps_what_was_encoded(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexes, "_ENCODED_AT_ONCE", 2)
    encoder, served = Sums(), Indexes(library)
    served.serve(encoder)
    with pytest.raises(JobCancelled):
        served.follow_vectors(Watch(stop_at=4))
    assert library.context_embeddings.count(MANIFEST.query_fingerprint) == 6
    encoder.asked.clear()
    served.follow_vectors()
    assert len(encoder.asked) == 3
    assert served.encoded() == (2, 9)


def test_only_new_sentences_are_encoded_when_a_paper_is_read_again(library: Library) -> None:
    encoder = Sums()
    served = followed(library, encoder)
    encoder.asked.clear()
    say(library, TEXTS[3], "Moors are wet [1].", TEXTS[1])
    assert served.words_are_behind()
    assert asked(served, encoder, "Peat number 3 is acid.") == []  # never as another sentence
    served.follow_words()
    served.follow_vectors()
    assert not served.words_are_behind()
    assert encoder.asked[1:] == ["Moors are wet."]
    assert asked(served, encoder, "Peat number 3 is acid.")[0] == "Peat number 3 is acid."
    assert served.encoded() == (2, 3)
    (hit,) = served.contexts.by_words({"moor": 1.0}, limit=5, without=None)
    assert (hit.citing, hit.cited) == (CITING, (CITED,))


def test_a_sentence_of_markers_alone_is_near_to_no_question(library: Library) -> None:
    say(library, "[1].", TEXTS[0])
    served = followed(library, Sums())
    ((near, far),) = served.contexts.by_vectors(
        Sums().encode_queries(["Peat"]), limit=9, without=None
    )
    assert served.contexts.text(near.number) == "Peat number 0 is acid."
    assert far.score == 0


def test_another_model_has_its_own_vectors(library: Library) -> None:
    first = followed(library, Sums())
    other = Sums(MANIFEST.model_copy(update={"weights_sha256": "1" * 64, "dimension": 8}))
    first.serve(other)
    assert first.encoded() == (0, 0)
    assert asked(first, other, "Peat number 1 is acid.") == []
    first.follow_vectors()
    assert asked(first, other, "Peat number 1 is acid.")[0] == "Peat number 1 is acid."
    assert asked(first, Sums(), "Peat number 1 is acid.") == []  # of the dimension before


def test_another_adapter_for_queries_leaves_the_papers_as_they_are(library: Library) -> None:
    followed(library, Sums())
    adapter = AdapterFile(file="queries.safetensors", sha256="2" * 64)
    served = Indexes(library)
    served.serve(Sums(MANIFEST.model_copy(update={"adapters": {"queries": adapter}})))
    assert served.encoded() == (2, 0)


@pytest.mark.parametrize("write", [True, False], ids=["for writing", "for reading"])
def test_deleted_folders_are_made_anew_without_encoding(library: Library, write: bool) -> None:
    followed(library, Sums())
    folder = library.folder
    library.close()
    for name in ("words", "contexts", "vectors", "context_vectors"):
        shutil.rmtree(folder / name)
    encoder = Sums()
    with Library.open(folder, write=write) as again:
        served = followed(again, encoder)
        assert encoder.asked == []
        assert served.encoded() == (2, 9)
        assert asked(served, encoder, "Peat number 1 is acid.")[0] == "Peat number 1 is acid."
        assert served.contexts.count() == len(TEXTS)
    made = {place.name for place in folder.iterdir()} & {"contexts", "context_vectors"}
    assert made == ({"contexts", "context_vectors"} if write else set())


@pytest.mark.parametrize("file", ["state.json", "rows.faiss"])
def test_a_damaged_snapshot_is_replaced(library: Library, file: str) -> None:
    followed(library, Sums())
    (stored,) = (library.folder / "context_vectors").glob(f"*/{file}")
    stored.write_bytes(b"{")
    served = Indexes(library)
    served.serve(Sums())
    assert served.encoded() == (2, 9)


def test_reading_alone_encodes_nothing(library: Library) -> None:
    with Library.open(library.folder, write=False) as beside:
        encoder = Sums()
        served = followed(beside, encoder)
        assert (encoder.asked, served.encoded()) == ([], (0, 0))
        assert (
            served.contexts.by_vectors(np.zeros((1, 16), np.float32), limit=3, without=None) == []
        )
        assert len(served.contexts.by_words({"peat": 1.0}, limit=3, without=None)) == 3


ENCODING = """
import sys
from pathlib import Path
import numpy as np
from core.runtime import indexes
from core.library.library import Library
from core.models.manifest import Manifest
from core.base.records import CitingContext, PaperRecord

class Slow:
    manifest = Manifest.model_validate_json(sys.argv[2])

    def encode_papers(self, papers):
        return np.ones((len(papers), 16), np.float16) / 4

    def encode_queries(self, texts):
        print(len(texts), flush=True)
        sys.stdin.readline()
        return np.ones((len(texts), 16), np.float32) / 4

indexes._ENCODED_AT_ONCE = 10
with Library.open(Path(sys.argv[1]), create=True) as library:
    list(library.papers.add([PaperRecord(title="Peat"), PaperRecord(title="Moors")], source=""))
    library.citations.add_contexts(
        2, [CitingContext(text=f"Peat {n}.", cited=(1,)) for n in range(95)])
    served = indexes.Indexes(library)
    served.follow_words()
    served.serve(Slow())
    served.follow_vectors()
"""


@pytest.mark.parametrize("batches", [1, 4])
def test_a_kill_while_sentences_are_encoded_leaves_whole_batches(
    tmp_path: Path, batches: int
) -> None:
    script = tmp_path / "encoding.py"
    script.write_text(ENCODING, encoding="utf-8")
    child = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "library"), MANIFEST.model_dump_json()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdin is not None
        assert child.stdout is not None
        for _ in range(batches):
            assert child.stdout.readline() == "10\n"
            child.stdin.write("\n")
            child.stdin.flush()
        assert child.stdout.readline() == "10\n"
        child.kill()
    with Library.open(tmp_path / "library") as library:
        assert library.context_embeddings.count(MANIFEST.query_fingerprint) == 10 * batches
        assert library.verify().sound
        encoder = Sums()
        served = followed(library, encoder)
        assert len(encoder.asked) == 95 - 10 * batches
        assert served.encoded() == (2, 95)


def test_what_is_encoded_is_found_before_the_rest_is(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "_ENCODED_AT_ONCE", 2)
    served = Indexes(library)
    served.follow_words()
    served.serve(Sums())
    seen: list[tuple[int, int]] = []

    class Look(SilentJob):
        def check(self) -> None:
            seen.append(served.encoded())

    served.follow_vectors(Look())
    assert served.encoded() == (2, len(TEXTS))
    assert {count for _, count in seen} >= {0, 2, 4, 6, 8}
    assert seen == sorted(seen)
