"""The texts SemCSE learns from: summaries of a paper, its title, and sentences of its abstract."""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import json
import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from core.base.errors import FormatError, UsageError
from core.base.files import unwritten
from core.base.identity import title_key
from core.formats.entries import Problem
from core.formats.jsonl import json_objects, loads
from core.formats.lines import numbered_lines
from core.manuscript.text.sentences import split_sentences
from training.base.cached import cached
from training.base.fields import Pairing
from training.corpus.corpus import Corpus
from training.corpus.store import StoredTexts, TextsWriter
from training.sampling.draws import generator

# --- files of summaries: JSON Lines, plain or gzip, one paper a line --------------------------
#
# ``{"id", "model", "seed", "summaries": [{"prompt", "text"}...], "removed": {reason: count}}``; a
# file from elsewhere needs ``id`` and ``summaries`` alone, which may also be plain texts. In gzip
# every writing is a member of its own, so that a killed run costs its last batch and no more.


_Json = Mapping[str, Any]  # Any: JSON


def append(path: Path, lines: Iterable[_Json]) -> None:
    """Add papers at the end of a file, which is made where there is none.

    Raises:
        EngineError: it cannot be written.
    """
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)
    except OSError as error:
        raise unwritten(error, path) from error


def summarised_papers(path: Path, made_by: _Json) -> set[str]:
    """Return the ids of the papers that a file has, without the line that a kill tore.

    ``made_by`` is what every line must say of how it was made.

    Raises:
        UsageError: the file was made otherwise.
        EngineError: it cannot be read, or what was torn not be removed.
    """
    if not path.exists():
        return set()
    ids, torn = set(), not _ends_whole(path)
    for line in json_objects(path):
        if isinstance(line, Problem):
            torn = True
            continue
        description = {key: line[1].get(key) for key in made_by}
        if description != made_by:
            raise UsageError(
                "“{file}” contains summaries that were made in another way ({said}).",
                file=path.name,
                said=_describe_writer(description),
                remedy="Name another file, or continue with the same model and seed.",
            )
        ids.add(str(line[1].get("id", "")))
    if torn:
        _mend(path)
    return ids


class SummaryFile:
    """Summaries that a file has for papers of a corpus, mapped; any process may have them."""

    def __init__(self, corpus: Corpus, source: Path, copy: Path) -> None:
        """Read ``source`` and lay its texts out in ``copy``, or find them there.

        A run that is resumed has the summaries it began with, whatever became of ``source``.

        Raises:
            FormatError: the file cannot be read, or has no summary of a paper of the corpus.
            EngineError: the copy cannot be written.
        """
        self._spans = cached(copy.with_suffix(".npy"), lambda: _laid_out(corpus, source, copy))
        self._texts = StoredTexts(copy)

    def papers(self) -> NDArray[np.int64]:
        """Return the numbers of the papers that have summaries, ascending."""
        return np.flatnonzero(self._spans[:, 1] > self._spans[:, 0])

    def of(self, paper: int) -> tuple[str, ...]:
        """Return a paper's summaries."""
        return tuple(self._texts.get(*self._spans[paper].tolist()).split("\n"))


def _laid_out(corpus: Corpus, source: Path, copy: Path) -> NDArray[np.int64]:
    """Write the summaries of a file one after the other, and return where each paper's lie."""
    spans = np.zeros((len(corpus), 2), np.int64)
    new = copy.with_name(f"{copy.name}.{os.getpid()}")  # another process may have it mapped
    try:
        with contextlib.closing(TextsWriter(new)) as writer:
            for paper, texts in _summaries(corpus, source):
                spans[paper] = writer.add("\n".join(texts))
        if not (spans[:, 1] > spans[:, 0]).any():
            raise FormatError(
                "“{source}” has no summary of a paper of this corpus.",
                source=source.name,
                remedy="Make one with: python -m training summaries CORPUS --model FOLDER.",
            )
        new.replace(copy)
    except OSError as error:
        raise unwritten(error, copy) from error
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
    return spans


def _summaries(corpus: Corpus, source: Path) -> Iterable[tuple[int, Sequence[str]]]:
    for line in json_objects(source):
        if isinstance(line, Problem):
            continue  # torn by a kill: the paper counts as one without summaries
        paper, summaries = corpus.number(str(line[1].get("id", ""))), line[1].get("summaries")
        if paper is None or not isinstance(summaries, list):
            continue
        texts = [
            summary.get("text") if isinstance(summary, dict) else summary for summary in summaries
        ]
        # An end of line parts two summaries in the copy.
        clean = (" ".join(text.split()) for text in texts if isinstance(text, str))
        yield paper, list(dict.fromkeys(text for text in clean if text))


def _ends_whole(path: Path) -> bool:
    """Tell whether a plain file ends with an end of line; of gzip its members tell."""
    if path.suffix == ".gz" or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"


def _mend(path: Path) -> None:
    """Write the whole lines of a file anew."""
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as raw, _packed(raw, path) as file:
            for line in numbered_lines(path):
                if not isinstance(line, Problem) and _is_object(line[1]):
                    file.write(f"{line[1]}\n".encode())
        new.replace(path)
    except OSError as error:
        raise unwritten(error, path) from error


def _packed(raw: BinaryIO, path: Path) -> IO[bytes]:
    if path.suffix != ".gz":
        return raw
    return cast("IO[bytes]", gzip.GzipFile(fileobj=raw, mode="wb", mtime=0))


def _is_object(text: str) -> bool:
    try:
        return isinstance(loads(text), dict)
    except ValueError:
        return False


def _describe_writer(description: _Json) -> str:
    return ", ".join(f"{key}: {value}" for key, value in description.items())


# --- papers, and pairs of their texts ---------------------------------------------------------
#
# The summaries are those that a language model wrote (``training.commands.summaries``). Where
# there are none, sentences of the abstract stand in for them. That stand-in is ours, called
# ``extractive``, and an ablation: the paper has no row for it.
#
# Which papers SemCSE learns from, is stopped by, and is judged on. SemCSE learns from single
# papers, not from citations, so the split by citing papers says nothing of it: a paper is put
# into a part by a hash of its title, with all its versions. Three in a hundred choose the best
# state, seven in a hundred are for the semantic tasks, the others are trained on.


_VALIDATION, _BENCHMARK = 0.03, 0.1


@dataclass(frozen=True, slots=True)
class PaperSplits:
    """Paper numbers, ascending; no two of the parts share a paper or a title."""

    train: NDArray[np.int64]
    validation: NDArray[np.int64]
    benchmark: NDArray[np.int64]


def split_papers(corpus: Corpus) -> PaperSplits:
    """Return the parts of the corpus' trainable papers.

    Left out are papers without a title, whose versions cannot be known for the same, and those
    whose abstract says no more than the title.
    """
    papers = np.flatnonzero(corpus.trainable & corpus.has_abstract)
    texts = map(corpus.text, papers.tolist())
    keys = ["" if title == abstract else title_key(title) for title, abstract in texts]
    papers = papers[np.array([bool(key) for key in keys], bool)]
    draws = np.array([_draw(key) for key in keys if key])
    return PaperSplits(
        train=papers[draws >= _BENCHMARK],
        validation=papers[draws < _VALIDATION],
        benchmark=papers[(draws >= _VALIDATION) & (draws < _BENCHMARK)],
    )


def draw_papers(
    papers: NDArray[np.int64], size: int, random: np.random.Generator
) -> NDArray[np.int64]:
    """Return up to ``size`` of the papers, at random and without repeats."""
    return random.permutation(papers)[:size]


def _draw(key: str) -> float:
    """Return where in [0, 1) a title falls."""
    digest = hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


Kind = Literal["summary", "title", "sentence"]

_WORD = re.compile(r"\w+")
_SAMPLE = 10_000
"""Abstracts that tell how rare a word is; more change no choice worth having."""


class SemcsePair(NamedTuple):
    """An anchor, always a summary, and another text of the same paper."""

    anchor: str
    positive: str


class Summaries(Protocol):
    """Where summaries come from. Asked in any process."""

    def papers(self) -> NDArray[np.int64]:
        """Return the numbers of the papers that have summaries, ascending."""

    def of(self, paper: int) -> tuple[str, ...]:
        """Return a paper's summaries."""


class Extractive:
    """Sentences of the abstract: the first, the last, and the one most like the whole (TF-IDF)."""

    def __init__(self, corpus: Corpus, papers: NDArray[np.int64], *, seed: int = 0) -> None:
        """Learn from some of the ``papers`` how rare words are; about a second."""
        self._corpus, self._papers = corpus, papers
        sample = generator(seed, 0, 0, "extractive").permutation(papers)[:_SAMPLE].tolist()
        counts = Counter(word for paper in sample for word in set(_words(corpus.abstract(paper))))
        self._rarity = {word: 1 + math.log(len(sample) / count) for word, count in counts.items()}
        self._rarest = 1 + math.log(max(len(sample), 1))

    def papers(self) -> NDArray[np.int64]:
        """Return all papers it was made for."""
        return self._papers

    def of(self, paper: int) -> tuple[str, ...]:
        """Return up to three different sentences, in the order of the abstract."""
        sentences = _sentences(self._corpus.abstract(paper))
        if len(sentences) > 2:
            positions = sorted({0, self._central(sentences), len(sentences) - 1})
            sentences = tuple(sentences[index] for index in positions)
        return tuple(dict.fromkeys(sentences))

    def _central(self, sentences: Sequence[str]) -> int:
        """Return the index of the sentence nearest to the mean of all, by cosine of TF-IDF."""
        rows = [self._weights(sentence) for sentence in sentences]
        whole: Counter[str] = Counter()
        for row in rows:
            whole.update(row)
        likeness = [sum(weight * whole[word] for word, weight in row.items()) for row in rows]
        return likeness.index(max(likeness))

    def _weights(self, sentence: str) -> dict[str, float]:
        """Return the weight of each word, the squares of which add up to 1."""
        weights = {
            word: count * self._rarity.get(word, self._rarest)
            for word, count in Counter(_words(sentence)).items()
        }
        length = math.hypot(*weights.values()) or 1.0
        return {word: weight / length for word, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class PositiveShares:
    """How often a positive is a title or a sentence; otherwise it is another summary."""

    title: float = 0.15
    sentence: float = 0.35

    def of(self, kinds: Sequence[Kind]) -> NDArray[np.float64]:
        """Return the shares of some kinds among each other."""
        by_kind: Mapping[Kind, float] = {
            "summary": 1 - self.title - self.sentence,
            "title": self.title,
            "sentence": self.sentence,
        }
        shares = np.array([by_kind[kind] for kind in kinds])
        return shares / shares.sum() if shares.sum() > 0 else np.full(len(kinds), 1 / len(kinds))


class Pairs:
    """The pair of a paper in an epoch: a function of (seed, epoch, paper) alone.

    A kind of text that a paper lacks, beside the anchor itself, leaves its share to the others;
    with the pairing "summaries" it is drawn only where there is no second summary.
    """

    def __init__(
        self,
        corpus: Corpus,
        summaries: Summaries,
        *,
        pairing: Pairing,
        shares: PositiveShares,
        seed: int,
    ) -> None:
        self._corpus, self._summaries = corpus, summaries
        self._pairing, self._shares, self._seed = pairing, shares, seed

    def draw(self, epoch: int, paper: int) -> SemcsePair:
        """Return anchor and positive; they are the same text for "same-input" alone."""
        random = generator(self._seed, epoch, paper, "semcse")
        summaries = self._summaries.of(paper)
        anchor = summaries[int(random.integers(len(summaries)))]
        if self._pairing == "same-input":
            return SemcsePair(anchor, anchor)
        texts = self._other_texts(paper, summaries, anchor)
        if self._pairing == "summaries" and texts["summary"]:
            return SemcsePair(anchor, _one(texts["summary"], random))
        kinds = [kind for kind in texts if texts[kind]]
        kind = kinds[int(random.choice(len(kinds), p=self._shares.of(kinds)))]
        return SemcsePair(anchor, _one(texts[kind], random))

    def _other_texts(
        self, paper: int, summaries: Sequence[str], anchor: str
    ) -> dict[Kind, list[str]]:
        title, abstract = self._corpus.text(paper)
        texts: dict[Kind, Sequence[str]] = {
            "summary": summaries,
            "title": [title],
            "sentence": _sentences(abstract),
        }
        return {
            kind: [text for text in candidates if text != anchor]
            for kind, candidates in texts.items()
        }


@functools.lru_cache(maxsize=64)  # one example asks twice
def _sentences(abstract: str) -> tuple[str, ...]:
    return tuple(split_sentences(abstract))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _one(texts: Sequence[str], random: np.random.Generator) -> str:
    return texts[int(random.integers(len(texts)))]
