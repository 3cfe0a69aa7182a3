"""Processor time of programs with a model, beside two busy loops and without.

``python -m tools.lab.benchmarks.busy_machine`` makes a library of its own and runs ``index``,
``evaluate``, ``recommend`` and a training in turns: alone, then beside the loops. Processor time is
that of the program and its children. Threads that spin while they wait take several times as much
on a busy machine. ``--programs`` chooses some, ``--turns`` says how often each runs; the least of
each counts, as other work on the machine makes any turn longer.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.library.library import Library
from tests.core.programs.writing import invented_papers, sentences
from tests.tiny_corpus import make_tiny_corpus

PAPERS, QUERIES, TURNS, LOOPS = 600, 60, 3, 2
MOST = 1.3
_LOOP = "while True: sum(range(100_000))"
PROGRAMS = ("index", "evaluate", "recommend", "train")


def main() -> None:
    """Print for each program the processor time alone and beside the loops."""
    options = argparse.ArgumentParser()
    options.add_argument("--papers", type=int, default=PAPERS)
    options.add_argument("--turns", type=int, default=TURNS)
    options.add_argument("--programs", nargs="+", choices=PROGRAMS, default=PROGRAMS)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        _make_inputs(folder, chosen.papers)
        for program in chosen.programs:
            quiet, busy = [], []
            for turn in range(chosen.turns):
                quiet.append(_processor_time(folder, program, f"{turn}-alone"))
                with _busy_loops():
                    busy.append(_processor_time(folder, program, f"{turn}-beside"))
            ratio = min(busy) / min(quiet)
            verdict = "" if ratio <= MOST else "  TOO MUCH"
            print(
                f"{program:10} alone {min(quiet):6.1f} s, beside {LOOPS} loops {min(busy):6.1f} s,"
                f" {ratio:.2f} ×{verdict}",
                flush=True,
            )


def _make_inputs(folder: Path, papers: int) -> None:
    library = folder / "library"
    with Library.open(library, create=True) as opened:
        list(opened.papers.add(invented_papers(papers), source="benchmark"))
    shutil.copytree(library, folder / "unread")
    subprocess.run(
        [*_cocite("index"), "--library", str(library)], check=True, stdout=subprocess.DEVNULL
    )
    texts = sentences(QUERIES)
    with (folder / "queries.jsonl").open("w", encoding="utf-8") as file:
        for number, text in enumerate(texts):
            query = {"id": f"q:{number}", "sentence": text, "relevant": [f"w:{number}"]}
            file.write(json.dumps(query) + "\n")
    make_tiny_corpus(folder / "corpus")


def _cocite(command: str) -> list[str]:
    return [sys.executable, "-m", "desktop", command]


def _command(folder: Path, program: str, name: str) -> list[str]:
    library = ["--library", str(folder / "library")]
    if program == "index":
        unread = folder / f"library-{name}"
        shutil.copytree(folder / "unread", unread)
        return [*_cocite("index"), "--library", str(unread)]
    if program == "evaluate":
        queries = ["--queries", str(folder / "queries.jsonl"), "--stage", "full"]
        return [*_cocite("evaluate"), *library, *queries]
    if program == "recommend":
        return [*_cocite("recommend"), *library, "--text", " ".join(sentences(3))]
    corpus = ["--corpus", str(folder / "corpus"), "--out", str(folder / f"run-{name}")]
    return [sys.executable, "-m", "training", "cocite", *corpus, "--set", "steps=6"]


def _processor_time(folder: Path, program: str, name: str) -> float:
    command = _command(folder, program, name)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=_environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _environment() -> dict[str, str]:
    """Return the environment without what would say for the program how threads wait."""
    own = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME")
    return {name: value for name, value in os.environ.items() if name not in own}


@contextmanager
def _busy_loops() -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", _LOOP]) for _ in range(LOOPS)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    main()
