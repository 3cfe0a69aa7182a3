"""Add papers to a library that is opened again."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

from core.base.records import PaperRecord
from core.library.library import Library

StartChild = Callable[..., "subprocess.Popen[str]"]


def add(library: Library, *titles: str) -> None:
    list(library.papers.add([PaperRecord(title=title) for title in titles], source="test"))


HOLDER = """
import sys
from pathlib import Path
from core.library.library import Library
from core.base.records import PaperRecord
library = Library.open(Path(sys.argv[1]))
list(library.papers.add([PaperRecord(title="Tulips")], source="child"))
print("open", flush=True)
sys.stdin.readline()
library.close()
print("closed", flush=True)
"""
