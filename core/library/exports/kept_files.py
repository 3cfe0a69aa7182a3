"""Files that stay in step: the papers of a collection, or those to cite in a manuscript.

A file is written whole or not at all, only when what it should say is something else than what it
says, and never over what somebody else wrote into it: that is told, and the person decides. From
then on a bibliography is shared: only entries of Cocite's follow, and all else in the file stays.
What has to be remembered is in the library; the entries hold what a bibliography needs and no more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from core.base.errors import EngineError, UsageError
from core.base.files import path_text, replace_bytes, unwritten
from core.base.library_records import KeptFile
from core.base.messages import Message, restored, stored
from core.base.records import Paper, PaperNumber
from core.formats.registry import get_format
from core.library.database.connection import Database, Row
from core.library.store.paper_rows import now, read_papers_with_source

_PRIVATE = frozenset({"annote"})
"""What a person, or Zotero, remarks on a paper for themselves."""
_PAPERS = {
    "collection": """SELECT p.number, p.revision FROM collection_papers m
        JOIN papers p ON p.number = m.paper AND p.trashed_at IS NULL
        WHERE m.collection = ? ORDER BY p.citation_key""",
    "manuscript": """SELECT DISTINCT p.number, p.revision FROM decisions d
        JOIN papers p ON p.number = d.paper AND p.trashed_at IS NULL
        WHERE d.manuscript = ? AND d.decision = 'cite' ORDER BY p.citation_key""",
}
_COLUMNS = "path, kind, collection, manuscript, written, written_at, problem, edited, entries"
_BIBLIOGRAPHIES = frozenset({"bibtex", "biblatex"})

_Papers = tuple[tuple[PaperNumber, int], ...]
_State = tuple[object, object, _Papers]


@dataclass(frozen=True, slots=True)
class _Row:
    """A kept file as the database has it.

    ``written_digest`` is a digest of what was written last; while it is being written, of both. Of
    a file that others write too, ``entries`` tells what in it is Cocite's, as JSON; "" for others.
    """

    path: Path
    kind: str
    source: str
    number: int
    written_digest: str
    written_at: str
    problem: str
    edited: bool
    entries: str

    @property
    def is_shared(self) -> bool:
        """Whether others write the file too."""
        return bool(self.entries)


class KeptFiles:
    """The kept files of one library. One thread at a time lets them follow."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._file_states: dict[Path, _State] = {}

    def all(self) -> list[KeptFile]:
        """Return the files by path, each with what it holds and how it stands."""
        names = self._names()
        return [
            KeptFile(
                path=row.path,
                kind=row.kind,
                of_manuscript=row.source == "manuscript",
                name=names.get((row.source, row.number), ""),
                written_at=row.written_at,
                problem=row.problem,
                edited=row.edited,
            )
            for row in self._rows()
        ]

    def sources(self) -> list[tuple[str, int, str]]:
        """Return what a file can be kept in step with: kind, number, name.

        Collections, and manuscripts with something to cite.
        """
        rows = self._database.rows(
            """SELECT 'collection', number, name FROM (
                   SELECT * FROM collections ORDER BY name COLLATE NOCASE)
               UNION ALL SELECT 'manuscript', number, title FROM (
                   SELECT * FROM manuscripts WHERE number IN (
                       SELECT manuscript FROM decisions WHERE decision = 'cite')
                   ORDER BY opened_at DESC)"""
        )
        return [(kind, number, name) for kind, number, name in rows]

    def keep(self, path: Path, kind: str, *, collection: int = 0, manuscript: int = 0) -> None:
        """Keep a file in step with a collection, or with what is to cite in a manuscript.

        What lies there already counts as edited by somebody else.

        Raises:
            UsageError: the file is kept already, or lies in the library's own folder.
        """
        path = path.expanduser().absolute()
        if path.is_relative_to(self._database.folder.absolute()):
            raise UsageError(
                "“{file}” is in the folder of the library.",
                file=path.name,
                remedy="Choose the folder of your manuscript.",
            )
        followed = self._database.column("SELECT path FROM followed_files")
        if str(path) in followed or any(row.path == path for row in self._rows()):
            raise UsageError(
                "“{file}” is already kept in step.",
                file=path.name,
                remedy="Stop keeping it first, or choose another name.",
            )
        description = Message("Started keeping the file “{file}” in step", file=path.name)
        with self._database.change(description):
            self._database.execute(
                f"INSERT INTO kept_files ({_COLUMNS}) VALUES (?, ?, ?, ?, '', '', '', 0, '')",
                path_text(path),
                kind,
                collection or None,
                manuscript or None,
            )

    def let_go(self, path: Path) -> None:
        """Keep a file no longer; it stays as it is."""
        description = Message("Stopped keeping “{file}” up to date", file=path.name)
        with self._database.change(description):
            self._database.execute("DELETE FROM kept_files WHERE path = ?", str(path))
        self._file_states.pop(path, None)

    def is_due(self) -> bool:
        """Tell whether a file may have to be written, or its problem may be over. Quick."""
        return any(self._state(row) != self._file_states.get(row.path) for row in self._rows())

    def follow(self) -> list[Path]:
        """Write the files that should say something else, and return them.

        What keeps one from being written is noted, and tried again at the next time.
        """
        return [row.path for row in self._rows() if self._follow(row)]

    def overwrite(self, path: Path) -> Path | None:
        """Write a file that somebody edited; return the copy that keeps what they wrote.

        In a bibliography only the entries of the papers change, and only in what they say
        otherwise than the library.

        Raises:
            EngineError: the copy or the file cannot be written; the file stays as it is.
        """
        row = next((row for row in self._rows() if row.path == path), None)
        if row is None:
            return None
        content = _content(path)
        copy = None
        is_shared = bool(content and row.kind in _BIBLIOGRAPHIES and not self._is_own(row, content))
        if content:
            if is_shared:
                _read_whole(row, content)
            copy = _free(path)
            replace_bytes(copy, content)
        papers = tuple(self._papers(row))
        if content and is_shared:
            self._share(row, content, papers, force=True)
        else:
            self._write(row, self._text(row), papers)
        return copy

    @staticmethod
    def _is_own(row: _Row, content: bytes) -> bool:
        """Whether a file is as Cocite alone wrote it."""
        return not row.is_shared and _digest(content) in row.written_digest.split()

    def _share(
        self, row: _Row, content: bytes, papers_before: _Papers, *, force: bool = False
    ) -> bool:
        """Bring the entries of Cocite's in a file in step that others write too."""
        from core.library.exports.shared_bibliography import update_text  # reads BibTeX

        text = _read_whole(row, content)
        is_dos, before = "\r\n" in text, json.loads(row.entries or "{}")
        papers = list(map(_public, self._read_papers(row)))
        update = update_text(text.replace("\r\n", "\n"), papers, row.kind, before, force=force)
        new = update.text.replace("\n", "\r\n") if is_dos else update.text
        entries = json.dumps(update.digests)
        if new != text:
            # Both are ours if a kill comes between the file and what is remembered of it.
            both = {
                key: [*before.get(key, ()), *update.digests.get(key, ())]
                for key in {**before, **update.digests}
            }
            self._note(row, entries=json.dumps(both))
            replace_bytes(row.path.resolve(), new.encode("utf-8"))
        self._file_states[row.path] = (*_file_state(row.path), papers_before)
        warning = Message("Entries of “{file}” were edited, so they were kept.", file=row.path.name)
        self._note(
            replace(row, entries=""),
            problem=stored(warning) if update.edited else "",
            edited=update.edited,
            written_digest=_digest(new.encode("utf-8")),
            written_at=now() if new != text else "",
            entries=entries,
        )
        return new != text

    def _follow(self, row: _Row) -> bool:
        state = self._state(row)
        if state == self._file_states.get(row.path):
            return False
        try:
            wrote = self._bring_in_step(row, state[-1])
        except EngineError as error:
            self._file_states.pop(row.path, None)  # it is tried again
            self._note(row, problem=stored(error.message), edited=False)
            return False
        if not wrote:
            self._file_states[row.path] = state  # what changed meanwhile is looked at the next time
        return wrote

    def _bring_in_step(self, row: _Row, papers_before: _Papers) -> bool:
        if not row.path.parent.is_dir():
            raise UsageError(
                "The folder “{folder}” does not exist; the file is written once it does.",
                folder=row.path.parent,
            )
        there = _content(row.path)
        if row.is_shared:
            return self._share(row, there or b"", papers_before)
        text = self._text(row)
        if there and _digest(there) == _digest(text):
            self._note(row, written_digest=_digest(text))
            return False
        if there and _digest(there) not in row.written_digest.split():
            problem_text = Message(
                "“{file}” was edited, so it is not overwritten.", file=row.path.name
            )
            self._note(row, problem=stored(problem_text), edited=True)
            return False
        self._write(row, text, papers_before)
        return True

    def _write(self, row: _Row, text: bytes, papers_before: _Papers) -> None:
        # Both are ours if a kill comes between the file and what is remembered of it.
        self._note(row, written_digest=f"{row.written_digest} {_digest(text)}".strip())
        replace_bytes(row.path.resolve(), text)  # where a link leads, so that it stays one
        self._file_states[row.path] = (*_file_state(row.path), papers_before)
        self._note(row, written_digest=_digest(text), written_at=now())

    def _text(self, row: _Row) -> bytes:
        papers = map(_public, self._read_papers(row))
        return get_format(row.kind).write(papers).encode("utf-8", "replace")

    def _read_papers(self, row: _Row) -> list[Paper]:
        numbers = [number for number, _ in self._papers(row)]
        return read_papers_with_source(self._database, numbers)

    def _papers(self, row: _Row) -> list[tuple[PaperNumber, int]]:
        rows = self._database.rows(_PAPERS[row.source], row.number)
        return [(PaperNumber(number), revision) for number, revision in rows]

    def _state(self, row: _Row) -> _State:
        """Return what a file and its papers are told by: equal states need no look."""
        return (*_file_state(row.path), tuple(self._papers(row)))

    def _note(
        self,
        row: _Row,
        *,
        problem: str = "",
        edited: bool = False,
        written_digest: str = "",
        written_at: str = "",
        entries: str = "",
    ) -> None:
        updated_row = replace(
            row,
            problem=problem,
            edited=edited,
            written_digest=written_digest or row.written_digest,
            written_at=written_at or row.written_at,
            entries=entries or row.entries,
        )
        if updated_row != row:
            with self._database.transaction():
                self._database.execute(
                    """UPDATE kept_files SET written = ?, written_at = ?, problem = ?, edited = ?,
                       entries = ? WHERE path = ?""",
                    *(
                        updated_row.written_digest,
                        updated_row.written_at,
                        updated_row.problem,
                        updated_row.edited,
                        updated_row.entries,
                    ),
                    str(row.path),
                )

    def _rows(self) -> list[_Row]:
        rows = self._database.rows(f"SELECT {_COLUMNS} FROM kept_files ORDER BY path")
        return [_row(row) for row in rows]

    def _names(self) -> dict[tuple[str, int], str]:
        return {
            (source, number): name
            for source, query in (
                ("collection", "SELECT number, name FROM collections"),
                ("manuscript", "SELECT number, title FROM manuscripts"),
            )
            for number, name in self._database.rows(query)
        }


def _read_whole(row: _Row, content: bytes) -> str:
    """Return the text of a file that others write too, if an entry can be written into it.

    Raises:
        UsageError: it is not in UTF-8, or has an entry that is never closed, as while somebody
            types it: what is written behind that would be taken for a part of it.
    """
    from core.formats.bibtex_syntax import parse

    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            "“{file}” is not in UTF-8, so nothing is written into it.",
            file=row.path.name,
            remedy="Save it in UTF-8 in your editor.",
        ) from error
    entries = parse(text.replace("\r\n", "\n"), "")
    broken_lines = [
        entry.line for entry in entries if entry.problem and entry.type and not entry.raw
    ]
    if broken_lines:
        raise UsageError(
            "“{file}” has a broken entry at line {line}, so nothing is written into it.",
            file=row.path.name,
            line=broken_lines[0],
            remedy="Correct the entry in your editor.",
        )
    return text


def _row(values: Row) -> _Row:
    path, kind, collection, manuscript, written_digest, written_at, problem, edited, entries = (
        values
    )
    source = "manuscript" if collection is None else "collection"
    number = manuscript if collection is None else collection
    return _Row(
        *(Path(path), kind, source, number, written_digest, written_at, restored(problem)),
        edited=bool(edited),
        entries=entries,
    )


def _public(paper: Paper) -> Paper:
    """Return a paper without what was written about it for oneself."""
    extra = {name: value for name, value in paper.extra.items() if name not in _PRIVATE}
    return replace(paper, extra=extra)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unwritten(error, path) from error


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _free(path: Path) -> Path:
    """Return a name beside a file that nothing has: "refs (edited 2026-05-04 0930).bib"."""
    stamp = f"{datetime.now():%Y-%m-%d %H%M}"
    names: Sequence[str] = [f"{path.stem} (edited {stamp}{more}){path.suffix}" for more in _MORE]
    return next(
        (free for name in names if not (free := path.with_name(name)).exists()),
        path.with_name(names[-1]),
    )


_MORE = ("", *(f", {number}" for number in range(2, 100)))


def _file_state(path: Path) -> tuple[object, object]:
    """Return what a file is told by from another version of it."""
    try:
        stat = path.stat()
    except OSError as error:
        return error.errno, path.parent.is_dir()
    return stat.st_size, stat.st_mtime_ns
