"""What a person wrote about a paper, in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from core.base.messages import Message
from core.base.records import PaperNumber
from core.library.database.connection import Database
from core.library.store.paper_rows import now
from core.library.store.versions import describe_papers


class NoteStore:
    """The notes of one library. A paper has at most one, which may be long."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, paper: PaperNumber) -> str:
        """Return the note on a paper; "" if there is none."""
        return str(self._database.value("SELECT text FROM notes WHERE paper = ?", paper) or "")

    def set(self, paper: PaperNumber, text: str, *, goes_on: bool = False) -> None:
        """Store the note on a paper in place of the one before; blanks alone are none.

        What was removed from the library meanwhile is passed over. What ``goes_on`` from the last
        note is one action with it.
        """
        description = Message(
            "Edited the note on {papers}", papers=describe_papers(self._database, [paper])
        )
        with self._database.change(description, goes_on=goes_on):
            self._database.execute("DELETE FROM notes WHERE paper = ?", paper)
            if text.strip():
                self._database.execute(
                    "INSERT INTO notes SELECT number, ?, ? FROM papers WHERE number = ?",
                    text,
                    now(),
                    paper,
                )


def join_notes(database: Database, *, into: PaperNumber, away: Sequence[PaperNumber]) -> None:
    """Give a paper the notes of those that it absorbs, below its own; inside a transaction."""
    store = NoteStore(database)
    notes = [store.get(paper) for paper in (into, *away)]
    if any(notes[1:]):
        store.set(into, "\n\n".join(filter(None, notes)))
