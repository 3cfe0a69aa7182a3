"""A model folder → the encoder that its manifest asks for.

torch is imported when an encoder is opened, not when this module is.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import ModelError
from core.models.encoder import Precision, SentenceEncoder
from core.models.manifest import Manifest

if TYPE_CHECKING:
    from core.models.hierarchical import HierarchicalEncoder


def open_encoder(
    folder: Path,
    manifest: Manifest,
    *,
    device: str | None = None,
    precision: Precision = "auto",
) -> SentenceEncoder | HierarchicalEncoder:
    """Load the model of a folder in this process.

    Raises:
        ModelError: the folder is incomplete or damaged, or the model is a reranker.
    """
    if manifest.kind == "reranker":
        raise ModelError(
            "The model “{model}” is a reranker: it compares texts and has no vectors.",
            model=manifest.name,
            remedy="Use an encoder here (cocite models list).",
        )
    if manifest.kind == "hierarchical":
        from core.models.hierarchical import HierarchicalEncoder

        return HierarchicalEncoder(folder, manifest, device=device, precision=precision)
    return SentenceEncoder(folder, manifest, device=device, precision=precision)
