"""What the check needs, looked for before anything is begun. Only the standard library."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PACKAGES = (
    *("accelerate", "bibtexparser", "bm25s", "ir_measures", "nltk", "numpy", "peft"),
    *("platformdirs", "psutil", "pydantic", "rapidfuzz", "safetensors", "sentence_transformers"),
    *("sklearn", "Stemmer", "tantivy", "tensorboardX", "tokenizers", "torch", "transformers"),
)
"""By the names under which they are imported."""
PEER_PACKAGES = ("datasets",)
"""What the trainer of sentence-transformers needs beside; a rehearsal may lack it."""
BASE_FILES = ("packed.npz", "high.npz", "manifest.json")
"""A model folder has the last, a packed one also one of the others."""
CORPUS_FOLDERS = ("papers", "edges")


def missing_requirements(
    corpus: Path, base: Path, before: Path | None = None, *, rehearsal: bool = False
) -> list[str]:
    """List what is missing, as the parts of one sentence."""
    faults = []
    if not all((corpus / name).is_dir() for name in CORPUS_FOLDERS):
        faults.append(f"there is no corpus in {corpus}")
    if not any((base / name).is_file() for name in BASE_FILES):
        faults.append(f"there is no model in {base}")
    if before is not None and not before.is_dir():
        faults.append(f"the folder {before} does not exist")
    needed = PACKAGES if rehearsal else (*PACKAGES, *PEER_PACKAGES)
    packages = [name for name in needed if importlib.util.find_spec(name) is None]
    if packages:
        faults.append(f"these packages are not installed: {', '.join(packages)}")
    return faults
