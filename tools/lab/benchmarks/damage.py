"""Damaged files of every kind, by the thousand: each is read, or refused by an error that names it.

    python -m tools.lab.benchmarks.damage [--references 20000] [--manuscripts 2000]
                                      [--kind KIND ...] [--seed 1] [--also FOLDER] [--keep FOLDER]

``--references`` is the number of reference files over all formats, ``--manuscripts`` that of each
kind of manuscript; ``--also`` damages the real files of a folder as well. Manuscripts are read as
the commands read them, in a child process with its limits; references here, with a limit of
processor time, each hundredth one in its child. What is neither read nor refused is a failure, as
is what took longer than its limit; ``--keep`` keeps those files.
"""

from __future__ import annotations

import argparse
import functools
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from core.base.errors import EngineError
from core.base.jobs import SilentJob
from core.formats.registry import get_format
from core.library.imports.importing import read_entries
from core.manuscript.reader import GuardedReader
from core.manuscript.sources import KINDS
from tests import damaged_files
from tests.damaged_files import Whole

SECONDS = 20.0
_FAILED = ("does not expect", "ends the parser", "took longer than")


class _TooSlow(Exception):
    pass


class _Trial:
    """Counts what became of files, and tells of each failure at once."""

    def __init__(self, keep: Path | None) -> None:
        self.counts: Counter[str] = Counter()
        self.slowest: list[tuple[float, str]] = []
        self._keep = keep

    def of(self, whole: Whole, content: bytes, path: Path, read: Callable[[], object]) -> None:
        """Read a file and count what became of it."""
        path.write_bytes(content)
        started = time.monotonic()
        told = ""
        try:
            read()
        except EngineError as refusal:
            became = "refused"
            if path.name not in str(refusal) or any(sign in str(refusal) for sign in _FAILED):
                became, told = "failures", str(refusal)
        except Exception:  # noqa: BLE001 - this is what is looked for
            became, told = "failures", traceback.format_exc()
        else:
            became = "read"
        seconds = time.monotonic() - started
        self.counts[f"{whole.kind}: {became}"] += 1
        self.counts[f"all: {became}"] += 1
        self.slowest = sorted([*self.slowest, (seconds, f"{whole.kind} {whole.name}")])[-8:]
        if told:
            number = self.counts["all: failures"]
            print(f"--- {number} {whole.kind} {whole.name}\n{told}", flush=True)
            if self._keep is not None:
                self._keep.mkdir(parents=True, exist_ok=True)
                (self._keep / f"{number}-{path.name}").write_bytes(content)


def main() -> None:
    """Damage and read, and print what became of each kind."""
    options = _options()
    signal.signal(signal.SIGPROF, _stop)
    trial = _Trial(options.keep)
    with tempfile.TemporaryDirectory(prefix="damage-") as name:
        folder = Path(name)
        cited, written = damaged_files.references(), damaged_files.manuscripts(folder)
        if options.also:
            more_cited, more_written = damaged_files.found(options.also)
            cited, written = cited + more_cited, written + more_written
        wanted = set(options.kind or [each.kind for each in cited + written])
        _references([each for each in cited if each.kind in wanted], options, trial, folder)
        _manuscripts([each for each in written if each.kind in wanted], options, trial, folder)
    for what in sorted(trial.counts):
        print(f"{trial.counts[what]:>9,}  {what}")
    for seconds, what in reversed(trial.slowest):
        print(f"{seconds:9.1f} s  {what}")


def _references(
    wholes: list[Whole], options: argparse.Namespace, trial: _Trial, folder: Path
) -> None:
    damaged = damaged_files.endlessly(wholes, options.seed)
    for number in range(options.references if wholes else 0):
        whole, content = next(damaged)
        path = folder / f"damaged {Path(whole.name).name}"
        read = _read_in_child if number % 100 == 0 else _read_here
        trial.of(whole, content, path, functools.partial(read, whole.kind, path))
        path.unlink()


def _manuscripts(
    wholes: list[Whole], options: argparse.Namespace, trial: _Trial, folder: Path
) -> None:
    kinds = len({each.kind for each in wholes})
    damaged = damaged_files.endlessly(wholes, options.seed)
    with GuardedReader(seconds=SECONDS) as reader:
        for _ in range(options.manuscripts * kinds):
            whole, content = next(damaged)
            path = folder / f"damaged {Path(whole.name).name}"
            trial.of(whole, content, path, functools.partial(reader.read_manuscript, path))
            path.unlink()


def _read_in_child(kind: str, path: Path) -> None:
    list(read_entries(kind, path, SilentJob()))


def _read_here(kind: str, path: Path) -> None:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        list(get_format(kind).read_entries(path))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(*_: object) -> None:
    raise _TooSlow


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--references", type=int, default=20_000)
    options.add_argument("--manuscripts", type=int, default=2_000)
    options.add_argument("--kind", action="append", choices=_kinds())
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--also", type=Path)
    options.add_argument("--keep", type=Path)
    return options.parse_args()


def _kinds() -> list[str]:
    return [
        *(reference.kind for reference in damaged_files.references()),
        *(kind.name for kind in KINDS),
    ]


if __name__ == "__main__":
    main()
