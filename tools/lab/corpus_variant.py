"""``python -m tools.lab vary``: a corpus as an experiment of the papers has it.

SPECTER's ablations read titles alone, or also the journal or the authors (Cohan et al. 2020, §6).
Nogueira et al. (2020, §4) hold out the latest citing papers, count only what is not later than the
citing paper, and train on no paper with nearly the title of one that is held out.
"""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import click

from core.base.errors import UsageError
from core.base.files import new_folder
from core.base.identity import split_into_words
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.commands.printing import ConsoleJob
from core.formats.corpus import edge_files, fulltext_files, papers_files, read_edges
from core.formats.entries import Problem
from core.formats.jsonl import json_objects
from training.corpus.splits import SPLITS, SPLITS_FILE, code_of_file, read_splits

_Json = dict[str, Any]  # Any: JSON
_NEAR = 0.7
"""Share of words of two titles from which on they are nearly the same."""
_SHARES = (0.8, 0.9)
"""Of the citing papers by year: up to where training goes, and what holds out for choosing."""


def _with_title_alone(paper: _Json) -> _Json:
    # A paper without an abstract would be in no training at all.
    return paper | {"abstract": "." if paper.get("abstract") else ""}


def _with_venue(paper: _Json) -> _Json:
    return _with_words(paper, str(paper.get("venue") or ""))


def _with_authors(paper: _Json) -> _Json:
    return _with_words(paper, ", ".join(map(str, paper.get("authors") or ())))


def _with_words(paper: _Json, words: str) -> _Json:
    """Put words before an abstract, where a short text still has them."""
    abstract = str(paper.get("abstract") or "")
    return paper | {"abstract": f"{words}. {abstract}" if words and abstract else abstract}


TEXTS: Mapping[str, Callable[[_Json], _Json]] = {
    "whole": lambda paper: paper,
    "title": _with_title_alone,
    "venue": _with_venue,
    "authors": _with_authors,
}
"""What is read of a paper: title and abstract, the title alone, or the venue or authors as well."""


def vary(source: Path, out: Path, texts: str, job: Job, *, by_year: bool) -> dict[str, list[str]]:
    """Write a variant of a corpus into a new folder; return its splits, as before or by year.

    Raises:
        UsageError: there is something in the folder, or no citing paper has a year.
        FormatError: a file of the corpus cannot be opened.
        JobCancelled: a stop was asked for; nothing is left behind.
    """
    papers = [*_objects(papers_files(source), job)]
    edges = [
        edge
        for path in edge_files(source)
        for edge in read_edges(path)
        if not isinstance(edge, Problem)
    ]
    fulltexts = [*_objects(fulltext_files(source), job)]
    splits = _read_splits(source)
    if by_year:
        years = {str(paper["id"]): paper.get("year") for paper in papers}
        citing_ids = {citing for citing, _ in edges} | {str(text["id"]) for text in fulltexts}
        splits = split_by_year(years, citing_ids)
        held_out_ids = {*splits["dev"], *splits["test"]}
        near_ids = find_near_titles(papers, held_out_ids)
        papers = [paper for paper in papers if paper["id"] not in near_ids]
        fulltexts = [text for text in fulltexts if text["id"] not in near_ids]
        edges = [
            (citing, cited)
            for citing, cited in edges
            if not near_ids & {citing, cited} and not _is_later(years, cited, citing)
        ]
    with new_folder(out) as folder:
        job.report(0, 0, Message("Writing {file}", file=out.name))
        _write(folder / "papers.jsonl.gz", map(_to_line, map(TEXTS[texts], papers)))
        if fulltexts:
            _write(folder / "fulltexts.jsonl.gz", map(_to_line, fulltexts))
        if edges:
            _write(folder / "edges.tsv.gz", map("\t".join, edges))
        (folder / SPLITS_FILE).write_text(json.dumps(splits), "utf-8")
    return splits


def _read_splits(source: Path) -> dict[str, list[str]]:
    """Return the splits of a corpus, those too that only names of its files say."""
    held_out = read_splits(source)
    for path in edge_files(source):
        for edge in read_edges(path):
            if not isinstance(edge, Problem):
                held_out.add(edge[0], code_of_file(path))
    for path in fulltext_files(source):
        for text in _objects([path], SilentJob()):
            held_out.add(str(text["id"]), code_of_file(path))
    splits: dict[str, list[str]] = {name: [] for name in SPLITS}
    splits["train"] = sorted(held_out.train - held_out.codes.keys())
    for paper, code in sorted(held_out.codes.items()):
        splits[SPLITS[code]].append(paper)
    return splits


def split_by_year(
    years: Mapping[str, int | None], citing_ids: Collection[str]
) -> dict[str, list[str]]:
    """Return citing papers for training, choosing and judging: eight, one and one in ten, by year.

    Papers without a year are for training. A year is never parted: it goes where most of it is.

    Raises:
        UsageError: fewer than three years are known.
    """
    counts = Counter(year for paper in citing_ids if (year := years.get(paper)) is not None)
    if len(counts) < len(("train", "dev", "test")):
        raise UsageError(
            "The citing papers of this corpus have fewer than three different years.",
            remedy="Take a corpus whose papers have years.",
        )
    total, passed = counts.total(), 0
    split_of: dict[int, str] = {}
    ordered = sorted(counts)
    for place, year in enumerate(ordered):
        middle = (passed + counts[year] / 2) / total
        passed += counts[year]
        split = "train" if middle < _SHARES[0] else "dev" if middle < _SHARES[1] else "test"
        left = len(ordered) - place
        split_of[year] = {1: "test", 2: "dev" if split == "train" else split}.get(left, split)
    splits: dict[str, list[str]] = {"train": [], "dev": [], "test": []}
    for paper in sorted(citing_ids):
        year = years.get(paper)
        splits["train" if year is None else split_of[year]].append(paper)
    return splits


def find_near_titles(papers: Iterable[_Json], held_out_ids: Collection[str]) -> set[str]:
    """Return the papers that share seven in ten words with the title of a held-out one."""
    words_by_id = {str(paper["id"]): _list_words(paper) for paper in papers}
    frequencies = Counter(word for words in words_by_id.values() for word in words)
    by_word: defaultdict[str, list[str]] = defaultdict(list)
    for paper in held_out_ids & words_by_id.keys():
        # Titles so near share one of the rarest words: the others are too few to be seven in ten.
        rarest = sorted(words_by_id[paper], key=lambda word: (frequencies[word], word))
        for word in rarest[: len(rarest) - math.ceil(_NEAR * len(rarest)) + 1]:
            by_word[word].append(paper)
    near_ids = set[str]()
    for paper, words in words_by_id.items():
        if paper in held_out_ids:
            continue
        candidates = {held_out for word in words for held_out in by_word.get(word, ())}
        if any(_share(words, words_by_id[candidate]) >= _NEAR for candidate in candidates):
            near_ids.add(paper)
    return near_ids


def _list_words(paper: _Json) -> frozenset[str]:
    return frozenset(split_into_words(str(paper.get("title", ""))))


def _share(words: frozenset[str], others: frozenset[str]) -> float:
    return len(words & others) / len(words | others)


def _is_later(years: Mapping[str, int | None], cited: str, citing: str) -> bool:
    first, second = years.get(citing), years.get(cited)
    return first is not None and second is not None and second > first


def _objects(paths: Iterable[Path], job: Job) -> Iterator[_Json]:
    for path in paths:
        job.report(0, 0, Message("Reading {file}", file=path.name))
        for number, line in zip(count(), json_objects(path), strict=False):
            if number % 500 == 0:
                job.check()
            if not isinstance(line, Problem):
                yield line[1]


def _to_line(value: _Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
        for line in lines:
            file.write(line.encode("utf-8", "replace") + b"\n")


@click.command("vary")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--texts",
    type=click.Choice([*TEXTS]),
    default="whole",
    show_default=True,
    help="What is read of a paper besides its title.",
)
@click.option(
    "--by-year", is_flag=True, help="Hold out the latest citing papers, and drop near titles."
)
def command(corpus: Path, out: Path, texts: str, by_year: bool) -> None:
    """Write CORPUS as an experiment of the papers has it into the new folder OUT."""
    with ConsoleJob() as job:
        splits = vary(corpus, out, texts, job, by_year=by_year)
    counts = ", ".join(f"{len(ids):,} {name}" for name, ids in splits.items())
    click.echo(f"{out}: citing papers {counts}")
