"""Notes about papers, highlights in their PDFs, and notes on these."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from core.base.library_records import Annotation
from core.base.messages import Message
from core.base.records import PaperNumber, Rect
from core.library.database.connection import Database, Row, as_json
from core.library.store.paper_rows import describe_papers, now

# --- what a person wrote about a paper, in plain text -----------------------------------------


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


# --- highlights in PDFs, and notes on them or beside the text ---------------------------------
#
# An annotation belongs to a paper and to the content of a file. A file that is taken from its paper
# and attached again has its annotations again.


_COLUMNS = "number, paper, sha256, kind, colour, places, text, note"


class AnnotationStore:
    """The annotations of one library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_file(self, paper: PaperNumber, sha256: str) -> list[Annotation]:
        """Return the annotations of one file of a paper, in the order of its pages."""
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM annotations WHERE paper = ? AND sha256 = ?", paper, sha256
        )
        file_annotations = [_annotation(row) for row in rows]
        return sorted(
            file_annotations,
            key=lambda annotation: (
                annotation.rects[0][:1],
                annotation.rects[0].y0,
                annotation.number,
            ),
        )

    def many(self, numbers: Sequence[int]) -> list[Annotation]:
        """Return annotations by their numbers; missing ones are left out."""
        rows = self._database.rows(
            f"""SELECT {_COLUMNS} FROM annotations
                WHERE number IN (SELECT value FROM json_each(?))""",
            as_json(numbers),
        )
        return [_annotation(row) for row in rows]

    def put(self, annotation: Annotation, *, goes_on: bool = False) -> Annotation:
        """Store an annotation; number 0 is a new one, any other replaces what has that number.

        Return it with its number. What was removed from the library meanwhile is passed over. What
        ``goes_on`` from the last change of an annotation is one action with it.
        """
        rects = json.dumps([list(rect) for rect in annotation.rects])
        papers = describe_papers(self._database, [annotation.paper])
        said = Message("Marked the PDF of {papers}", papers=papers)
        with self._database.change(said, goes_on=goes_on):
            self._database.execute(
                f"""INSERT INTO annotations ({_COLUMNS}, changed_at)
                    SELECT NULLIF(?, 0), number, ?, ?, ?, ?, ?, ?, ? FROM papers WHERE number = ?
                    ON CONFLICT (number) DO UPDATE SET kind = excluded.kind,
                        colour = excluded.colour, places = excluded.places, text = excluded.text,
                        note = excluded.note, changed_at = excluded.changed_at""",
                annotation.number,
                annotation.sha256,
                annotation.kind,
                annotation.colour,
                rects,
                annotation.text,
                annotation.note,
                now(),
                annotation.paper,
            )
            number = annotation.number or self._database.value("SELECT last_insert_rowid()")
        return replace(annotation, number=number)

    def remove(self, number: int) -> None:
        """Delete an annotation; ``put`` brings it back under its number."""
        paper = self._database.value("SELECT paper FROM annotations WHERE number = ?", number)
        papers = describe_papers(self._database, [paper or 0])
        with self._database.change(
            Message("Removed a mark from the PDF of {papers}", papers=papers)
        ):
            self._database.execute("DELETE FROM annotations WHERE number = ?", number)


def _annotation(row: Row) -> Annotation:
    number, paper, sha256, kind, colour, encoded, text, note = row
    rects = tuple(Rect(*rect) for rect in json.loads(encoded))
    return Annotation(PaperNumber(paper), sha256, kind, colour, rects, text, note, number)
