"""Real libraries of invented papers: made once, then copied for each test that opens one.

Words, citations and vectors are in step. ``HashEncoder`` stands for the model in use, since that
one would be loaded in a process of its own.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from core.base.records import CitingContext, Paper, PaperNumber, PaperRecord
from core.models.manifest import MANIFEST, AdapterFile
from core.models.modules import Side
from core.models.shelf import Model, Shelf, default_model
from core.workspace import Workspace
from tests.hash_encoder import HashEncoder

COUNT = 120
SAID = "That such things hold together has been shown more than once [3, 4]."


def records(papers: Iterable[Paper]) -> list[PaperRecord]:
    """Return papers as a source would state them."""
    names = PaperRecord.__dataclass_fields__
    return [PaperRecord(**{name: getattr(paper, name) for name in names}) for paper in papers]


def make_library(folder: Path, papers: Sequence[PaperRecord]) -> Path:
    """Make a library of these papers, numbered from 1.

    Paper n cites the next three, the first two of them in a sentence.
    """
    workspace = Workspace(folder, Shelf(folder.parent / "models"), create=True)
    library = workspace.library
    list(library.papers.add(papers, source="invented"))
    numbers = library.papers.numbers()
    for place, citing in enumerate(numbers):
        cited = tuple(numbers[place + 1 : place + 3])
        pairs = [(citing, each) for each in numbers[place + 1 : place + 4]]
        library.citations.add_citations(pairs, "invented")
        said = CitingContext(text=SAID, cited=cited, section="Related work", markers=((61, 67),))
        library.citations.add_contexts(citing, [said] if cited else [])
    for name, nth in (("Chapter two", 7), ("To read this week", 13)):
        library.collections.assign(library.collections.add(name), numbers[nth - 1 :: nth])
    for name, nth in (("method", 9), ("survey", len(numbers) + 1)):
        library.tags.assign(library.tags.add(name), numbers[nth - 1 :: nth])
    workspace.indexing.words()
    serve(workspace)
    workspace.indexing.vectors()
    workspace.close()
    return folder


def open_copy(library: Path, folder: Path, *, write: bool = True) -> Workspace:
    """Copy a library that is closed into a new folder and open the copy."""
    shutil.copytree(library, folder)
    workspace = Workspace(folder, Shelf(folder.parent / "models"), write=write)
    serve(workspace)
    return workspace


def serve(workspace: Workspace) -> None:
    """Let words be answered by meaning too, as after the model in use was loaded."""
    model = _model()
    workspace._runtime.serve(model, HashEncoder(model.manifest))


@cache
def _model() -> Model:
    return default_model()


def trashed(workspace: Workspace) -> set[PaperNumber]:
    """Return the papers in the Trash."""
    return set(workspace.library.papers.ordered(sort="added", descending=False, trashed=True))


def write_record(folder: Path, title: str) -> Path:
    """Write a file with one paper, of the kind that is imported without another process."""
    path = folder / f"{title}.jsonl"
    path.write_text(json.dumps({"id": f"made:{title}", "title": title}), encoding="utf-8")
    return path


def put_on_shelf(workspace: Workspace, name: str, side: Side = "papers") -> None:
    """Put a model on the shelf that differs from the one in use on a side.

    One that differs for papers has vectors of its own.
    """
    adapter = b"A small change of the weights."
    file = AdapterFile(file=f"{side}.safetensors", sha256=hashlib.sha256(adapter).hexdigest())
    used = _model()
    adapters = {**used.manifest.adapters, side: file}
    change = {"name": name, "recipe": name.partition("-")[0], "adapters": adapters}
    folder = workspace.shelf.folder / name
    folder.mkdir(parents=True)
    for other in {of.file for of in adapters.values()} - {file.file}:
        shutil.copyfile(used.folder / other, folder / other)
    (folder / file.file).write_bytes(adapter)
    manifest = used.manifest.model_copy(update=change)
    (folder / MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")
