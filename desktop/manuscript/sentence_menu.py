"""The menu of a sentence: is it a gap, and which entries does it cite."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop.language.wording import translate
from desktop.manuscript.reference_words import heading
from desktop.manuscript.session import ManuscriptSession
from desktop.pages.sentence_map import Kind

DISMISS_KEY = "Alt+N"
_LONGEST = 60


class SentenceMenu(QMenu):
    """A menu that goes once it was used.

    Signals:
        entry_chosen(int): the person wants to see this entry of the reference list.
    """

    entry_chosen = Signal(int)


def sentence_menu(session: ManuscriptSession, index: int, parent: QWidget) -> SentenceMenu:
    """Return the menu of a sentence."""
    menu = SentenceMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    kind = session.marks.kind(index)
    back = kind is Kind.DISMISSED
    action = menu.addAction(
        translate("SentenceMenu", "Needs a citation after all")
        if back
        else translate("SentenceMenu", "Not needed here")
    )
    action.setShortcut(QKeySequence(DISMISS_KEY))  # shown beside it; the page's action takes it
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(lambda *_: session.gaps.dismiss(index, dismissed=not back))
    possible = back or kind is Kind.GAP
    action.setEnabled(possible and not session.read_only)
    if session.read_only:
        action.setToolTip(translate("SentenceMenu", "This library is open for reading only."))
    elif not possible:
        action.setToolTip(translate("SentenceMenu", "This sentence is not marked as a gap."))
    entries = list(
        dict.fromkeys(
            reference
            for marker in session.sentences[index].markers
            for reference in marker.references
        )
    )
    if entries:
        menu.addSeparator()
    for reference in entries:
        menu.addAction(_entry_action(menu, session, reference))
    return menu


def _entry_action(menu: SentenceMenu, session: ManuscriptSession, reference: int) -> QAction:
    title = heading(session.opened.manuscript.references[reference])
    short_title = title if len(title) <= _LONGEST else title[: _LONGEST - 1].rstrip() + "…"
    action = QAction(
        translate("SentenceMenu", "Show {shown}").format(shown=short_title).replace("&", "&&"), menu
    )
    action.triggered.connect(lambda *_: menu.entry_chosen.emit(reference))
    return action
