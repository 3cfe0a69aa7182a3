"""The section Privacy: what leaves the computer, and what is remembered on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox

from desktop.language.wording import QT_TRANSLATE_NOOP
from desktop.settings.lookups import MailAddress, SentDialog, describe_consent, lookup_rows
from desktop.settings.other_programs import OtherPrograms
from desktop.settings.rows import Row, Section, Switch, side_by_side
from desktop.settings.store import SettingsStore
from desktop.ui.widgets import push_button, text_label

if TYPE_CHECKING:
    from core.services.lookup import Lookup


class Privacy(Section):
    """What leaves the computer, and what is remembered on it.

    Signals:
        log_wanted: the person wants to read the log.
        log_clearing: the log is to be emptied.
        commands_clearing: the commands used last are to be forgotten.
    """

    heading = QT_TRANSLATE_NOOP("Privacy", "Privacy")

    log_wanted = Signal()
    log_clearing = Signal()
    commands_clearing = Signal()

    def __init__(self, store: SettingsStore) -> None:
        super().__init__(store)
        self._programs: OtherPrograms | None = None
        self.head()
        self._add_sent()
        self.mail = MailAddress(store)
        for row in lookup_rows(store, self.mail):
            self.add(row)
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
                    "Names of files and libraries, warnings and failures; never a sentence of a "
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
        self.serving = Switch(
            self.store, "serve_programs", self.tr("Let other programs on this computer ask")
        )
        self.where = text_label("", "muted", wrap=True)
        self.where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.add(
            Row(
                self.tr("Other programs"),
                self.serving,
                self.tr(
                    "Editors and assistants can search the open library, ask what to cite, and "
                    "store your decisions. Only programs of this computer reach it, and only with "
                    "a key that you alone can read. No web page can."
                ),
                words=self.tr("service server address port"),
                below=self.where,
            )
        )
        self.picking = Switch(self.store, "serve_picker", self.tr("Let editors open the picker"))
        self.add(
            Row(
                self.tr("Picker for editors"),
                self.picking,
                self.tr(
                    "Editors that know Better BibTeX for Zotero open a picker in this window and "
                    "insert what you choose there. They know no key, so any program of this "
                    "computer can open it; it gets nothing but what you choose. No web page can."
                ),
                words=self.tr("zotero cite as you write cayw vim emacs"),
            )
        )
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
        return self.tr("Address: {url}. The key is in {file}.").format(
            url=programs.served.url, file=programs.served.file
        )

    def _downloads(self) -> QCheckBox:
        box = QCheckBox(self.tr("Download models from a hub"))
        box.setEnabled(False)
        box.setToolTip(self.tr("Off: Cocite has no way to download models."))
        return box

    def _follow(self, _names: frozenset[str]) -> None:
        self.sent.setText(describe_consent(self.store.now.consent()))
        served = self.store.now.serve_programs
        self.picking.setEnabled(served)
        self.picking.setToolTip("" if served else self.tr("Turn on “Other programs” first."))
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
