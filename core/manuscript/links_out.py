"""Refuses symbolic links that lead out of a manuscript's folder, for what other programs ask.

A person who opens a manuscript in the window chose it. Another program sends a path, perhaps of a
folder from somewhere else, in which a link may lead to any file of this computer.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from core.base.errors import UsageError
from core.base.records import LATEX_SUFFIXES
from core.manuscript.latex.projects import find_root
from core.manuscript.sources import Source, identify

_PARENTS = 3
_IN_PARENT = (".bib", ".csl", ".yml", ".yaml", ".json")


def refuse_link(document: Path) -> None:
    """Refuse a manuscript that is a link to a file outside its own folder.

    Raises:
        UsageError: it is one.
    """
    folder = document.absolute().parent.resolve()
    target = _resolve(document)
    if target is None or not target.is_relative_to(folder):
        raise UsageError(
            "“{file}” is a link that leads out of its folder.",
            file=document.name,
            remedy="Use the path of the file itself.",
        )


def identify_within_folder(document: Path) -> Source:
    """Return what a manuscript's file is and holds; nothing of it may be outside its folder.

    A bibliography may be in the folder above, as a manuscript may name it there, and a chapter
    may belong to a main file above it.

    Raises:
        UsageError: it cannot be opened, or a link leads out.
        FormatError: it is of several files and includes itself or far too much.
    """
    refuse_link(document)
    source = identify(document)
    folders = _list_folders(document)
    for file in source.files:
        target = _resolve(file)
        allowed = list(folders)
        if target is not None and target.suffix.lower() in _IN_PARENT:
            allowed += [folder.parent for folder in folders]
        if target is None or not any(target.is_relative_to(folder) for folder in allowed):
            raise make_link_error(file)
    _refuse_linked_lists(document, source.files)
    return source


def _refuse_linked_lists(document: Path, files: Sequence[Path]) -> None:
    """Refuse linked bibliographies that are named, or are read though the text names none.

    Some of them could be named where they are, which is no reason to follow a link to them.
    """
    from core.manuscript.bib_file import list_named_bibliographies  # reads BibTeX: takes a while

    targets = {_resolve(file) for file in files}
    beside = [path for path in document.parent.glob("*.bib") if _resolve(path) in targets]
    for bibliography in [*list_named_bibliographies(document), *sorted(beside)]:
        if leads_out(bibliography, document):
            raise make_link_error(bibliography)


def refuse_linked_bibliography(document: Path) -> None:
    """Refuse a manuscript whose bibliography is a link that leads out.

    Raises:
        UsageError: it is one.
    """
    from core.manuscript.bib_file import locate_bibliography  # reads BibTeX, which takes a while

    bibliography = locate_bibliography(document)
    if leads_out(bibliography, document):
        raise make_link_error(bibliography)


def leads_out(file: Path, document: Path) -> bool:
    """Whether links in the path of a file lead out of the folder in which a document names it."""
    target = _resolve(file)
    return target is None or not target.is_relative_to(_find_anchor(file, document))


def make_link_error(file: Path) -> UsageError:
    """Return the error for a file of a manuscript that is a link which leads out."""
    return UsageError(
        "“{file}” is a link that leads out of the folder of the manuscript.",
        file=file.name,
        remedy="Put the file itself into the folder, or name its path in the manuscript.",
    )


def _find_anchor(file: Path, document: Path) -> Path:
    """Return the folder that a file may not leave: the manuscript's, one above it, or its own."""
    file_path = os.path.normpath(file.absolute())
    own = document.absolute().parent
    for folder in (own, own.resolve()):
        common = Path(os.path.commonpath([folder, file_path]))
        if common in (folder, *folder.parents[:_PARENTS]):
            return common.resolve()
    return Path(file_path).parent.resolve()


def _list_folders(document: Path) -> list[Path]:
    """Return the folder of a manuscript, and that of the main file that a chapter belongs to."""
    folder = document.absolute().parent.resolve()
    folders = [folder]
    if (
        document.suffix.lower() in LATEX_SUFFIXES
        and (root := find_root(document.absolute())) is not None
    ):
        folders += [root.parent] if root.parent in folder.parents[:_PARENTS] else []
    return folders


def _resolve(path: Path) -> Path | None:
    """Return where a path leads, ``None`` if it leads nowhere."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):  # a null character, a loop of links
        return None
