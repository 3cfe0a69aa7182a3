"""Damage PDFs in every way and read them: what became of each, the slowest, crashes and hangs.

    python tools/lab/benchmarks/parse_fuzz.py [--count 2000] [--workers 1] [--seed 0] [FOLDER]

Damage number N is the same in every run with the same seed and folder; ``--only N`` repeats one
and ``--keep DIR`` keeps the files that were a bug, a crash or a hang.
"""

from __future__ import annotations

import argparse
import collections
import functools
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from core.base.errors import PdfError, PdfLimitError
from core.manuscript.reader import GuardedReader
from tests.core.manuscript.mutations import mutated, unpacked

_TELLING = ("bug", "crash", "hang")


class Outcome(NamedTuple):
    """What became of one damaged file; ``told`` is what the reader said."""

    number: int
    name: str
    mutation: str
    kind: str
    told: str
    seconds: float


def main() -> None:
    """Run the damage asked for and print what became of it."""
    options = _options()
    files = sorted(options.folder.rglob("*.pdf"))
    numbers = [options.only] if options.only is not None else range(options.count)
    run = _Run(files, options.seed, options.seconds, options.keep)
    started = time.monotonic()
    with closing(run), ThreadPoolExecutor(options.workers) as pool:
        outcomes = []
        for outcome in pool.map(run.outcome, numbers):
            outcomes.append(outcome)
            if outcome.kind in _TELLING:
                print(f"{outcome.kind}: --only {outcome.number} {outcome.name} {outcome.mutation}")
                print(f"    {outcome.told[-1500:]}", flush=True)
    _print(outcomes, len(files), time.monotonic() - started)


class _Run:
    """Readers, one a thread, and the files they read."""

    def __init__(self, files: list[Path], seed: int, seconds: float, keep: Path | None) -> None:
        self._files, self._seed, self._seconds, self._keep = files, seed, seconds, keep
        self._own = threading.local()
        self._readers: list[GuardedReader] = []
        self._folder = tempfile.TemporaryDirectory(prefix="parse-fuzz-")

    def outcome(self, number: int) -> Outcome:
        """Damage a file, read it, and say what came of it."""
        chance = Random(f"{self._seed}/{number}")
        path = self._files[number % len(self._files)]
        mutation, damaged = mutated(*_sources(path), chance)
        place = Path(self._folder.name) / f"{number}-{path.name}"
        place.write_bytes(damaged)
        started = time.monotonic()
        kind, told = self._read(place)
        seconds = time.monotonic() - started
        if kind in _TELLING and self._keep is not None:
            self._keep.mkdir(parents=True, exist_ok=True)
            (self._keep / place.name).write_bytes(damaged)
        place.unlink()
        return Outcome(number, path.name, mutation, kind, told, seconds)

    def close(self) -> None:
        """End the readers and remove their files."""
        for reader in self._readers:
            reader.close()
        self._folder.cleanup()

    def _read(self, path: Path) -> tuple[str, str]:
        try:
            manuscript = self._reader().read_manuscript(path)
        except PdfLimitError as error:
            return ("hang" if "longer than" in str(error) else "limit"), str(error)
        except PdfError as error:
            signs = {"ends the parser": "crash", "does not expect": "bug"}
            found = [kind for sign, kind in signs.items() if sign in str(error)]
            return found[0] if found else type(error).__name__, str(error)
        return "read", f"{len(manuscript.sentences)} sentences"

    def _reader(self) -> GuardedReader:
        reader: GuardedReader | None = getattr(self._own, "reader", None)
        if reader is None:
            reader = self._own.reader = GuardedReader(seconds=self._seconds)
            self._readers.append(reader)
        return reader


@functools.lru_cache(maxsize=80)
def _sources(path: Path) -> tuple[bytes, bytes]:
    pdf = path.read_bytes()
    return pdf, unpacked(pdf)


def _print(outcomes: list[Outcome], files: int, seconds: float) -> None:
    kinds = collections.Counter(outcome.kind for outcome in outcomes)
    print(f"{len(outcomes)} damaged files of {files} PDFs in {seconds:.0f} s")
    for kind, count in kinds.most_common():
        print(f"{kind:24} {count:6}")
    by_mutation = collections.Counter((each.mutation, each.kind) for each in outcomes)
    for (mutation, kind), count in sorted(by_mutation.items()):
        print(f"    {mutation:18} {kind:24} {count:5}")
    print("slowest:")
    for outcome in sorted(outcomes, key=lambda each: -each.seconds)[:8]:
        named = f"--only {outcome.number} {outcome.name} {outcome.mutation}"
        print(f"    {outcome.seconds:6.1f} s  {outcome.kind:20} {named}")
    for kind in _TELLING:
        print(f"{kind}: {kinds[kind]}")


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path, nargs="?", default=Path("../shared/data/pdfs"))
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--only", type=int)
    options.add_argument("--keep", type=Path)
    return options.parse_args()


if __name__ == "__main__":
    main()
