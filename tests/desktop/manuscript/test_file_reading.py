from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.records import Manuscript, Marker, Reference, Section, Sentence
from core.manuscript.sources import KINDS
from core.workspace import Workspace
from desktop.manuscript.file_kinds import OPENABLE, PAGELESS
from desktop.manuscript.file_reading import needs_pages, set_manuscript
from desktop.manuscript.page import ManuscriptPage
from desktop.manuscript.passage_pages import PassagePages
from desktop.manuscript.tab import ManuscriptTab
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.sample_source import write_latex
from tests.desktop.shared_words import recommend_by_words


def manuscript(paragraphs: int) -> Manuscript:
    sentences = [
        Sentence(
            index=2 * number + half,
            section=number % 3,
            page=0,
            text=f"Sentence {2 * number + half:4} of the marsh [1].",
            rects=(),
            markers=(Marker(27, 30, "[1]", (0,)),),
            paragraph=number,
        )
        for number in range(paragraphs)
        for half in (0, 1)
    ]
    return Manuscript(
        title="A long title about the quiet hours of a marsh, which takes more than a line",
        authors=("Ada Reed", "Bo Marsh"),
        sections=(Section("1", "One", 1), Section("1.1", "Two", 2), Section("", "Three", 3)),
        sentences=tuple(sentences),
        references=(Reference(index=0, label="1", text="A. Oak. Recorders. 2019."),),
    )


class Desk:
    """A page that opens LaTeX, with the files of a manuscript."""

    def __init__(self, qtbot: QtBot, workspace: Workspace, runner: TaskRunner) -> None:
        self.qtbot = qtbot
        self.file = write_latex(workspace.library.folder.parent)
        self.runner = runner
        self.page = ManuscriptPage(workspace, runner, lambda *_, **__: None)
        qtbot.addWidget(self.page)
        self.page.resize(1280, 700)
        with qtbot.waitActive(self.page):
            self.page.show()
            self.page.activateWindow()

    @property
    def tab(self) -> ManuscriptTab:
        tab = self.page.current_tab()
        assert tab is not None
        return tab

    def open(self) -> None:
        self.page.open(self.file)
        self.read()

    def read(self) -> None:
        self.qtbot.waitUntil(
            lambda: self.tab.session is not None and bool(self.tab.session.marks.gaps)
        )
        self.qtbot.waitUntil(lambda: self.runner.pending() == 0)


@pytest.fixture
def desk(qtbot: QtBot, birds: Workspace, runner: TaskRunner) -> Iterator[Desk]:
    recommend_by_words(birds)
    desk = Desk(qtbot, birds, runner)
    yield desk
    desk.page.close_all()


@pytest.mark.parametrize(("paragraphs", "pages"), [(1, 1), (120, 9)])
def test_title_headings_and_paragraphs_are_set_in_reading_order(
    qapp: QCoreApplication, paragraphs: int, pages: int
) -> None:
    made = set_manuscript(manuscript(paragraphs))
    # How much a page holds depends on the fonts of the system.
    assert len(made.pages.pages) == pytest.approx(pages, abs=4 if pages > 1 else 0)
    placed = made.manuscript.sentences
    assert all(one.rects and one.rects[0].page == one.page for one in placed)
    places = [(rect.page, rect.y0, rect.x0) for one in placed for rect in one.rects]
    assert places == sorted(places)
    assert places[0][1] > 44 + 2 * 18  # below a title of two lines
    (rect,) = made.manuscript.references[0].rects
    assert (rect.page, rect.y0) > places[-1][:2]
    lines = [line for page in made.pages.pages for line in page]
    assert all(line.top >= 44 and line.top + line.line.height() < 620 - 30 for line in lines)


def test_paragraphs_are_set_apart_and_sentences_of_one_are_not(qapp: QCoreApplication) -> None:
    one, two, three, *_ = set_manuscript(manuscript(2)).manuscript.sentences
    assert one.rects[-1].y0 == two.rects[0].y0  # on the same line
    assert three.rects[0].y0 > two.rects[-1].y0
    assert three.rects[0].x0 == 44


def test_the_text_is_painted_where_the_sentences_are(qapp: QCoreApplication) -> None:
    made = set_manuscript(manuscript(2))
    source = PassagePages(made.pages)
    picture = QImage(source.sizes[0].toSize() * 2, QImage.Format.Format_RGB32)
    picture.fill(0xFFFFFFFF)
    painter = QPainter(picture)
    source.paint(painter, 0, QRectF(picture.rect()))
    painter.end()
    for rect in (made.manuscript.sentences[2].rects[0], made.manuscript.references[0].rects[0]):
        ys = range(round(rect.y0 * 2), round(rect.y1 * 2))
        xs = range(round(rect.x0 * 2), round(rect.x1 * 2))
        assert any(picture.pixelColor(x, y).lightness() < 128 for x in xs for y in ys)
    source.close()


def test_only_what_has_no_place_on_a_page_is_set() -> None:
    read = manuscript(1)
    assert needs_pages(read)
    assert not needs_pages(Manuscript(title="Nothing was read"))


def test_a_latex_file_opens_and_its_sentences_are_read_and_chosen(desk: Desk) -> None:
    desk.open()
    assert desk.page.tabs.tabText(0).startswith("Listening for Silence")
    view, session = desk.tab.view, desk.tab.session
    assert session is not None
    assert view.pages >= 1
    texts = [one.text for one in session.sentences]
    assert texts[2].startswith("Populations of reed-nesting birds")
    view.select(2)
    assert not view.get_rect(2).isNull()
    assert session.marks.gaps[0] == 0
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.selected_sentence == 3
    assert "Recorders at the Water's Edge" in desk.tab.describe(3)
    desk.page.next_gap_action.trigger()
    assert view.selected_sentence == 5


def test_a_changed_chapter_is_news_and_is_read_again(desk: Desk) -> None:
    desk.open()
    before = desk.tab.session
    chapter = desk.file.parent / "methods.tex"
    assert str(chapter) in desk.tab._reading._watcher.files()
    chapter.write_text("\\section{Method}\nOnly this is left of it.\n", encoding="utf-8")
    desk.qtbot.waitUntil(lambda: "“methods.tex” has changed" in desk.tab.notice.text)
    desk.page.reread_action.trigger()
    desk.qtbot.waitUntil(lambda: desk.tab.session is not before)
    desk.read()
    session = desk.tab.session
    assert session is not None
    assert "Only this is left of it." in [one.text for one in session.sentences]
    assert desk.tab.view.pages >= 1


def test_every_kind_of_manuscript_can_be_dropped_and_chosen(desk: Desk) -> None:
    suffixes = {suffix for kind in KINDS for suffix in kind.suffixes}
    assert {".pdf"} | PAGELESS == suffixes
    assert suffixes <= set(OPENABLE.replace("*", " ").replace(")", " ").split())
    data = QMimeData()
    other = desk.file.with_suffix(".bib")
    data.setUrls([QUrl.fromLocalFile(str(other)), QUrl.fromLocalFile(str(desk.file))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    desk.page.dropEvent(event)
    assert [desk.page.tabs.count(), desk.tab.path] == [1, desk.file]
    desk.read()


def test_a_file_that_cannot_be_read_says_why(desk: Desk) -> None:
    desk.file.write_text("\\begin{document}\\end{document}", encoding="utf-8")
    desk.page.open(desk.file)
    desk.qtbot.waitUntil(lambda: desk.tab._failure is not None)
    assert desk.tab._failure is not None
    assert (
        wording.stem("core.manuscript.latex.document:_manuscript")
        in desk.tab._failure.accessibleName()
    )
