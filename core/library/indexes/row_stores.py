"""Where the vectors of a library are stored: on this machine, or on a Milvus server."""

from __future__ import annotations

from pathlib import Path

from core.library.indexes.milvus import MilvusContexts, MilvusPapers, configured
from core.library.indexes.vector_search import ContextRows, PaperRows
from core.library.indexes.vectors import ContextVectors, VectorIndex
from core.models.manifest import Manifest


def paper_rows(folder: Path, identity: str, manifest: Manifest, *, write: bool = True) -> PaperRows:
    """Open the rows of a model for the papers of the library in ``folder``."""
    settings = configured(folder)
    if settings is not None:
        return MilvusPapers(settings, identity, manifest, write=write)
    return VectorIndex(folder / "vectors", identity, manifest, write=write)


def context_rows(
    folder: Path, identity: str, manifest: Manifest, *, write: bool = True
) -> ContextRows:
    """Open the rows of a model for the citing sentences of the library in ``folder``."""
    settings = configured(folder)
    if settings is not None:
        return MilvusContexts(settings, identity, manifest, write=write)
    return ContextVectors(folder / "context_vectors", identity, manifest, write=write)
