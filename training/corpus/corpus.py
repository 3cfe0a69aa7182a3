"""A training corpus: papers, citing sentences and citations, with dev and test papers kept apart.

Whatever is asked without naming a split is for training, and nothing of a held-out paper is in
it: neither its sentences and citations nor the citations of it by others, since a pair made from
such a one would have its text for the cited side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, overload

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from core.base.errors import FormatError, UsageError
from core.base.jobs import Job, SilentJob
from core.base.messages import Message
from core.formats.corpus import edge_files, fulltext_files, is_corpus, papers_files
from core.formats.decoding import unreadable
from core.recommend.context import Passage
from core.runs.records import FEW_ABSTRACTS
from training.corpus.building import Builder, Tally
from training.corpus.splits import CODES, SPLITS, SPLITS_FILE, Split, has_splits
from training.corpus.store import Store, files_fingerprint, open_or_make

BEFORE = 120
"""Sentences of the manuscript that a passage keeps from before the citing one."""
AFTER = 1


@dataclass(frozen=True, slots=True)
class CitingSentence:
    """A sentence of ``citing``'s full text, and the known papers it cites, by number.

    ``refused`` are papers that a person would not cite there.
    """

    citing: int
    position: int
    cited: tuple[int, ...]
    section: str
    paragraph: int
    refused: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much of what a corpus holds. ``fulltexts``, ``edges``, ``contexts``: by split."""

    papers: int
    with_abstract: int
    trainable: int
    held_out: dict[str, int]
    fulltexts: dict[str, int]
    edges: dict[str, int]
    contexts: dict[str, int]
    unknown_ids: int
    duplicates: int
    bad_lines: int
    drawn_dev: int
    same_title: int


class Contexts(Sequence[CitingSentence]):
    """Citing sentences as arrays; each is made when it is asked for."""

    def __init__(
        self,
        store: Store,
        rows: NDArray[np.int64],
        starts: NDArray[np.int64],
        cited: NDArray[np.int32],
    ) -> None:
        self._sections: list[str] = store.info["sections"]
        arrays = store.arrays
        sentences = arrays["context_sentences"][rows]
        self.citing: NDArray[np.int32] = arrays["context_papers"][rows]
        fulltext = np.searchsorted(arrays["fulltext_starts"], sentences, side="right") - 1
        self._sentences = sentences
        self._refused: NDArray[np.int64] = arrays["refused"]
        self._positions = sentences - arrays["fulltext_starts"][fulltext]
        self._section_of = arrays["sentence_sections"][sentences]
        self.paragraphs: NDArray[np.int32] = arrays["sentence_paragraphs"][sentences]
        self.starts = starts
        self.cited = cited

    def __len__(self) -> int:
        return len(self.citing)

    @overload
    def __getitem__(self, index: int) -> CitingSentence: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[CitingSentence]: ...
    def __getitem__(self, index: int | slice) -> CitingSentence | Sequence[CitingSentence]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        index = range(len(self))[index]
        return CitingSentence(
            citing=int(self.citing[index]),
            position=int(self._positions[index]),
            cited=tuple(self.cited[self.starts[index] : self.starts[index + 1]].tolist()),
            section=self._sections[self._section_of[index]],
            paragraph=int(self.paragraphs[index]),
            refused=self._refused_papers(int(self._sentences[index])),
        )

    def _refused_papers(self, sentence: int) -> tuple[int, ...]:
        first, last = np.searchsorted(self._refused[:, 0], [sentence, sentence + 1])
        return tuple(self._refused[first:last, 1].tolist())

    def __iter__(self) -> Iterator[CitingSentence]:
        return (self[index] for index in range(len(self)))


class Corpus:
    """Papers are numbered from 0 to ``len(corpus) - 1`` in the order of the files.

    Those that ``has_text`` are learned from, and answer questions: papers with an abstract, in a
    bare corpus those with a title as well. It is bare if hardly any cited paper has an abstract, as
    in a library made of a list of references.
    """

    def __init__(self, folder: Path, fingerprint: str, store: Store) -> None:
        self.folder = folder
        self.fingerprint = fingerprint
        self._store = store
        self._papers = store.texts("papers")
        self._sentences = store.texts("sentences")
        arrays = store.arrays
        spans: NDArray[np.int64] = arrays["spans"]
        self._spans = spans
        self.ids: Sequence[str] = store.info["ids"]
        self.years: NDArray[np.int32] = arrays["years"]
        self.split_of: NDArray[np.int8] = arrays["splits"]
        self.has_abstract: NDArray[np.bool_] = spans[:, 3] > spans[:, 2]
        self.is_bare = self._is_bare(arrays)
        has_title = spans[:, 1] > spans[:, 0]
        self.has_text: NDArray[np.bool_] = (
            self.has_abstract | has_title if self.is_bare else self.has_abstract
        )
        self.trainable: NDArray[np.bool_] = self.has_text & (self.split_of == 0)
        self._fulltext_of = np.full(len(spans), -1, np.int32)
        self._fulltext_of[arrays["fulltext_papers"]] = np.arange(len(arrays["fulltext_papers"]))
        self._contexts: dict[Split, Contexts] = {}

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        job: Job | None = None,
        warn: Callable[[str], None] | None = None,
    ) -> Corpus:
        """Open a corpus folder; the first time it is read, later found in the cache.

        ``warn`` gets a sentence for each thing that a person should know of the data.

        Raises:
            UsageError: there is no such folder, or no corpus in it.
            FormatError: a file cannot be read, ``splits.json`` is wrong, or there is no paper.
            JobCancelled: a stop was asked for.
        """
        folder = folder.resolve()
        if not folder.is_dir() or not is_corpus(folder):
            raise UsageError(
                "There is no corpus in {folder}.",
                folder=folder,
                remedy="Name a folder with papers, fulltexts or edges, or write one from a library"
                " (cocite export-corpus).",
            )
        files = _corpus_files(folder)
        try:
            fingerprint = files_fingerprint(folder, files)
        except OSError as error:
            raise unreadable(Path(error.filename or folder), error) from error
        store = open_or_make(
            fingerprint, lambda unfinished: Builder(folder, unfinished, job or SilentJob()).build()
        )
        corpus = cls(folder, fingerprint, store)
        if not len(corpus):
            raise FormatError(
                "The corpus in {folder} has no papers.",
                folder=folder,
                remedy="Add the records of the papers as papers.jsonl.",
            )
        if warn is not None:
            for remark in corpus.remarks:
                warn(remark)
        return corpus

    def _is_bare(self, arrays: Mapping[str, NDArray[Any]]) -> bool:
        """Tell whether hardly any cited paper has an abstract."""
        cited = np.concatenate([arrays["context_cited"], arrays["edges"][:, 1]])
        return bool(len(cited)) and float(self.has_abstract[cited].mean()) < FEW_ABSTRACTS

    def __len__(self) -> int:
        return len(self._spans)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {paper_id: number for number, paper_id in enumerate(self.ids)}

    def number(self, paper_id: str) -> int | None:
        """Return the number of the paper of that id, ``None`` if there is none."""
        return self._numbers.get(paper_id)

    def title(self, n: int) -> str:
        """Return the title; "" if it is unknown."""
        return self._papers.get(*self._spans[n, :2].tolist())

    def abstract(self, n: int) -> str:
        """Return the abstract; "" if it is unknown."""
        return self._papers.get(*self._spans[n, 2:].tolist())

    def text(self, n: int) -> tuple[str, str]:
        """Return title and abstract."""
        return self.title(n), self.abstract(n)

    def edges(self, split: Split = "train") -> NDArray[np.int32]:
        """Return (edges, 2) citing and cited numbers of the split's citing papers, sorted.

        Files of edges, reference lists and citing sentences together, each pair once, none of a
        paper to itself. Those for training lead to no held-out paper.
        """
        edges: NDArray[np.int32] = self._store.arrays["edges"]
        is_usable: NDArray[np.bool_] = self.split_of[edges[:, 0]] == CODES[split]
        if split == "train":
            is_usable &= self.split_of[edges[:, 1]] == 0
        chosen: NDArray[np.int32] = edges[is_usable]
        return chosen

    def cites(self, split: Split = "train") -> scipy.sparse.csr_array:
        """Return the edges as a bool matrix (papers, papers): row cites column."""
        return _matrix(self.edges(split), (len(self), len(self))).astype(bool)

    def citation_counts(self) -> NDArray[np.int64]:
        """Return how many training papers cite each paper: (papers,)."""
        return np.bincount(self.edges()[:, 1], minlength=len(self))

    def fulltexts(self, split: Split = "train") -> NDArray[np.int32]:
        """Return the numbers of the split's papers that have a full text."""
        papers: NDArray[np.int32] = self._store.arrays["fulltext_papers"]
        chosen: NDArray[np.int32] = papers[self.split_of[papers] == CODES[split]]
        return chosen

    def contexts(self, split: Split = "train") -> Contexts:
        """Return the citing sentences of the split's full texts, in the order of the files.

        ``cited`` holds known papers only, without the citing one, and for training without the
        held-out ones; a sentence that is left with none is not there.
        """
        if split not in self._contexts:
            self._contexts[split] = self._citing_sentences(split)
        return self._contexts[split]

    def _citing_sentences(self, split: Split) -> Contexts:
        arrays = self._store.arrays
        cited: NDArray[np.int32] = arrays["context_cited"]
        papers: NDArray[np.int32] = arrays["context_papers"]
        row_of = np.repeat(np.arange(len(papers)), np.diff(arrays["context_starts"]))
        is_usable = self.split_of[papers][row_of] == CODES[split]
        if split == "train":
            is_usable &= self.split_of[cited] == 0
        rows, widths = np.unique(row_of[is_usable], return_counts=True)
        starts = np.concatenate([[0], np.cumsum(widths)]).astype(np.int64)
        return Contexts(self._store, rows, starts, cited[is_usable])

    def sentences(self, n: int) -> tuple[str, ...]:
        """Return the sentences of the full text, markers cut out; () without one."""
        start, end = self._sentence_range(n)
        return self._bare(start, end)

    def sentence_count(self, n: int) -> int:
        """Return how many sentences the full text has, 0 without one."""
        start, end = self._sentence_range(n)
        return end - start

    def sentence(self, context: CitingSentence) -> str:
        """Return the citing sentence itself, markers cut out."""
        at = self._sentence_range(context.citing)[0] + context.position
        return self._bare(at, at + 1)[0]

    def passage(self, context: CitingSentence) -> Passage:
        """Return what one would ask with at that sentence: markers cut out, the text before."""
        start, end = self._sentence_range(context.citing)
        at = start + context.position
        return Passage(
            sentence=self._bare(at, at + 1)[0],
            title=self.title(context.citing),
            abstract=self.abstract(context.citing),
            before=self._bare(max(start, at - BEFORE), at),
            after=self._bare(at + 1, min(at + 1 + AFTER, end)),
        )

    def _sentence_range(self, n: int) -> tuple[int, int]:
        index = int(self._fulltext_of[n])
        if index < 0:
            return 0, 0
        start, end = self._store.arrays["fulltext_starts"][index : index + 2].tolist()
        return start, end

    def _bare(self, start: int, end: int) -> tuple[str, ...]:
        ends = self._store.arrays["sentence_ends"][start : end + 1].tolist()
        return tuple(map(self._sentences.get, ends, ends[1:]))

    def co_citations(
        self, within: Literal["sentence", "paragraph"] = "sentence"
    ) -> scipy.sparse.csr_array:
        """Return how often two papers are cited together by training papers.

        An int matrix (papers, papers), symmetric, without diagonal: the number of sentences, or
        of paragraphs, that cite both.
        """
        contexts = self.contexts()
        units = np.arange(len(contexts))
        if within == "paragraph":
            paragraphs = np.stack([contexts.citing, contexts.paragraphs], axis=1)
            units = np.unique(paragraphs, axis=0, return_inverse=True)[1].reshape(-1)
        rows = np.repeat(units.astype(np.int64), np.diff(contexts.starts))
        keys = np.unique(rows * len(self) + contexts.cited)  # a unit names a paper once
        pairs = np.stack(np.divmod(keys, len(self)), axis=1)
        cited = _matrix(pairs, (len(contexts), len(self)))
        together = scipy.sparse.coo_array(cited.T @ cited)
        off_diagonal = together.row != together.col
        entries = (
            together.data[off_diagonal],
            (together.row[off_diagonal], together.col[off_diagonal]),
        )
        return scipy.sparse.csr_array(entries, shape=together.shape)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of how the data was read, a sentence each."""
        return tuple(_remarks(Tally(**self._store.info["tally"])))

    @cached_property
    def counts(self) -> Counts:
        """How much the corpus holds, and what was left out when it was read."""
        tally = Tally(**self._store.info["tally"])
        return Counts(
            papers=len(self),
            with_abstract=int(self.has_abstract.sum()),
            trainable=int(self.trainable.sum()),
            held_out={name: int((self.split_of == CODES[name]).sum()) for name in SPLITS[1:]},
            fulltexts={name: len(self.fulltexts(name)) for name in SPLITS},
            edges={name: len(self.edges(name)) for name in SPLITS},
            contexts={name: len(self.contexts(name)) for name in SPLITS},
            **{
                name: value
                for name, value in asdict(tally).items()
                if name in ("unknown_ids", "duplicates", "bad_lines", "drawn_dev", "same_title")
            },
        )


def _matrix(pairs: NDArray[np.integer], shape: tuple[int, int]) -> scipy.sparse.csr_array:
    weights = np.ones(len(pairs), np.int32)
    return scipy.sparse.csr_array((weights, (pairs[:, 0], pairs[:, 1])), shape=shape)


def _corpus_files(folder: Path) -> list[Path]:
    files = [*papers_files(folder), *fulltext_files(folder), *edge_files(folder)]
    return [*files, folder / SPLITS_FILE] if has_splits(folder) else files


def _remarks(tally: Tally) -> Iterator[str]:
    counts = (
        (
            Message("Lines left out as they cannot be read ({first})", first=tally.first_bad),
            tally.bad_lines,
        ),
        (
            Message("Records that repeat an id; what the first lacked was added to it"),
            tally.duplicates,
        ),
        (
            Message("Ids, citing or cited, that belong to no paper and were left out"),
            tally.unknown_ids,
        ),
        (
            Message("No dev papers are named; citing papers held out by hash of their id"),
            tally.drawn_dev,
        ),
        (Message("Papers in two splits of splits.json, which are held out"), tally.contradicted),
        (Message("Held-out ids without a paper"), tally.unknown_held_out),
        (
            Message("Papers held out as they have the title of a dev or test paper"),
            tally.same_title,
        ),
    )
    for remark, count in counts:
        if count:
            yield Message("{what}: {count:,}.", what=remark, count=count)
