"""What every test gets: folders of its own, no network, a quiet log, one thread for torch."""

from __future__ import annotations

import gc
import itertools
import logging
import os
import runpy
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
GUARD = CHECKOUT / "tests" / "guard"
CLOSED_PORT = "http://127.0.0.1:9"
OUR_LOGGERS = ("core", "desktop", "training")


def _prepare_process() -> None:
    """Set what must stand before Qt, torch or a child process reads it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("MKL_NUM_THREADS", "1")
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    # What is fastest here must not decide what a test sees; ``test_int8.py`` looks at the choice.
    os.environ.setdefault("COCITE_PRECISION", "float32")
    os.environ["HF_HUB_OFFLINE"] = "1"
    for proxy in ("http_proxy", "https_proxy", "all_proxy"):
        os.environ[proxy] = os.environ[proxy.upper()] = CLOSED_PORT
    os.environ["no_proxy"] = os.environ["NO_PROXY"] = "localhost,127.0.0.1,::1"
    inherited = os.environ.get("PYTHONPATH", "")
    if str(GUARD) not in inherited.split(os.pathsep):
        paths = [str(GUARD), str(CHECKOUT), *([inherited] if inherited else [])]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    runpy.run_path(str(GUARD / "sitecustomize.py"))


_prepare_process()
# The same examples in each run, and no limit of time that a busy machine could break.
hypothesis.settings.register_profile("cocite", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("cocite")


def pytest_collection() -> None:
    """Search for no garbage until all modules are imported: nothing of them is any."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what all tests share out of each later search for garbage."""
    gc.collect()
    gc.freeze()
    gc.enable()


class _Warnings(logging.Handler):
    """Keeps what our own modules say at WARNING and above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in OUR_LOGGERS:
            self.messages.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(scope="session", autouse=True)
def tables_made_once() -> Iterator[None]:
    """Copy the tables of new libraries from the first that was made."""
    from tests import made_tables  # whoever runs one test of documents needs no library

    with pytest.MonkeyPatch.context() as patch:
        made_tables.install(patch)
        yield


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths for the folders of one test each.

    They lie apart: for each new folder beside those of the tests pytest would read all names there.
    """
    place = tmp_path_factory.mktemp("homes")
    return (place / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def own_folders(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point home, data, configuration and cache at a fresh folder; the folder is returned."""
    home = next(homes)
    places = {
        "HOME": ".",
        "USERPROFILE": ".",
        "XDG_DATA_HOME": "data",
        "XDG_CONFIG_HOME": "config",
        "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "state",
        "XDG_RUNTIME_DIR": "runtime",
        "APPDATA": "AppData/Roaming",
        "LOCALAPPDATA": "AppData/Local",
        "HF_HOME": "cache/huggingface",
    }
    for variable, folder in places.items():
        place = home / folder
        place.mkdir(parents=True, exist_ok=True)
        place.chmod(0o700)
        monkeypatch.setenv(variable, str(place))
    return home


@pytest.fixture(autouse=True)
def no_reranker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no reranker be in use by itself: each window would start a process for it.

    ``tests/core/runtime/test_answering.py`` looks at the one that comes with Cocite.
    """
    monkeypatch.setattr("core.models.shelf.DEFAULT_RERANKER", "")


@pytest.fixture(autouse=True)
def refused(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Fail a test that tried to leave this machine, itself or through a child process.

    The file holds one line per attempt; a test that means to be refused empties it.
    """
    record = own_folders / "refused-connections.txt"
    monkeypatch.setenv("COCITE_TEST_REFUSED", str(record))
    yield record
    attempts = record.read_text(encoding="utf-8") if record.exists() else ""
    assert not attempts, f"the test tried to reach another machine:\n{attempts}"


@pytest.fixture(autouse=True)
def quiet_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test whose code logs a warning, unless the test reads the log through ``caplog``."""
    handler = _Warnings()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    if "caplog" not in request.fixturenames:
        assert not handler.messages, "unexpected in the log:\n" + "\n".join(handler.messages)


@pytest.fixture(autouse=True)
def collected_between_tests() -> Iterator[None]:
    """Let Qt objects that are garbage die between tests, on the main thread.

    A collection in the midst of an event loop, while a worker runs, has once ended the process.
    """
    if "PySide6.QtCore" not in sys.modules:
        yield
        return
    gc.disable()
    yield
    gc.enable()
    gc.collect(1)


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The development data: COCITE_DATA, else ../shared/data beside the checkout; else skip."""
    named = os.environ.get("COCITE_DATA")
    folder = Path(named) if named else CHECKOUT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no development data in {folder}; COCITE_DATA names another folder")
    return folder


@pytest.fixture
def far_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the clock of this computer be that of Tokyo."""
    if not hasattr(time, "tzset"):
        pytest.skip("the clock cannot be set here")
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        yield
    time.tzset()
