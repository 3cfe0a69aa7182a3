"""``python -m tools.lab cut``: a corpus of a size that travels, to a machine with a GPU.

What goes along is decided by its worth: edges and what is held out, so that models are judged by
the same papers; full texts, up to ``_TEXTS`` of the room; the papers that these cite; those that
edges name; others. Among equals the hash of an id decides: the same corpus gives the same cut.
"""

from __future__ import annotations

import gzip
import hashlib
import shutil
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from core.base.errors import UsageError
from core.base.files import new_folder
from core.base.jobs import Job
from core.base.messages import Message
from core.commands.printing import ConsoleJob
from core.formats.corpus import edge_files, fulltext_files, papers_files, read_edges
from core.formats.entries import Problem
from core.formats.jsonl import json_objects
from core.formats.lines import numbered_lines
from training.corpus.splits import SPLITS_FILE, code_of_file, has_splits, read_splits

_TEXTS = 0.6
_PACKING = 9
_TRIES, _ENOUGH, _AIM = 5, 0.92, 0.97
"""Lines are smaller packed together than each by itself; how much, a first cut tells."""
_CHECKED = 500
"""Lines between two looks at whether a stop was asked for."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What a cut holds: papers, full texts, and bytes on the disk."""

    papers: int
    fulltexts: int
    size: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A record in a file: its line's number, its id, the ids it cites, its bytes when packed."""

    path: Path
    number: int
    id: str
    cites: tuple[str, ...]
    size: int


def cut(source: Path, out: Path, size: int, job: Job) -> Cut:
    """Write a corpus of at most ``size`` bytes, its files packed, into a new folder.

    Raises:
        UsageError: there is something in the folder, or what must go along is larger.
        FormatError: a file of the corpus cannot be opened.
        JobCancelled: a stop was asked for; nothing is left behind.
    """
    with new_folder(out) as folder:
        _copy_whole(source, folder)
        choice, scale = _Choice(source, job), 1.0
        for _ in range(_TRIES):
            texts, papers = choice.within(scale * size)
            _write(source, folder, [*texts, *papers], job)
            new_cut = Cut(len(papers), len(texts), _folder_size(folder))
            all_of_it = (len(texts), len(papers)) == choice.counts
            if new_cut.size <= size and (all_of_it or new_cut.size > _ENOUGH * size):
                break
            scale *= _AIM * size / new_cut.size
        if new_cut.size > size:
            raise UsageError(
                "The edges and what is held out alone are larger than {size} MiB.",
                size=size // 2**20,
                remedy="Allow a larger size, or leave out edges.",
            )
    return new_cut


class _Choice:
    """Which lines of a corpus go along, for any room."""

    def __init__(self, source: Path, job: Job) -> None:
        """Read what there is; the texts themselves are not kept."""
        self._held_out = set(read_splits(source).codes)
        self._named_papers: set[str] = set()
        for path in edge_files(source):
            pairs = [edge for edge in read_edges(path) if not isinstance(edge, Problem)]
            (self._held_out if code_of_file(path) else self._named_papers).update(*pairs)
        self._texts = _lines(fulltext_files(source), _cited, job)
        self._papers = _lines(papers_files(source), lambda _: (), job)
        for line in self._texts:
            if code_of_file(line.path) or line.id in self._held_out:
                self._held_out.update((line.id, *line.cites))

    @property
    def counts(self) -> tuple[int, int]:
        """How many full texts and papers there are."""
        return len(self._texts), len(self._papers)

    def within(self, room: float) -> tuple[list[_Line], list[_Line]]:
        """Return the full texts and the papers that fit, those held out in any case."""
        texts = _first(self._texts, _TEXTS * room, [self._held_out])
        cited = {paper_id for line in texts for paper_id in (line.id, *line.cites)}
        remaining_room = room - sum(line.size for line in texts)
        return texts, _first(
            self._papers, remaining_room, [self._held_out, cited, self._named_papers]
        )


def _first(lines: Iterable[_Line], room: float, worth: Sequence[set[str]]) -> list[_Line]:
    """Return the lines that fit, in the order of the first set that has their id.

    Those of the very first set count, and are taken, whatever the room is.
    """

    def place(line: _Line) -> tuple[int, bytes]:
        at = next((at for at, ids in enumerate(worth) if line.id in ids), len(worth))
        return at, hashlib.sha256(line.id.encode()).digest()

    chosen = list[_Line]()
    for line in sorted(lines, key=place):
        room -= line.size
        if room < 0 and line.id not in worth[0]:
            break
        chosen.append(line)
    return chosen


def _lines(
    paths: Iterable[Path], cites: Callable[[dict[str, Any]], Iterable[str]], job: Job
) -> list[_Line]:
    corpus_lines: list[_Line] = []
    for path in paths:
        job.report(0, 0, Message("Reading {file}", file=path.name))
        for line in json_objects(path):
            if isinstance(line, Problem):
                continue
            number, value = line
            if number % _CHECKED == 0:
                job.check()
            packed = len(zlib.compress(repr(value).encode("utf-8", "replace")))
            name = str(value.get("id", ""))
            corpus_lines.append(
                _Line(path, number, name, tuple(dict.fromkeys(cites(value))), packed)
            )
    return corpus_lines


def _cited(text: dict[str, Any]) -> Iterator[str]:
    """Yield the ids that the sentences of a full text cite, as far as it has the right shape."""
    parts: list[Any] = [text.get("sections")]
    while parts:
        part = parts.pop()
        if isinstance(part, list):
            parts += part
        elif isinstance(part, dict):
            cites = part.get("cites")
            yield from (
                cited_id
                for cited_id in (cites if isinstance(cites, list) else ())
                if isinstance(cited_id, str)
            )
            parts.append(part.get("paragraphs"))


def _copy_whole(source: Path, folder: Path) -> None:
    """Write what goes along whole: the splits and the edges."""
    if has_splits(source):
        shutil.copyfile(source / SPLITS_FILE, folder / SPLITS_FILE)
    for path in edge_files(source):
        _write_lines(path, _place(source, folder, path), None)


def _write(source: Path, folder: Path, lines: Iterable[_Line], job: Job) -> None:
    wanted_lines: defaultdict[Path, set[int]] = defaultdict(set)
    for line in lines:
        wanted_lines[line.path].add(line.number)
    for path in (*fulltext_files(source), *papers_files(source)):
        job.check()
        job.report(0, 0, Message("Writing {file}", file=path.name))
        _write_lines(path, _place(source, folder, path), wanted_lines[path])


def _write_lines(path: Path, place: Path, wanted_lines: set[int] | None) -> None:
    """Write these lines of a file, or all, packed and in their order, without a time stamp."""
    place.parent.mkdir(exist_ok=True)
    with place.open("wb") as raw, gzip.GzipFile("", "wb", _PACKING, raw, mtime=0) as file:
        for line in numbered_lines(path):
            if not isinstance(line, Problem) and (wanted_lines is None or line[0] in wanted_lines):
                file.write(line[1].rstrip("\r\n").encode() + b"\n")


def _place(source: Path, folder: Path, path: Path) -> Path:
    """Return where a file of the corpus goes; its name, which may hold it out, stays."""
    place = folder / path.relative_to(source)
    return place if place.suffix == ".gz" else place.with_name(f"{place.name}.gz")


def _folder_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@click.command("cut")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--mebibytes", default=64, show_default=True, type=click.IntRange(1), help="Its size at most."
)
def command(corpus: Path, out: Path, mebibytes: int) -> None:
    """Write a part of CORPUS into the new folder OUT, small enough to travel.

    What is held out goes along whole, so that models are judged by the same papers.
    """
    with ConsoleJob() as job:
        result = cut(corpus, out, mebibytes * 2**20, job)
    size = f"{result.size / 2**20:.1f} MiB"
    click.echo(f"{result.papers:,} papers and {result.fulltexts:,} full texts, {size}")
