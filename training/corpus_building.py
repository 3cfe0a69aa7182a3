"""Reads a corpus folder into a store (``training.corpus_store``), one record at a time.

What a store holds, n papers, f full texts, s sentences, c citing sentences, e edges:

- ``papers.utf8`` and ``spans`` (n, 4) int64: begin and end of title and abstract, in bytes
- ``years`` (n,) int32, -1 unknown; ``splits`` (n,) int8
- ``sentences.utf8`` and ``sentence_ends`` (s + 1,) int64; markers are cut out
- ``sentence_sections`` (s,) int32, a position in ``info["sections"]``; ``sentence_paragraphs``
- ``fulltext_papers`` (f,) int32 and ``fulltext_starts`` (f + 1,) int64: its first sentence
- ``context_sentences`` (c,) int64, ``context_papers`` (c,) int32, ``context_starts`` (c + 1,) and
  ``context_cited`` int32: the papers a sentence cites
- ``edges`` (e, 2) int32, sorted
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import FormatError
from core.formats.corpus import (
    FullTextEntry,
    FullTextSentence,
    edge_files,
    fulltext_files,
    held_out_share,
    papers_files,
    read_edges,
    read_fulltexts,
)
from core.formats.entries import Problem
from core.formats.jsonl import read as read_records
from core.jobs import Job
from core.recommend.bare import bare
from training.corpus_splits import HeldOut, code_of_file, read_splits, same_titles
from training.corpus_store import Texts, finish, writer

_CHECKED = 500
"""Lines between two looks at whether a stop was asked for."""


@dataclass(slots=True)
class Tally:
    """What was left out while a corpus was read, and why."""

    duplicates: int = 0
    unknown_ids: int = 0
    bad_lines: int = 0
    first_bad: str = ""
    drawn_dev: int = 0
    same_title: int = 0
    contradicted: int = 0
    unknown_held_out: int = 0

    def refuse(self, path: Path, place: str, reason: str) -> None:
        """Count a line that gave nothing."""
        self.bad_lines += 1
        self.first_bad = self.first_bad or f"{path.name}, {place}: {reason}"


@dataclass(slots=True)
class _Cited:
    """Ids that are not numbers yet: the paper that a record names may come later."""

    of: array[int] = field(default_factory=lambda: array("i"))
    ids: array[int] = field(default_factory=lambda: array("i"))
    names: dict[str, int] = field(default_factory=dict)

    def add(self, owner: int, paper_id: str) -> None:
        self.of.append(owner)
        self.ids.append(self.names.setdefault(paper_id, len(self.names)))

    def numbers(self, known: dict[str, int]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the owner and the paper of each, -1 where there is none of that id."""
        found = np.array([known.get(name, -1) for name in self.names] or [-1], np.int32)
        ids = np.frombuffer(self.ids, np.int32) if self.ids else np.empty(0, np.int32)
        of = np.frombuffer(self.of, np.int32) if self.of else np.empty(0, np.int32)
        return of, found[ids]


class Builder:
    """Reads the files of a corpus folder and writes the store."""

    def __init__(self, folder: Path, store: Path, job: Job) -> None:
        self._source = folder
        self._store = store
        self._job = job
        self._tally = Tally()
        self._held: HeldOut = read_splits(folder)
        self._numbers: dict[str, int] = {}
        self._spans = array("q")
        self._years = array("i")
        self._papers = writer(store, "papers")
        self._sentences = writer(store, "sentences")
        self._ends = array("q", [0])
        self._sections: dict[str, int] = {}
        self._section_of = array("i")
        self._paragraph_of = array("i")
        self._fulltexts = array("i")
        self._starts = array("q", [0])
        self._has_fulltext: set[int] = set()
        self._cited = _Cited()
        """Of sentences, by their number."""
        self._listed = _Cited()
        """Of papers, by their number: references and edges."""
        self._edge_citing: dict[str, int] = {}
        self._edge_pairs: tuple[array[int], array[int]] = (array("i"), array("i"))

    def build(self) -> None:
        """Read everything and write the store.

        Raises:
            FormatError: a file cannot be read, or gives nothing but broken lines.
            JobCancelled: a stop was asked for.
        """
        parts: tuple[tuple[list[Path], Callable[[Path], Iterator[bool]]], ...] = (
            (papers_files(self._source), self._read_papers),
            (fulltext_files(self._source), self._read_fulltexts),
            (edge_files(self._source), self._read_edges),
        )
        total = sum(path.stat().st_size for paths, _ in parts for path in paths)
        done = 0
        for paths, read in parts:
            for path in paths:
                self._job.report(done, total, f"Reading {path.name}")
                self._go_through(path, read(path))
                done += path.stat().st_size
        self._papers.close()
        self._sentences.close()
        self._write()

    def _go_through(self, path: Path, lines: Iterable[bool]) -> None:
        good = bad = 0
        for place, line in enumerate(lines):
            if place % _CHECKED == 0:
                self._job.check()
            good, bad = good + line, bad + (not line)
        if bad and not good:
            raise FormatError(f"No line of {path} can be read ({self._tally.first_bad}).")

    def _read_papers(self, path: Path) -> Iterator[bool]:
        code = code_of_file(path)
        for entry in read_records(path):
            record = entry.record
            if record is None or not record.id:
                self._tally.refuse(path, entry.place, entry.problem or "the record has no id")
                yield False
                continue
            known = record.id in self._numbers
            self._tally.duplicates += known
            self._add_paper(record.id, record.title, record.abstract, record.year or -1)
            self._held.add(record.id, code)
            yield True

    def _add_paper(self, paper_id: str, title: str, abstract: str, year: int = -1) -> int:
        """Return the paper's number; of one that is known only what was missing is taken."""
        number = self._numbers.setdefault(paper_id, len(self._numbers))
        abstract = abstract.strip()
        if number == len(self._years):
            self._spans.extend((*self._papers.add(title.strip()), *self._papers.add(abstract)))
            self._years.append(year)
            return number
        begin = 4 * number
        if abstract and self._spans[begin + 2] == self._spans[begin + 3]:
            self._spans[begin + 2], self._spans[begin + 3] = self._papers.add(abstract)
        if self._years[number] < 0:
            self._years[number] = year
        return number

    def _read_fulltexts(self, path: Path) -> Iterator[bool]:
        code = code_of_file(path)
        for entry in read_fulltexts(path):
            if entry.problem:
                self._tally.refuse(path, entry.place, entry.problem)
                yield False
                continue
            number = self._add_paper(entry.id, entry.title, entry.abstract)
            self._held.add(entry.id, code)
            if number in self._has_fulltext:
                self._tally.duplicates += 1
            else:
                self._has_fulltext.add(number)
                self._add_fulltext(number, entry)
            yield True

    def _add_fulltext(self, number: int, entry: FullTextEntry) -> None:
        paragraph = 0
        for section in entry.sections:
            heading = self._sections.setdefault(section.title, len(self._sections))
            for sentences in section.paragraphs:
                for sentence in sentences:
                    self._add_sentence(sentence, heading, paragraph)
                paragraph += 1
        self._fulltexts.append(number)
        self._starts.append(len(self._section_of))
        for reference in entry.references:
            if reference.id:
                self._listed.add(number, reference.id)

    def _add_sentence(self, sentence: FullTextSentence, heading: int, paragraph: int) -> None:
        for cited in dict.fromkeys(sentence.cites):
            self._cited.add(len(self._section_of), cited)
        self._ends.append(self._sentences.add(bare(sentence.text, sentence.markers))[1])
        self._section_of.append(heading)
        self._paragraph_of.append(paragraph)

    def _read_edges(self, path: Path) -> Iterator[bool]:
        code = code_of_file(path)
        for edge in read_edges(path):
            if isinstance(edge, Problem):
                self._tally.refuse(path, edge.place, edge.reason)
                yield False
                continue
            citing, cited = edge
            self._held.add(citing, code)
            self._listed.names.setdefault(citing, len(self._listed.names))
            self._edge_pairs[0].append(self._listed.names[citing])
            self._edge_pairs[1].append(
                self._listed.names.setdefault(cited, len(self._listed.names))
            )
            yield True

    def _write(self) -> None:
        contexts = self._contexts()
        edges = self._edges(contexts)
        splits = self._splits(contexts["context_papers"])
        arrays: dict[str, NDArray[Any]] = {
            "spans": _ints(self._spans, np.int64).reshape(-1, 4),
            "years": _ints(self._years, np.int32),
            "splits": splits,
            "sentence_ends": _ints(self._ends, np.int64),
            "sentence_sections": _ints(self._section_of, np.int32),
            "sentence_paragraphs": _ints(self._paragraph_of, np.int32),
            "fulltext_papers": _ints(self._fulltexts, np.int32),
            "fulltext_starts": _ints(self._starts, np.int64),
            "edges": edges,
            **contexts,
        }
        info = {
            "ids": list(self._numbers),
            "sections": list(self._sections),
            "tally": {name: getattr(self._tally, name) for name in Tally.__slots__},
        }
        finish(self._store, info, arrays)

    def _contexts(self) -> dict[str, NDArray[Any]]:
        """Return the sentences that cite a known paper other than their own."""
        sentences, cited = self._cited.numbers(self._numbers)
        papers = np.repeat(
            _ints(self._fulltexts, np.int32), np.diff(_ints(self._starts, np.int64))
        )[sentences]
        self._tally.unknown_ids += int((cited < 0).sum())
        kept = (cited >= 0) & (cited != papers)
        sentences, papers, cited = sentences[kept], papers[kept], cited[kept]
        unique, firsts = np.unique(sentences, return_index=True)
        return {
            "context_sentences": unique.astype(np.int64),
            "context_papers": papers[firsts],
            "context_starts": np.append(firsts, len(cited)).astype(np.int64),
            "context_cited": cited,
        }

    def _edges(self, contexts: dict[str, NDArray[Any]]) -> NDArray[np.int32]:
        citing, cited = self._listed.numbers(self._numbers)
        names = [self._numbers.get(name, -1) for name in self._listed.names]
        found = np.array(names or [-1], np.int32)
        listed = [found[_ints(part, np.int32)] for part in self._edge_pairs]
        widths = np.diff(contexts["context_starts"])
        pairs = np.stack(
            [
                np.concatenate([citing, listed[0], np.repeat(contexts["context_papers"], widths)]),
                np.concatenate([cited, listed[1], contexts["context_cited"]]),
            ],
            axis=1,
        )
        unknown = (pairs < 0).any(axis=1)
        self._tally.unknown_ids += int(unknown.sum())
        kept = pairs[~unknown & (pairs[:, 0] != pairs[:, 1])]
        edges: NDArray[np.int32] = np.unique(kept, axis=0).astype(np.int32)
        return edges

    def _splits(self, citing: Sequence[int] | NDArray[np.int32]) -> NDArray[np.int8]:
        codes = {
            self._numbers[each]: code
            for each, code in self._held.codes.items()
            if each in self._numbers
        }
        self._tally.unknown_held_out = len(self._held.codes) - len(codes)
        self._tally.contradicted = self._held.contradicted
        ids = list(self._numbers)
        if 1 not in codes.values():
            candidates = {int(number) for number in citing} - set(codes)
            drawn = held_out_share(ids[number] for number in candidates)
            codes |= {self._numbers[each]: 1 for each in drawn}
            self._tally.drawn_dev = len(drawn)
        texts = Texts(self._papers.path)
        titles = (texts.get(*self._spans[4 * each : 4 * each + 2]) for each in range(len(ids)))
        further = same_titles(titles, codes)
        self._tally.same_title = len(further)
        splits = np.zeros(len(ids), np.int8)
        for number, code in (codes | further).items():
            splits[number] = code
        return splits


def _ints(values: array[int], kind: type[np.signedinteger[Any]]) -> NDArray[Any]:
    return np.array(values, kind)
