"""An encoder that is there at once: texts that share words get vectors that are near each other."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.models.manifest import Manifest

_WORD = re.compile(r"\w{3,}")


class HashEncoder:
    """Adds one at the hash of each word. Its manifest is that of the model it stands for."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        return self.encode_queries([f"{title} {text}" for title, text in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.manifest.dimension), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in _WORD.findall(text.lower()):
                row[zlib.crc32(word.encode()) % len(row)] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
