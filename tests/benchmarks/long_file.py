"""Read a made-up PDF of many pages in the guarded child: when its beginning is there, and all.

    python -m tests.benchmarks.long_file [--pages 1500]

Each page has some 3,000 letters. Prints seconds by the clock and the most memory of the child.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
import pymupdf

from core.manuscript.reader import GuardedReader
from tests.core.manuscript import prose

WORKS = 400
LINE = 86
ROWS = 46


def write(path: Path, pages: int) -> None:
    """Write a thesis with a chapter each thirty pages and a list of works at its end."""
    sentences = prose.plain(prose.METHOD + prose.RESULTS)
    document = pymupdf.open()
    for number in range(pages):
        page = document.new_page(width=612, height=792)
        page.insert_text((290, 765), str(number + 1), fontsize=9)
        listed = number >= pages - WORKS // 20
        if number % 30 == 0 or number == pages - WORKS // 20:
            words = sentences[number // 30 % 20].split()[1:4]
            title = "References" if listed else f"{number // 30 + 1} Of {' '.join(words)}"
            page.insert_text((72, 70), title, fontsize=16, fontname="hebo")
        first = (number - pages + WORKS // 20) * 20
        lines = _entries(first) if listed else _lines(sentences, number)
        page.insert_text((72, 92), lines[:ROWS], fontsize=10, fontname="tiro", lineheight=1.3)
    document.save(path, deflate=True, garbage=3)


def _lines(sentences: list[str], number: int) -> list[str]:
    said = [
        f"{sentence[:-1]} on page {number} [{(number * 7 + at) % WORKS + 1}]."
        for at, sentence in enumerate(sentences * 3)
    ]
    lines = [""]
    for word in " ".join(said).split():
        if len(lines[-1]) + len(word) > LINE:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _entries(first: int) -> list[str]:
    return [
        f"[{at + 1}] P. Ander. Sieves of the kind {at + 1} on shores. Journal of Clay, 4:1-9, 1998."
        for at in range(first, first + 20)
    ]


def main() -> None:
    """See the module."""
    options = argparse.ArgumentParser()
    options.add_argument("--pages", type=int, default=1500)
    pages = options.parse_args().pages
    with tempfile.TemporaryDirectory() as folder, GuardedReader() as reader:
        path = Path(folder) / "long.pdf"
        write(path, pages)
        reader.read(path, beginning=True)  # the child's libraries are loaded
        peak, done = [0.0], threading.Event()
        watch = threading.Thread(target=_watch, args=(peak, done))
        watch.start()
        began = time.monotonic()
        begun = reader.read(path, beginning=True)
        soon = time.monotonic() - began
        low = peak[0]
        used = _children_seconds()
        whole = reader.read(path)
        took, used = time.monotonic() - began - soon, _children_seconds() - used
        done.set()
        watch.join()
    sys.stdout.write(
        f"{pages} pages: first {len(begun.sentences)} sentences after {soon:.1f} s, all"
        f" {len(whole.sentences)} after {took:.1f} s ({used:.1f} s of processor time);"
        f" {len(whole.references)} references; memory {low:.0f}, then {peak[0]:.0f} MB\n"
    )


def _children_seconds() -> float:
    return sum(sum(child.cpu_times()[:2]) for child in psutil.Process().children())


def _watch(peak: list[float], done: threading.Event) -> None:
    while not done.wait(0.2):
        sizes = [child.memory_info().rss for child in psutil.Process().children()]
        peak[0] = max(peak[0], sum(sizes) / 2**20)


if __name__ == "__main__":
    main()
