"""Writes ``requirements.lock``: what ships, pinned as in constraints.txt, with hashes of its files.

``python -m tools.lock`` needs the program uv (``pip install uv``) and the package index.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
HEAD = """\
# What ships, with the hashes of its files, for every system; python -m tools.lock makes it.
# pip install --require-hashes -r requirements.lock
"""
COMMAND = (
    *("uv", "pip", "compile", "pyproject.toml", "--constraint", "constraints.txt", "--universal"),
    *("--generate-hashes", "--python-version", "3.11", "--no-annotate", "--no-header", "--quiet"),
)


def main() -> None:
    """Write the lock anew."""
    completed = subprocess.run(COMMAND, cwd=ROOT, check=True, capture_output=True, text=True)
    LOCK.write_text(HEAD + completed.stdout, encoding="utf-8")


if __name__ == "__main__":
    main()
