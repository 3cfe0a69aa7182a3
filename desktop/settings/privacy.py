"""The section Privacy: what leaves the computer, and what is remembered on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget
from typing_extensions import override

from core.base.lookups import SERVICE_TITLES, Consent, SentRequest
from desktop.language.wording import QT_TRANSLATE_NOOP, in_language, translate
from desktop.settings.other_programs import OtherPrograms
from desktop.settings.rows import Row, Section, Widgets, side_by_side
from desktop.settings.store import SettingsStore
from desktop.ui.dialogs import ExplainedDialog, close_button
from desktop.ui.row_table import RowModel, RowTable
from desktop.ui.tasks import TaskRunner
from desktop.ui.widgets import hbox, push_button, text_label, vbox

if TYPE_CHECKING:
    from core.services.lookup import Lookup


# --- look-ups and the requests sent -----------------------------------------------------
#
# What the section shows of looking papers up online, and the list of what was sent.

_UNDER_PROGRAMS = ("serve_picker", "serve_plugins", "serve_browser")
"""Settings that take effect while other programs may ask."""

_LEAST_LETTERS = 24


class MailAddress(QWidget):
    """The mail address that goes along with look-ups; what is none is said below it."""

    def __init__(self, store: SettingsStore) -> None:
        super().__init__()
        self._store = store
        self.edit = QLineEdit(store.now.lookup_mailto)
        self.edit.setPlaceholderText(self.tr("Not sent"))
        self.edit.setMinimumWidth(_LEAST_LETTERS * self.fontMetrics().averageCharWidth())
        self.edit.editingFinished.connect(self._take)
        self.problem = text_label(self.tr("This is not an e-mail address."), "bad", wrap=True)
        self.problem.hide()
        vbox(self.edit, self.problem, of=self, margins=0, spacing=4)
        self.setFocusProxy(self.edit)
        store.changed.connect(self._follow)

    @override
    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.edit.setAccessibleName(name)

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


class SentDialog(ExplainedDialog):
    """The list of what was sent, to read and to clear. Not modal."""

    def __init__(self, lookup: Lookup, runner: TaskRunner, parent: QWidget) -> None:
        explanation = self.tr(
            "Every request of this program to another computer, the latest first. Each is "
            "listed before it is sent."
        )
        super().__init__(parent, self.tr("Sent requests"), explanation, size=(760, 420))
        self._lookup, self._runner = lookup, runner
        self.requests = SentModel(self)
        self.table = RowTable(self.requests, self.tr("Sent requests"), letters=(18, 12, 34, 24))
        self.nothing = text_label(self.tr("Nothing sent"), "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.clear = push_button(self.tr("Clear the list"), lambda *_: self._cleared())
        self.clear.setToolTip(self.tr("Also deletes the stored answers"))
        buttons = hbox(self.clear, 1, close_button(self))
        self.lay_out((self.table, 1), (self.nothing, 1), buttons)
        self._show([])
        runner.run(lookup.sent, self._show, owner=self)

    def _show(self, requests: list[SentRequest]) -> None:
        self.requests.show_rows(requests)
        self.table.setVisible(bool(requests))
        self.nothing.setVisible(not requests)
        self.clear.setEnabled(bool(requests))

    def _cleared(self) -> None:
        self._runner.run(self._lookup.clear_sent, lambda _: self._show([]), owner=self, write=True)


# --- the section -------------------------------------------------------------------------


class Privacy(Section):
    """What leaves the computer, and what is remembered on it.

    Signals:
        log_wanted: the person wants to read the log.
        log_clearing: the log is to be emptied.
        commands_clearing: the commands used last are to be forgotten.
    """

    heading = QT_TRANSLATE_NOOP("Privacy", "Privacy")
    widgets: ClassVar[Widgets] = {"mail address": MailAddress}
    is_restorable = False

    log_wanted = Signal()
    log_clearing = Signal()
    commands_clearing = Signal()

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(store)
        self._programs: OtherPrograms | None = None
        self.head()
        self._add_sent()
        for name in ("lookup_crossref", "lookup_openalex", "lookup_arxiv", "lookup_mailto"):
            self.add_declared(name)
        self.add(
            Row(
                self.tr("Downloading models"),
                self._downloads(),
                self.tr(
                    "Models come from folders that you import. The packages that load them run "
                    "offline, in this program and in the processes it starts."
                ),
                words=self.tr("hub huggingface internet"),
            )
        )
        self._add_programs()
        self.forget = push_button(
            self.tr("Forget recent libraries"), lambda: store.change(recent_libraries=())
        )
        self.forget_commands = push_button(
            self.tr("Forget recent commands"), self._commands_forgotten
        )
        self.add(
            Row(
                self.tr("Recent lists"),
                side_by_side(self.forget, self.forget_commands),
                self.tr("The open library stays in the list; no files are changed."),
                words=self.tr("history clear delete"),
            )
        )
        log_button = push_button(self.tr("Show the log…"), self.log_wanted)
        self.clear_log = push_button(self.tr("Clear the log"), self._log_cleared)
        self.add(
            Row(
                self.tr("Log"),
                side_by_side(log_button, self.clear_log),
                self.tr(
                    "File and library names, warnings and failures, but never a sentence of a "
                    "manuscript. It helps to find out what went wrong."
                ),
                words=self.tr("clear delete errors"),
            )
        )
        self.end()
        store.changed.connect(self._follow)
        self._follow(frozenset())

    def show_programs(self, programs: OtherPrograms) -> None:
        """Say from now on where other programs may ask."""
        self._programs = programs
        programs.changed.connect(self._say_where)
        self._say_where()

    def show_lookups(self, lookup: Lookup) -> None:
        """Let the list of what was sent be shown."""
        self.sent_button.setEnabled(True)
        self.sent_button.setToolTip("")
        self.sent_button.clicked.connect(
            lambda *_: SentDialog(lookup, self.store.runner, self).show()
        )

    def _add_sent(self) -> None:
        self.sent = text_label("", "heading", wrap=True)
        self.sent_button = push_button(self.tr("Show what was sent…"))
        self.sent_button.setEnabled(False)
        self.sent_button.setToolTip(self.tr("Open a library first."))
        self.add(
            Row(
                self.tr("Data sent"),
                self.sent_button,
                self.tr(
                    "Manuscripts, papers, decisions and models stay on this computer. Cocite "
                    "collects no statistics and looks for no updates. It opens a connection only "
                    "when you look a paper up at a service that you allow here."
                ),
                words=self.tr("network internet telemetry data connection"),
                below=self.sent,
            )
        )

    def _add_programs(self) -> None:
        self.where = text_label("", "muted", wrap=True)
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.add_declared("serve_programs", below=self.where)
        for name in _UNDER_PROGRAMS:
            self.add_declared(name)
        self._say_where()

    def _say_where(self) -> None:
        programs_text = "" if self._programs is None else self._describe_programs(self._programs)
        self.where.setText(programs_text)
        self.where.setVisible(bool(programs_text))

    def _describe_programs(self, programs: OtherPrograms) -> str:
        if programs.problem is not None:
            return f"{programs.problem} {programs.problem.remedy}"
        if not programs.served.url:
            return ""
        address = self.tr("Address: {url}. The key is in {file}.").format(
            url=programs.served.url, file=programs.served.file
        )
        return f"{address} {programs.served.zotero_problem}".strip()

    def _downloads(self) -> QCheckBox:
        box = QCheckBox(self.tr("Download models from a hub"))
        box.setEnabled(False)
        box.setToolTip(self.tr("Off: Cocite has no way to download models."))
        return box

    def _follow(self, _names: frozenset[str]) -> None:
        self.sent.setText(describe_consent(self.store.now.consent()))
        served = self.store.now.serve_programs
        for name in _UNDER_PROGRAMS:
            switch = self.declared[name]
            switch.setEnabled(served)
            switch.setToolTip("" if served else self.tr("Turn on “Other programs” first."))
        any_recent = bool(self.store.now.recent_libraries)
        self.forget.setEnabled(any_recent)
        self.forget.setToolTip("" if any_recent else self.tr("None"))

    def _commands_forgotten(self) -> None:
        self.commands_clearing.emit()
        self.forget_commands.setEnabled(False)
        self.forget_commands.setToolTip(self.tr("None"))

    def _log_cleared(self) -> None:
        self.log_clearing.emit()
        self.clear_log.setText(self.tr("Log cleared"))
        self.clear_log.setEnabled(False)
