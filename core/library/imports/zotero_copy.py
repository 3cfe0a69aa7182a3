"""A copy of a SQLite database that another program may be writing, made without touching it.

The database is copied with its journals: what was committed last may be in them alone. Whether it
changed meanwhile, or since the last copy, its *state* tells: sizes and times, the counters in the
headers, and how far the frames of the write-ahead log are valid. Times alone would miss what is
written into a log that keeps its size, on systems that set them only when a file is closed.
"""

from __future__ import annotations

import shutil
import struct
import tempfile
import threading
from pathlib import Path
from typing import BinaryIO, NamedTuple

from core.base.errors import FormatError
from core.formats.decoding import unreadable

_LOG, _JOURNAL = "-wal", "-journal"
_HEADER_BYTES = 100  # with the counter of changes, and what the schema is
_LOG_HEADER = struct.Struct(">8I")
_FRAME_HEADER = struct.Struct(">6I")
_MOST_FRAMES = 1_000_000
_TRIES = 8
_PAUSE_SECONDS = 0.15
_LARGEST_PAGE = 65_536


class Part(NamedTuple):
    """A file of a database: its size, when it was written, and what its headers say."""

    size: int
    time: int
    headers: bytes


State = tuple[Part | None, Part | None, Part | None]
"""The parts of a database: the file itself, its write-ahead log, its rollback journal."""


def read_state(source: Path) -> State:
    """Return the state of a database; equal states hold the same.

    Raises:
        FormatError: it cannot be read.
    """
    main, log, journal = (source.with_name(source.name + end) for end in ("", _LOG, _JOURNAL))
    try:
        main_state = _part(main)
        if main_state is None:
            raise FileNotFoundError(2, "there is no such file", str(source))
        return main_state, _part(log, frames=True), _part(journal)
    except OSError as error:
        raise unreadable(source, error) from error


class DatabaseCopy:
    """The copy of one database in a folder of temporary files, until ``close``.

    Where only the log changed, only the log is copied again. Raises ``FormatError`` where no folder
    can be made for it.
    """

    def __init__(self, source: Path) -> None:
        self.source = source
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="cocite-zotero-")
        except OSError as error:
            raise unreadable(source, error) from error
        self._copied_state: State | None = None

    def path(self) -> Path:
        """Return the copy, of what the database holds now.

        Open it with ``mode=ro``, unless ``has_journal``.

        Raises:
            FormatError: it cannot be read, there is no room, or it is being written all the time.
        """
        for _ in range(_TRIES):
            before = read_state(self.source)
            if before == self._copied_state:
                return self._target("")
            self._copy(before)
            if read_state(self.source) == before:
                self._copied_state = before
                return self._target("")
            self._copied_state = None
            threading.Event().wait(_PAUSE_SECONDS)
        raise FormatError(
            "“{file}” is constantly being written.",
            file=self.source.name,
            remedy="Cocite tries again later; nothing was changed.",
        )

    @property
    def state(self) -> State | None:
        """The state that the copy is of, ``None`` before there is one."""
        return self._copied_state

    @property
    def has_journal(self) -> bool:
        """Whether a rollback journal lies beside the copy, which opening it may carry out."""
        return self._target(_JOURNAL).exists()

    def close(self) -> None:
        """Delete the copy."""
        self._copied_state = None
        self._folder.cleanup()

    def _target(self, end: str) -> Path:
        return Path(self._folder.name) / (self.source.name + end)

    def _copy(self, state: State) -> None:
        main, log, journal = state
        copied_state = self._copied_state
        # A copy that a journal was carried out on is not what it was copied from.
        is_unchanged = (
            copied_state is not None
            and copied_state[0] == main
            and copied_state[2] is None
            and journal is None
        )
        try:
            self._require_room(sum(part.size for part in state if part is not None))
            self._target("-shm").unlink(missing_ok=True)
            for end, part in (("", main), (_LOG, log), (_JOURNAL, journal)):
                if end == "" and is_unchanged:
                    continue
                self._target(end).unlink(missing_ok=True)
                if part is not None:
                    shutil.copyfile(
                        self.source.with_name(self.source.name + end), self._target(end)
                    )
        except FileNotFoundError:
            self._copied_state = None  # a journal that was just deleted: the states will differ
        except OSError as error:
            self._copied_state = None
            raise unreadable(self.source, error) from error

    def _require_room(self, size: int) -> None:
        if size > shutil.disk_usage(self._folder.name).free:
            raise FormatError(
                "Not enough disk space to copy “{source}”, which is read from a copy.",
                source=self.source.name,
                remedy="Free {size} MB where temporary files lie ({parent}).",
                size=size // 2**20 + 1,
                parent=Path(self._folder.name).parent,
            )


def _part(path: Path, *, frames: bool = False) -> Part | None:
    try:
        with path.open("rb") as file:
            stat = path.stat()
            headers = file.read(_HEADER_BYTES)
            if frames:
                headers += _valid_frames(file, headers, stat.st_size)
            return Part(stat.st_size, stat.st_mtime_ns, headers)
    except FileNotFoundError:
        return None


def _valid_frames(log: BinaryIO, headers: bytes, size: int) -> bytes:
    """Return what the last frame says that belongs to the log as it was last begun."""
    if len(headers) < _LOG_HEADER.size:
        return b""
    _, _, page, _, *salts, _, _ = _LOG_HEADER.unpack(headers[: _LOG_HEADER.size])
    if not 0 < page <= _LARGEST_PAGE:
        return b""
    last = b""
    stride = _FRAME_HEADER.size + page
    places = range(_LOG_HEADER.size, size - stride + 1, stride)
    for number, place in enumerate(places[:_MOST_FRAMES]):
        log.seek(place)
        header = log.read(_FRAME_HEADER.size)
        if len(header) < _FRAME_HEADER.size:
            break
        if list(_FRAME_HEADER.unpack(header)[2:4]) != salts:
            break
        last = number.to_bytes(4, "big") + header
    return last
