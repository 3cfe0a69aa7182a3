"""What was measured so far: a file with one JSON object a line, which a kill cannot spoil."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.base.errors import UsageError
from core.base.files import unwritten

LEDGER = "measured.jsonl"


class Entry(BaseModel):
    """A measurement. ``failed`` says why it came to nothing; such a one is tried again.

    ``seconds`` is the time that it took, over all the times that it was begun.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    group: str
    seconds: float = 0.0
    failed: str = ""
    values: dict[str, Any] = {}
    device: str = ""
    time: str = ""


class About(BaseModel):
    """What all measurements of a ledger have in common: its first line."""

    model_config = ConfigDict(frozen=True)

    corpus: str
    base: str
    scale: str


class Ledger:
    """The measurements of a folder. The last entry of a name counts."""

    def __init__(self, folder: Path, about: About) -> None:
        """Open the folder's ledger, or begin one.

        Raises:
            UsageError: it was begun with something else, or holds something else.
            EngineError: it cannot be written.
        """
        self.about = about
        self._path = folder / LEDGER
        lines = self._read_lines()
        if lines:
            self._refuse_another(lines[0])
        self.entries = {entry.name: entry for line in lines[1:] if (entry := _entry(line))}
        if not lines:
            self._append(about)

    def finished(self, name: str) -> bool:
        """Tell whether a measurement is there."""
        return name in self.entries and not self.entries[name].failed

    def add(self, entry: Entry) -> None:
        """Keep a measurement; it is on the disk when this returns.

        Raises:
            EngineError: the file cannot be written.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self.entries[entry.name] = entry.model_copy(update={"time": now})
        self._append(self.entries[entry.name])

    def of_group(self, group: str) -> Mapping[str, Entry]:
        """Return the measurements of a group by name, in the order they were made."""
        return {name: entry for name, entry in self.entries.items() if entry.group == group}

    def _read_lines(self) -> list[str]:
        """Return the whole lines; what a kill cut off is dropped from the file."""
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return []
        whole, end, cut = content.rpartition(b"\n")
        if cut:
            with self._path.open("r+b") as file:
                file.truncate(len(whole) + len(end))
        return whole.decode("utf-8", "replace").splitlines()

    def _append(self, line: BaseModel) -> None:
        try:
            with self._path.open("ab") as file:
                file.write(line.model_dump_json().encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise unwritten(error, self._path) from error

    def _refuse_another(self, first: str) -> None:
        try:
            stored_about: About | None = About.model_validate_json(first)
        except ValidationError:
            stored_about = None
        if stored_about != self.about:
            raise UsageError(
                "“{folder}” holds measurements of another corpus, base or scale.",
                folder=self._path.parent,
                remedy="Choose another folder, or ask for the same as before.",
            )


def _entry(line: str) -> Entry | None:
    try:
        return Entry.model_validate_json(line)
    except ValidationError:  # of a later version
        return None
