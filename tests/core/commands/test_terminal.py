"""What a file holds is shown on a terminal and never carried out by it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.commands.boundary import harmless

pty = pytest.importorskip("pty")

_PROGRAM = "import sys; from core.commands.cli import main; sys.exit(main(sys.argv[1:]))"
CLEAR, SET_TITLE, TURN = "\x1b[2J", "\x1b]0;mine\x07", "\u202e"


def on_terminal(*arguments: str, home: Path) -> bytes:
    """Run the command line on a terminal of its own and return all that arrives there."""
    outer, inner = pty.openpty()
    try:
        ran = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=inner,
            stderr=inner,
            env={**os.environ, "HOME": str(home), "TERM": "xterm", "PYTHONUTF8": "1"},
        )
    finally:
        os.close(inner)
    arrived = b""
    with os.fdopen(outer, "rb", buffering=0) as screen:
        while part := _part(screen.fileno()):
            arrived += part
    ran.wait()
    return arrived


def _part(handle: int) -> bytes:
    try:
        return os.read(handle, 4096)
    except OSError:  # the last program has left the terminal
        return b""


def test_names_and_titles_of_files_do_not_command_a_terminal(tmp_path: Path) -> None:
    missing = tmp_path / f"no{CLEAR}{SET_TITLE}{TURN}.pdf"
    manuscript = tmp_path / "peat.md"
    manuscript.write_text(
        f"# Peat{TURN}{CLEAR}\n\nSand is weighed {SET_TITLE} with the scales.", encoding="utf-8"
    )
    for asked in (missing, manuscript):
        arrived = on_terminal("parse", str(asked), home=tmp_path)
        assert b"\xef\xbf\xbd" in arrived
        assert not any(bad.encode() in arrived for bad in (CLEAR, SET_TITLE, TURN, "\x07"))


def test_lines_and_letters_of_every_script_are_left_alone() -> None:
    text = "Zeile\n\tΑλφα می‌خواهم \u200fשלום 字 é"
    assert harmless(text) == text
