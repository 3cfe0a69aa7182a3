"""Freezes Cocite into one folder that runs without Python: ``python packaging/freeze.py OUT``.

Needs the environment of a checkout and PyInstaller (``pip install -e ".[freeze]"``). What comes
out is ``OUT/cocite``, for the system it was made on; it is started once, to see that it works.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SPEC = Path(__file__).resolve().with_name("cocite.spec")
CHECKS = (("--version",), ("--sample", "--text"))


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
    return max(_check(folder, arguments) for arguments in CHECKS)


def _freeze(out: Path) -> None:
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(out), "--workpath", str(out / "work"), str(SPEC)]
    # This checkout is frozen, even where another one is installed.
    environment = {**os.environ, "PYTHONPATH": str(SPEC.parent.parent)}
    subprocess.run(command, check=True, env=environment)


def _check(folder: Path, arguments: tuple[str, ...]) -> int:
    """Run the frozen program where it finds nothing of this user or of this Python."""
    program = folder / ("cocite.exe" if os.name == "nt" else "cocite")
    with tempfile.TemporaryDirectory(prefix="cocite-") as home:
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "XDG_", "VIRTUAL_ENV"))
        } | {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "APPDATA": home}
        began = time.perf_counter()
        ended = subprocess.run([str(program), *arguments], env=environment, cwd=home, check=False)
    seconds = time.perf_counter() - began
    print(f"cocite {' '.join(arguments)}: exit code {ended.returncode}, {seconds:.1f} s")
    return int(ended.returncode != 0)


if __name__ == "__main__":
    raise SystemExit(main())
