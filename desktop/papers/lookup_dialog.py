"""Shows what services know of papers that were looked up, before anything is changed."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QPushButton,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from core.base import items
from core.base.lookups import Found
from core.base.records import PaperRecord
from desktop.language.field_names import container_name, field_name, type_name
from desktop.language.wording import choose_plural, in_language, translate
from desktop.ui.dialogs import add_accept_button
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.theme import set_look
from desktop.ui.widgets import text_label, vbox

_TITLE, _NEW, _FROM = range(3)
_FIELD_LINES = 12
_MOST_LETTERS = 600

Take = Callable[[Sequence[Found]], None]


class FoundDialog(QDialog):
    """Lists what was found; what is ticked is handed to ``take``.

    Papers of the library are filled in; what belongs to none of them is added.
    """

    def __init__(self, results: Sequence[Found], take: Take, parent: QWidget) -> None:
        super().__init__(parent)
        self._results, self._take = (
            [result for result in results if result.record is not None],
            take,
        )
        self._fills = any(result.paper is not None for result in self._results)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Result"))
        self.list = QTreeWidget()
        self.fields = QTextBrowser()
        self.button = QPushButton()
        self.trouble = text_label(_troubles(results), "warn", wrap=True)
        self.trouble.setVisible(bool(self.trouble.text()))
        self._lay_out()
        for result in self._results:
            self.list.addTopLevelItem(_row(result))
        for column in (_TITLE, _NEW):
            self.list.setColumnWidth(column, round((0.45, 0.35)[column] * self.width()))
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        self._count()

    def chosen(self) -> list[Found]:
        """Return what is ticked."""
        rows = ((row, self.list.topLevelItem(row)) for row in range(len(self._results)))
        return [
            self._results[row]
            for row, item in rows
            if item is not None and item.checkState(_TITLE) is Qt.CheckState.Checked
        ]

    def _accept(self) -> None:
        chosen = self.chosen()
        self.accept()
        self._take(chosen)

    def _count(self) -> None:
        count = len(self.chosen())
        if self._fills:
            button_text = choose_plural(self.tr("Fill in %Ln paper(s)", "", count), count)
        else:
            button_text = choose_plural(self.tr("Add %Ln paper(s)", "", count), count)
        self.button.setText(button_text)
        self.button.setEnabled(bool(count))

    def _preview(self) -> None:
        row = self.list.currentIndex().row()
        fields_html = fields_as_html(self._results[row]) if 0 <= row < len(self._results) else ""
        self.fields.setHtml(fields_html)

    def _lay_out(self) -> None:
        if self._fills:
            explanation = self.tr("Only empty fields are filled in. You can undo this.")
        else:
            explanation = self.tr("These papers can be added to your library.")
        self.list.setHeaderLabels([self.tr("Title"), self.tr("New"), self.tr("From")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(self.tr("Papers that were found"))
        self.list.header().setSectionResizeMode(_FROM, QHeaderView.ResizeMode.Stretch)
        self.list.itemChanged.connect(lambda *_: self._count())
        self.list.currentItemChanged.connect(lambda *_: self._preview())
        self.fields.setAccessibleName(self.tr("Preview"))
        self.fields.setTabChangesFocus(True)
        self.fields.setOpenLinks(False)
        self.fields.setFixedHeight(_FIELD_LINES * self.fontMetrics().lineSpacing())
        set_look(self.button, "primary")
        self.button.setDefault(True)
        box = add_accept_button(self, self.button, self._accept)
        parts = (
            text_label(explanation, "muted", wrap=True),
            (self.list, 1),
            self.fields,
            self.trouble,
            box,
        )
        vbox(*parts, of=self, margins=16, spacing=12)
        resize_with_text(self, 820, 560)


def troubles(results: Sequence[Found]) -> list[str]:
    """Return what services could not answer, each once."""
    messages = dict.fromkeys(
        f"{in_language(problem.reason)} {in_language(problem.remedy)}".strip()
        if in_language(problem.reason).startswith(problem.source)
        else f"{problem.source}: {in_language(problem.reason)}"
        for result in results
        for problem in result.problems
    )
    return list(messages)


def _troubles(results: Sequence[Found]) -> str:
    lines = troubles(results)
    missing = sum(result.record is None and not result.problems for result in results)
    if missing:
        none = translate("FoundDialog", "%Ln more (was|were) not found online.", "", missing)
        lines.append(choose_plural(none, missing))
    return "\n".join(lines)


def fields_as_html(result: Found) -> str:
    """Return what would be stored of one that was found: all of it, or what a paper lacks."""
    rows = "".join(
        f"<tr><td><b>{html.escape(name)}</b>&nbsp;&nbsp;</td><td>{html.escape(text)}</td></tr>"
        for name, text in _fields(_stored(result), _kind(result))
    )
    nothing = translate("FoundDialog", "This paper has no empty fields.")
    return f"<table cellspacing='2'>{rows}</table>" if rows else f"<p>{html.escape(nothing)}</p>"


def _stored(result: Found) -> PaperRecord:
    """Return what would be stored: all of a new paper, or what one of the library lacks."""
    assert result.record is not None
    if result.paper is None:
        return result.record
    fields = dict(result.fields)
    extra = fields.get("extra", {}).items()
    fields["extra"] = {name: value for name, value in extra if name not in result.paper.extra}
    return replace(PaperRecord(title=""), **fields)


def _kind(result: Found) -> str:
    """Return the type that the names of the fields follow."""
    assert result.record is not None
    own = result.paper.extra.get(items.TYPE) if result.paper is not None else None
    return str(own or result.record.extra.get(items.TYPE, ""))


def _fields(record: PaperRecord, kind: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of each field that holds something."""
    stated = (
        (translate("AddReferences", "Type"), type_name(kind) if items.TYPE in record.extra else ""),
        (translate("AddReferences", "Title"), record.title),
        (translate("AddReferences", "Authors"), ", ".join(record.authors)),
        (translate("AddReferences", "Year"), str(record.year or "")),
        (container_name(kind), record.venue),
        *(
            (field_name(name, kind), str(value))
            for name, value in record.extra.items()
            if name in items.VARIABLES and isinstance(value, str | int)
        ),
        ("DOI", record.doi),
        ("arXiv", record.arxiv),
        (translate("AddReferences", "Address"), record.url),
        (translate("FoundDialog", "Abstract"), record.abstract),
    )
    for name, value in stated:
        if value:
            yield name, value if len(value) <= _MOST_LETTERS else f"{value[:_MOST_LETTERS]}…"


def _row(result: Found) -> QTreeWidgetItem:
    record = result.record
    assert record is not None
    title = record.title if result.paper is None else result.paper.title
    if result.paper is None:
        new = ", ".join(filter(None, ("; ".join(record.authors[:3]), str(record.year or ""))))
    else:
        new = ", ".join(name for name, _ in _fields(_stored(result), _kind(result)))
    item = QTreeWidgetItem([title, new, ", ".join(result.services)])
    for column in (_TITLE, _NEW):
        item.setToolTip(column, item.text(column))
    worth = result.paper is None or bool(new) or any(answer.line for answer in result.answers)
    item.setCheckState(_TITLE, Qt.CheckState.Checked if worth else Qt.CheckState.Unchecked)
    return item
