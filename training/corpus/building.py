"""Reads a corpus folder into a store (``training.corpus.store``), one record at a time.

What a store holds, n papers, f full texts, s sentences, c citing sentences, e edges:

- ``papers.utf8`` and ``spans`` (n, 4) int64: begin and end of title and abstract, in bytes
- ``years`` (n,) int32, -1 unknown; ``splits`` (n,) int8
- ``sentences.utf8`` and ``sentence_ends`` (s + 1,) int64; markers are cut out
- ``sentence_sections`` (s,) int32, a position in ``info["sections"]``; ``sentence_paragraphs``
- ``fulltext_papers`` (f,) int32 and ``fulltext_starts`` (f + 1,) int64: its first sentence
- ``context_sentences`` (c,) int64, ``context_papers`` (c,) int32, ``context_starts`` (c + 1,) and
  ``context_cited`` int32: the papers a sentence cites
- ``refused`` (r, 2) int64: a sentence and a paper that a person would not cite there, sorted
- ``edges`` (e, 2) int32, sorted
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.base.errors import FormatError
from core.base.jobs import Job
from core.base.messages import Message
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
from core.recommend.bare import bare
from training.corpus.splits import HeldOut, code_of_file, read_splits, same_titles, title_number
from training.corpus.store import finish, writer

_Parts = tuple[tuple[list[Path], Callable[[Path], Iterator[bool]]], ...]

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

    def refuse(self, path: Path, location: str, reason: str) -> None:
        """Count a line that gave nothing."""
        self.bad_lines += 1
        self.first_bad = self.first_bad or Message(
            "{file}, {location}: {reason}", file=path.name, location=location, reason=reason
        )


class _Names:
    """Ids that are not numbers yet: the paper that an edge names may come later."""

    def __init__(self) -> None:
        self._indices: dict[str, int] = {}

    def register_id(self, paper_id: str) -> int:
        return self._indices.setdefault(paper_id, len(self._indices))

    def numbers(self, numbers_by_id: Mapping[str, int]) -> NDArray[np.int32]:
        """Return the paper at each index, -1 where there is none of that id."""
        return np.array([numbers_by_id.get(name, -1) for name in self._indices], np.int32)


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
        self._titles = array("q")
        self._papers = writer(store, "papers")
        self._sentences = writer(store, "sentences")
        self._ends = array("q", [0])
        self._sections: dict[str, int] = {}
        self._section_of = array("i")
        self._paragraph_of = array("i")
        self._fulltexts = array("i")
        self._starts = array("q", [0])
        self._has_fulltext: set[int] = set()
        self._names = _Names()
        self._cites = array("q")
        self._refused = array("q")
        """Number of a sentence, index of the id it cites, and so on."""
        self._pairs = array("i")
        """Index of the citing id, index of the cited one, and so on."""

    def build(self) -> None:
        """Read everything and write the store.

        Raises:
            FormatError: a file cannot be read, or gives nothing but broken lines.
            JobCancelled: a stop was asked for.
        """
        parts: _Parts = (
            (papers_files(self._source), self._read_papers),
            (fulltext_files(self._source), self._read_fulltexts),
            (edge_files(self._source), self._read_edges),
        )
        try:
            self._read_files(parts)
        finally:
            self._papers.close()
            self._sentences.close()
        self._write()

    def _read_files(self, parts: _Parts) -> None:
        total = sum(path.stat().st_size for paths, _ in parts for path in paths)
        bytes_read = 0
        for paths, reader in parts:
            for path in paths:
                self._job.report(bytes_read, total, Message("Reading {file}", file=path.name))
                self._go_through(path, reader(path))
                bytes_read += path.stat().st_size

    def _go_through(self, path: Path, lines: Iterable[bool]) -> None:
        good = bad = 0
        for index, line in enumerate(lines):
            if index % _CHECKED == 0:
                self._job.check()
            good, bad = good + line, bad + (not line)
        if bad and not good:
            raise FormatError(
                "No line of {path} can be read ({first_bad}).",
                path=path,
                first_bad=self._tally.first_bad,
            )

    def _read_papers(self, path: Path) -> Iterator[bool]:
        code = code_of_file(path)
        for entry in read_records(path):
            record = entry.record
            if record is None or not record.id:
                self._tally.refuse(path, entry.location, entry.problem or "the record has no id")
                yield False
                continue
            is_repeated = record.id in self._numbers
            self._tally.duplicates += is_repeated
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
            self._titles.append(title_number(title))
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
                self._tally.refuse(path, entry.location, entry.problem)
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
        if len(self._section_of) > self._starts[-1]:  # else it is but a list of references
            self._fulltexts.append(number)
            self._starts.append(len(self._section_of))
        citing = self._names.register_id(entry.id)
        for reference in entry.references:
            if reference.id:
                self._pairs.extend((citing, self._names.register_id(reference.id)))

    def _add_sentence(self, sentence: FullTextSentence, heading: int, paragraph: int) -> None:
        for cited in dict.fromkeys(sentence.cites):
            self._cites.extend((len(self._section_of), self._names.register_id(cited)))
        for refused in dict.fromkeys(sentence.refused):
            self._refused.extend((len(self._section_of), self._names.register_id(refused)))
        self._ends.append(self._sentences.add(bare(sentence.text, sentence.markers))[1])
        self._section_of.append(heading)
        self._paragraph_of.append(paragraph)

    def _read_edges(self, path: Path) -> Iterator[bool]:
        code = code_of_file(path)
        for edge in read_edges(path):
            if isinstance(edge, Problem):
                self._tally.refuse(path, edge.location, edge.reason)
                yield False
                continue
            citing, cited = edge
            self._held.add(citing, code)
            self._pairs.extend((self._names.register_id(citing), self._names.register_id(cited)))
            yield True

    def _write(self) -> None:
        numbers = self._names.numbers(self._numbers)
        self._tally.unknown_ids = int((numbers < 0).sum())
        contexts = self._contexts(numbers)
        edges = self._edges(numbers, contexts)
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
            "refused": self._known_refused(numbers),
            **contexts,
        }
        info = {
            "ids": list(self._numbers),
            "sections": list(self._sections),
            "tally": {name: getattr(self._tally, name) for name in Tally.__slots__},
        }
        finish(self._store, info, arrays)

    def _contexts(self, numbers: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
        """Return the sentences that cite a known paper other than their own."""
        sentences, indices = _ints(self._cites, np.int64).reshape(-1, 2).T
        widths = np.diff(_ints(self._starts, np.int64))
        papers = np.repeat(_ints(self._fulltexts, np.int32), widths)[sentences]
        cited = numbers[indices]
        is_usable = (cited >= 0) & (cited != papers)
        sentences, papers, cited = sentences[is_usable], papers[is_usable], cited[is_usable]
        rows, firsts = np.unique(sentences, return_index=True)
        return {
            "context_sentences": rows,
            "context_papers": papers[firsts],
            "context_starts": np.append(firsts, len(cited)).astype(np.int64),
            "context_cited": cited,
        }

    def _known_refused(self, numbers: NDArray[np.int32]) -> NDArray[np.int64]:
        pairs = _ints(self._refused, np.int64).reshape(-1, 2)
        pairs[:, 1] = numbers[pairs[:, 1]]
        return np.unique(pairs[pairs[:, 1] >= 0], axis=0)

    def _edges(
        self, numbers: NDArray[np.int32], contexts: Mapping[str, NDArray[Any]]
    ) -> NDArray[np.int32]:
        widths = np.diff(contexts["context_starts"])
        in_text = [np.repeat(contexts["context_papers"], widths), contexts["context_cited"]]
        listed = numbers[_ints(self._pairs, np.int32).reshape(-1, 2)]
        pairs = np.concatenate([listed, np.stack(in_text, axis=1)])
        edges = pairs[(pairs >= 0).all(axis=1) & (pairs[:, 0] != pairs[:, 1])]
        keys = np.unique(edges[:, 0].astype(np.int64) * len(self._numbers) + edges[:, 1])
        return np.stack(np.divmod(keys, len(self._numbers)), axis=1).astype(np.int32)

    def _splits(self, citing: NDArray[np.int32]) -> NDArray[np.int8]:
        codes = {
            self._numbers[paper]: code
            for paper, code in self._held.codes.items()
            if paper in self._numbers
        }
        self._tally.unknown_held_out = len(self._held.codes) - len(codes)
        self._tally.contradicted = self._held.contradicted
        ids = list(self._numbers)
        if 1 not in codes.values():
            training = {
                self._numbers[paper] for paper in self._held.train if paper in self._numbers
            }
            candidates = set(citing.tolist()) - set(codes) - training
            shares = held_out_share(ids[number] for number in candidates)
            codes |= {self._numbers[paper]: 1 for paper in shares}
            self._tally.drawn_dev = len(shares)
        further = same_titles(_ints(self._titles, np.int64), codes)
        self._tally.same_title = len(further)
        splits = np.zeros(len(ids), np.int8)
        for number, code in (codes | further).items():
            splits[number] = code
        return splits


def _ints(values: array[int], kind: type[np.signedinteger[Any]]) -> NDArray[Any]:
    return np.array(values, kind)
