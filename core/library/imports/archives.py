"""Zip archives in an import: unpacked into a folder that is deleted afterwards.

A PDF of an archive is copied into the library, whether it is imported by itself or named by an
entry of the same archive.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from core.base.errors import FormatError
from core.base.messages import Message
from core.formats.detect import detect_kind
from core.formats.packed import unpack
from core.library.imports.import_run import ImportRun

_NOT_IN_ARCHIVES = frozenset({"archive", "corpus", "folder", "zotero"})
_NO_KIND = Message("files of this kind cannot be imported")


class Member(NamedTuple):
    """A file of an archive: how it is called in a report, where it lies, and what it is."""

    display_path: Path
    path: Path
    kind: str


def members(run: ImportRun, archive: Path, stack: ExitStack) -> Iterator[tuple[Path, Member]]:
    """Unpack an archive and yield the folder with each member that can be imported.

    The folder goes when the stack is closed. What is left is told of.
    """
    try:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cocite-")))
        for inside, unpacked_file in unpack(archive, folder, _is_wanted):
            display_path = archive / inside
            if isinstance(unpacked_file, str):
                run.skip(display_path, unpacked_file)
                continue
            kind = detect_kind(unpacked_file)
            if kind is None or kind in _NOT_IN_ARCHIVES:
                run.skip(display_path, _NO_KIND)
            else:
                yield folder, Member(display_path, unpacked_file, kind)
    except FormatError as error:
        run.refuse_file(archive, error)
    except OSError as error:  # there is no room to unpack it
        message = Message(
            "“{archive}” cannot be unpacked: {reason}.", archive=archive.name, reason=error.strerror
        )
        run.refuse_file(archive, FormatError(message, remedy="Unpack it and import the folder."))


def _is_wanted(path: PurePosixPath) -> bool:
    """Whether a member is worth unpacking: not what systems and version control leave in them."""
    return not any(part.startswith((".", "__MACOSX")) for part in path.parts)
