"""Looking papers up in the window: switched on, previewed, stored, undone, and listed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from core.base.lookups import Consent
from core.base.records import PaperNumber, PaperRecord
from core.library.online import looking
from desktop.papers.lookup_dialog import FoundDialog, fields_as_html
from desktop.settings.privacy import Privacy, SentDialog
from desktop.settings.store import SettingsStore
from desktop.ui.tasks import TaskRunner
from tests import services_online as there
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk
from tests.services_online import DOI, TITLE, Online, send


@pytest.fixture
def online(monkeypatch: pytest.MonkeyPatch) -> Iterator[Online]:
    monkeypatch.setattr(looking, "_PAUSES", dict.fromkeys(("crossref", "openalex", "arxiv"), 0.0))
    with there.served() as online:
        yield online


@pytest.fixture
def desk(
    tmp_path: Path, runner: TaskRunner, notices: Notices, qtbot: QtBot
) -> Iterator[LibraryDesk]:
    desk = LibraryDesk(tmp_path, runner, notices, qtbot)
    yield desk
    desk.close()


def dialog_of(desk: LibraryDesk) -> FoundDialog:
    desk.idle()
    return desk.page.findChildren(FoundDialog)[-1]


def sparse_paper(desk: LibraryDesk) -> PaperNumber:
    record = PaperRecord(title=TITLE, doi=DOI, venue="J. Marsh Birds")
    (outcome,) = desk.workspace.library.papers.add([record], source="test")
    desk.page.refresh()
    desk.idle()
    assert outcome.number is not None
    return outcome.number


def test_nothing_is_asked_until_a_service_is_switched_on(
    desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    desk.select(1)
    desk.page.library_actions.look_up.trigger()
    desk.page.import_actions.by_id.trigger()
    desk.idle()
    assert notices == [notices[0]] * 2
    assert "switched off" in notices[0]
    wanted: list[None] = []
    desk.page.look_ups.settings_wanted.connect(lambda: wanted.append(None))
    assert notices.action == "Choose services…"
    assert callable(notices.call)
    notices.call()
    assert wanted == [None]
    assert desk.page.findChildren(QInputDialog) == []
    assert online.requests == []


def test_a_paper_is_filled_in_after_a_preview_and_one_step_takes_it_back(
    desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    number = sparse_paper(desk)
    papers = desk.workspace.library.papers
    before = papers.get(number)
    desk.workspace.lookup.consent = Consent(("crossref",))
    desk.select(number)
    desk.page.library_actions.look_up.trigger()
    dialog = dialog_of(desk)
    assert papers.get(number) == before, "a preview changes nothing"
    item = dialog.list.topLevelItem(0)
    assert item is not None
    assert item.text(0) == TITLE
    assert "Authors" in item.text(1)
    assert item.text(2) == "Crossref"
    shown = dialog.fields.toPlainText()
    assert "Ann Roe, The Marsh Group" in shown
    assert "J. Marsh Birds" not in shown, "what is there stays"
    assert dialog.button.text() == "Fill in 1 paper"
    dialog.button.click()
    desk.idle()
    assert papers.get(number).year == 2019
    assert papers.get(number).venue == "J. Marsh Birds"
    assert notices[-1] == "Filled in details of 1 paper."
    desk.undo()
    assert papers.get(number) == before


def test_what_is_not_ticked_is_left_and_what_fails_is_said(
    desk: LibraryDesk, online: Online
) -> None:
    number = sparse_paper(desk)
    desk.workspace.lookup.consent = Consent(("crossref", "openalex"))
    online.answers[f"/works/doi:{DOI.replace('/', '%2F')}"] = [send(403)]
    desk.select(number)
    desk.page.library_actions.look_up.trigger()
    dialog = dialog_of(desk)
    assert "OpenAlex did not answer" in dialog.trouble.text()
    item = dialog.list.topLevelItem(0)
    assert item is not None
    item.setCheckState(0, item.checkState(0).Unchecked)
    assert not dialog.button.isEnabled()
    dialog.reject()
    desk.idle()
    assert desk.workspace.library.papers.get(number).year is None


def test_nothing_found_is_said_and_no_preview_opens(
    desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    desk.workspace.lookup.consent = Consent(("crossref",))
    desk.select(1)
    desk.page.library_actions.look_up.trigger()
    desk.idle()
    assert desk.page.findChildren(FoundDialog) == []
    assert notices[-1].startswith("“Reed warblers")


def test_a_paper_is_added_by_its_doi_and_goes_to_the_trash_when_undone(
    desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    desk.workspace.lookup.consent = Consent(("crossref",))
    desk.page.import_actions.by_id.trigger()
    (asked,) = desk.page.findChildren(QInputDialog)
    asked.setTextValue(f"https://doi.org/{DOI}")
    asked.accept()
    dialog = dialog_of(desk)
    assert dialog.button.text() == "Add 1 paper"
    dialog.button.click()
    desk.idle()
    assert notices[-1] == "Added 1 paper."
    found = desk.workspace.library.papers.resolve_many([f"doi:{DOI}"])
    assert found[f"doi:{DOI}"] in desk.shown()
    desk.undo()
    assert found[f"doi:{DOI}"] not in desk.shown()


def test_only_what_is_new_of_a_paper_is_shown(desk: LibraryDesk, online: Online) -> None:
    number = sparse_paper(desk)
    desk.workspace.lookup.consent = Consent(("crossref",))
    (found,) = desk.workspace.lookup.papers([number])
    found.fields = {}
    assert "This paper has no empty fields." in fields_as_html(found)


def test_the_settings_say_what_is_sent_and_list_each_request(
    desk: LibraryDesk, online: Online, tmp_path: Path, qtbot: QtBot
) -> None:
    store = SettingsStore(tmp_path / "settings.toml", desk.runner)
    section = Privacy(store)
    qtbot.addWidget(section)
    assert section.sent.text() == "Nothing."
    assert not section.sent_button.isEnabled()
    section.show_lookups(desk.workspace.lookup)
    store.change(lookup_crossref=True, lookup_arxiv=True)
    assert section.sent.text() == "Only look-ups at Crossref, arXiv."
    desk.workspace.lookup.consent = store.now.consent()
    desk.workspace.lookup.texts([DOI])
    section.sent_button.click()
    (dialog,) = section.findChildren(SentDialog)
    qtbot.waitUntil(lambda: dialog.requests.rowCount() == 1)
    cells = [dialog.requests.index(0, column).data() for column in range(1, 4)]
    assert cells[:2] == ["Crossref", DOI]
    assert cells[2].startswith("200 answered")
    dialog.clear.click()
    qtbot.waitUntil(lambda: dialog.requests.rowCount() == 0)
    assert not dialog.nothing.isHidden()
    desk.idle()
    assert desk.workspace.lookup.sent() == []
    dialog.close()


def test_a_mail_address_is_kept_if_it_is_one(
    tmp_path: Path, runner: TaskRunner, qtbot: QtBot
) -> None:
    store = SettingsStore(tmp_path / "settings.toml", runner)
    section = Privacy(store)
    qtbot.addWidget(section)
    for text, kept in (("nobody", ""), (" me@example.org ", "me@example.org"), ("", "")):
        section.mail.edit.setText(text)
        section.mail.edit.editingFinished.emit()
        assert store.now.lookup_mailto == kept
        assert section.mail.problem.isHidden() == (text != "nobody")
    runner.close()
