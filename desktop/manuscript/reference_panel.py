"""One entry of the reference list: as printed, as read, which paper it is, and who cites it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QPushButton, QWidget
from typing_extensions import override

from core.base.errors import EngineError
from core.base.findings import CitationEvidence
from core.base.lookups import Found
from core.base.records import Paper, PaperNumber, Reference
from desktop.language.wording import choose_plural, in_language, translate
from desktop.manuscript.evidence_panel import EvidenceText, StoppedBy, state_line
from desktop.manuscript.reading_panel import ReadingPanel
from desktop.manuscript.reference_links import LinkChoice, ReferenceLinks
from desktop.manuscript.reference_words import is_found, likeness, trust
from desktop.manuscript.session import ManuscriptSession
from desktop.papers.lookup import why_not as why_not_online
from desktop.papers.lookup_dialog import FoundDialog
from desktop.suggestions.model import byline
from desktop.ui.latest_request import LatestOnly
from desktop.ui.responsive import FlowLayout
from desktop.ui.tasks import Task
from desktop.ui.theme import set_icon, set_look, set_tone
from desktop.ui.widgets import let_clear, plain_tip, text_label, vbox


class ReferencePanel(ReadingPanel):
    """Shows an entry where the suggestions stand, and lets one correct what it is linked to.

    Signals:
        passage_wanted(int, int, str): show this page (from 0) of a paper, with words marked.
        rects_wanted(tuple): show these rectangles on the page.
        add_all_wanted: all entries that lead to no paper are to be added.
    """

    passage_wanted = Signal(int, int, str)
    rects_wanted = Signal(tuple)
    add_all_wanted = Signal()

    def __init__(self, session: ManuscriptSession, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("An entry of the reference list"), self.tr("Details of the entry"), parent
        )
        self._session = session
        self._links = session.references
        self._entry: Reference | None = None
        self._paper: Paper | None = None
        self._evidence: dict[int, CitationEvidence] = {}
        self._evidence_text = EvidenceText()
        self._asking_evidence = LatestOnly(
            self._look_up_evidence,
            self._show_evidence,
            session.troubled.emit,
            runner=session.runner,
            parent=self,
        )
        self.open_button = QPushButton(self.tr("Open paper"))
        self.link_button = QPushButton(self.tr("Link…"))
        self.wrong_button = QPushButton(self.tr("Not this paper"))
        self.automatic_button = QPushButton(self.tr("Back to automatic"))
        self.add_button = QPushButton(self.tr("Add to library"))
        self.add_all_button = QPushButton(self.tr("Add all missing…"))
        self.look_up_button = QPushButton(self.tr("Look up online…"))
        self.page_button = QPushButton(self.tr("Show on page"))
        self.picker = LinkPicker(self._links)
        self._lay_out()
        self._connect()

    @property
    def reference(self) -> int | None:
        """The entry that is shown."""
        return None if self._entry is None else self._entry.index

    def show_reference(self, reference: int) -> None:
        """Turn to an entry."""
        self._entry = self._links.entries[reference]
        self._paper = None
        self._evidence = {}
        self.picker.hide()
        self.refresh()

    def refresh(self) -> None:
        """Show the entry as it stands now, and fetch its paper if it has another one."""
        entry = self._entry
        if entry is None:
            return
        link = self._links.links.get(entry.index)
        number = link.paper if link is not None else None
        if self._paper is not None and self._paper.number != number:
            self._paper, self._evidence = None, {}
        if number is not None and self._paper is None:
            self._links.paper_of(entry.index, self._paper_came)
        if number is None:
            self._evidence = {}
        else:
            self._asking_evidence.want(entry.index)
        self._show()

    @override
    def follow(self, kind: str, number: int) -> None:
        if kind == "passage":
            self.passage_wanted.emit(*self._evidence_text.places[number])
        else:
            super().follow(kind, number)

    def _look_up_evidence(
        self, reference: int, stop: Callable[[], bool]
    ) -> Sequence[CitationEvidence]:
        evidence, opened = self._session.workspace.evidence, self._session.opened
        return evidence.find_for_reference(opened, reference, StoppedBy(stop))

    def _show_evidence(self, reference: int, citations: Sequence[CitationEvidence]) -> None:
        if self.reference == reference:
            self._evidence = {citation.sentence: citation for citation in citations}
            bar = self.text.verticalScrollBar()
            scrolled = bar.value()
            self._show()
            bar.setValue(scrolled)

    def _paper_came(self, paper: Paper | None) -> None:
        link = self._links.links.get(self._entry.index) if self._entry is not None else None
        if paper is not None and link is not None and link.paper == paper.number:
            self._paper = paper
            self._show()

    # --- showing an entry -----------------------------------------------------------------

    def _show(self) -> None:
        entry = self._entry
        assert entry is not None
        self.heading.setText(
            self.tr("Reference [{label}]").format(label=entry.label)
            if entry.label
            else self.tr("Reference")
        )
        words, tone = self._standing(entry)
        self.state.setText(words)
        set_tone(self.state, tone)
        self._judge(entry)
        self.text.show_html(self._page(entry))

    def _standing(self, entry: Reference) -> tuple[str, str]:
        """Return what is known of the entry in words, and the tone to say it in."""
        link, choice = self._links.links.get(entry.index), self._links.choice(entry.index)
        if entry.index in self._links.adding:
            return self.tr("Adding it to your library…"), ""
        if link is not None:
            sure = is_found(link)
            words = self.tr("In your library") if sure else self.tr("Perhaps in your library")
            return f"{words}: {trust(entry, link, self._paper)}", "good" if sure else "gap"
        if choice is not None:
            return self.tr("Marked as not in your library"), "gap"
        return self.tr("Not found in your library"), "gap"

    def _judge(self, entry: Reference) -> None:
        """Enable what can be done, and say why the rest cannot."""
        linked = entry.index in self._links.links
        choice = self._links.choice(entry.index)
        fixed = (
            self.tr("This library is open for reading only.")
            if self._links.manuscript.read_only
            else ""
        )
        busy = self.tr("It is being added.") if entry.index in self._links.adding else ""
        none = self.tr("It is not linked to a paper.")
        rules = [
            (self.open_button, self.tr("Show the paper in your library"), "" if linked else none),
            (
                self.link_button,
                self.tr("Choose the matching paper in your library"),
                fixed or busy,
            ),
            (
                self.wrong_button,
                self.tr("Remember that the entry is not this paper"),
                fixed or busy or ("" if linked else none),
            ),
            (
                self.automatic_button,
                self.tr("Discard your choice and use the paper that Cocite finds"),
                fixed
                or busy
                or ("" if choice is not None else self.tr("You have not changed this entry.")),
            ),
            (
                self.add_button,
                self.tr("Add this entry to your library"),
                fixed or busy or self._why_not_add(entry, linked),
            ),
            (
                self.look_up_button,
                self.tr("Look the entry up online, and add the paper with all its details"),
                fixed or busy or (self.tr("It is in your library.") if linked else ""),
            ),
            (
                self.page_button,
                self.tr("Show where the entry is printed"),
                "" if entry.rects else self.tr("The position of the entry is unknown."),
            ),
        ]
        missing = self._links.unresolved()
        rules.append(
            (
                self.add_all_button,
                self.tr("See which references lead to no paper of your library, and add them"),
                fixed or ("" if missing else self.tr("Every reference leads to a paper.")),
            )
        )
        for button, tip, why_not in rules:
            button.setEnabled(not why_not)
            button.setToolTip(why_not or tip)

    def _why_not_add(self, entry: Reference, linked: bool) -> str:
        if linked:
            return self.tr("It is in your library.")
        return "" if entry.title else self.tr("No title was recognised in this entry.")

    def _page(self, entry: Reference) -> str:
        parts = [f"<p>{escape(entry.text)}</p>"]
        if self._paper is not None:
            library_heading = self.tr("Paper in your library")
            parts.append(f"<h3>{escape(library_heading)}</h3>")
            parts.append(
                f'<p><a href="paper:{self._paper.number}">{escape(self._paper.title)}</a><br>'
                f"<span class='muted'>{escape(byline(self._paper))}</span></p>"
            )
        parts.append(self._citing(entry))
        reading_heading = self.tr("As recognised by Cocite")
        parts.append(f"<h3>{escape(reading_heading)}</h3><table>{_fields(entry)}</table>")
        return "".join(parts)

    def _citing(self, entry: Reference) -> str:
        sections = self._session.opened.manuscript.sections
        self._evidence_text = EvidenceText()
        lines = []
        for sentence in self._session.sentences:
            if any(entry.index in marker.references for marker in sentence.markers):
                section = "" if sentence.section is None else sections[sentence.section].title
                lines.append(
                    f'<p><a href="sentence:{sentence.index}">{escape(sentence.text)}</a>'
                    f"<br><span class='muted'>{escape(section)}</span></p>"
                    + self._format_evidence(sentence.index)
                )
        if not lines:
            title, none = self.tr("Cited in"), self.tr("No sentence cites this entry.")
            return f"<h3>{escape(title)}</h3><p class='gap'>{escape(none)}</p>"
        title = choose_plural(self.tr("Cited in %Ln sentence(s)", "", len(lines)), len(lines))
        return f"<h3>{escape(title)}</h3>{''.join(lines)}"

    def _format_evidence(self, sentence: int) -> str:
        """Return what the paper says about a sentence that cites it: its nearest passage."""
        citation = self._evidence.get(sentence)
        if citation is None or citation.paper is None:
            return ""
        return f"<p>{state_line(citation)}</p>{self._evidence_text.details(citation, passages=1)}"

    # --- what links and buttons do --------------------------------------------------------

    def _act(self, do: Callable[[int], None]) -> None:
        if self._entry is not None:
            self.picker.hide()
            do(self._entry.index)

    def _look_up(self, reference: int) -> None:
        """Look an entry up online; what is found is shown, and added when the person says so."""
        lookup = self._links.manuscript.workspace.lookup
        if not lookup.consent.services:
            self.state.setText(why_not_online())
            return

        def show(result: Found) -> None:
            if result.record is None:
                self._say(reference, in_language(lookup.why_nothing(result)))
                return
            FoundDialog([result], lambda chosen: self._take(reference, chosen), self).open()

        def failed(error: EngineError) -> None:
            self._say(
                reference, f"{in_language(error.message)} {in_language(error.remedy)}".strip()
            )

        self.state.setText(self.tr("Looking it up online…"))
        self._links.look_up_online(reference, show, failed)

    def _take(self, reference: int, chosen: Sequence[Found]) -> None:
        for chosen_result in chosen:
            self._links.add([reference], chosen_result)

    def _say(self, reference: int, words: str) -> None:
        """Say what came of looking an entry up, if it is still shown."""
        if self.reference == reference:
            self.state.setText(words)

    def _open_paper(self, reference: int) -> None:
        link = self._links.links.get(reference)
        if link is not None:
            self.paper_chosen.emit(link.paper)

    def _picked(self, number: int) -> None:
        self._act(lambda reference: self._links.say(reference, LinkChoice(PaperNumber(number))))
        self.link_button.setFocus()

    def _close_picker(self) -> None:
        self.picker.hide()
        self.link_button.setFocus()

    def _show_on_page(self) -> None:
        if self._entry is not None:
            self.rects_wanted.emit(self._entry.rects)

    # --- putting together -----------------------------------------------------------------

    def _connect(self) -> None:
        links = self._links
        self.open_button.clicked.connect(lambda: self._act(self._open_paper))
        self.link_button.clicked.connect(lambda: self._act(self.picker.show_reference))
        self.wrong_button.clicked.connect(
            lambda: self._act(lambda n: links.say(n, LinkChoice(None)))
        )
        self.automatic_button.clicked.connect(lambda: self._act(lambda n: links.say(n, None)))
        self.add_button.clicked.connect(lambda: self._act(lambda n: links.add([n])))
        self.look_up_button.clicked.connect(lambda: self._act(self._look_up))
        self.add_all_button.clicked.connect(self.add_all_wanted)
        self.page_button.clicked.connect(self._show_on_page)
        self.picker.picked.connect(self._picked)
        self.picker.closed.connect(self._close_picker)
        links.changed.connect(self.refresh)

    def _lay_out(self) -> None:
        set_look(self.state, "")
        set_icon(self.open_button, "library")
        set_icon(self.add_button, "add")
        set_icon(self.page_button, "file")
        set_icon(self.look_up_button, "search")
        self.top.addStretch(1)
        self.head.addLayout(self._buttons())
        self.head.addWidget(self.picker)
        self.picker.hide()

    def _buttons(self) -> FlowLayout:
        return FlowLayout(
            self.open_button,
            self.page_button,
            self.link_button,
            self.wrong_button,
            self.add_button,
            self.look_up_button,
            self.automatic_button,
            self.add_all_button,
        )


def _fields(entry: Reference) -> str:
    not_recognised = translate("ReferencePanel", "not recognised")
    unknown = f"<span class='muted'>{escape(not_recognised)}</span>"
    rows = [
        (translate("ReferencePanel", "Title"), escape(entry.title) or unknown),
        (translate("ReferencePanel", "Authors"), escape(", ".join(entry.authors)) or unknown),
        (translate("ReferencePanel", "Year"), str(entry.year or unknown)),
        (translate("ReferencePanel", "Venue"), escape(entry.venue)),
        ("DOI", _link(f"https://doi.org/{entry.doi}", entry.doi)),
        ("arXiv", _link(f"https://arxiv.org/abs/{entry.arxiv}", entry.arxiv)),
        (translate("ReferencePanel", "Link"), _link(entry.url, entry.url)),
    ]
    return "".join(
        f"<tr><td class='muted' style='padding-right: 12px'>{escape(name)}</td>"
        f"<td>{value}</td></tr>"
        for name, value in rows
        if value
    )


def _link(address: str, text: str) -> str:
    if not text or not address.startswith(("https://", "http://")):
        return escape(text)
    return f'<a href="{escape(address, quote=True)}">{escape(text)}</a>'


# --- choose the paper that an entry is: the likeliest first, or what one types ----------

_PAUSE_MS = 120
_ROWS = 4
_APART = 2
_NUMBER = Qt.ItemDataRole.UserRole


class LinkPicker(QWidget):
    """A field and a list. Down goes into the list, Return chooses, Escape leaves.

    Signals:
        picked(int): the number of the paper chosen.
        left: the person does not want to choose.
    """

    picked = Signal(int)
    closed = Signal()

    def __init__(self, references: ReferenceLinks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._references = references
        self._reference = 0
        self._asking: Task | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Search your library"))
        self.field.setAccessibleName(self.tr("Search your library for the paper of this entry"))
        let_clear(self.field)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Papers that may be this entry"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(_APART)
        self.list.installEventFilter(self)
        self.list.itemClicked.connect(self._pick)
        self.note = text_label("", "muted", wrap=True)
        column = vbox(of=self, margins=0, spacing=4)
        for part in (self.field, self.note, self.list):
            column.addWidget(part)
        self._typing = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._typing.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _: self._typing.start())

    def show_reference(self, reference: int) -> None:
        """Offer papers for an entry."""
        self._reference = reference
        self.field.clear()
        self._typing.stop()
        self.list.clear()
        self.show()
        self.field.setFocus()
        self._ask()

    def _ask(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        typed = self.field.text().strip()
        self.note.setText(self.tr("Looking…"))

        def show(candidates: list[tuple[Paper, float | None]]) -> None:
            self._asking = None
            self._show(candidates, typed)

        self._asking = self._references.candidates(self._reference, typed, show)

    def _show(self, candidates: list[tuple[Paper, float | None]], typed: str) -> None:
        self.list.clear()
        for paper, share in candidates:
            likeness_text = likeness(share)
            line = " · ".join(filter(None, (likeness_text, byline(paper))))
            item = QListWidgetItem(f"{paper.title}\n{line}")
            item.setData(_NUMBER, paper.number)
            item.setToolTip(plain_tip(paper.title))
            self.list.addItem(item)
        if candidates:
            self.note.setText("" if typed else self.tr("Most likely papers in your library:"))
            self.list.setCurrentRow(0)
        else:
            nothing = (
                self.tr("No paper matches “{typed}”. Type a title or an author.").format(
                    typed=typed
                )
                if typed
                else self.tr("No similar paper. Type a title or an author.")
            )
            self.note.setText(nothing)
        self.note.setVisible(bool(self.note.text()))
        row = self.list.sizeHintForRow(0) + 2 * _APART if candidates else 0
        self.list.setFixedHeight(row * min(len(candidates), _ROWS) + 4)
        self.list.setVisible(bool(candidates))

    def _pick(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.picked.emit(item.data(_NUMBER))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and self._acted(watched, event)
        ):
            return True
        return super().eventFilter(watched, event)

    def _acted(self, watched: QObject, event: QKeyEvent) -> bool:
        """Do what a key stands for; ``False`` for keys that mean nothing here."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._pick(self.list.currentItem())
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif watched is self.field and event.key() == Qt.Key.Key_Down and self.list.count():
            self.list.setFocus()
        else:
            return False
        return True
