"""The types of the fixtures that read entries."""

from __future__ import annotations

from collections.abc import Callable

from core.base.records import PaperRecord
from core.formats.entries import Entry

RisReader = Callable[[str], list[Entry]]

JsonlReader = Callable[[bytes], list[Entry]]

BibtexReader = Callable[[str | bytes], list[Entry]]
BibtexRecordReader = Callable[[str | bytes], PaperRecord]
