"""Looking a paper up."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog

from core.base.lookups import Consent
from core.base.records import PaperNumber, PaperRecord
from desktop.papers.lookup_dialog import FoundDialog, fields_as_html
from tests import wording
from tests.desktop.conftest import Notices
from tests.desktop.library_desk import LibraryDesk
from tests.services_online import DOI, TITLE, Online, send


def dialog_of(looking_up_desk: LibraryDesk) -> FoundDialog:
    looking_up_desk.idle()
    return looking_up_desk.page.findChildren(FoundDialog)[-1]


def sparse_paper(looking_up_desk: LibraryDesk) -> PaperNumber:
    record = PaperRecord(title=TITLE, doi=DOI, venue="J. Marsh Birds")
    (outcome,) = looking_up_desk.workspace.library.papers.add([record], source="test")
    looking_up_desk.page.refresh()
    looking_up_desk.idle()
    assert outcome.number is not None
    return outcome.number


def test_nothing_is_asked_until_a_service_is_switched_on(
    looking_up_desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    looking_up_desk.select(1)
    looking_up_desk.page.library_actions.look_up.trigger()
    looking_up_desk.page.import_actions.by_id.trigger()
    looking_up_desk.idle()
    assert notices == [notices[0]] * 2
    assert "turned off" in notices[0]
    wanted: list[None] = []
    looking_up_desk.page.look_ups.settings_wanted.connect(lambda: wanted.append(None))
    assert notices.action == "Choose services…"
    assert callable(notices.call)
    notices.call()
    assert wanted == [None]
    assert looking_up_desk.page.findChildren(QInputDialog) == []
    assert online.requests == []


def test_a_paper_is_filled_in_after_a_preview_and_one_step_takes_it_back(
    looking_up_desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    number = sparse_paper(looking_up_desk)
    papers = looking_up_desk.workspace.library.papers
    before = papers.get(number)
    looking_up_desk.workspace.lookup.consent = Consent(("crossref",))
    looking_up_desk.select(number)
    looking_up_desk.page.library_actions.look_up.trigger()
    dialog = dialog_of(looking_up_desk)
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
    looking_up_desk.idle()
    assert papers.get(number).year == 2019
    assert papers.get(number).venue == "J. Marsh Birds"
    assert notices[-1] == wording.fill("desktop.papers.lookup:filled", n=1)
    looking_up_desk.undo()
    assert papers.get(number) == before


def test_what_is_not_ticked_is_left_and_what_fails_is_said(
    looking_up_desk: LibraryDesk, online: Online
) -> None:
    number = sparse_paper(looking_up_desk)
    looking_up_desk.workspace.lookup.consent = Consent(("crossref", "openalex"))
    online.answers[f"/works/doi:{DOI.replace('/', '%2F')}"] = [send(403)]
    looking_up_desk.select(number)
    looking_up_desk.page.library_actions.look_up.trigger()
    dialog = dialog_of(looking_up_desk)
    assert "OpenAlex did not answer" in dialog.trouble.text()
    item = dialog.list.topLevelItem(0)
    assert item is not None
    item.setCheckState(0, item.checkState(0).Unchecked)
    assert not dialog.button.isEnabled()
    dialog.reject()
    looking_up_desk.idle()
    assert looking_up_desk.workspace.library.papers.get(number).year is None


def test_nothing_found_is_said_and_no_preview_opens(
    looking_up_desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    looking_up_desk.workspace.lookup.consent = Consent(("crossref",))
    looking_up_desk.select(1)
    looking_up_desk.page.library_actions.look_up.trigger()
    looking_up_desk.idle()
    assert looking_up_desk.page.findChildren(FoundDialog) == []
    assert notices[-1].startswith("“Reed warblers")


def test_a_paper_is_added_by_its_doi_and_goes_to_the_trash_when_undone(
    looking_up_desk: LibraryDesk, notices: Notices, online: Online
) -> None:
    looking_up_desk.workspace.lookup.consent = Consent(("crossref",))
    looking_up_desk.page.import_actions.by_id.trigger()
    (asked,) = looking_up_desk.page.findChildren(QInputDialog)
    asked.setTextValue(f"https://doi.org/{DOI}")
    asked.accept()
    dialog = dialog_of(looking_up_desk)
    assert dialog.button.text() == "Add 1 paper"
    dialog.button.click()
    looking_up_desk.idle()
    assert notices[-1] == "Added 1 paper."
    found = looking_up_desk.workspace.library.papers.resolve_many([f"doi:{DOI}"])
    assert found[f"doi:{DOI}"] in looking_up_desk.shown()
    looking_up_desk.undo()
    assert found[f"doi:{DOI}"] not in looking_up_desk.shown()


def test_only_what_is_new_of_a_paper_is_shown(looking_up_desk: LibraryDesk, online: Online) -> None:
    number = sparse_paper(looking_up_desk)
    looking_up_desk.workspace.lookup.consent = Consent(("crossref",))
    (found,) = looking_up_desk.workspace.lookup.papers([number])
    found.fields = {}
    assert wording.fill("desktop.papers.lookup_dialog:fields_as_html") in fields_as_html(found)
