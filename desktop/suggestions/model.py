"""The suggestions for one sentence, as a model that changes row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from typing_extensions import override

from core.base.findings import EvidencePassage
from core.base.records import PLAUSIBLE, STRONG, Paper, PaperNumber, Suggestion
from desktop.language.wording import QT_TRANSLATE_NOOP, in_language, translate
from desktop.ui.widgets import plain_tip

_ROOT = QModelIndex()
SUGGESTION_ROLE = Qt.ItemDataRole.UserRole
CHOSEN_ROLE = Qt.ItemDataRole.UserRole + 1


def strength(confidence: float) -> str:
    """Return the word for a confidence."""
    if confidence >= STRONG:
        return "strong"
    return "plausible" if confidence >= PLAUSIBLE else "weak"


def strength_words(confidence: float) -> str:
    """Return the word for a confidence as it is shown."""
    words = {
        "strong": translate("SuggestionModel", "strong"),
        "plausible": translate("SuggestionModel", "plausible"),
        "weak": translate("SuggestionModel", "weak"),
    }
    return words[strength(confidence)]


def byline(paper: Paper) -> str:
    """Return authors, year and venue in one line."""
    names = list(paper.cited_authors)
    if len(names) > 3:
        names = [*names[:2], translate("SuggestionModel", "et al.")]
    parts = [", ".join(names), str(paper.year or ""), paper.venue]
    return "  ·  ".join(part for part in parts if part) or translate(
        "SuggestionModel", "No authors or year known"
    )


def short_name(paper: Paper) -> str:
    """Return the name a paper goes by in a list, as “Haas 2019”."""
    name = next(iter(paper.cited_authors), "")
    return f"{name or paper.title[:24]} {paper.year or ''}".strip()


class SuggestionModel(QAbstractListModel):
    """Rows in ranking order. ``SUGGESTION_ROLE`` gives the ``Suggestion`` a row shows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answer: tuple[Suggestion, ...] = ()
        self._rows: list[Suggestion] = []
        self._chosen: frozenset[PaperNumber] = frozenset()
        self._rejected: frozenset[PaperNumber] = frozenset()
        self._passages: dict[PaperNumber, EvidencePassage] = {}

    # --- filling the model --------------------------------------------------------------------

    def show(self, suggestions: Sequence[Suggestion]) -> None:
        """Show the answer to another question: all rows are new."""
        self.beginResetModel()
        self._passages.clear()
        self._answer = tuple(suggestions)
        self._rows = self._list_wanted()
        self.endResetModel()

    def update(self, suggestions: Sequence[Suggestion]) -> None:
        """Take over a better answer to the same question, row by row."""
        self._answer = tuple(suggestions)
        self._rearrange_rows(self._list_wanted())

    def decide(self, chosen: Sequence[PaperNumber], rejected: Sequence[PaperNumber]) -> None:
        """Mark the papers on the list to cite, leave out those the person does not want here."""
        self._chosen, self._rejected = frozenset(chosen), frozenset(rejected)
        self._rearrange_rows(self._list_wanted())
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def add_passages(self, passages: Mapping[PaperNumber, EvidencePassage]) -> None:
        """Add what papers say about the sentence."""
        self._passages |= passages
        for row, suggestion in enumerate(self._rows):
            if suggestion.paper.number in passages:
                self.dataChanged.emit(self.index(row), self.index(row))

    # --- reading the rows ---------------------------------------------------------------------

    @property
    def suggestions(self) -> list[Suggestion]:
        """The rows."""
        return list(self._rows)

    def passage(self, paper: PaperNumber) -> EvidencePassage | None:
        """Return what a paper says about the sentence, once it was looked up."""
        return self._passages.get(paper)

    def is_chosen(self, paper: PaperNumber) -> bool:
        """Say whether a paper is on the list to cite."""
        return paper in self._chosen

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # Any: Qt's own
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        suggestion = self._rows[index.row()]
        readers: dict[int, Callable[[], object]] = {
            Qt.ItemDataRole.DisplayRole: lambda: suggestion.paper.title,
            Qt.ItemDataRole.ToolTipRole: lambda: plain_tip(byline(suggestion.paper)),
            Qt.ItemDataRole.AccessibleTextRole: lambda: spoken(suggestion),
            SUGGESTION_ROLE: lambda: suggestion,
            CHOSEN_ROLE: lambda: suggestion.paper.number in self._chosen,
        }
        reader = readers.get(role)
        return None if reader is None else reader()

    # --- which rows are shown -----------------------------------------------------------------

    def _list_wanted(self) -> list[Suggestion]:
        return [
            suggestion
            for suggestion in self._answer
            if suggestion.paper.number not in self._rejected
        ]

    def _rearrange_rows(self, wanted_suggestions: list[Suggestion]) -> None:
        """Turn the rows into the wanted ones by removing, moving and inserting single rows."""
        numbers = {suggestion.paper.number for suggestion in wanted_suggestions}
        for row in reversed(range(len(self._rows))):
            if self._rows[row].paper.number not in numbers:
                self.beginRemoveRows(_ROOT, row, row)
                del self._rows[row]
                self.endRemoveRows()
        for row, suggestion in enumerate(wanted_suggestions):
            self._place(row, suggestion)

    def _place(self, row: int, suggestion: Suggestion) -> None:
        number = suggestion.paper.number
        at = next((i for i, s in enumerate(self._rows) if s.paper.number == number), None)
        if at is None:
            self.beginInsertRows(_ROOT, row, row)
            self._rows.insert(row, suggestion)
            self.endInsertRows()
            return
        if at != row:  # rows before this one are in place, so it can only move up
            self.beginMoveRows(_ROOT, at, at, _ROOT, row)
            self._rows.insert(row, self._rows.pop(at))
            self.endMoveRows()
        if self._rows[row] != suggestion:
            self._rows[row] = suggestion
            self.dataChanged.emit(self.index(row), self.index(row))


CITED_MARKS = {
    "here": QT_TRANSLATE_NOOP("SuggestionModel", "cited here"),
    "elsewhere": QT_TRANSLATE_NOOP("SuggestionModel", "cited elsewhere in the manuscript"),
    "no": "",
}


def version_words(suggestion: Suggestion) -> str:
    """Return which paper, cited or above, a suggestion is another version of; "" for none."""
    other = suggestion.version_of
    if other is None:
        return ""
    return translate("SuggestionModel", "another version of “{title}”").format(
        title=other.title
    ) + (f" ({other.year})" if other.year else "")


def mark_words(suggestion: Suggestion) -> str:
    """Return what a card says beside the strength, in a word or two; "" for nothing."""
    if suggestion.notice is not None:
        return (
            translate("SuggestionModel", "retracted")
            if suggestion.notice.kind == "retracted"
            else translate("SuggestionModel", "concern")
        )
    return "" if suggestion.version_of is None else translate("SuggestionModel", "other version")


def notice_words(suggestion: Suggestion) -> str:
    """Return that and why a paper was retracted; "" if it was not."""
    if suggestion.notice is None:
        return ""
    notice_texts = {
        "retracted": translate("SuggestionModel", "this paper was retracted ({about})"),
        "concern": translate("SuggestionModel", "there are concerns about this paper ({about})"),
        "corrected": "",
        "reinstated": "",
    }[suggestion.notice.kind]
    return notice_texts.format(about=in_language(suggestion.notice.about()))


def spoken(suggestion: Suggestion) -> str:
    """Return a suggestion as a screen reader should say it."""
    parts = [
        f"{suggestion.rank}. {suggestion.paper.title}",
        byline(suggestion.paper),
        strength_words(suggestion.confidence),
        translate("SuggestionModel", CITED_MARKS[suggestion.cited]),
        version_words(suggestion),
        notice_words(suggestion),
    ]
    return ", ".join(part for part in parts if part)
