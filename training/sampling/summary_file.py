"""Files of summaries: JSON Lines, plain or gzip, one paper a line, to be gone on with.

``{"id", "model", "seed", "summaries": [{"prompt", "text"}...], "removed": {reason: count}}``; a
file from elsewhere needs ``id`` and ``summaries`` alone, which may also be plain texts. In gzip
every writing is a member of its own, so that a killed run costs its last batch and no more.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from core.base.errors import FormatError, UsageError
from core.base.files import unwritten
from core.formats.entries import Problem
from core.formats.jsonl import json_objects, loads
from core.formats.lines import numbered_lines
from training.base.cached import cached
from training.corpus.corpus import Corpus
from training.corpus.store import StoredTexts, TextsWriter

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
                "“{file}” holds summaries made otherwise ({said}).",
                file=path.name,
                said=_describe_writer(description),
                remedy="Name another file, or go on with the same model and seed.",
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
