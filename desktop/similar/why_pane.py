"""Why a paper is near: itself, and what ties it to each seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QListView, QTextBrowser, QWidget
from typing_extensions import override

from core.base.records import Paper, PaperNumber
from desktop.language.wording import figure, translate
from desktop.papers.model import authors_line
from desktop.papers.paper_field import Find, PaperField
from desktop.similar import views
from desktop.similar.models import SeedModel
from desktop.ui.tasks import TaskRunner
from desktop.ui.theme import colors, theme
from desktop.ui.widgets import action_button, hbox, vbox

if TYPE_CHECKING:
    from core.recommend.similar import Tie

_ABSTRACT = 600
_MARGIN = 12


class WhyPane(QWidget):
    """Shows one paper.

    Signals:
        paper_wanted(int): a seed was clicked.
    """

    paper_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QTextBrowser()
        self.text.setAccessibleName(self.tr("Why this paper is similar"))
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(_MARGIN)
        self.text.anchorClicked.connect(self._clicked)
        self._shown_state: tuple[Paper, Mapping[PaperNumber, str], Sequence[Tie], bool] | None = (
            None
        )
        vbox(self.text, of=self, margins=0)
        theme().changed.connect(self._render)
        self.clear()

    def clear(self) -> None:
        """Show no paper."""
        self._shown_state = None
        self._render()

    def show_paper(
        self,
        paper: Paper,
        seeds: Mapping[PaperNumber, str],
        ties: Sequence[Tie],
        *,
        near: bool,
    ) -> None:
        """Show a paper and its ties to seeds, whose titles these are.

        Of a paper that is not ``near`` them, only citations are told: words that two papers
        happen to share do not make them neighbours.
        """
        self._shown_state = (paper, seeds, ties, near)
        self._render()

    def _clicked(self, link: QUrl) -> None:
        self.paper_wanted.emit(int(link.path()))

    def _render(self) -> None:
        if self._shown_state is None:
            hint = self.tr("Select a paper to see why it is near.")
            self.text.setHtml(f"<p style='color:{colors().muted.name()}'>{escape(hint)}</p>")
            return
        self.text.setHtml(_page(*self._shown_state))


def _page(paper: Paper, seeds: Mapping[PaperNumber, str], ties: Sequence[Tie], near: bool) -> str:
    muted = f"color:{colors().muted.name()}"
    line = " · ".join(
        part for part in (authors_line(paper.signers), str(paper.year or ""), paper.venue) if part
    )
    parts = [
        f"<h3 style='margin:0 0 4px 0'>{escape(paper.title)}</h3>",
        f"<p style='{muted};margin:0 0 12px 0'>{escape(line)}</p>",
    ]
    if paper.number in seeds:
        words = translate("WhyPane", "One of your starting papers")
        parts.append(f"<p style='{muted}'>{words}</p>")
    elif seeds:
        parts += _reasons(seeds, ties) if near else _far(seeds, ties)
    if paper.abstract:
        more = "…" if len(paper.abstract) > _ABSTRACT else ""
        parts.append(f"<p>{escape(paper.abstract[:_ABSTRACT])}{more}</p>")
    return "".join(parts)


def _reasons(seeds: Mapping[PaperNumber, str], ties: Sequence[Tie]) -> list[str]:
    if parts := _by_seed(seeds, ties):
        heading = translate("WhyPane", "Why it is similar")
        return [f"<h4 style='margin:0 0 4px 0'>{heading}</h4>", *parts]
    nothing = translate("WhyPane", "No shared words or citations: similar only in meaning.")
    return [f"<p style='color:{colors().muted.name()}'>{nothing}</p>"]


def _far(seeds: Mapping[PaperNumber, str], ties: Sequence[Tie]) -> list[str]:
    heading = translate("WhyPane", "Not similar to your starting papers.")
    cited = [tie for tie in ties if tie.kind != "terms"]
    return [f"<h4 style='margin:0 0 4px 0'>{heading}</h4>", *_by_seed(seeds, cited)]


def _by_seed(seeds: Mapping[PaperNumber, str], ties: Sequence[Tie]) -> list[str]:
    """Return a paragraph for each seed that a paper is tied to."""
    parts = []
    for seed, title in seeds.items():
        mine = [_tie_text(tie) for tie in ties if tie.seed == seed]
        if mine:
            accent = colors().accent.name()
            link = f"<a href='paper:{seed}' style='color:{accent};text-decoration:none'>"
            parts.append(f"<p style='margin:0 0 2px 0'>{link}{escape(title)}</a></p>")
            listed = "".join(f"<li>{line}</li>" for line in mine)
            parts.append(f"<ul style='margin:0 0 10px -20px'>{listed}</ul>")
    return parts


def _tie_text(tie: Tie) -> str:
    count = tie.papers
    if tie.kind == "terms":
        words = ", ".join(f"<b>{escape(term)}</b>" for term in tie.terms)
        return translate("WhyPane", "both mention {words}").format(words=words)
    if tie.kind == "cites":
        return translate("WhyPane", "this paper cites it")
    if tie.kind == "cited by":
        return translate("WhyPane", "it cites this paper")
    if tie.kind == "references":
        one, many = (
            translate("WhyPane", "both cite 1 paper of the library"),
            translate("WhyPane", "both cite {count} of your papers"),
        )
    else:
        one, many = (
            translate("WhyPane", "1 paper cites both"),
            translate("WhyPane", "{count} of your papers cite both"),
        )
    return one if count == 1 else many.format(count=figure(count))


# --- seed pane --------------------------------------------------------------------------
#
# The left of the similar page: the seeds, and a field that adds one by its title.


class SeedPane(QWidget):
    """Heading, field and list."""

    def __init__(
        self,
        seeds: SeedModel,
        runner: TaskRunner,
        find: Find,
        drop: QAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.list = SeedList()
        self.list.setModel(seeds)
        self.field = PaperField(runner, find, self.tr("Add a paper by its title"))
        beside = hbox(self.field, margins=(8, 0, 8, 4))
        vbox(
            views.top(self.tr("Similar to"), action_button(drop, "quiet", icon=True)),
            beside,
            (self.list, 1),
            of=self,
            margins=0,
            spacing=0,
        )


class SeedList(QListView):
    """The seeds; while there is none, a sentence says what stands here.

    Signals:
        menu_wanted(QPoint): the menu of the current seed, at a position on the screen.
    """

    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Starting papers"))
        self.setAccessibleDescription(self._hint())
        self.setWordWrap(True)
        self.setSpacing(4)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def _hint(self) -> str:
        return self.tr(
            "No starting papers yet. Add papers to find similar ones, or papers that results "
            "should not resemble."
        )

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(views.menu_position(self, event))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model() is not None and not self.model().rowCount():
            room = self.viewport().rect().adjusted(16, 12, -16, -12)
            flags = int(Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
            with QPainter(self.viewport()) as painter:
                painter.setPen(colors().muted)
                painter.drawText(room, flags, self._hint())
