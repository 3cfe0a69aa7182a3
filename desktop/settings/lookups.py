"""The rows of the settings on looking papers up online, and the list of what was sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QWidget
from typing_extensions import override

from core.base.lookups import SERVICE_TITLES, Consent, SentRequest
from desktop.language.engine_words import in_language
from desktop.language.wording import translate
from desktop.settings.rows import Row, Switch
from desktop.settings.store import SettingsStore
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.lookup import Lookup

_LEAST_LETTERS = 24


class MailAddress(QWidget):
    """The mail address that goes along with look-ups; what is none is said below it."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__()
        self._store = store
        self.edit = QLineEdit(store.now.lookup_mailto)
        self.edit.setPlaceholderText(self.tr("Not sent"))
        self.edit.setAccessibleName(translate("LookupRows", "E-mail address for look-ups"))
        self.edit.setMinimumWidth(_LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        self.edit.editingFinished.connect(self._take)
        self.problem = text_label(self.tr("This is not an e-mail address."), "bad", wrap=True)
        self.problem.hide()
        vbox(self.edit, self.problem, of=self, margins=0, spacing=4)
        self.setFocusProxy(self.edit)
        store.changed.connect(self._follow)

    def _take(self) -> None:
        try:
            self._store.change(lookup_mailto=self.edit.text().strip())
        except ValueError:  # what pydantic raises is one
            self.problem.show()
        else:
            self.problem.hide()

    def _follow(self, names: frozenset[str]) -> None:
        if "lookup_mailto" in names:
            self.edit.setText(self._store.now.lookup_mailto)


def lookup_rows(store: SettingsStore, mail: MailAddress) -> Iterator[Row]:
    """Yield the rows that say where papers may be looked up, and the address sent along."""
    switch_text = translate("LookupRows", "Allow looking papers up there")
    yield Row(
        translate("LookupRows", "Look-ups at Crossref"),
        Switch(store, "lookup_crossref", switch_text),
        translate(
            "LookupRows",
            "When you look a paper up, its DOI, or its title if it has none, is sent to "
            "api.crossref.org. Details, abstract and references come back. Nothing is sent by "
            "itself.",
        ),
        words=translate("LookupRows", "internet online doi metadata"),
    )
    yield Row(
        translate("LookupRows", "Look-ups at OpenAlex"),
        Switch(store, "lookup_openalex", switch_text),
        translate(
            "LookupRows",
            "The same at api.openalex.org, by DOI, arXiv id or title.",
        ),
        words=translate("LookupRows", "internet online doi metadata"),
    )
    yield Row(
        translate("LookupRows", "Look-ups at arXiv"),
        Switch(store, "lookup_arxiv", switch_text),
        translate(
            "LookupRows",
            "The same at export.arxiv.org, by arXiv id or title. It knows no references.",
        ),
        words=translate("LookupRows", "internet online preprint metadata"),
    )
    yield Row(
        translate("LookupRows", "E-mail address for look-ups"),
        mail,
        translate(
            "LookupRows",
            "Crossref and OpenAlex answer faster if they have a contact address. Optional.",
        ),
        words=translate("LookupRows", "email mailto polite"),
    )


def describe_consent(consent: Consent) -> str:
    """Return what leaves the computer, in a few words."""
    if not consent.services:
        return translate("LookupRows", "Nothing.")
    names = ", ".join(SERVICE_TITLES[service] for service in consent.services)
    return translate("LookupRows", "Only look-ups at {services}.").format(services=names)


class SentModel(RowModel[SentRequest]):
    """Requests: when, to whom, what was asked, and what came of it."""

    @override
    def headings(self) -> tuple[str, ...]:
        return self.tr("Time"), self.tr("Sent to"), self.tr("What"), self.tr("Answer")

    @override
    def cell(self, row: SentRequest, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and column == 2:
            return row.address
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        moment = QDateTime.fromString(row.at[:19] + "Z", Qt.DateFormat.ISODate).toLocalTime()
        outcome = in_language(row.outcome)
        return (
            QLocale().toString(moment, QLocale.FormatType.ShortFormat),
            SERVICE_TITLES[row.service],
            row.asked.value,
            f"{row.status} {outcome}" if row.status else outcome,
        )[column]


class SentDialog(QDialog):
    """The list of what was sent, to read and to clear. Not modal."""

    def __init__(self, lookup: Lookup, runner: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self._lookup, self._runner = lookup, runner
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Sent requests"))
        resize_with_text(self, 760, 420)
        explanation = text_label(
            self.tr(
                "Every request of this program to another computer, the latest first. Each is "
                "listed before it is sent."
            ),
            "muted",
            wrap=True,
        )
        self.requests = SentModel(self)
        self.table = RowTable(self.requests, self.tr("Sent requests"), letters=(18, 12, 34, 24))
        self.nothing = text_label(self.tr("Nothing sent"), "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.clear = push_button(self.tr("Clear the list"), lambda *_: self._cleared())
        self.clear.setToolTip(self.tr("Also deletes the stored answers"))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        row = hbox(self.clear, 1, close)
        vbox(explanation, (self.table, 1), (self.nothing, 1), row, of=self, margins=16, spacing=12)
        self._show([])
        runner.run(lookup.sent, self._show, owner=self)

    def _show(self, requests: list[SentRequest]) -> None:
        self.requests.show_rows(requests)
        self.table.setVisible(bool(requests))
        self.nothing.setVisible(not requests)
        self.clear.setEnabled(bool(requests))

    def _cleared(self) -> None:
        self._runner.run(self._lookup.clear_sent, lambda _: self._show([]), owner=self, write=True)
