"""Copies of a process that run modules."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tools.lab.gpu_check import forking

if not hasattr(os, "fork"):
    pytest.skip("This system cannot fork.", allow_module_level=True)


@pytest.fixture(params=[True, False], ids=["forked", "new"])
def warm(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(forking._Warm, "is_warm", request.param)
    return bool(request.param)


def module(folder: Path, text: str) -> dict[str, str]:
    """Write a module and return the environment in which it is found."""
    (folder / "small_module.py").write_text(text, "utf-8")
    return {**os.environ, "PYTHONPATH": str(folder), "SAID": "in the environment"}


def run(folder: Path, text: str, *arguments: str) -> tuple[int, str]:
    environment, log = module(folder, text), folder / "log.txt"
    process = forking.start(["-m", "small_module", *arguments], environment, log)
    return process.wait(), log.read_text("utf-8")


@pytest.fixture(autouse=True)
def on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("warm")
def test_a_module_gets_arguments_and_environment_and_its_output_is_kept(tmp_path: Path) -> None:
    text = "import os, sys\nprint(__name__, sys.argv[1:], os.environ['SAID'])"
    code, output = run(tmp_path, text, "--batch", "4")
    assert (code, output) == (0, "__main__ ['--batch', '4'] in the environment\n")


@pytest.mark.parametrize(
    ("text", "code", "output"),
    [
        ("raise SystemExit(3)", 3, ""),
        ("raise SystemExit('no corpus')", 1, "no corpus"),
        ("raise ValueError('no kernel')", 1, "ValueError: no kernel"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -9, ""),
    ],
)
@pytest.mark.usefixtures("warm")
def test_an_end_is_known_by_its_code(tmp_path: Path, text: str, code: int, output: str) -> None:
    ended = run(tmp_path, text)
    assert ended[0] == code
    assert output in ended[1]


@pytest.mark.usefixtures("warm")
def test_a_process_is_killed_with_those_that_it_started(tmp_path: Path) -> None:
    text = (
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open(sys.argv[1], 'w').write(f'{child.pid} ')\n"
        "time.sleep(600)"
    )
    note = tmp_path / "pid"
    process = forking.start(
        ["-m", "small_module", str(note)], module(tmp_path, text), tmp_path / "log.txt"
    )
    while not (note.is_file() and note.read_text("utf-8").endswith(" ")):
        assert process.poll() is None
        time.sleep(0.05)
    forking.kill(process)
    assert process.returncode == -9
    assert ended(int(note.read_text("utf-8")))


def ended(pid: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(") ")[2]
        except OSError:
            return True
        if state.startswith("Z"):
            return True
        time.sleep(0.05)
    return False


def test_what_is_missing_is_named_and_a_warm_process_can_be_cooled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forking.imports, "missing", lambda: ["training.x: no y"])
    monkeypatch.setattr(forking, "MODULES", ("json", "no_such_module"))
    monkeypatch.setattr(forking, "ENVIRONMENT", {})
    monkeypatch.setattr(forking._Warm, "is_warm", False)
    missing = forking.warm_up()
    assert missing[0] == "training.x: no y"
    assert missing[1].startswith("no_such_module: ")
    assert forking.is_warm()
    forking.cool_down()
    assert not forking.is_warm()
