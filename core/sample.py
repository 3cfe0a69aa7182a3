"""The sample: a library and a manuscript to try everything on."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.base.files import data_folder
from core.base.jobs import Job
from core.workspace import Workspace


def sample_folder() -> Path:
    """Return where the sample library of this user lies."""
    return data_folder() / "sample"


@contextmanager
def sample_manuscript() -> Iterator[Path]:
    """Yield the path of the sample manuscript's PDF, for as long as the block runs."""
    with importlib.resources.as_file(_sample() / "manuscript.pdf") as path:
        yield path


def fill(workspace: Workspace, job: Job | None = None) -> None:
    """Import the sample papers and their citations, unless that was done before."""
    if workspace.library.papers.count() == 0:
        with importlib.resources.as_file(_sample() / "library") as folder:
            workspace.imports.add([folder], job=job)


def _sample() -> importlib.resources.abc.Traversable:
    return importlib.resources.files("resources") / "sample"
