"""The files of Zotero's items, used where they lie: found, and looked at only when they changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from core.base.errors import PdfError
from core.library.following.zotero_items import Attached
from core.library.store.attachments import content_hash, is_pdf

_STORED = "storage:"
RELATIVE = "attachments:"
"""How the path of a linked file begins that is relative to Zotero's base directory."""


@dataclass(slots=True)
class FilesFound:
    """The files of an item: ``there`` by the key of the attachment, as ``Stated.files`` has them.

    ``missing`` are those that are not there, as paths to look for or as Zotero names them.
    """

    there: dict[str, list[Any]] = field(default_factory=dict)  # Any: JSON
    missing: list[str] = field(default_factory=list)


def find_files(
    folder: Path,
    base: Path | None,
    attached: Sequence[Attached],
    before: Mapping[str, Sequence[Any]],
) -> FilesFound:
    """Find the files of an item in Zotero's data folder, or where they are linked.

    ``base`` is the folder that relative links start from. A file of the same size and time as
    ``before`` is not read again.
    """
    files_found = FilesFound()
    for attached_file in attached:
        path = locate_file(folder, base, attached_file)
        known_state = list(before.get(attached_file.key, ()))
        try:
            state = None if path is None else path.stat()
        except (OSError, ValueError):
            state = None
        if path is None or state is None:
            relative = attached_file.path.startswith(RELATIVE)  # another base may be named later
            files_found.missing.append(
                str(attached_file.path if relative or path is None else path)
            )
            continue
        current_state = [str(path), state.st_size, state.st_mtime_ns]
        if known_state[:3] == current_state:
            files_found.there[attached_file.key] = known_state
            continue
        try:
            if is_pdf(path):
                files_found.there[attached_file.key] = [*current_state, content_hash(path)]
        except PdfError:
            files_found.missing.append(str(path))
    return files_found


def locate_file(folder: Path, base: Path | None, attached: Attached) -> Path | None:
    """Return where a file should lie; ``None`` if Zotero alone knows, or it is no place of ours.

    What is stored lies in a folder of its own; a name that leads out of it leads nowhere.
    """
    if attached.path.startswith(_STORED):
        name = attached.path[len(_STORED) :]
        if name != PurePosixPath(name).name or name != PureWindowsPath(name).name:
            return None
        return folder / "storage" / attached.key / name
    if attached.path.startswith(RELATIVE):
        return _under(base, attached.path)
    path = Path(attached.path)
    return path if attached.linked and path.is_absolute() else None


def _under(base: Path | None, path: str) -> Path | None:
    """Return where a relative link leads; one that leads out of the base leads nowhere."""
    parts = PurePosixPath(path[len(RELATIVE) :].replace("\\", "/")).parts
    if base is None or not parts or ".." in parts or parts[0].startswith("/") or ":" in parts[0]:
        return None
    return base.joinpath(*parts)


def is_there(path: str, base: Path | None) -> bool:
    """Tell whether a file that was missing has come."""
    if path.startswith(RELATIVE):
        path = str(_under(base, path) or "")
    try:
        return Path(path).is_absolute() and Path(path).is_file()
    except (OSError, ValueError):
        return False
