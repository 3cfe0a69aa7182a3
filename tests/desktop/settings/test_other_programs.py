"""The window serves its library to other programs while the setting is on, and not before."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from core.base.errors import EngineError
from core.programs.http.addresses import Address, address_file, read_address
from core.programs.http.client import RemotePrograms
from core.workspace import Workspace
from desktop.settings.other_programs import OtherPrograms
from desktop.settings.privacy import Privacy
from desktop.settings.store import SettingsStore
from desktop.ui.tasks import TaskRunner
from tests import wording


@pytest.fixture
def store(tmp_path: Path, runner: TaskRunner) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml", runner)


@pytest.fixture
def programs(store: SettingsStore, qtbot: QtBot) -> OtherPrograms:
    return OtherPrograms(store, store)


@pytest.fixture
def privacy(store: SettingsStore, programs: OtherPrograms, qtbot: QtBot) -> Privacy:
    section = Privacy(store)
    qtbot.addWidget(section)
    section.show_programs(programs)
    section.show()
    return section


def served(workspace: Workspace) -> Address:
    address = read_address(workspace.library.folder)
    assert address is not None
    return address


def answers(address: Address) -> bool:
    parts = urlsplit(address.url)
    assert parts.hostname is not None
    with socket.socket() as tried:
        return tried.connect_ex((parts.hostname, parts.port or 0)) == 0


def serving(privacy: Privacy) -> QCheckBox:
    switch = privacy.declared["serve_programs"]
    assert isinstance(switch, QCheckBox)
    return switch


def test_nothing_listens_until_the_person_says_so(
    workspace: Workspace, privacy: Privacy, programs: OtherPrograms, runner: TaskRunner
) -> None:
    programs.use(workspace)
    assert runner.pending() == 0
    assert not serving(privacy).isChecked()
    assert privacy.where.isHidden()
    assert not address_file(workspace.library.folder).exists()


def test_the_switch_serves_the_open_library_in_the_same_engine(
    workspace: Workspace, privacy: Privacy, programs: OtherPrograms, qtbot: QtBot
) -> None:
    programs.use(workspace)
    with qtbot.waitSignal(programs.changed):
        serving(privacy).click()
    address = served(workspace)
    assert privacy.where.text() == (
        wording.fill(
            "desktop.settings.privacy:_describe_programs",
            url=address.url,
            file=address_file(workspace.library.folder),
        )
    )
    papers = workspace.library.papers.get_many(workspace.library.papers.numbers()[:2])
    remote = RemotePrograms(address)
    found = remote.ask("recommend", {"text": papers[0].title, "limit": 5})
    assert found["suggestions"]
    workspace.library.papers.trash([papers[1].number])  # by the person, in the window
    with pytest.raises(EngineError, match="has the id"):
        remote.ask("cite", {"papers": [papers[1].id]})
    serving(privacy).click()
    qtbot.waitUntil(lambda: not answers(address))
    assert privacy.where.isHidden()
    assert read_address(workspace.library.folder) is None


def test_a_library_is_served_when_it_opens_and_no_more_when_it_is_closed(
    workspace: Workspace, store: SettingsStore, programs: OtherPrograms, qtbot: QtBot
) -> None:
    store.change(serve_programs=True)
    with qtbot.waitSignal(programs.changed):
        programs.use(workspace)
    address = served(workspace)
    assert answers(address)
    programs.leave()
    assert programs.served.url == ""
    workspace.close()
    assert not answers(address)
    assert read_address(workspace.library.folder) is None


def test_a_service_that_cannot_start_says_why(
    workspace: Workspace, privacy: Privacy, programs: OtherPrograms, qtbot: QtBot
) -> None:
    folder = address_file(workspace.library.folder).parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be", encoding="utf-8")
    programs.use(workspace)
    with qtbot.waitSignal(programs.changed):
        serving(privacy).click()
    assert "cannot be written" in privacy.where.text()
    assert not privacy.where.isHidden()
