"""The wheel, installed into an environment of its own, away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.building import copy_source
from tests.conftest import GUARD


class Installation:
    """An environment with Cocite's wheel in it, and the libraries of this one behind it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False, symlinks=os.name != "nt")
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        python = str(self.programs / "python")
        (folder / "source").mkdir()
        source = copy_source(folder / "source")
        libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (site_packages,) = folder.rglob("site-packages")
        (site_packages / "libraries.pth").write_text("\n".join(sorted(libraries)))
        pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
        pip += ["--no-deps", "--no-index", "--no-build-isolation", str(source)]
        done = subprocess.run(pip, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment. The network is refused, the checkout is not there."""
        program, *arguments = command
        return subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(GUARD)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation(tmp_path_factory.mktemp("an environment"))


def test_the_command_says_what_it_can_do(installed: Installation) -> None:
    said = installed.run("cocite", "--help")
    assert (said.returncode, said.stderr) == (0, "")
    assert "recommend" in said.stdout


def test_the_installed_packages_are_the_ones_that_run(installed: Installation) -> None:
    code = "import core, desktop, resources, training\nprint(core.__file__, training.__file__)"
    said = installed.run("python", "-c", code)
    assert said.stdout.count(str(installed.folder)) == 2, said.stderr


def test_the_sample_is_read_and_answered(installed: Installation) -> None:
    said = installed.run("cocite", "--sample", "--text")
    assert said.returncode == 0, said.stderr
    assert "Traceback" not in said.stderr
    assert "1." in said.stdout


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="for Linux desktops")
def test_the_entry_of_the_menu_starts_this_installation(
    installed: Installation, own_folders: Path
) -> None:
    entry = own_folders / "data" / "applications" / "cocite.desktop"
    assert installed.run("cocite", "desktop-entry", "--install").returncode == 0
    assert f'Exec="{installed.programs / "cocite"}"' in entry.read_text(encoding="utf-8")
    assert installed.run("cocite", "desktop-entry", "--remove").returncode == 0
    assert not [path for path in (own_folders / "data").rglob("*") if path.name[:6] == "cocite"]
