"""Models by name or folder, and their vectors of a pool, which can be kept on disk."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.files import data_folder
from core.base.jobs import Job
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.shelf import Shelf

_AT_ONCE = 512


def opened(name: str) -> Encoder:
    """Open the model of that name on the shelf, or in that folder.

    Raises:
        UsageError: there is no such model.
        ModelError: it is incomplete, damaged or no encoder.
    """
    model = Shelf(data_folder() / "models").get(name)
    return open_encoder(model.folder, model.manifest)


def encoded_papers(
    encoder: Encoder, papers: Sequence[tuple[str, str]], job: Job, *, keep_in: Path | None = None
) -> NDArray[np.float16]:
    """Return a unit row per (title, abstract), in parts so that the job can follow.

    With ``keep_in``, rows of the same model and papers are read from that folder or written
    there.

    Raises:
        UsageError: the folder cannot be written.
    """
    path = None if keep_in is None else keep_in / f"{_key(encoder, papers)}.npy"
    stored_rows = None if path is None else _read_rows(path)
    if stored_rows is not None:
        return stored_rows
    # Longest first: a batch then holds papers of about one length, and memory fails at once.
    order = sorted(range(len(papers)), key=lambda at: -sum(map(len, papers[at])))
    rows = np.zeros((len(papers), encoder.manifest.dimension), np.float16)
    for start in range(0, len(order), _AT_ONCE):
        job.check()
        job.report(start, len(order), encoder.manifest.name)
        part = order[start : start + _AT_ONCE]
        rows[part] = encoder.encode_papers([papers[at] for at in part])
    if path is not None:
        _write(path, rows)
    return rows


def _read_rows(path: Path) -> NDArray[np.float16] | None:
    try:
        rows: NDArray[np.float16] = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):  # not there yet, or damaged: encoded again
        return None
    return rows


def _write(path: Path, rows: NDArray[np.float16]) -> None:
    unfinished = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            np.save(file, rows, allow_pickle=False)
        unfinished.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise UsageError(
            f"The vectors cannot be kept in “{path.parent}”: {error.strerror}.",
            remedy="Name a folder with room that you may write.",
        ) from error


def _key(encoder: Encoder, papers: Sequence[tuple[str, str]]) -> str:
    digest = hashlib.sha256()
    for title, abstract in papers:
        digest.update(f"{len(title)} {title}{abstract}\n".encode("utf-8", "replace"))
    return f"{encoder.manifest.fingerprint}-{digest.hexdigest()[:16]}"
