from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.base import settings as settings_file
from desktop.settings.store import SettingsStore
from desktop.ui.tasks import TaskRunner


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@pytest.fixture
def store(path: Path, runner: TaskRunner) -> SettingsStore:
    return SettingsStore(path, runner)


def test_a_change_names_what_changed_and_is_written_a_moment_later(
    store: SettingsStore, path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(store.changed) as heard:
        store.change(theme="dark", breadth=0.5, density="roomy")
    assert heard.args == [frozenset({"theme", "density"})]
    assert not path.exists()
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: settings_file.load(path) == store.now)


def test_the_same_values_again_change_nothing(store: SettingsStore, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(store.changed):
        store.change(theme="system")


def test_the_end_of_the_program_writes_at_once(store: SettingsStore, path: Path) -> None:
    store.change(text_percent=150)
    store.write_now()
    assert settings_file.load(path).text_percent == 150


def test_keys_of_a_later_version_survive_a_change(path: Path, runner: TaskRunner) -> None:
    path.write_text('theme = "dark"\nhalo = 3\n', encoding="utf-8")
    store = SettingsStore(path, runner)
    store.change(theme="light")
    store.write_now()
    assert "halo = 3" in path.read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_costs_only_the_file(
    tmp_path: Path, runner: TaskRunner, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    store = SettingsStore(tmp_path / "taken" / "settings.toml", runner)
    store.change(theme="dark")
    store.write_now()
    assert store.now.theme == "dark"
    assert "could not be saved" in caplog.text
