"""Where a corpus lies once it is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from core.base.errors import EngineError
from core.recommend import bare
from tests import wording
from training.corpus import store as corpus_store
from training.corpus.corpus import Corpus
from training.corpus.store import Store, StoredTexts, cache_folder, finish, open_or_make, writer

WORDS = ["one", "", "zwei", "三"]


def make(folder: Path) -> None:
    texts = writer(folder, "words")
    spans = [texts.add(word) for word in WORDS]
    texts.close()
    finish(folder, {"count": len(WORDS)}, {"spans": np.array(spans, np.int64)})


def refuse(_: Path) -> None:
    raise AssertionError("the store was made again")


def words_of(store: Store) -> list[str]:
    texts = store.texts("words")
    return [texts.get(*span) for span in store.arrays["spans"].tolist()]


def test_a_store_is_made_once() -> None:
    first = open_or_make("a", make)
    assert words_of(first) == WORDS
    assert first.info["count"] == 4
    assert words_of(open_or_make("a", refuse)) == WORDS
    assert first.folder.parent == cache_folder()


def test_texts_of_an_empty_file_are_empty(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"")
    assert StoredTexts(tmp_path / "x").get(0, 0) == ""


def test_a_store_is_made_again_when_markers_are_cut_out_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = open_or_make("a", make)
    (tmp_path / "bare.py").write_text("# another way")
    monkeypatch.setattr(bare, "__file__", str(tmp_path / "bare.py"))
    assert open_or_make("a", make).folder != first.folder


@pytest.mark.parametrize("name", ["info.json", "arrays.npz", "words.utf8"])
def test_a_damaged_store_is_made_again(name: str) -> None:
    path = open_or_make("a", make).folder / name
    path.write_bytes(path.read_bytes()[:-3])
    assert words_of(open_or_make("a", make)) == WORDS
    path.unlink()
    assert words_of(open_or_make("a", make)) == WORDS
    assert [each.name for each in cache_folder().iterdir()] == [path.parent.name]


def test_what_fails_halfway_leaves_nothing() -> None:
    def fail(folder: Path) -> None:
        writer(folder, "words").close()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_or_make("a", fail)
    assert list(cache_folder().iterdir()) == []


def test_of_two_that_make_a_store_at_once_one_wins() -> None:
    def overtaken(folder: Path) -> None:
        make(folder)
        open_or_make("a", make)

    assert words_of(open_or_make("a", overtaken)) == WORDS
    assert len(list(cache_folder().iterdir())) == 1


def test_an_opening_that_was_killed_is_harmless_and_swept_away(tiny_corpus: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from training.corpus import building\n"
        "building.finish = lambda *_: os._exit(9)\n"
        "from training.corpus.corpus import Corpus; Corpus.open(Path(sys.argv[1]))"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tiny_corpus)], check=False)
    assert ended.returncode == 9
    [left] = cache_folder().iterdir()
    assert len(Corpus.open(tiny_corpus)) == 78
    assert left.exists()  # it may be at work still
    long_ago = time.time() - 2 * 24 * 3600
    os.utime(left, (long_ago, long_ago))
    open_or_make("a", make)
    assert not left.exists()


def test_the_stores_used_last_are_kept() -> None:
    for at in range(6):
        folder = open_or_make(f"number {at}", make).folder
        os.utime(folder, (1_000 + at, 1_000 + at))
        if at:
            open_or_make("number 0", refuse)  # used all the time
    left = len(list(cache_folder().iterdir()))
    assert left == 4
    open_or_make("number 0", refuse)
    open_or_make("number 5", refuse)


def test_without_a_cache_a_corpus_is_read_into_a_temporary_folder(
    tiny_corpus: Path, own_folders: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    shutil.rmtree(own_folders / "cache")
    (own_folders / "cache").write_text("no folder")
    corpus = Corpus.open(tiny_corpus)
    assert corpus.text(0)[0].startswith("The peat")
    [folder] = tmp_path.iterdir()
    assert (folder / "papers.utf8").is_file()
    corpus_store._held.pop().cleanup()


def test_no_room_anywhere_is_said(small_room: None) -> None:
    with pytest.raises(EngineError, match=wording.pattern("training.corpus.store:_temporary")):
        open_or_make("a", make)


@pytest.fixture
def small_room(own_folders: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the cache nor the temporary folder can be written."""
    for name in ("cache", "temporary"):
        place = own_folders / name
        shutil.rmtree(place, ignore_errors=True)
        place.write_text("no folder")
    monkeypatch.setattr(tempfile, "tempdir", str(own_folders / "temporary"))
