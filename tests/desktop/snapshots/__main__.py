"""Take the pictures anew, or look at them.

    python -m tests.desktop.snapshots --renew [NAME…]      replace the pictures of the states named
    python -m tests.desktop.snapshots --into FOLDER [NAME…]    write them elsewhere, all sizes
    python -m tests.desktop.snapshots --sheet FOLDER       contact sheets of the pictures kept

A name is the beginning of a state's. Without names, pictures of states that are gone are removed.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PICTURES = Path(__file__).parent / "pictures"
SIZES = ((1280, 720), (1920, 1080))
PERCENTS = (100, 150, 200)
COMBINATIONS = tuple(itertools.product(SIZES, PERCENTS))


def take(
    folder: Path, size: tuple[int, int], percent: int, names: list[str], kind: str = "webp"
) -> None:
    """Let a process of its own write the pictures of one screen and size of texts.

    Ended by a signal, it is started once more, and where it was is shown as a warning.
    """
    words = [str(folder), kind, *map(str, size), str(percent), *names]
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.desktop.snapshots.taking", *words]
    for is_last in (False, True):
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ)
        if not done.returncode:
            return
        failure = f"{percent} % at {size}, ended with {done.returncode}: {done.stderr[-3_000:]}"
        if is_last or done.returncode > 0:
            raise RuntimeError(failure)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(failure, stacklevel=2)


def take_all(folder: Path, names: list[str]) -> None:
    """Write the pictures of all screens and sizes, as many at once as there are processors."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        list(pool.map(lambda each: take(folder, *each, names), COMBINATIONS))


def renew(names: list[str]) -> None:
    """Replace what is kept."""
    with tempfile.TemporaryDirectory() as scratch:
        take_all(Path(scratch), names)
        PICTURES.mkdir(exist_ok=True)
        for old in PICTURES.glob("*.webp"):
            if not names or any(old.name.startswith(name) for name in names):
                old.unlink()
        for new in Path(scratch).glob("*.webp"):
            (PICTURES / new.name).write_bytes(new.read_bytes())
    kept = list(PICTURES.glob("*.webp"))
    size = sum(one.stat().st_size for one in kept) / 2**20
    sys.stdout.write(f"{len(kept)} pictures, {size:.1f} MB\n")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--renew", action="store_true")
    what.add_argument("--into", type=Path)
    what.add_argument("--sheet", type=Path)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    if asked.sheet:
        from tests.desktop.snapshots.sheets import write_sheets

        write_sheets(PICTURES, asked.sheet)
    elif asked.into:
        take_all(asked.into, asked.names)
    else:
        renew(asked.names)


if __name__ == "__main__":
    main()
