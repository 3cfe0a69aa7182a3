"""The extension for VS Code: its own tests, and the real server once it is built."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.programs.serving import fill

NODE = shutil.which("node")
EXTENSION = Path(__file__).resolve().parents[3] / "editors" / "vscode"
BUILT = EXTENSION / "dist" / "extension.js"
pytestmark = pytest.mark.skipif(NODE is None, reason="Node.js is not installed")


def run_tests(name: str, **environment: str) -> None:
    """Run a file of tests with the test runner of Node.js."""
    done = subprocess.run(
        [str(NODE), "--test", str(EXTENSION / "test" / name)],
        check=False,
        capture_output=True,
        text=True,
        timeout=240,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stdout
    assert "# fail 0" in done.stdout
    assert "# skipped 0" in done.stdout


def test_settings_and_manifest_agree() -> None:
    run_tests("server.test.js")


@pytest.mark.skipif(not BUILT.exists(), reason="not built: editors/vscode/build needs npm")
@pytest.mark.skipif(os.name == "nt", reason="the program is started through a shell script")
def test_the_built_extension_completes_a_citation(tmp_path: Path) -> None:
    fill(tmp_path / "library")
    program = tmp_path / "cocite"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m desktop "$@"\n')
    program.chmod(0o755)
    library = str(tmp_path / "library")
    run_tests("extension.test.js", COCITE_COMMAND=str(program), COCITE_LIBRARY=library)
