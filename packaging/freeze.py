"""Freezes Cocite into one folder that runs without Python: ``python packaging/freeze.py OUT``.

Needs the environment of a checkout and PyInstaller (``pip install -e ".[freeze]"``). What comes
out is ``OUT/cocite``, for the system it was made on, with a bill of materials beside the program
(``cocite.cdx.json``, CycloneDX). Then it is tried, each time with an empty home
folder: as a command, as the trainer, and as a window.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SPEC = Path(__file__).resolve().with_name("cocite.spec")
CHECKS = (
    ("--version",),
    ("--sample", "--text"),
    ("--module", "training", "recipes"),
    ("--module", "training", "devices"),
)
WINDOW_S = 20
_WRONG = ("WARNING", "ERROR", "CRITICAL", "Traceback", "Fatal")


def main() -> int:
    """Freeze, say how large it is, and try it. Returns 0 if the program works."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path, help="the folder that gets the folder “cocite”")
    parser.add_argument("--only-check", action="store_true", help="try what was frozen before")
    given = parser.parse_args()
    if not given.only_check:
        if importlib.util.find_spec("PyInstaller") is None:
            print('PyInstaller is not installed. Install it: pip install -e ".[freeze]"')
            return 2
        _freeze(given.out)
    folder = given.out / "cocite"
    size = sum(path.stat().st_size for path in folder.rglob("*") if not path.is_symlink())
    print(f"{folder}: {size / 1e6:,.0f} MB")
    program = folder / ("cocite.exe" if os.name == "nt" else "cocite")
    worked = [_command_works(program, arguments) for arguments in CHECKS]
    return int(not all([*worked, _window_works(program)]))


def _freeze(out: Path) -> None:
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(out), "--workpath", str(out / "work"), str(SPEC)]
    # This checkout is frozen, even where another one is installed.
    environment = {**os.environ, "PYTHONPATH": str(SPEC.parent.parent)}
    subprocess.run(command, check=True, env=environment)
    _strip(out / "cocite")
    bill = [sys.executable, "-m", "tools.bom", str(out / "cocite" / "cocite.cdx.json")]
    subprocess.run([*bill, "--with-python"], check=True, env=environment)


def _strip(folder: Path) -> None:
    """Take the names that only a debugger asks for out of libraries; they are a tenth of all.

    Those that a wheel brings in ``*.libs`` were moved there by a tool whose files strip may spoil.
    """
    if not sys.platform.startswith("linux") or shutil.which("strip") is None:
        return
    for path in folder.rglob("*.so*"):
        if not path.is_symlink() and not path.parent.name.endswith(".libs"):
            subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)


def _command_works(program: Path, arguments: tuple[str, ...]) -> bool:
    with tempfile.TemporaryDirectory(prefix="cocite-") as home:
        began = time.perf_counter()
        ended = subprocess.run(
            [str(program), *arguments], env=_environment(home), cwd=home, check=False
        )
        seconds = time.perf_counter() - began
        complaints = _complaints(Path(home))
    print(f"cocite {' '.join(arguments)}: exit code {ended.returncode}, {seconds:.1f} s")
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return ended.returncode == 0 and not complaints


def _window_works(program: Path) -> bool:
    """Leave the window open on the sample for a while; nothing may be wrong by its log."""
    with tempfile.TemporaryDirectory(prefix="cocite-", ignore_cleanup_errors=True) as home:
        environment = _environment(home) | {"QT_QPA_PLATFORM": "offscreen"}
        said = Path(home) / "stderr.log"
        with (
            said.open("wb") as stderr,
            subprocess.Popen(
                [str(program), "--sample"], env=environment, cwd=home, stderr=stderr
            ) as window,
        ):
            try:
                window.wait(WINDOW_S)
            except subprocess.TimeoutExpired:
                window.terminate()
                is_open = True
            else:
                is_open = False
        complaints = _complaints(Path(home))
    print(f"the window: {'open' if is_open else 'ended'} after {WINDOW_S} s")
    print(*complaints, sep="\n", end="\n" if complaints else "")
    return is_open and not complaints


def _environment(home: str) -> dict[str, str]:
    """Return an environment that leads to nothing of this user or of this Python."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "XDG_", "VIRTUAL_ENV"))
    } | {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "APPDATA": home}


def _complaints(home: Path) -> list[str]:
    """Return the lines of all logs that tell of something wrong."""
    lines = [
        line
        for path in sorted(home.rglob("*.log"))
        for line in path.read_text("utf-8", "replace").splitlines()
    ]
    return [line for line in lines if any(word in line for word in _WRONG)]


if __name__ == "__main__":
    raise SystemExit(main())
