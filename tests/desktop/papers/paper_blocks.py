"""Blocks of papers for a table."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, Qt

from core.base.errors import FormatError
from core.base.library_records import PaperRow
from core.base.records import PaperNumber
from tests.desktop.invented import invented_paper

Display = Qt.ItemDataRole.DisplayRole


class Source:
    """Invents papers on demand and remembers what was asked, and where."""

    def __init__(self) -> None:
        self.asked: list[Sequence[PaperNumber]] = []
        self.threads: set[threading.Thread] = set()
        self.missing: set[int] = set()
        self.broken = False

    def fetch(self, numbers: Sequence[PaperNumber]) -> list[PaperRow]:
        self.asked.append(numbers)
        self.threads.add(threading.current_thread())
        if self.broken:
            raise FormatError("The library could not be read.")
        wanted = [number for number in numbers if number not in self.missing]
        return [PaperRow(paper=invented_paper(number)) for number in wanted]


def numbers(count: int) -> list[PaperNumber]:
    return [PaperNumber(number) for number in range(1, count + 1)]


def shown(model: QAbstractItemModel, row: int, column: int = 0) -> str:
    return str(model.index(row, column).data(Display))
