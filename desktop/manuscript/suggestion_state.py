"""The head of the suggestions: the sentence, the count, and which indexes were searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget
from typing_extensions import override

from core.base.records import Group, Outlook, Sentence, Status
from desktop.language.wording import choose_plural, translate
from desktop.manuscript.gap_session import GapSession
from desktop.manuscript.reference_links import ReferenceLinks
from desktop.manuscript.reference_words import heading, is_found
from desktop.manuscript.session import ManuscriptSession
from desktop.pages.sentence_map import Kind
from desktop.suggestions.question_fields import FilterChoices, FilterDialog, filter_words
from desktop.ui.theme import colors, set_look, theme
from desktop.ui.widgets import hbox, plain_tip, push_button, text_label


def state_words(kind: Kind, sentence: Sentence, chosen: int) -> str:
    """Return what the selected sentence is; ``chosen`` papers are on the list to cite for it."""
    if kind is Kind.CITED:
        markers = " ".join(marker.text for marker in sentence.markers)
        return translate("SuggestionPanel", "Cites {markers}").format(markers=markers)
    if kind is Kind.CHOSEN:
        return choose_plural(
            translate("SuggestionPanel", "%Ln paper(s) to cite here", "", chosen), chosen
        )
    words = {
        Kind.GAP: translate("SuggestionPanel", "Needs a citation"),
        Kind.DISMISSED: translate("SuggestionPanel", "Not needed here"),
        Kind.PLAIN: translate("SuggestionPanel", "For the selected sentence"),
    }
    return words[kind]


def count_words(paper_count: int) -> str:
    """Return how many papers that are not cited yet are suggested."""
    return choose_plural(
        translate("SuggestionPanel", "%Ln new paper(s)", "", paper_count), paper_count
    )


def explain_outlook(outlook: Outlook, *, cites_fitting: bool, hides: bool = False) -> str:
    """Return what is said where no new paper is plausible; one cited or hidden may fit."""
    if cites_fitting:
        return translate(
            "SuggestionPanel",
            "Nothing new is convincing: a paper you cite already fits better. "
            "The nearest new ones are listed below.",
        )
    if outlook == "weak":
        return translate(
            "SuggestionPanel",
            "Only weak suggestions: check whether one of them fits.",
        )
    if hides:
        return translate(
            "SuggestionPanel",
            "Nothing convincing among the papers that the filter lets through. "
            "The nearest ones are listed below.",
        )
    return translate(
        "SuggestionPanel",
        "Nothing convincing: none of your papers is a good match for this sentence. "
        "The nearest ones are listed below.",
    )


def is_complete(status: Status) -> bool:
    """Whether everything is indexed and loaded that an answer may rest on."""
    if status.words != "ready" or status.model_state == "loading":
        return False
    return status.model_state != "ready" or status.vectors[0] >= status.vectors[1]


def is_settled(status: Status) -> bool:
    """Whether answers of now will still be those of later: nothing is loaded or built."""
    is_waiting = status.is_indexing_stopped and status.model_state != "loading"
    return is_waiting or is_complete(status)


def why_incomplete(status: Status) -> str:
    """Return why nothing that fits was found yet: the model loads, or papers are not indexed."""
    if status.model_state == "loading":  # how many papers it has indexed is not known before
        return translate(
            "SuggestionPanel",
            "The model is still loading. Suggestions will be complete when it is ready.",
        )
    if status.is_indexing_stopped:
        return translate(
            "SuggestionPanel",
            "Suggestions may be missing: some papers are not indexed, and indexing is not running.",
        )
    return translate(
        "SuggestionPanel",
        "Not all papers are indexed yet. Suggestions will be complete when indexing ends.",
    )


def why_only_words(status: Status) -> str:
    """Return why an answer rests on words alone."""
    reasons = {
        "loading": translate(
            "SuggestionPanel", "Only keywords so far: the model is still loading."
        ),
        "failed": translate("SuggestionPanel", "Only keywords: the model could not be loaded."),
        "none": translate("SuggestionPanel", "Only keywords: no model is in use."),
    }
    if status.model_state in reasons:
        return reasons[status.model_state]
    if status.is_indexing_stopped:
        return translate(
            "SuggestionPanel",
            "Only keywords: papers are not indexed by meaning, and indexing is not running.",
        )
    return translate(
        "SuggestionPanel",
        "Only keywords so far. Suggestions will be complete when indexing ends.",
    )


def why_lacking(stages: Sequence[str], status: Status) -> str:
    """Return why an answer of these stages lacks papers, "" where it rests on all of them."""
    if "vectors" not in stages:
        return why_only_words(status)
    return "" if is_complete(status) else why_incomplete(status)


def unread_words() -> str:
    """Return what is said of pages that are shown but could not be read."""
    return translate(
        "SuggestionPanel",
        "The pages can be shown but not read, so there are no sentences to suggest papers for. "
        "Type or paste a passage instead: “Recommend for text…” (Ctrl+Shift+R).",
    )


def tally_words(gaps: int | None, chosen: int) -> str:
    """Return how a manuscript stands, for the status bar; ``gaps`` may not be known yet."""
    parts = []
    if gaps is not None:
        parts.append(choose_plural(translate("ManuscriptTab", "%Ln gap(s)", "", gaps), gaps))
    papers = translate("ManuscriptTab", "%Ln paper(s) to cite", "", chosen)
    return " · ".join((*parts, choose_plural(papers, chosen)))


# --- the entries that the sentence cites ------------------------------------------------
#
# Under a sentence that cites: the entries its markers lead to, and which the library has.

_ROWS = 3
_ENTRY = Qt.ItemDataRole.UserRole


class CitedEntries(QListWidget):
    """A short list; more than a few entries are scrolled. Return or a click opens one.

    Signals:
        entry_chosen(int): the person wants to see this entry.
    """

    entry_chosen = Signal(int)

    def __init__(self, references: ReferenceLinks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._references = references
        self._sentence: Sentence | None = None
        self.setAccessibleName(self.tr("Entries that the sentence cites"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.evidence_button = push_button(self.tr("Evidence"))
        self.evidence_button.setToolTip(self.tr("What the cited papers say about this sentence"))
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        references.changed.connect(self._fill)
        theme().changed.connect(self._fill)
        self.hide()

    def show_sentence(self, sentence: Sentence | None) -> None:
        """Turn to another sentence; without entries the list hides."""
        self._sentence = sentence
        self._fill()
        self.setVisible(self.count() > 0)

    def _fill(self) -> None:
        self.clear()
        for marker in self._sentence.markers if self._sentence is not None else ():
            for index in dict.fromkeys(marker.references):
                self._add_entry(index)
            for part in marker.unresolved:
                self._add(
                    self.tr("“{part}” is not in the reference list").format(part=part),
                    None,
                    troubled=True,
                )
        self._fit()

    def _add_entry(self, index: int) -> None:
        entry = self._references.entries[index]
        is_linked = is_found(self._references.links.get(index))
        library_text = self.tr("in your library") if is_linked else self.tr("not in your library")
        self._add(
            f"{'✓' if is_linked else '○'}  {heading(entry)}",
            index,
            tip=f"{entry.text}\n{library_text}",
        )
        self.item(self.count() - 1).setData(
            Qt.ItemDataRole.AccessibleTextRole, f"{heading(entry)}, {library_text}"
        )

    def _add(self, text: str, index: int | None, *, tip: str = "", troubled: bool = False) -> None:
        item = QListWidgetItem(text)
        item.setData(_ENTRY, index)
        item.setToolTip(plain_tip(tip or text))
        if troubled:
            item.setForeground(colors().gap)
        self.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        index = item.data(_ENTRY)
        if isinstance(index, int):
            self.entry_chosen.emit(index)

    def _fit(self) -> None:
        row = self.sizeHintForRow(0) if self.count() else self.fontMetrics().height()
        self.setFixedHeight(row * min(max(self.count(), 1), _ROWS) + 4)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, self.height())


# --- why the selected sentence seems to need a citation, and “Not needed here” ----------


class GapRow(QWidget):
    """Shown for gaps and for those that were dismissed; its button stands where it is put.

    Signals:
        dismissed(bool): the person says that it needs no citation, or that it does after all.
    """

    dismissed = Signal(bool)

    def __init__(self, gaps: GapSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._gaps = gaps
        self._sentence: int | None = None
        self._is_gap = True
        self.label = text_label(wrap=True)
        set_look(self.label, "muted")
        self.button = push_button("", lambda: self.dismissed.emit(self._is_gap))
        hbox((self.label, 1), of=self, margins=0)
        gaps.reasoned.connect(self._reasoned)

    def show_sentence(self, sentence: int | None, kind: Kind) -> None:
        """Turn to a sentence; the row hides when there is nothing to say of it."""
        self._sentence = sentence
        self._is_gap = kind is Kind.GAP
        is_visible = sentence is not None and kind in (Kind.GAP, Kind.DISMISSED)
        self.setVisible(is_visible)
        self.button.setVisible(is_visible)
        if sentence is None or not is_visible:
            return
        if self._is_gap:
            self._gaps.ask_reason(sentence)
            self.button.setText(self.tr("Not needed here"))
            self.button.setToolTip(
                self.tr("This sentence needs no citation; remember that (Alt+N)")
            )
        else:
            self.button.setText(self.tr("Needs a citation after all"))
            self.button.setToolTip(self.tr("Mark this sentence as a gap again (Alt+N)"))
        self.button.setEnabled(not self._gaps.manuscript.read_only)
        if self._gaps.manuscript.read_only:
            self.button.setToolTip(self.tr("This library is open for reading only."))
        self._say()

    def _reasoned(self, sentence: int) -> None:
        if sentence == self._sentence:
            self._say()

    def _say(self) -> None:
        assert self._sentence is not None
        reason = self._gaps.reason(self._sentence)
        if not self._is_gap:
            text = self.tr("Marked as not needing a citation.")
        else:
            text = (
                self.tr("Seems to need a citation: {reason}").format(reason=reason)
                if reason
                else self.tr("Seems to need a citation")
            )
        self.label.setText(text)


# --- which papers are suggested ---------------------------------------------------------


class FilterButton(QPushButton):
    """Says which new papers are suggested for a manuscript, and asks for another choice."""

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._collections: list[Group] = []
        self._hidden_count = 0
        set_look(self, "quiet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(translate("SuggestionPanel", "Choose years, collection and types"))
        self.clicked.connect(self._ask)
        session.filter_changed.connect(self._filter_changed)
        self.show_filter()

    def show_hidden_count(self, count: int) -> None:
        """Say how many papers the filter hides that would be shown."""
        self._hidden_count = count
        self._show_text()

    def show_filter(self) -> None:
        """Say what passes."""
        session = self._session
        known_numbers = [group.number for group in self._collections]
        if session.paper_filter.collection not in (None, *known_numbers):
            list_collections = session.workspace.library.collections.all
            session.runner.run(list_collections, self._name_collections, owner=self)
        self._show_text()

    def _filter_changed(self) -> None:
        self._hidden_count = 0  # until the answer with the new filter
        self.show_filter()

    def _show_text(self) -> None:
        words = filter_words(self._session.paper_filter, self._collections)
        count = self._hidden_count
        if not words:
            self.setText(translate("SuggestionPanel", "Filter…"))
            return
        text = translate("SuggestionPanel", "Filter: {what}").format(what=words)
        hidden = choose_plural(translate("SuggestionPanel", "%Ln hidden", "", count), count)
        self.setText(f"{text} · {hidden}" if count else text)

    def _ask(self) -> None:
        session = self._session

        def show_dialog(choices: FilterChoices) -> None:
            dialog = FilterDialog(session.paper_filter, session.default_filter, choices, self)
            self._collections = list(choices.collections)
            dialog.chosen.connect(session.use_filter)
            dialog.open()

        library = session.workspace.library
        session.runner.run(lambda: FilterChoices.of(library), show_dialog, owner=self)

    def _name_collections(self, collections: list[Group]) -> None:
        """Name the collection of a filter that was kept; one that was removed limits nothing."""
        self._collections, paper_filter = collections, self._session.paper_filter
        if paper_filter.collection not in [group.number for group in collections]:
            self._session.use_filter(replace(paper_filter, collection=None))
        self.show_filter()
