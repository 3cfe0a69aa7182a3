"""Write pictures of the manuscript page in its states, light and dark, small and large.

    QT_QPA_PLATFORM=offscreen python -m tests.desktop.screenshots_manuscript FOLDER [SCALE]

SCALE is the scaling of the screen, such as 2.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

if len(sys.argv) > 2:
    os.environ["QT_SCALE_FACTOR"] = sys.argv[2]

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.errors import PdfWithoutTextError
from core.jobs import Job
from core.records import Finding, OpenManuscript, PaperNumber, PaperSet, Reason
from desktop.manuscript.page import ManuscriptPage
from desktop.manuscript.passage_dialog import PassageDialog
from desktop.tasks import TaskRunner
from desktop.theme import theme
from tests.desktop.paper_workspace import PaperWorkspace
from tests.desktop.sample_paper import write_paper

SIZES = ((1280, 720), (1920, 1080))
PASSAGE = (
    "Contrastive pretraining on audio distinguishes two views of one clip from all others. Its "
    "success depends on the choice of negatives. We average the scores of five independently "
    "trained networks. Active learning asks for the labels that are worth most."
)


class Studio:
    """A page, its workspace, and the file it shows."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "listening-for-silence.pdf"
        write_paper(self.path)
        self.broken = folder / "scanned-draft.pdf"
        self.broken.write_bytes(b"this is not a PDF")
        self.workspace = PaperWorkspace()
        self.runner = TaskRunner()
        self.page = ManuscriptPage(self.workspace, self.runner, lambda *_, **__: None)

    def settle(self, wait_ms: int = 400) -> None:
        """Wait for the workers and then for the pages to be drawn."""
        while self.workspace.gate is None and self.runner.pending():
            QTest.qWait(20)
        QTest.qWait(wait_ms)

    def open(self) -> None:
        self.page.open(self.path)
        self.settle(800)
        self.settle()

    def close(self) -> None:
        for gate in (self.workspace.gate, self.workspace.whole_gate):
            if gate is not None:
                gate.set()
        self.page.close_all()
        self.page.hide()
        self.runner.close()
        self.page.deleteLater()
        self.settle(50)


def empty(studio: Studio) -> None:
    studio.settle()


def recent(studio: Studio) -> None:
    studio.open()
    studio.page.close_all()
    studio.settle()


def busy(studio: Studio) -> None:
    studio.workspace.gate = threading.Event()
    studio.open()


def gaps(studio: Studio) -> None:
    studio.open()


def selected(studio: Studio) -> None:
    gaps(studio)
    view = studio.page.tabs.currentWidget().view
    view.select(view._marks.gaps[1])
    studio.settle()


def cited(studio: Studio) -> None:
    gaps(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    for gap in tab.view._marks.gaps[:3]:
        tab.view.select(gap)
        studio.settle(300)
        assert tab.panel is not None
        for row in (0, 1):
            card = tab.panel.list.card(row)
            if card is not None and card.suggestion.confidence > 0.1:
                card.cite_button.click()
        studio.settle(200)


def unconvincing(studio: Studio) -> None:
    studio.workspace.threshold = 0.99
    gaps(studio)
    view = studio.page.tabs.currentWidget().view
    view.select(2)
    studio.settle()


def words_only(studio: Studio) -> None:
    studio.workspace.stages = ("words",)
    studio.workspace.model_state = "loading"
    selected(studio)


def no_library(studio: Studio) -> None:
    studio.workspace = studio.page._services.workspace  # the same one
    for number in list(studio.workspace.library.papers.all):
        del studio.workspace.library.papers.all[number]
    selected(studio)


def error(studio: Studio) -> None:
    studio.page.open(studio.broken)
    studio.settle()


def passage(studio: Studio) -> None:
    studio.page.open_text(PASSAGE)
    studio.settle(900)


def dialog(studio: Studio) -> None:
    studio.page.ask_for_text()
    found = studio.page.findChild(PassageDialog)
    assert found is not None
    found.editor.setPlainText(PASSAGE)
    studio.settle()


def focus(studio: Studio) -> None:
    selected(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    assert tab.panel is not None
    tab.panel.list.focus_first()
    studio.settle(200)


def entry(studio: Studio) -> None:
    gaps(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    assert tab.side is not None
    assert tab.outline_pane is not None
    tab.outline_pane.outline.expandAll()
    tab.side.show_reference(2)
    studio.settle()


def entry_on_page(studio: Studio) -> None:
    gaps(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    assert tab.side is not None
    tab.side.show_reference(8)
    tab.side.entry.place_button.click()
    studio.settle(900)


def entry_missing(studio: Studio) -> None:
    gaps(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    assert tab.side is not None
    tab.side.show_reference(1)
    studio.settle(200)
    tab.side.entry.link_button.click()
    studio.settle()


def audit_clean(studio: Studio) -> None:
    gaps(studio)
    studio.page.audit_action.trigger()
    studio.settle()


def audit(studio: Studio) -> None:
    said = "“57” is cited, 2 times, but is not in the reference list."
    other = "The DOI of entry 9 (Rossi 2019) belongs to another paper, “Attending over patches”."
    twice = "Entries 4 (Adeyemi 2020) and 12 (Abara 2020) are the same paper."
    findings = [
        Finding(kind="not listed", text=said, sentence=9),
        Finding(kind="other title", text=other, reference=8, paper=PaperNumber(8)),
        Finding(kind="duplicate", text=twice, reference=3, other=11),
        Finding(kind="never cited", text="Entry 14 (Bianchi 2015) is never cited.", reference=13),
    ]
    studio.workspace.audit = lambda _: findings  # type: ignore[method-assign]
    gaps(studio)
    studio.page.audit_action.trigger()
    studio.settle()


def whole(studio: Studio) -> None:
    gaps(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    assert tab.whole is not None
    while tab.whole.answer is None:
        studio.settle(200)
    studio.page.whole_action.trigger()
    tab.whole.cite(next(one for one in tab.whole.suggestions() if one.sentences), on=True)
    studio.settle()


def whole_busy(studio: Studio) -> None:
    studio.workspace.whole_gate = threading.Event()
    studio.page.open(studio.path)
    tab = studio.page.current_tab()
    assert tab is not None
    while tab.whole is None or tab.whole.progress() != (3, 9):
        QTest.qWait(100)
    studio.page.whole_action.trigger()
    QTest.qWait(1_500)


def dismissed(studio: Studio) -> None:
    gaps(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    view = tab.view
    for _ in range(2):
        view.select_next_gap()
        studio.page.dismiss_action.trigger()
    studio.page.show_dismissed_action.trigger()
    studio.settle()


def cites(studio: Studio) -> None:
    gaps(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    assert tab.session is not None
    sentences = tab.session.sentences
    tab.view.select(max(sentences, key=lambda s: sum(len(m.references) for m in s.markers)).index)
    studio.settle()


def unfolded(studio: Studio) -> None:
    selected(studio)
    tab = studio.page.current_tab()
    assert tab is not None
    assert tab.panel is not None
    card = tab.panel.list.card(0)
    assert card is not None
    card.unfold(True)
    studio.settle(200)


def beside(studio: Studio) -> None:
    """Papers that usually stand beside one that is cited."""
    first, second, other = studio.workspace.library.papers.get_many(
        [PaperNumber(n) for n in (7, 8, 9)]
    )
    reason = Reason("cocitation", "cited together in 5 of your papers", first.number)
    found = (PaperSet((first, second), (reason,), (other,)), PaperSet((first, other), (reason,)))
    recommend = studio.workspace.recommend
    studio.workspace.recommend = lambda *a, **k: replace(recommend(*a, **k), sets=found)  # type: ignore[method-assign]
    selected(studio)


def scanned(studio: Studio) -> None:
    def refuse(path: Path, _job: Job) -> OpenManuscript:
        raise PdfWithoutTextError(f"“{path.name}” holds no text, only pictures of it.")

    studio.workspace.open_manuscript = refuse  # type: ignore[method-assign]
    studio.open()


def without_gaps(studio: Studio) -> None:
    studio.workspace.needs_citation = lambda opened: [0.1] * len(opened.manuscript.sentences)  # type: ignore[method-assign]
    studio.open()


def tabs(studio: Studio) -> None:
    for name in ("second-draft.pdf", "a-review.pdf"):
        other = studio.path.with_name(name)
        write_paper(other)
        studio.page.open(other)
    selected(studio)


STATES: tuple[Callable[[Studio], None], ...] = (
    empty,
    recent,
    busy,
    gaps,
    selected,
    cited,
    unconvincing,
    words_only,
    no_library,
    error,
    passage,
    dialog,
    focus,
    entry,
    entry_missing,
    entry_on_page,
    audit_clean,
    audit,
    whole,
    whole_busy,
    dismissed,
    cites,
    unfolded,
    beside,
    scanned,
    without_gaps,
    tabs,
)


def shoot(folder: Path, names: set[str]) -> None:
    """Write every picture into the folder."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    theme().install(application, "light")
    theme().show_icons()
    for choice in ("light", "dark"):
        theme().choose(choice)
        for state in STATES:
            if names and state.__name__ not in names:
                continue
            for width, height in SIZES:
                with tempfile.TemporaryDirectory() as scratch:
                    studio = Studio(Path(scratch))
                    studio.page.resize(width, height - 90)  # the window's own bars take the rest
                    studio.page.show()
                    state(studio)
                    picture = studio.page.grab()
                    found = studio.page.findChild(PassageDialog)
                    if found is not None:
                        picture = found.grab(found.rect().translated(QPoint(0, 0)))
                    picture.save(str(folder / f"{state.__name__}-{choice}-{width}.png"))
                    studio.close()


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    shoot(target, set(os.environ.get("STATES", "").split()))
