"""What one can do with a manuscript, as actions for the window's menus, and when."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTabWidget, QWidget

from desktop.language.wording import translate
from desktop.manuscript.reference_words import is_audited
from desktop.manuscript.sentence_menu import DISMISS_KEY
from desktop.manuscript.session import ManuscriptSession
from desktop.manuscript.tab import ManuscriptTab
from desktop.manuscript.to_cite_export import (
    FORMATS,
    INSERTED,
    MARKED,
    OWN_BIB,
    REPORT,
    name_export,
)
from desktop.pages.bar import why_no_gap
from desktop.pages.sentence_map import Kind
from desktop.ui.theme import set_icon


class ManuscriptActions(QWidget):
    """The tabs of the page, and the actions on the one in front.

    The page itself carries out what opens and closes tabs. The public actions belong into menus;
    their shortcuts work wherever the window puts them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = QTabWidget()
        self._make_actions()

    def current_tab(self) -> ManuscriptTab | None:
        """Return the tab in front."""
        tab = self.tabs.currentWidget()
        return tab if isinstance(tab, ManuscriptTab) else None

    # --- the actions of manuscripts -----------------------------------------------------------

    def _make_actions(self) -> None:
        add, on_tab = self._action, self._on_tab
        self.open_action = add(self.tr("&Open manuscript…"), "Ctrl+O", "file")
        self.text_action = add(self.tr("Recommend for &text…"), "Ctrl+Shift+R", "text")
        self.next_gap_action = on_tab(
            self.tr("&Next gap"), "Alt+Down", "down", lambda tab: tab.view.select_next_gap()
        )
        self.previous_gap_action = on_tab(
            self.tr("&Previous gap"), "Alt+Up", "up", lambda tab: tab.view.select_previous_gap()
        )
        self.dismiss_action = on_tab(
            self.tr("&Not needed here"), DISMISS_KEY, "check", ManuscriptTab.toggle_dismissed
        )
        self.show_dismissed_action = on_tab(
            self.tr("Show &dismissed gaps"), "", "", self._show_dismissed
        )
        self.show_dismissed_action.setCheckable(True)
        self.reasons_action = on_tab(self.tr("Reasons in &full"), "Ctrl+R", "", _toggle_reasons)
        self.audit_action = on_tab(self.tr("Reference &audit"), "", "gap", ManuscriptTab.show_audit)
        self.check_action = on_tab(
            self.tr("C&heck citations"), "", "", ManuscriptTab.check_citations
        )
        self.add_references_action = on_tab(
            self.tr("Add missing &references…"), "", "add", _add_references
        )
        self.whole_action = on_tab(
            self.tr("For the &whole manuscript"), "Ctrl+Shift+M", "", ManuscriptTab.show_whole
        )
        self.copy_cite_action = on_tab(self.tr("&Copy cite command"), "Ctrl+K", "copy", _copy_cite)
        self.reread_action = on_tab(
            self.tr("&Read the file again"), "F5", "undo", ManuscriptTab.reload_file
        )
        self.close_action = add(self.tr("Close &manuscript"), "Ctrl+W", "close")
        self.zoom_in_action = on_tab(
            self.tr("Zoom &in"), "Ctrl++", "zoom_in", lambda tab: tab.view.enlarge_page()
        )
        self.zoom_in_action.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        self.zoom_out_action = on_tab(
            self.tr("Zoom &out"), "Ctrl+-", "zoom_out", lambda tab: tab.view.zoom_out()
        )
        self.fit_width_action = on_tab(
            self.tr("&Fit width"), "Ctrl+0", "", lambda tab: tab.view.fit_width()
        )
        self._exports = {
            kind: on_tab(_export_text(kind), "", "export", partial(_export, kind=kind))
            for kind in FORMATS
        }
        self.export_actions = list(self._exports.values())

    def _action(self, text: str, key: str, icon: str) -> QAction:
        action = QAction(text, self)
        if key:
            action.setShortcut(QKeySequence(key))
        if icon:
            set_icon(action, icon)
        return action

    def _on_tab(
        self, text: str, key: str, icon: str, do: Callable[[ManuscriptTab], None]
    ) -> QAction:
        def call() -> None:
            tab = self.current_tab()
            if tab is not None:
                do(tab)

        action = self._action(text, key, icon)
        action.triggered.connect(lambda *_: call())
        return action

    def _show_dismissed(self, tab: ManuscriptTab) -> None:
        if tab.session is not None:
            tab.session.gaps.show_dismissed(self.show_dismissed_action.isChecked())

    # --- which actions are enabled ------------------------------------------------------------

    def _judge_actions(self) -> None:
        """Enable what can be done, and give the reason for what cannot."""
        tab = self.current_tab()
        session = tab.session if tab is not None else None
        here = tab is not None
        gaps = session is not None and bool(session.marks.stops)
        chosen = session is not None and bool(session.to_cite())
        cites = session is not None and is_audited(session.opened.manuscript)
        first = self.tr("Open a manuscript first")
        no_gap = first
        if tab is not None:
            no_gap = self.tr("The manuscript has not been read yet")
        if session is not None:
            no_gap = why_no_gap(session.marks, complete=not session.reading.loses_text)
        no_paper = self.tr("The list to cite is empty") if here else first
        nothing = self.tr("No citations were found") if here else first
        for action in (self.next_gap_action, self.previous_gap_action):
            _enable(action, gaps, no_gap)
        _enable(self.copy_cite_action, chosen, no_paper)
        for kind, action in self._exports.items():
            exports = None if tab is None or tab.to_cite is None else tab.to_cite.exports
            why = first if exports is None else exports.why_not(kind)
            _enable(action, not why, why)
        _enable(
            self.reread_action,
            tab is not None and tab.path is not None,
            self.tr("Open a file first"),
        )
        _enable(self.audit_action, cites, nothing)
        _enable(self.check_action, cites, nothing)
        self._judge_adding(session)
        for action in (self.whole_action, self.reasons_action):
            _enable(action, session is not None, first)
        for action in (
            self.close_action,
            self.zoom_in_action,
            self.zoom_out_action,
            self.fit_width_action,
        ):
            _enable(action, here, first)
        self._judge_dismissing(tab)

    def _judge_adding(self, session: ManuscriptSession | None) -> None:
        why = self.tr("Open a manuscript first")
        if session is not None:
            links = session.references
            missing = self.tr("Every reference leads to a paper of the library")
            why = "" if links.unresolved() else missing
            why = (
                self.tr("This library is open for reading only")
                if links.manuscript.read_only
                else why
            )
            why = why if links.entries else self.tr("No reference list was found")
        _enable(self.add_references_action, not why, why)

    def _judge_dismissing(self, tab: ManuscriptTab | None) -> None:
        session = tab.session if tab is not None else None
        index = tab.view.selected_sentence if tab is not None else None
        kind = Kind.PLAIN
        if session is not None and index is not None:
            kind = session.marks.kind(index)
        back = kind is Kind.DISMISSED
        self.dismiss_action.setText(
            self.tr("&Needs a citation after all") if back else self.tr("&Not needed here")
        )
        fixed = session is not None and session.read_only
        why_not = (
            self.tr("This library is open for reading only")
            if fixed
            else self.tr("Select a gap first")
        )
        _enable(self.dismiss_action, kind in (Kind.GAP, Kind.DISMISSED) and not fixed, why_not)
        some = session is not None and bool(session.marks.dismissed)
        _enable(self.show_dismissed_action, some, self.tr("No gap was dismissed yet"))
        shows_dismissed = session is not None and session.marks.shows_dismissed
        self.show_dismissed_action.setChecked(shows_dismissed)


def _enable(action: QAction, possible: bool, why_not: str) -> None:
    action.setEnabled(possible)
    action.setToolTip("" if possible else why_not)


def _add_references(tab: ManuscriptTab) -> None:
    if tab.side is not None:
        tab.side.add_references()


def _toggle_reasons(tab: ManuscriptTab) -> None:
    if tab.side is not None:
        tab.side.suggestions.list.toggle_reasons()


def _copy_cite(tab: ManuscriptTab) -> None:
    if tab.to_cite is not None:
        tab.to_cite.copy(tab.view.selected_sentence)


def _export(tab: ManuscriptTab, *, kind: str) -> None:
    if tab.to_cite is not None:
        tab.to_cite.ask_where_to_export(kind)


def _export_text(kind: str) -> str:
    suffix = FORMATS[kind][1]
    if kind == REPORT:
        return translate("ManuscriptActions", "Write a &report for co-authors ({suffix})…").format(
            suffix=suffix
        )
    texts = {
        MARKED: translate("ManuscriptActions", "Write a &marked copy…"),
        INSERTED: translate("ManuscriptActions", "&Insert citations into a copy (Word)…"),
        OWN_BIB: translate("ManuscriptActions", "Add list to the manuscript's .&bib file"),
    }
    export_text = translate("ManuscriptActions", "Export list as {name} ({suffix})…")
    return texts.get(kind) or export_text.format(name=name_export(kind), suffix=suffix)
