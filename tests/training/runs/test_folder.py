from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from core.base import wire
from core.base.errors import DiskFullError, EngineError, TrainingError, UsageError
from core.base.jobs import JobCancelled
from core.base.wire import Ended, Preparing, Warned
from tests import wording
from training.runs.folder import (
    CONFIG,
    LOCK,
    LOG,
    MODEL,
    BaseUsed,
    CorpusUsed,
    RunConfig,
    RunFolder,
    RunJob,
    StopRequest,
)

CONFIGURED = RunConfig(
    recipe="specter",
    settings={"epochs": 2, "learning_rate": 2e-5},
    seed=7,
    corpus=CorpusUsed(folder="data", fingerprint="f" * 16, counts={"papers": 3}),
    base=BaseUsed(name="minilm", weights_sha256="0" * 64),
)
needs_rights = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="the superuser may write anywhere"
)


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path / "runs" / "first")


def test_a_held_folder_says_who_holds_it_and_takes_events(
    folder: RunFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    with folder.hold(resume=False):
        assert wire.running(folder.folder) == os.getpid()
        folder.say(Warned(message="“語”"))
        line = capsys.readouterr().out
        folder.write_config(CONFIGURED)
    assert (folder.folder / wire.EVENTS).read_text(encoding="utf-8") == line
    assert wire.from_line(line) is not None
    assert folder.config() == CONFIGURED
    assert not folder.is_finished()


def test_a_folder_is_held_once_at_a_time(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        folder.write_config(CONFIGURED)
        for resume in (False, True):
            with (
                pytest.raises(TrainingError, match=rf"\(process {os.getpid()}\)") as refused,
                RunFolder(folder.folder).hold(resume=resume),
            ):
                pass
            assert wire.STOP in refused.value.remedy
    with folder.hold(resume=True):
        pass


def test_the_lock_counts_where_the_process_is_not_known(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        (folder.folder / wire.PROCESS).unlink()
        with (
            pytest.raises(TrainingError, match="another process"),
            RunFolder(folder.folder).hold(resume=False),
        ):
            pass


def test_a_lock_dies_with_its_holder(folder: RunFolder) -> None:
    code = (
        "import os, sys\nfrom pathlib import Path\nfrom training.runs.folder import RunFolder\n"
        "with RunFolder(Path(sys.argv[1])).hold(resume=False):\n    os._exit(9)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(folder.folder)], check=False)
    assert ended.returncode == 9
    assert (folder.folder / LOCK).exists()
    with folder.hold(resume=False):
        assert wire.running(folder.folder) == os.getpid()


def test_a_run_that_exists_is_gone_on_with_only_when_asked(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        folder.write_config(CONFIGURED)
    with (
        pytest.raises(UsageError, match=wording.pattern("training.runs.folder:hold")) as refused,
        folder.hold(resume=False),
    ):
        pass
    assert "--resume" in refused.value.remedy


def test_there_must_be_something_to_go_on_with(folder: RunFolder) -> None:
    with pytest.raises(UsageError, match="no run in") as refused, folder.hold(resume=True):
        pass
    assert "--resume" in refused.value.remedy
    assert not folder.folder.exists()


def test_a_folder_with_other_things_is_left_alone(folder: RunFolder) -> None:
    folder.folder.mkdir(parents=True)
    (folder.folder / "thesis.tex").touch()
    with (
        pytest.raises(
            UsageError, match=wording.pattern("training.runs.folder:_refuse_folder empty")
        ),
        folder.hold(resume=False),
    ):
        pass
    assert [path.name for path in folder.folder.iterdir()] == ["thesis.tex"]


def test_a_run_that_failed_before_its_corpus_was_read_is_begun_anew(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        folder.say(Ended(outcome="failed", message="No corpus."))
    with folder.hold(resume=False):
        folder.say(Warned(message="Now."))
    events, _ = wire.tail(folder.folder / wire.EVENTS)
    assert [event.event for event in events] == ["warning"]


def test_what_a_killed_process_left_half_written_costs_only_itself(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        folder.write_config(CONFIGURED)
        folder.say(Warned(message="one"))
    path = folder.folder / wire.EVENTS
    path.write_bytes(path.read_bytes() + b'{"event": "warn')
    with folder.hold(resume=True):
        folder.say(Warned(message="two"))
    events, _ = wire.tail(path)
    assert [getattr(event, "message", "") for event in events] == ["one", "two"]


def test_a_stop_of_last_time_is_taken_away_and_a_new_one_is_not(folder: RunFolder) -> None:
    folder.folder.mkdir(parents=True)
    wire.ask_to_stop(folder.folder)
    os.utime(folder.folder / wire.STOP, (1_000_000_000, 1_000_000_000))
    stop = StopRequest(folder.folder)
    with folder.hold(resume=False):
        assert not stop()
    # Made while this process was still busy starting.
    wire.ask_to_stop(folder.folder)
    with folder.hold(resume=False):
        assert stop()


def test_a_signal_is_the_wish_to_stop(tmp_path: Path) -> None:
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        for number in before:
            stop = StopRequest(tmp_path)
            stop.listen()
            assert not stop()
            signal.raise_signal(number)
            signal.raise_signal(number)
            assert stop()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_a_job_speaks_at_most_once_a_second_and_stops_when_asked(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        job = RunJob(folder, StopRequest(folder.folder), "train")
        for done in range(1, 1_001):
            job.report(done, 1_000, "Reading")
        job.check()
        wire.ask_to_stop(folder.folder)
        with pytest.raises(JobCancelled):
            job.check()
    events, _ = wire.tail(folder.folder / wire.EVENTS)
    said = [event.done for event in events if isinstance(event, Preparing)]
    assert (said[0], said[-1]) == (1, 1_000)
    assert len(said) < 20


def test_the_log_holds_ours_and_the_warnings_of_others(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        logging.getLogger("training.loop.train").info("ours")
        logging.getLogger("sentence_transformers").info("theirs, unasked")
        logging.getLogger("sentence_transformers").warning("theirs, to be known")
    logging.getLogger("training.loop.train").info("after the end")
    text = (folder.folder / LOG).read_text(encoding="utf-8")
    assert "ours" in text
    assert "to be known" in text
    assert "unasked" not in text
    assert "after the end" not in text


def test_a_process_that_is_not_the_first_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("RANK", "1")
    folder = RunFolder(tmp_path / "run")
    with folder.hold(resume=False):
        folder.say(Warned(message="not mine to say"))
        folder.write_config(CONFIGURED)
    assert not folder.folder.exists()
    assert capsys.readouterr().out == ""


def test_a_reader_that_went_away_does_not_end_the_run(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom core.base.wire import Warned\n"
        "from training.runs.folder import RunFolder\n"
        "folder = RunFolder(Path(sys.argv[1]))\n"
        "with folder.hold(resume=False):\n"
        "    sys.stdin.readline()\n"
        "    for at in range(3):\n        folder.say(Warned(message=str(at)))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "run")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        child.stdin.write(b"\n")
        child.stdin.close()
        assert child.stderr.read() == b""
        assert child.wait() == 0
    assert len(wire.tail(tmp_path / "run" / wire.EVENTS)[0]) == 3


def test_a_damaged_config_is_one_sentence(folder: RunFolder) -> None:
    folder.folder.mkdir(parents=True)
    assert folder.config() is None
    (folder.folder / CONFIG).write_text('{"recipe": ', encoding="utf-8")
    with pytest.raises(
        TrainingError,
        match=wording.pattern("training.runs.folder:config", config="config.json", folder="first"),
    ):
        folder.config()


def test_a_finished_run_has_its_model(folder: RunFolder) -> None:
    (folder.folder / MODEL).mkdir(parents=True)
    assert folder.is_finished()


@pytest.mark.parametrize("place", ["file", "file/run"])
def test_a_place_that_is_no_folder_is_one_sentence(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EngineError, match="file"), RunFolder(tmp_path / place).hold(resume=False):
        pass


@needs_rights
def test_a_place_that_may_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with (
            pytest.raises(
                EngineError, match=wording.pattern("core.base.files:unwritten permission")
            ),
            RunFolder(tmp_path / "run").hold(resume=False),
        ):
            pass
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_sentence(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        events = folder.folder / wire.EVENTS
        events.symlink_to("/dev/full")
        with pytest.raises(DiskFullError, match=wording.pattern("training.runs.running:_expected")):
            folder.say(Warned(message="lost"))
        events.unlink()


def test_the_config_is_json_that_a_person_can_read(folder: RunFolder) -> None:
    with folder.hold(resume=False):
        folder.write_config(CONFIGURED)
    value = json.loads((folder.folder / CONFIG).read_text(encoding="utf-8"))
    assert value["settings"] == {"epochs": 2, "learning_rate": 2e-5}
    assert value["corpus"]["fingerprint"] == "f" * 16


def test_a_run_waits_for_another_one_on_the_same_device(tmp_path: Path) -> None:
    """Two at once would each take more than twice as long, and memory for both."""
    first, second = (RunFolder(tmp_path / "runs" / name) for name in ("first", "second"))
    stopped, entered = threading.Event(), threading.Event()
    for folder in (first, second):
        folder.folder.mkdir(parents=True)
    job = RunJob(second, stopped.is_set)

    def wait() -> None:
        with second.wait_for_turn("cpu", job):
            entered.set()

    with first.wait_for_turn("cpu", RunJob(first, lambda: False)):
        with second.wait_for_turn("cuda:0", job):  # another device is free
            pass
        waiting = threading.Thread(target=wait)
        waiting.start()
        assert not entered.wait(0.3)
        events = (second.folder / "events.jsonl").read_text("utf-8")
        assert wording.stem("training.runs.folder:wait_for_turn") in events
    assert entered.wait(30)
    waiting.join()
    with first.wait_for_turn("cpu", RunJob(first, lambda: False)):
        stopped.set()
        with pytest.raises(JobCancelled), second.wait_for_turn("cpu", job):
            pass
