"""One paper of the library: details, note, edits, files; on a real library."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from pytestqt.qtbot import QtBot

from core.base.records import Paper, PaperNumber
from desktop.library.edit_dialog import EditDialog
from desktop.papers.words import facts, where
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library.edited_papers import REEDS, SURVEY, VOICES, follow
from tests.desktop.library_desk import SAID, LibraryDesk
from tests.desktop.patience import PATIENCE_S


def dialog(edit_dialog_desk: LibraryDesk) -> EditDialog:
    edit_dialog_desk.until(lambda: edit_dialog_desk.page.findChild(EditDialog) is not None)
    found = edit_dialog_desk.page.findChild(EditDialog)
    assert isinstance(found, EditDialog)
    return found


def test_the_details_say_how_a_paper_is_cited_and_with_what(edit_dialog_desk: LibraryDesk) -> None:
    edit_dialog_desk.select(REEDS)
    text = edit_dialog_desk.page.details.toPlainText()
    assert f"“{SAID}”" in text
    assert "Listening to wetlands, a survey, 2023 · Voices" in text
    assert "A network that knows three thousand voices, 2019\nby 1 paper, in 1 sentence" in (
        text.replace("\u2028", "\n")
    )
    follow(edit_dialog_desk, "paper:5")
    assert edit_dialog_desk.page.selected_numbers() == (SURVEY,)


def test_every_field_is_edited_and_all_of_it_is_undone(edit_dialog_desk: LibraryDesk) -> None:
    papers = edit_dialog_desk.workspace.library.papers
    before = papers.get(REEDS)
    edit_dialog_desk.select(REEDS)
    edit_dialog_desk.page.table.setFocus()
    edit_dialog_desk.press(
        edit_dialog_desk.page.table, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier
    )
    edit = dialog(edit_dialog_desk)
    edit.authors.setPlainText("Elin Sandberg\n\n  Ada  Abara ")
    edit.arxiv.setText("arXiv:2103.00020v2")
    edit.url.setText("https://example.org/reeds")
    edit.ids.setPlainText("made:reeds\nmag:77")
    edit.fields.lines["volume"].setText("13")
    edit.extra.setPlainText("mine: 2")
    edit.year.setText("May 2018")
    edit.type.setCurrentIndex(edit.type.findData("book"))
    edit.fields.lines["editor"].setPlainText("Jo Doe\n Eve  Smith")
    edit.citation_key.setText("sandberg2018")
    edit.save()
    edit_dialog_desk.idle()
    after = papers.get(REEDS)
    assert after.authors == ("Elin Sandberg", "Ada Abara")
    assert (after.arxiv, after.url) == ("2103.00020", "https://example.org/reeds")
    assert set(after.ids) == {"made:reeds", "doi:10.5555/reeds", "mag:77", "arxiv:2103.00020"}
    assert (after.extra, after.citation_key) == (
        {
            "volume": "13",
            "page": "3-19",
            "editor": ["Jo Doe", "Eve Smith"],
            "mine": "2",
            "issued": "2018-05",
            "type": "book",
            "citation_key": "sandberg2018",
        },
        "sandberg2018",
    )
    assert "Ada Abara" in edit_dialog_desk.page.details.toPlainText()
    edit_dialog_desk.undo()
    assert papers.get(REEDS) == before


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("title", " ", "needs a title"),
        ("doi", "reeds", "begins with “10.”"),
        ("arxiv", "21.3", "looks like"),
        ("url", "example.org", "begins with http"),
        ("citation_key", "a b", "no blanks"),
        ("citation_key", "", wording.stem("desktop.library.edit_dialog:_keyed needs")),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    edit_dialog_desk: LibraryDesk, field: str, text: str, said: str
) -> None:
    edit = EditDialog(edit_dialog_desk.workspace.library.papers.get(REEDS), edit_dialog_desk.page)
    edit.show()
    getattr(edit, field).setText(text)
    edit.save()
    assert said in edit.problem.text()
    assert edit.isVisible()
    edit.close()


def test_what_the_library_objects_to_is_said_before_the_dialog_closes(
    edit_dialog_desk: LibraryDesk,
) -> None:
    edit_dialog_desk.select(VOICES)
    follow(edit_dialog_desk, "edit:abstract")
    edit = dialog(edit_dialog_desk)
    edit.doi.setText("10.5555/REEDS")
    edit.save()
    edit_dialog_desk.until(
        lambda: wording.stem("core.library.store.editing:_require_free {key") in edit.problem.text()
    )
    assert edit.isVisible()
    edit.doi.setText("")
    edit.abstract.setPlainText("Other words.")
    edit.save()
    edit_dialog_desk.idle()
    assert edit_dialog_desk.workspace.library.papers.get(VOICES).abstract == "Other words."


def test_an_edit_that_is_given_up_while_it_is_checked_is_not_made(
    edit_dialog_desk: LibraryDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    browsing = edit_dialog_desk.workspace.papers
    monkeypatch.setattr(type(browsing), "check_edit", lambda *_: gate.wait(PATIENCE_S))
    edit_dialog_desk.select(REEDS)
    edit_dialog_desk.page.library_actions.edit_field("title")
    edit_dialog_desk.idle()
    edit = dialog(edit_dialog_desk)
    edit.title.setText("Another title")
    edit.save()
    edit_dialog_desk.press(edit, Qt.Key.Key_Escape)
    QCoreApplication.sendPostedEvents(edit, QEvent.Type.DeferredDelete)
    assert not shiboken6.isValid(edit)
    gate.set()
    edit_dialog_desk.idle()
    assert not edit_dialog_desk.page.changes.undo.can_undo


def described(**extra: Any) -> Paper:  # noqa: ANN401 - JSON values
    return Paper(
        number=PaperNumber(1),
        ids=(),
        title="T",
        venue="V",
        citation_key="k",
        year=2016,
        extra=extra,
    )


def test_each_type_has_its_fields_and_keeps_what_another_had(qtbot: QtBot) -> None:
    edit = EditDialog(described(type="article-journal", volume="3", issue="2", mine="x"))
    qtbot.addWidget(edit)
    edit.show()
    assert edit.fields.lines["issue"].isVisible()
    assert edit.venue_label.text() == "Journal"
    edit.type.setCurrentIndex(edit.type.findData("chapter"))
    assert edit.venue_label.text() == "Book"
    assert edit.fields.lines["ISBN"].isVisible()
    assert edit.fields.names_of_more == ["issue"]
    assert not edit.fields.lines["issue"].isVisible()
    edit.more.click()
    assert edit.fields.lines["issue"].isVisible()
    edit.fields.lines["ISBN"].setText("978-3-16-148410-0")
    edit.type.setCurrentIndex(edit.type.findData("article-journal"))
    assert edit.changed_fields()["extra"] == {
        "type": "article-journal",
        "volume": "3",
        "issue": "2",
        "mine": "x",
        "ISBN": "978-3-16-148410-0",
    }


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ISSN", "1234-5678", wording.stem("desktop.library.edit_dialog:_say_doubts ISSN")),
        ("page", "45–12", wording.stem("desktop.library.edit_dialog:_say_doubts they")),
        ("issued", "2016?", wording.stem("desktop.library.edit_dialog:_say_doubts looks")),
    ],
)
def test_a_doubt_is_said_and_saved_all_the_same(
    qtbot: QtBot, name: str, text: str, said: str
) -> None:
    edit = EditDialog(described(type="article-journal"))
    qtbot.addWidget(edit)
    edit.show()
    (edit.year if name == "issued" else edit.fields.lines[name]).setText(text)
    assert said in edit.hint.text()
    with qtbot.waitSignal(edit.edited) as edited:
        edit.save()
    assert edited.args[0]["extra"][name] == text


def test_people_and_odd_values_that_nobody_touched_stay_as_they_were(qtbot: QtBot) -> None:
    extra = {
        "type": "book",
        "editor": ["Ann Roe"],
        "volume": 4,
        "nested": {"a": [1]},
        "ISBN": "1 2",
    }
    edit = EditDialog(described(**extra))
    qtbot.addWidget(edit)
    assert edit.changed_fields() == {}
    edit.fields.lines["volume"].setText("")
    del extra["volume"]
    assert edit.changed_fields() == {"extra": extra}


def test_details_say_where_a_paper_appeared_as_a_reference_does() -> None:
    article = described(volume="12", issue="3", page="45–67", publisher="P", issued="2016-05")
    assert where(article) == "V 12(3): 45–67, P, 2016-05"
    assert where(described(type="article-journal", volume="12", number="e7")) == "V 12: e7, 2016"
    chapter = described(type="chapter", editor=["Jo Doe"], page="1–9", edition="2")
    assert where(chapter) == "V, 1–9, edited by Jo Doe, edition 2, 2016"
    report = described(type="report", **{"number": "7", "publisher-place": "Graz"})
    assert where(report) == "V, 7, Graz, 2016"
    assert facts(report)[0] == ("Type", "Report")


def test_saving_without_a_change_makes_no_step(edit_dialog_desk: LibraryDesk) -> None:
    edit = EditDialog(edit_dialog_desk.workspace.library.papers.get(REEDS), edit_dialog_desk.page)
    assert edit.changed_fields() == {}


def test_a_library_for_reading_offers_no_edit(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> None:
    edit_dialog_desk = LibraryDesk(tmp_path, runner, notices, qtbot, write=False)
    try:
        edit_dialog_desk.select(REEDS)
        text = edit_dialog_desk.page.details.toPlainText()
        assert "Edit" not in text
        assert "Add a PDF" not in text
        assert edit_dialog_desk.page.pane.note.isReadOnly()
        assert not edit_dialog_desk.page.library_actions.add_file.isEnabled()
        assert not edit_dialog_desk.page.sidebar.accepts_papers
        assert edit_dialog_desk.page.library_actions.open.isEnabled()
    finally:
        edit_dialog_desk.close()
