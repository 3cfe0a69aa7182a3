"""Papers added to the ``.bib`` file of a manuscript on request, through the history.

The library holds which entries are to stand in which file, and which were written. After an undo an
entry is taken out again, if it still is as it was written; after a redo it is added again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.base.errors import EngineError, UsageError
from core.base.files import path_text, read_file, replace_bytes, unwritten
from core.base.library_records import BibOptions
from core.base.messages import Message
from core.base.records import Paper
from core.formats.bib_text import BibText, Edit
from core.library.database.connection import Database
from core.manuscript.bib_file import BibContents

_DIFFERENCE = """SELECT path, key, text FROM {0} a WHERE NOT EXISTS (
    SELECT 1 FROM {1} b WHERE b.path = a.path AND b.key = a.key AND b.text = a.text)"""


class AddedEntries:
    """The entries that a library added to files. One thread at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, path: Path, papers: Sequence[Paper], options: BibOptions | None = None) -> int:
        """Add those papers to a file that it does not have; return how many were added.

        A paper is there if an entry has its DOI, its title, or one of its keys.

        Raises:
            EngineError: the file cannot be read or written; it is as it was.
        """
        path = path.expanduser().absolute()
        self._refuse_followed(path)
        text = BibText(_read_content(path), path.name)
        text.require_writable()
        contents = BibContents.of(text.text, path.name)
        new: list[Paper] = []
        used_keys = {key.lower() for key in (*text.keys, *contents.by_lowered)}
        for paper in papers:
            if contents.find_key(paper, (paper.citation_key, *paper.aliases)) is None:
                key = _find_free_key(paper.citation_key, used_keys)
                used_keys.add(key.lower())
                new.append(_with_key(paper, key))
        if not new:
            return 0
        content = text.apply(text.add_entries(new, text.kind, options or BibOptions()))
        entries = BibText(content, path.name).entries
        rows = [
            (path_text(path), paper.citation_key, entries[paper.citation_key].raw.raw)
            for paper in new
            if paper.citation_key in entries
        ]
        description = Message(
            "Added {count:,} entries to “{file}”", count=len(rows), file=path.name
        )
        with self._database.change(description):
            self._database.execute_many(
                "INSERT OR REPLACE INTO added_entries (path, key, text) VALUES (?, ?, ?)", rows
            )
        try:
            self._settle_file(path)
        except EngineError:
            with self._database.transaction():
                self._database.execute_many(
                    "DELETE FROM added_entries WHERE path = ? AND key = ? AND text = ?", rows
                )
            raise
        return len(rows)

    def is_due(self) -> bool:
        """Tell whether something was undone or done again since. Quick."""
        return any(self._database.value(f"{query} LIMIT 1") is not None for query in _queries())

    def settle(self) -> list[Path]:
        """Let files follow what was undone, or done again; return those that could not be written.

        What somebody changed since in an added entry stays.
        """
        failed_paths = []
        for path in sorted({Path(row[0]) for q in _queries() for row in self._database.rows(q)}):
            try:
                self._settle_file(path)
            except EngineError:
                failed_paths.append(path)
        return failed_paths

    def _settle_file(self, path: Path) -> None:
        missing, surplus = (
            [(key, text) for file, key, text in self._database.rows(query) if file == str(path)]
            for query in _queries()
        )
        content = _read_content(path)
        text = BibText(content, path.name)
        text.require_writable()
        edits: list[Edit] = []
        for key, written_text in surplus:
            entry = text.entries.get(key)
            if entry is not None and entry.raw.raw == written_text:
                edit = text.remove_entry(entry)
                edits += [] if edit is None else [edit]
        texts = [(key, entry_text) for key, entry_text in missing if key not in text.entries]
        edits += text.place_texts(texts, BibOptions())
        if edits:
            target = path.resolve()
            mode = target.stat().st_mode if target.exists() else None
            replace_bytes(target, text.apply(edits))
            if mode is not None:
                target.chmod(mode & 0o777)
        with self._database.transaction():
            self._database.execute_many(
                "DELETE FROM written_entries WHERE path = ? AND key = ?",
                [(str(path), key) for key, _ in surplus],
            )
            self._database.execute_many(
                "INSERT OR REPLACE INTO written_entries (path, key, text) VALUES (?, ?, ?)",
                [(str(path), key, entry_text) for key, entry_text in missing],
            )

    def _refuse_followed(self, path: Path) -> None:
        if self._database.value("SELECT 1 FROM followed_files WHERE path = ?", str(path)):
            raise UsageError(
                "“{file}” is a followed .bib file: it already holds the papers that it is kept "
                "in step with.",
                file=path.name,
                remedy="Add the papers to its collection, or stop following the file.",
            )


def _queries() -> tuple[str, str]:
    """Return what is to be added to files, and what is to be taken out."""
    return (
        _DIFFERENCE.format("added_entries", "written_entries"),
        _DIFFERENCE.format("written_entries", "added_entries"),
    )


def _with_key(paper: Paper, key: str) -> Paper:
    return replace(paper, citation_key=key)


def _find_free_key(key: str, used_keys: set[str]) -> str:
    number, variant = 0, key
    while variant.lower() in used_keys:
        variant = f"{key}{chr(ord('a') + number % 26)}{number // 26 or ''}"
        number += 1
    return variant


def _read_content(path: Path) -> bytes:
    try:
        return read_file(path)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise unwritten(error, path) from error
