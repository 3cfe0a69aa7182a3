"""Annotations of Zotero's reader as annotations of ours, and as text where they have no place."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from core.base.errors import PdfError
from core.base.jobs import Job
from core.base.library_records import INKS, Annotation, AnnotationKind, Colour
from core.base.records import PaperNumber, Rect
from core.formats.fields import without_tags
from core.library.following.fields import digest
from core.library.following.zotero_items import Marked
from core.library.store.annotations import AnnotationStore

_DRAWN = frozenset({3, 4})  # Zotero's images and ink
_LINES = frozenset({1, 5})  # Zotero's highlights and underlines
_MOST_PLACES = 500
_NOTE_SIZE = 18.0

Place = tuple[int, float, float, float, float]


class PlacesReader(Protocol):
    """What knows the pages of a PDF."""

    def shown_places(
        self, path: Path, places: Sequence[Place], job: Job | None = None
    ) -> list[Rect | None]:
        """Return places in a PDF's own coordinates as they are displayed."""


class MarksTaken:
    """The annotations of one item on their way here.

    ``known`` are those that say what they said before, by key, as ``Stated.marks`` has them;
    ``made`` are new or changed, ``loose`` have no place in a PDF that is there.
    """

    def __init__(self) -> None:
        self.known_marks: dict[str, list[Any]] = {}  # Any: JSON
        self.new_marks: dict[str, tuple[Annotation, str]] = {}
        self.loose: list[Marked] = []
        self.unshown = 0
        """Drawings and pictures, which an annotation here cannot hold."""


def take_marks(
    marks: Sequence[Marked],
    files: Mapping[str, Sequence[Any]],
    before: Mapping[str, Sequence[Any]],
    reader: PlacesReader,
    job: Job,
) -> MarksTaken:
    """Find where annotations are in the files that are there; those as ``before`` are not read."""
    marks_taken = MarksTaken()
    open_marks: dict[str, list[Marked]] = {}
    for mark in marks:
        sha256 = files[mark.file][3] if mark.file in files else ""
        last = list(before.get(mark.key, ()))
        if mark.kind not in _LINES and not text_of_marks([mark]):
            marks_taken.unshown += mark.kind in _DRAWN
            continue
        if not sha256:
            marks_taken.loose.append(mark)
        elif last and last[2] == _digest_mark(mark, sha256):
            marks_taken.known_marks[mark.key] = last
        else:
            open_marks.setdefault(mark.file, []).append(mark)
    for file, file_marks in open_marks.items():
        _place(marks_taken, file_marks, files[file], reader, job)
    return marks_taken


def _place(
    marks_taken: MarksTaken,
    marks: Sequence[Marked],
    file: Sequence[Any],
    reader: PlacesReader,
    job: Job,
) -> None:
    """Find where the annotations of one file are."""
    path, sha256 = Path(file[0]), file[3]
    places = [_places(mark) for mark in marks]
    try:
        placed_boxes = iter(
            reader.shown_places(path, [box for place_boxes in places for box in place_boxes], job)
        )
    except PdfError:
        marks_taken.loose += marks
        return
    for mark, boxes in zip(marks, places, strict=True):
        rects = tuple(rect for rect in [next(placed_boxes) for _ in boxes] if rect is not None)
        if rects:
            marks_taken.new_marks[mark.key] = (
                _annotation(mark, sha256, rects),
                _digest_mark(mark, sha256),
            )
        else:
            marks_taken.loose.append(mark)


def text_of_marks(marks: Sequence[Marked]) -> list[str]:
    """Return what annotations without a place say, those that say something."""
    mark_texts = [
        " ".join(filter(None, (_words(mark.text), without_tags(mark.comment)))) for mark in marks
    ]
    return [text for text in mark_texts if text]


def store_marks(
    store: AnnotationStore,
    paper: PaperNumber,
    marks_taken: MarksTaken,
    before: Mapping[str, Sequence[Any]],
) -> tuple[dict[str, list[Any]], int]:
    """Store annotations; return what to remember of them, and how many are others now.

    Those that the person changed or deleted here stay as they are. Inside a transaction.
    """
    here = {
        stored_mark.number: stored_mark
        for stored_mark in store.many([mark_values[0] for mark_values in before.values()])
    }
    kept_marks: dict[str, list[Any]] = dict(marks_taken.known_marks)
    changes = 0
    for key, (annotation, mark_values) in marks_taken.new_marks.items():
        number, stored, _ = before.get(key, (0, "", ""))
        if number and (number not in here or _digest(here[number]) != stored):
            kept_marks[key] = [number, stored, mark_values]
            continue
        new_annotation = store.put(replace(annotation, paper=paper, number=number))
        kept_marks[key] = [new_annotation.number, _digest(new_annotation), mark_values]
        changes += 1
    for key, (number, stored, _) in before.items():
        if key not in kept_marks and number in here and _digest(here[number]) == stored:
            store.remove(number)
            changes += 1
    return kept_marks, changes


def _digest_mark(mark: Marked, sha256: str) -> str:
    mark_values = [mark.kind, mark.text, mark.comment, mark.color, mark.position, sha256]
    return digest(mark_values)


def _digest(annotation: Annotation) -> str:
    return digest(
        [
            *(annotation.sha256, annotation.kind, annotation.colour),
            *(list(map(list, annotation.rects)), annotation.text, annotation.note),
        ]
    )


def _annotation(mark: Marked, sha256: str, rects: tuple[Rect, ...]) -> Annotation:
    kind: AnnotationKind = "highlight" if mark.kind in _LINES else "note"
    if kind == "note":  # the sign of one stands at the corner of what is meant
        page, x0, y0, *_ = rects[0]
        rects = (Rect(page, x0, y0, x0 + _NOTE_SIZE, y0 + _NOTE_SIZE),)
    text, note = _words(mark.text), without_tags(mark.comment)
    if kind == "note" and text:
        text, note = "", "\n".join(filter(None, (text, note)))
    return Annotation(PaperNumber(0), sha256, kind, _colour(mark.color), rects, text, note)


def _places(mark: Marked) -> list[Place]:
    """Return where an annotation is, in the PDF's own coordinates; nothing where that is unclear.

    What is drawn by hand is where its first stroke begins.
    """
    try:
        position = json.loads(mark.position)
        page = int(position["pageIndex"])
        boxes = position.get("rects") or [
            [path[0], path[1], path[0], path[1]] for path in position.get("paths", [])[:1]
        ]
        place_boxes = [tuple(map(float, box)) for box in boxes[:_MOST_PLACES]]
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        return []
    whole = [box for box in place_boxes if len(box) == 4 and all(map(math.isfinite, box))]
    return [(page, box[0], box[1], box[2], box[3]) for box in whole]


def _colour(colour_code: str) -> Colour:
    """Return the colour of ours that is nearest to one such as #ffd400."""
    try:
        parts = [int(colour_code[start : start + 2], 16) for start in (1, 3, 5)]
    except ValueError:
        return "yellow"

    def distance(colour: Colour) -> int:
        return sum((one - other) ** 2 for one, other in zip(parts, INKS[colour], strict=True))

    return min(INKS, key=distance)


def _words(text: str) -> str:
    return " ".join(text.split())
