"""The menu of a sentence: is it a gap, and which entries does it cite."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from core.base.records import Paper
from desktop.language.wording import percent, translate
from desktop.manuscript.reference_words import heading, is_found
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


# --- what the tool tip of a sentence says. Knows no Qt ----------------------------------


def describe(session: ManuscriptSession, index: int) -> str:
    """Return what is to be said of a sentence."""
    kind, need = session.marks.kind(index), session.marks.need(index)
    if kind is Kind.CHOSEN:
        rows = [row for row in session.to_cite() if row.index == index]
        titles = _titles([paper for row in rows for paper in row.papers])
        return translate("SentenceWords", "To cite: {titles}").format(titles=titles)
    texts = {
        Kind.GAP: translate(
            "SentenceWords", "Needs a citation ({need} certain) and has none"
        ).format(need=percent(need)),
        Kind.DISMISSED: translate("SentenceWords", "Marked as not needing a citation"),
        Kind.PLAIN: translate("SentenceWords", "Select it to see what it could cite"),
    }
    if kind in texts:
        reason = session.gaps.reason(index) if kind is Kind.GAP else ""
        return f"{texts[kind]}:\n{reason}" if reason else texts[kind]
    return _cited(session, index)


def _cited(session: ManuscriptSession, index: int) -> str:
    manuscript, links = session.opened.manuscript, session.opened.links
    lines = []
    for marker in manuscript.sentences[index].markers:
        for reference in marker.references:
            entry = manuscript.references[reference]
            library_text = (
                translate("SentenceWords", "in your library")
                if is_found(links.get(reference))
                else translate("SentenceWords", "not in your library")
            )
            title = heading(entry) if entry.title else heading(entry)[:90]
            lines.append(f"{title} ({library_text})")
        lines += [
            translate("SentenceWords", "“{part}” is not in the reference list").format(part=part)
            for part in marker.unresolved
        ]
    if not lines:
        return translate("SentenceWords", "Has a citation")
    return "\n".join([translate("SentenceWords", "Cites"), *dict.fromkeys(lines)])


def _titles(papers: list[Paper]) -> str:
    return "\n".join(paper.title for paper in papers)
