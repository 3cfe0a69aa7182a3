"""Processes of our own, from the source and as a frozen program starts them.

A program counts as frozen when ``sys.frozen`` says so; here an interpreter says it of itself. The
frozen program is tried by ``packaging/freeze.py``.
"""

from __future__ import annotations

import ast
import json
import os
import queue
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from core.base import children
from tests import wording

CHECKOUT = Path(__file__).resolve().parents[3]
FROZEN = "import sys; sys.frozen = True; from desktop.__main__ import main; sys.exit(main())"


def frozen(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", FROZEN, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("module", sorted(children.MODULES))
def test_what_can_be_started_is_a_program(module: str) -> None:
    path = CHECKOUT.joinpath(*module.split("."))
    path = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
    assert 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")


def test_only_one_module_knows_how_a_child_is_started() -> None:
    own = {"core/base/children.py", "core/commands/desktop_entry.py"}
    in_a_command = {"core/base/graphics_cards.py", "training/commands/recipes.py"}
    names_itself = {"core/library/database/lock.py", *in_a_command}
    users = {
        path.relative_to(CHECKOUT).as_posix()
        for package in ("core", "desktop", "training")
        for path in (CHECKOUT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.executable"
    }
    assert users == own | names_itself


def test_a_module_is_found_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("raise SystemExit('the wrong one')")
    environment = children.module_environment()
    assert environment["PYTHONPATH"].split(os.pathsep)[0] == str(CHECKOUT)
    ended = subprocess.run(
        children.module_command("core.models.child"),
        cwd=tmp_path,
        env=environment,
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/cocite/cocite")
    command = children.module_command("core.manuscript.child", "--memory-mb", "64")
    assert command[:3] == ["/opt/cocite/cocite", "--module", "core.manuscript.child"]
    assert command[3:] == ["--memory-mb", "64"]
    assert "PYTHONPATH" not in children.module_environment() or os.environ["PYTHONPATH"]


def test_a_frozen_program_becomes_the_module_with_its_arguments() -> None:
    command = [sys.executable, "-c", FROZEN, "--module", "core.manuscript.child"]
    with subprocess.Popen(
        [*command, "--memory-mb", "64"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert json.loads(child.stdout.readline()) == {"ready": True}
        child.stdin.close()
        assert child.wait() == 0


def test_the_module_that_is_started_ends_with_its_own_code() -> None:
    ended = frozen("--module", "training", "nothing-of-the-kind")
    assert ended.returncode == 2
    assert wording.stem("training.commands.command_line:resolve_command") in ended.stderr


@pytest.mark.parametrize(
    "module", ["os", "http.server", "desktop.app.application", "core.models.child.x"]
)
def test_nothing_else_can_be_started_that_way(module: str) -> None:
    ended = frozen("--module", module)
    assert ended.returncode == 2
    assert "No such option" in ended.stderr


def test_a_program_that_is_not_frozen_has_no_such_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    children.become_module(["--module", "training"])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("name", "usual"), [("MALLOC_ARENA_MAX", "2"), ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "16")]
)
def test_a_child_keeps_little_memory_unless_a_person_says_otherwise(
    name: str, usual: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(name, raising=False)
    assert children.module_environment()[name] == usual
    monkeypatch.setenv(name, "8")
    assert children.module_environment()[name] == "8"


def test_the_threads_of_a_child_sleep_while_they_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"):
        monkeypatch.delenv(name, raising=False)
    assert children.module_environment()["OMP_WAIT_POLICY"] == "PASSIVE"
    monkeypatch.setenv("OMP_WAIT_POLICY", "ACTIVE")
    assert children.module_environment()["OMP_WAIT_POLICY"] == "ACTIVE"


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has such a class")
def test_an_idle_process_and_its_threads_run_only_when_nobody_else_wants_the_processor() -> None:
    script = """
import os, threading
from core.base.children import step_back

def tell():
    print(os.sched_getscheduler(0))

step_back(idle=True)
tell()
thread = threading.Thread(target=tell)
thread.start()
thread.join()
"""
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == [str(os.SCHED_IDLE)] * 2


def test_a_child_gives_memory_back_in_a_pause_and_reads_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    arrived: queue.Queue[dict[str, Any]] = queue.Queue()

    def give_back() -> None:
        calls.append(1)
        arrived.put({"number": 3})

    monkeypatch.setattr(children, "_PAUSE_S", 0.01)
    monkeypatch.setattr(children, "give_memory_back", give_back)
    arrived.put({"number": 1})
    arrived.put({"number": 2})
    numbers = [request["number"] for request in islice(children.each_request(arrived), 3)]
    assert (numbers, calls) == ([1, 2, 3], [1])


@pytest.mark.skipif(sys.platform != "linux", reason="memory is given back by glibc alone")
def test_memory_that_was_freed_goes_back_to_the_system() -> None:
    code = (
        "import psutil\n"
        "from core.base.children import give_memory_back\n"
        "blocks = [bytearray(50_000) for _ in range(2_000)]\n"
        "kept = blocks[::40]\n"
        "del blocks\n"
        "before = psutil.Process().memory_info().rss\n"
        "give_memory_back()\n"
        "print(before - psutil.Process().memory_info().rss)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 50_000_000
