"""What ``lsp`` and ``mcp`` ask: a service as long as there is one, else the library itself."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.base.errors import LibraryBusyError, LibraryMissingError, LibraryReadOnlyError
from core.base.jobs import JobCancelled, StoppableJob
from core.commands import serving
from core.commands.serving import Connection
from core.library.library import Library
from core.programs.http.client import RemotePrograms
from tests.core.programs.serving import fill, served

PEAT = {"query": "peat"}
DECISION = {"sentence": "Peat is acid.", "decision": "not needed"}


@pytest.fixture
def library(tmp_path: Path) -> Path:
    fill(tmp_path / "library")
    return tmp_path / "library"


@pytest.fixture
def connection(library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    monkeypatch.setattr(serving, "_LOOK_S", 0.0)
    with closing(Connection(library, write=False)) as opened:
        yield opened


def data() -> Path:
    return Path(os.environ["XDG_DATA_HOME"])


@pytest.mark.skipif(os.name == "nt", reason="the folder of data is named by another variable")
def test_a_service_that_ends_is_replaced_and_one_that_comes_is_asked(
    library: Path, connection: Connection
) -> None:
    assert connection.ask("search", PEAT)["found"] == 2
    with pytest.raises(LibraryReadOnlyError):
        connection.ask("decisions", DECISION)
    with served(library, data(), ["--allow-writes"]):
        ended = threading.Event()
        for _ in range(200):  # it is found while other questions are answered
            assert connection.ask("search", PEAT)["found"] == 2
            try:
                assert connection.ask("decisions", DECISION) == {"stored": True}
                break
            except LibraryReadOnlyError:
                ended.wait(0.05)
        else:
            raise AssertionError("the service was not found")
    for _ in range(3):
        assert connection.ask("search", PEAT)["found"] == 2
    with pytest.raises(LibraryReadOnlyError):
        connection.ask("decisions", DECISION)


@pytest.mark.skipif(os.name == "nt", reason="the folder of data is named by another variable")
def test_another_service_at_the_same_place_is_none_of_this_library(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(library, data()), closing(Connection(library, write=False)) as opened:
        assert opened.ask("search", PEAT)["found"] == 2
        real = RemotePrograms._sent
        monkeypatch.setattr(RemotePrograms, "_sent", lambda *_: (401, b""))
        assert opened.ask("search", PEAT)["found"] == 2  # answered from the library itself
        monkeypatch.setattr(RemotePrograms, "_sent", real)


def test_the_lock_of_a_window_that_closes_is_waited_for(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Library.open(library)
    try:
        with closing(Connection(library, write=True)) as opened:
            with pytest.raises(LibraryBusyError):
                opened.ask("search", PEAT)
            held.close()
            assert opened.ask("search", PEAT)["found"] == 2
            assert opened.ask("decisions", DECISION) == {"stored": True}
    finally:
        held.close()


def test_what_cannot_be_opened_is_tried_again(tmp_path: Path) -> None:
    with closing(Connection(tmp_path / "library", write=False)) as opened:
        for _ in range(2):
            with pytest.raises(LibraryMissingError):
                opened.ask("search", PEAT)
        fill(tmp_path / "library")
        assert opened.ask("search", PEAT)["found"] == 2


def test_a_question_that_is_taken_back_is_not_waited_for(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = threading.Event()
    monkeypatch.setattr(serving.common, "open_workspace", lambda *_, **__: opening.wait(60))
    with closing(Connection(library, write=False)) as opened:
        job = StoppableJob()
        job.stop()
        with pytest.raises(JobCancelled):
            opened.ask("search", PEAT, job)
        opening.set()


def test_a_question_after_the_end_is_not_asked_forever(library: Path) -> None:
    """Whoever still looks for gaps when the editor goes must not keep the process alive."""
    with closing(Connection(library, write=False)) as connection:
        assert connection.ask("search", PEAT)["found"] == 2
    endings: list[BaseException] = []

    def ask() -> None:
        try:
            connection.ask("search", PEAT)
        except JobCancelled as error:
            endings.append(error)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(30)
    assert len(endings) == 1


def test_a_question_by_words_does_not_wait_for_the_model(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loading = threading.Event()
    monkeypatch.setattr(serving.common, "load_if_useful", lambda *_: loading.wait(60))
    job = StoppableJob()
    by_words = {"text": "Peat is acid.", "by": "words"}
    with closing(Connection(library, write=False)) as connection:
        assert connection.ask("recommend", by_words)["suggestions"]
        assert not loading.is_set()
        threading.Timer(0.2, job.stop).start()
        with pytest.raises(JobCancelled):
            connection.ask("recommend", {"text": "Peat is acid."}, job)
        loading.set()
        assert connection.ask("recommend", {"text": "Peat is acid."})["suggestions"]
