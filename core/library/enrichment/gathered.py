"""What was found in dumps so far, in a file beside the library until all of it is read.

Each line holds what one step found and where it ended, so that a reading that was stopped or
killed goes on there. A line that was cut short is dropped.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from core.base.files import writing

FOLDER = "enriching"

Json = dict[str, Any]  # Any: JSON


@dataclass(slots=True)
class Position:
    """Where the reading of some files stands: in which of them, in which part, how far in it."""

    file: int = 0
    part: int = 0
    position: int = 0


class Gathered:
    """The file for one reading; a context manager. Of each library there is one at a time."""

    def __init__(self, library: Path, fingerprint: str) -> None:
        """Open the file of an earlier reading of the same files for the same papers, or a new one.

        Raises:
            LibraryError: the folder cannot be written.
        """
        self._folder = library / FOLDER
        self._path = self._folder / f"{fingerprint[:40]}.jsonl"
        self.reached = Position()
        self.lines = self.damaged = self.title_conflicts = 0
        self.forms: list[str] = []
        self.source: int | None = None
        with writing(self._folder):
            if not self._path.exists() and self._folder.exists():
                shutil.rmtree(self._folder)
            self._folder.mkdir(exist_ok=True)
            self._file = self._path.open("a+b")
            self._file.truncate(self._whole())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    @property
    def resumed(self) -> bool:
        """Whether an earlier reading had got anywhere."""
        return self.reached != Position() or self.lines > 0

    def add(self, file: int, step: Json) -> None:
        """Keep what a step found."""
        line = {"file": file, **step}
        self._take(line)
        self._write(line)

    def finish(self, file: int) -> None:
        """Say that a file was read to its end."""
        self._take({"file": file + 1})
        self._write({"file": file + 1})

    def note_source(self, source: int) -> None:
        """Remember the source under which this is being stored."""
        self.source = source
        self._write({"source": source})

    def iterate_findings(self) -> Iterator[Json]:
        """Yield all that was found, in order."""
        with self._path.open("rb") as file:
            for line in file:
                yield from json.loads(line).get("found", ())

    def discard(self) -> None:
        """Delete the file: all of it is in the library, or nobody wants it."""
        self._file.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, line: Json) -> None:
        with writing(self._folder):
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()

    def _whole(self) -> int:
        """Take note of every whole line, and return where the last of them ends."""
        end = 0
        self._file.seek(0)
        for line in self._file:
            try:
                value = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                value = None
            if not isinstance(value, dict):
                break
            self._take(value)
            end += len(line)
        return end

    def _take(self, line: Json) -> None:
        if "source" in line:
            self.source = line["source"]
            return
        self.reached = Position(line["file"], line.get("part", 0), line.get("position", 0))
        self.lines += line.get("lines", 0)
        self.damaged += line.get("damaged", 0)
        self.title_conflicts += line.get("others", 0)
        form = line.get("form")
        if form and form not in self.forms:
            self.forms.append(form)


def digest(values: Sequence[object]) -> str:
    """Return a text that stands for some values."""
    return hashlib.sha256(json.dumps(values).encode("utf-8", "surrogatepass")).hexdigest()
