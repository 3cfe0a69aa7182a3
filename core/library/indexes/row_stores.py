"""Where the vectors of a library are stored: on this machine, or on a Milvus server."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.library.indexes import milvus
from core.library.indexes.milvus import Kind, MilvusContexts, MilvusPapers, configured
from core.library.indexes.vector_search import ContextRows, PaperRows
from core.library.indexes.vectors import ContextVectors, VectorIndex
from core.models.manifest import Manifest

_FOLDERS: dict[Kind, str] = {"papers": "vectors", "contexts": "context_vectors"}


def paper_rows(folder: Path, identity: str, manifest: Manifest, *, write: bool = True) -> PaperRows:
    """Open the rows of a model for the papers of the library in ``folder``."""
    settings = configured(folder)
    if settings is not None:
        return MilvusPapers(settings, identity, manifest, write=write)
    return VectorIndex(folder / _FOLDERS["papers"], identity, manifest, write=write)


def context_rows(
    folder: Path, identity: str, manifest: Manifest, *, write: bool = True
) -> ContextRows:
    """Open the rows of a model for the citing sentences of the library in ``folder``."""
    settings = configured(folder)
    if settings is not None:
        return MilvusContexts(settings, identity, manifest, write=write)
    return ContextVectors(folder / _FOLDERS["contexts"], identity, manifest, write=write)


def forget_rows(folder: Path, identity: str, manifest: Manifest, kind: Kind) -> None:
    """Delete the rows of a model of the library in ``folder``; nothing may use them any more.

    Raises:
        LibraryError: the Milvus server does not answer, or refuses.
    """
    settings = configured(folder)
    if settings is not None:
        milvus.forget(settings, identity, manifest, kind)
        return
    model = manifest.fingerprint if kind == "papers" else manifest.query_fingerprint
    shutil.rmtree(folder / _FOLDERS[kind] / model, ignore_errors=True)
