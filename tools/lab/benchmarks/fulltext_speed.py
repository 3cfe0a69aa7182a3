"""How fast the full texts of a library are read, and how the memory goes.

    python -m tools.lab.benchmarks.fulltext_speed [COUNT]

Attaches the PDFs of the development data to papers, repeated as distinct copies until there are
COUNT (200), and reads them as ``cocite index`` does. Memory is that of this process and of its
readers together, in thirds of the run.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil

from core.base.records import PaperRecord
from core.library.store.attachments import content_hash
from core.models.shelf import Shelf
from core.workspace import Workspace
from tools.lab.benchmarks.data import data_folder


class Watch:
    """Notes time and memory at each file; a job that nobody stops."""

    def __init__(self) -> None:
        self.own: list[float] = []
        self.all: list[float] = []

    def report(self, _done: int, _total: int, note: str = "") -> None:
        """Note the memory now, if a file was read."""
        if not note.endswith(".pdf"):
            return
        process = psutil.Process()
        own = process.memory_info().rss / 1e6
        children = 0.0
        for child in process.children(recursive=True):
            try:
                children += child.memory_info().rss / 1e6
            except psutil.Error:
                continue
        self.own.append(own)
        self.all.append(own + children)

    def check(self) -> None:
        """Never stop."""


def main() -> None:
    """Measure, in a folder that is removed at the end."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    sources = sorted((data_folder() / "pdfs").rglob("*.pdf"))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        workspace = Workspace(folder / "library", Shelf(folder / "models"), create=True)
        records = [PaperRecord(title=f"Attached paper {n}") for n in range(count)]
        outcomes = list(workspace.library.papers.add(records, source="benchmark"))
        for position, outcome in enumerate(outcomes):
            source = sources[position % len(sources)]
            copy = folder / f"{position}-{source.name}"
            copy.write_bytes(source.read_bytes() + b"%% %d\n" % position)
            assert outcome.number is not None
            workspace.library.papers.attach_file(outcome.number, copy, content_hash(copy))
        watch = Watch()
        began, cpu = time.perf_counter(), time.process_time()
        report = workspace.fulltexts.read_files(watch)
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        counts = workspace.library.citations.counts()
        began = time.perf_counter()
        found = workspace.fulltexts.search("a method compared with baselines on a benchmark")
        searched = time.perf_counter() - began
        workspace.close()
        size = (folder / "library" / "library.db").stat().st_size
    print(f"{report.read} read, {report.failed} failed, {report.set_aside} set aside")
    print(f"{count / seconds:6.2f} PDFs a second")
    print(
        f"processor time of a PDF: {cpu / count:.3f} s here, {_of_children() / count:.3f} s to read"
    )
    for name, values in (("this process", watch.own), ("with readers", watch.all)):
        third = max(1, len(values) // 3)
        parts = [max(values[start : start + third]) for start in range(0, third * 3, third)]
        print(f"{name}: most memory in each third {', '.join(f'{part:.0f} MB' for part in parts)}")
    print(f"{counts.contexts} citing sentences, {counts.citations} citations")
    print(f"database {size / count / 1e3:.0f} kB a paper")
    print(f"{len(found)} passages found in {searched * 1e3:.0f} ms")
    print(f"reasons of failure: {Counter(each.reason for each in report.refused)}")


def _of_children() -> float:
    """Return the processor time of the children that have ended, where the system counts it."""
    times = psutil.Process().cpu_times()
    return float(getattr(times, "children_user", 0) + getattr(times, "children_system", 0))


if __name__ == "__main__":
    main()
