"""Settings of privacy."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.settings.panel import SettingsPanel
from desktop.settings.privacy import MailAddress, Privacy, SentDialog
from desktop.settings.store import SettingsStore
from desktop.ui.tasks import TaskRunner
from tests import wording
from tests.desktop.library_desk import LibraryDesk
from tests.desktop.settings.setting_rows import Left, row
from tests.services_online import DOI, Online


def test_the_settings_say_what_is_sent_and_list_each_request(
    looking_up_desk: LibraryDesk, online: Online, tmp_path: Path, qtbot: QtBot
) -> None:
    store = SettingsStore(tmp_path / "settings.toml", looking_up_desk.runner)
    section = Privacy(store)
    qtbot.addWidget(section)
    assert section.sent.text() == "Nothing."
    assert not section.sent_button.isEnabled()
    section.show_lookups(looking_up_desk.workspace.lookup)
    store.change(lookup_crossref=True, lookup_arxiv=True)
    assert section.sent.text() == "Only look-ups at Crossref, arXiv."
    looking_up_desk.workspace.lookup.consent = store.now.consent()
    looking_up_desk.workspace.lookup.texts([DOI])
    section.sent_button.click()
    (dialog,) = section.findChildren(SentDialog)
    qtbot.waitUntil(lambda: dialog.requests.rowCount() == 1)
    cells = [dialog.requests.index(0, column).data() for column in range(1, 4)]
    assert cells[:2] == ["Crossref", DOI]
    assert cells[2].startswith("200 answered")
    dialog.clear.click()
    qtbot.waitUntil(lambda: dialog.requests.rowCount() == 0)
    assert not dialog.nothing.isHidden()
    looking_up_desk.idle()
    assert looking_up_desk.workspace.lookup.sent() == []
    dialog.close()


def test_a_mail_address_is_kept_if_it_is_one(
    tmp_path: Path, runner: TaskRunner, qtbot: QtBot
) -> None:
    store = SettingsStore(tmp_path / "settings.toml", runner)
    section = Privacy(store)
    qtbot.addWidget(section)
    mail = section.declared["lookup_mailto"]
    assert isinstance(mail, MailAddress)
    for text, kept in (("nobody", ""), (" me@example.org ", "me@example.org"), ("", "")):
        mail.edit.setText(text)
        mail.edit.editingFinished.emit()
        assert store.now.lookup_mailto == kept
        assert mail.problem.isHidden() == (text != "nobody")
    runner.close()


def test_privacy_forgets_what_is_asked(
    panel: SettingsPanel, store: SettingsStore, qtbot: QtBot
) -> None:
    store.change(library=Path("/one"), recent_libraries=(Path("/one"), Path("/two")))
    panel.show_section("Privacy")
    privacy = panel.privacy
    qtbot.mouseClick(privacy.forget, Left)
    assert (store.now.library, store.now.recent_libraries) == (Path("/one"), ())
    assert not privacy.forget.isEnabled()
    with qtbot.waitSignals([privacy.commands_clearing, privacy.log_clearing]):
        qtbot.mouseClick(privacy.forget_commands, Left)
        qtbot.mouseClick(privacy.clear_log, Left)
    downloads = row(panel, "Downloading models").field
    assert not downloads.isEnabled()
    assert wording.stem("desktop.settings.privacy:_downloads Off") in downloads.toolTip()
