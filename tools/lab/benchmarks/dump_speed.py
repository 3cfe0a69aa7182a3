"""How fast dumps of each form are read, and in how much memory.

``python -m tools.lab.benchmarks.dump_speed``

Lines are invented, of the lengths that the published ones have; one in 97 is of a wanted paper.
Processor time is counted, so that other programs on the machine weigh little.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil

from core.formats.dumps.scanning import Wanted, scan
from tests import dumps

WANTED = 100_000
_FAR = 10**8


def works(count: int) -> Iterator[str]:
    """Yield works of OpenAlex, of some 5 KB each."""
    for n in range(count):
        work = dumps.openalex(n, f"10.55555/a.{n}", cites=random.sample(range(_FAR), 35))
        work["authorships"] *= 12
        work["abstract_inverted_index"] = {f"word{k}": [k] for k in range(150)}
        yield json.dumps(work)


def articles(count: int) -> Iterator[str]:
    """Yield works of Crossref with 25 references."""
    for n in range(count):
        cites = [f"10.55556/b.{random.randrange(_FAR)}" for _ in range(25)]
        yield json.dumps(dumps.crossref(f"10.55555/A.{n}", title="T" * 80, cites=cites))


def papers(count: int) -> Iterator[str]:
    """Yield papers of Semantic Scholar."""
    for n in range(count):
        paper = dumps.semantic_scholar(n, title="T" * 80, doi=f"10.55555/a.{n}")
        yield json.dumps({**paper, "authors": paper["authors"] * 5})


def citations(count: int) -> Iterator[str]:
    """Yield citations of Semantic Scholar."""
    for _ in range(count):
        yield json.dumps(dumps.cited(random.randrange(_FAR), random.randrange(_FAR)))


def rows(count: int) -> Iterator[str]:
    """Yield the table of OpenCitations' index."""
    yield ",".join(dumps.INDEX)
    for n in range(count):
        ends = (f"omid:br/06{random.randrange(_FAR)}" for _ in range(2))
        yield ",".join(f'"{field}"' for field in (f"x-{n}", *ends, "2020-01", "P1Y", "no", "no"))


MAKERS: dict[str, tuple[Callable[[int], Iterator[str]], float]] = {
    "OpenAlex": (works, 0.1),
    "Crossref": (articles, 0.2),
    "Semantic Scholar, papers": (papers, 0.5),
    "Semantic Scholar, citations": (citations, 1.0),
    "OpenCitations": (rows, 2.0),
}


def main() -> None:
    """Print lines and MB a second for each form, and the most memory that any took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lines", type=int, default=200_000, help="of the form in the middle")
    count = options.parse_args().lines
    random.seed(20251120)
    keys = {f"doi:10.55555/a.{n * 97}": n for n in range(WANTED)}
    keys |= {f"s2:{n * 997}": n for n in range(WANTED)}
    keys |= {f"omid:br/06{n * 997}": n for n in range(WANTED)}
    wanted = Wanted(keys)
    process = psutil.Process()
    before = process.memory_info().rss
    for name, (make, share) in MAKERS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "dump"
            with path.open("w") as file:
                file.writelines(f"{line}\n" for line in make(int(count * share)))
            begun, read, found, most = time.process_time(), 0, 0, 0
            for step in scan(path, wanted):
                read += step.lines
                found += len(step.found)
                most = max(most, process.memory_info().rss - before)
            took, size = time.process_time() - begun, path.stat().st_size
            print(
                f"{name}: {read / took:,.0f} lines/s, {size / took / 1e6:.0f} MB/s of"
                f" {size / read:,.0f} bytes a line, {found:,} of {read:,} lines wanted,"
                f" {most / 1e6:.0f} MB more memory"
            )


if __name__ == "__main__":
    main()
