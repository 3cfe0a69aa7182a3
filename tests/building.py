"""A copy of the checkout to build distributions from: a build leaves its traces in the source."""

from __future__ import annotations

import shutil
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "desktop", "training", "resources")
FILES = (
    "pyproject.toml",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "constraints.txt",
)


def copy_source(folder: Path) -> Path:
    """Copy what a checkout holds, and what Python leaves in one that was used; return the folder.

    Tests and tools are there as well, since a build could take them along.
    """
    for name in FILES:
        shutil.copy(CHECKOUT / name, folder / name)
    ignore = shutil.ignore_patterns("__pycache__")
    for name in (*PACKAGES, "packaging", "tools"):
        shutil.copytree(CHECKOUT / name, folder / name, ignore=ignore)
    (folder / "tests").mkdir()
    for path in (CHECKOUT / "tests").glob("*.py"):
        shutil.copy(path, folder / "tests" / path.name)
    left = folder / "resources" / "__pycache__"
    left.mkdir()
    (left / "__init__.cpython-311.pyc").write_bytes(b"left by an earlier start")
    return folder
