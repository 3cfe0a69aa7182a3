"""Finds the files that entries name, where they may be taken from.

A bibliography may come from anyone, and what it names would be read and kept in the library. So a
file counts only if it lies in the folder of the source, in a folder that was chosen for the same
import, or was itself chosen for it; links are followed before that is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath
from urllib.parse import unquote, urlsplit

from core.base.errors import PdfError
from core.base.messages import Message
from core.library.store.attachments import content_hash, is_pdf, keep_copy

_SHOWN = 3


@dataclass(slots=True)
class NamedFiles:
    """Finds what the entries of one source name; keeps account of what it did not take.

    With ``keep_in``, a library's folder, what is found is copied there: where it lies is temporary.
    """

    base: Path | None
    chosen: Sequence[Path]
    keep_in: Path | None = None
    missing: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def find(self, file_names: Sequence[str]) -> list[tuple[Path, str]]:
        """Return path and content hash of each PDF that is there and may be taken."""
        files_found = []
        for file_name in file_names:
            path = self._path(file_name)
            if path is not None:
                try:
                    sha256 = content_hash(path)
                except PdfError:
                    self.missing.append(file_name)
                    continue
                kept_path = path if self.keep_in is None else keep_copy(self.keep_in, path, sha256)
                files_found.append((kept_path, sha256))
        return files_found

    def complaints(self) -> Iterator[str]:
        """Say in a sentence each what became of the files that were not taken."""
        if self.missing:
            yield Message("no PDF is where its entries say: {files}", files=_listed(self.missing))
        if self.outside:
            yield Message(
                "PDFs outside its folder are left alone: {files}; to take them along, choose them"
                " or their folder in the same import",
                files=_listed(self.outside),
            )

    def _path(self, file_name: str) -> Path | None:
        """Return the PDF that a name leads to; note the name if there is none, or not for us."""
        candidates = [path for path in self._candidates(file_name) if is_pdf(path)]
        allowed = [path for path in candidates if self._may_take(path)]
        if allowed:
            return allowed[0]
        web = "://" in file_name and not file_name.lower().startswith("file:")
        if not web and _ends_as_pdf(file_name):
            (self.outside if candidates else self.missing).append(file_name)
        return None

    def _candidates(self, file_name: str) -> Iterator[Path]:
        """Yield where the file may be: as named, from the root (Mendeley), beside the source."""
        plain_name = _without_scheme(file_name)
        bases = [Path("/")] if self.base is None else [self.base, Path("/")]
        paths = [
            base / spelling
            for spelling in (plain_name, plain_name.replace("\\", "/"))
            for base in bases
        ]
        if self.base is not None and (beside := PureWindowsPath(plain_name).name):
            paths.append(self.base / beside)
        yield from filter(None, map(_resolved, dict.fromkeys(paths)))

    def _may_take(self, path: Path) -> bool:
        folders = [*self.chosen, *([self.base] if self.base is not None else [])]
        return any(
            path.is_relative_to(allowed_folder)
            for allowed_folder in filter(None, map(_resolved, folders))
        )


def _resolved(path: Path) -> Path | None:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):  # a null character, a loop of links
        return None


def _without_scheme(file_name: str) -> str:
    if not file_name.lower().startswith("file:"):
        return file_name
    try:
        return unquote(urlsplit(file_name).path)
    except ValueError:
        return file_name


def _ends_as_pdf(file_name: str) -> bool:
    return file_name.lower().rstrip().endswith(".pdf")


def _listed(names: Sequence[str]) -> str:
    shown_names = ", ".join(f"“{name}”" for name in names[:_SHOWN])
    more = len(names) - _SHOWN
    return (
        Message("{names} and {count:,} more", names=shown_names, count=more)
        if more > 0
        else shown_names
    )
