from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop import __main__ as entry
from desktop.app.application import Start
from desktop.help import crash
from desktop.help.crash import CrashDialog
from desktop.ui import theme
from desktop.ui.theme import DARK, ICONS, LIGHT, Colors

ROOT = Path(__file__).parents[2]


def test_nothing_heavy_is_imported_before_the_window_shows() -> None:
    heavy = "torch faiss transformers sentence_transformers pymupdf tantivy core.workspace"
    heavy += " desktop.library.page desktop.pages.pdf_tab desktop.settings.panel"
    heavy += " bibtexparser rispy lxml core.formats.bibtex core.formats.ris core.formats.decoding"
    code = (
        "import sys, desktop.app.application\n"
        f"print([name for name in {heavy.split()!r} + ['qtawesome'] if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_no_reader_of_texts_is_imported_with_the_services_of_a_library() -> None:
    names = [path.stem for path in (ROOT / "core/services").glob("[!_]*.py")]
    readers = ["core.manuscript." + name for name in ("plain_parts", "rereading", "latex.cites")]
    code = (
        f"import sys, {', '.join(f'core.services.{name}' for name in names)}\n"
        f"print([name for name in {readers!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "fulltexts" in names
    assert ran.stdout.strip() == "[]"


IMPORTS_OF_A_START = """
import sys, threading
from pathlib import Path

elsewhere = []

class Watch:
    def find_spec(self, name, path=None, target=None):
        ours = name.partition(".")[0] in ("PySide6", "qtpy", "qtawesome")
        if ours and threading.current_thread() is not threading.main_thread():
            elsewhere.append(name)

sys.meta_path.insert(0, Watch())
import shiboken6
from PySide6.QtWidgets import QApplication
from desktop.app.application import Application, Start
from desktop.ui.theme import theme

qt = QApplication([])
home = Path(sys.argv[1])
program = Application(qt, home / "settings.toml", home / "cocite.log")
theme().icons_changed.connect(program.window.close)
program.start(Start())
qt.exec()
theme().forget_icons()
print(elsewhere, "qtpy" in sys.modules, flush=True)
shiboken6.delete(program.window)
shiboken6.delete(program)
"""


def test_qt_is_imported_on_the_windows_thread_only(tmp_path: Path) -> None:
    command = [sys.executable, "-c", IMPORTS_OF_A_START, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.strip() == "[] False"


@pytest.mark.parametrize(
    ("given", "window"),
    [
        pytest.param([], True, id="nothing"),
        pytest.param(["--sample"], True, id="the sample"),
        pytest.param(["./lib"], True, id="a folder"),
        pytest.param(["held"], True, id="a folder with a library"),
        pytest.param(["import"], False, id="a command that is also a folder"),
        pytest.param(["draft.md"], True, id="a manuscript"),
        pytest.param(["draft.md", "./index"], True, id="two manuscripts"),
        pytest.param(["draft.md", "nowhere.md"], False, id="two, one not there"),
        pytest.param(["./index"], True, id="the path of a file without an ending"),
        pytest.param(["n" * 300], False, id="a name that is too long"),
        pytest.param(["nowhere"], False, id="no folder"),
        pytest.param(["nowhere.md"], False, id="no file"),
        pytest.param(["index"], False, id="a command that is also a file"),
        pytest.param(["--sample", "--text"], False, id="the sample as text"),
        pytest.param(["--help"], False, id="an option"),
    ],
)
def test_the_first_argument_decides_between_window_and_command(
    given: list[str], window: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("lib", "import", "held"):
        (tmp_path / name).mkdir()
    for name in ("held/library.db", "draft.md", "index"):
        (tmp_path / name).touch()
    opened: list[object] = []
    monkeypatch.setattr(entry, "_open_window", lambda arguments: opened.append(arguments) or 7)
    commands: list[object] = []
    monkeypatch.setattr("core.commands.cli.main", lambda arguments: commands.append(arguments) or 3)
    code = entry.main(given)
    assert (code, opened, commands) == ((7, [given], []) if window else (3, [], [given]))


def test_a_folder_is_opened_as_a_library_and_a_file_as_a_manuscript(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "draft.md").touch()
    monkeypatch.chdir(tmp_path)
    for step in ("import_window", "share_heaps"):
        monkeypatch.setattr(entry, step, lambda: None)
    monkeypatch.setattr(entry, "_catch_faults", lambda _: None)
    starts: list[Start] = []
    run = "desktop.app.application.run"
    monkeypatch.setattr(run, lambda _arguments, start, _logs: starts.append(start) or 0)
    for arguments in (["."], ["draft.md"], ["draft.md", "other.docx"]):
        entry._open_window(arguments)
    draft = tmp_path / "draft.md"
    assert starts == [
        Start(folder=tmp_path),
        Start(manuscript=draft),
        Start(manuscript=draft, more_manuscripts=(tmp_path / "other.docx",)),
    ]


@pytest.mark.parametrize(("before", "then"), [("", "1"), ("0", "0")], ids=["unless asked", "asked"])
def test_what_loads_models_is_told_to_stay_offline(
    before: str, then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", before)
    if not before:
        monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setattr("core.commands.cli.main", lambda _: 0)
    entry.main(["--help"])
    assert os.environ["HF_HUB_OFFLINE"] == then


SECRET = "Our patients were never told about this."


def failing(depth: int) -> None:
    if depth:
        failing(depth - 1)
    secret = SECRET
    raise ValueError(f"cannot parse {secret!r}")


def test_a_system_without_a_desktop_is_told_what_the_window_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail() -> None:
        raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(entry, "import_window", fail)
    monkeypatch.setattr(entry, "_catch_faults", lambda _: None)
    monkeypatch.setattr(entry, "log_file", lambda: tmp_path / "cocite.log")
    assert entry._open_window(["--sample"]) == 1
    said = capsys.readouterr().err
    assert "needs the library libGL.so.1" in said
    assert "apt install" in said


def test_a_crash_report_names_the_place_and_quotes_no_text() -> None:
    try:
        failing(2)
    except ValueError as error:
        text = crash.report(error)
    assert "test_program.py" in text
    assert "in failing" in text
    assert "ValueError" in text
    assert SECRET not in text
    assert str(Path.home()) not in text


def test_a_bug_is_logged_and_shown_and_can_be_copied(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    shown: list[str] = []
    crash.install_hook(shown.append)
    try:
        failing(0)
    except ValueError as error:
        with caplog.at_level(logging.ERROR):
            sys.excepthook(type(error), error, error.__traceback__)
    assert len(shown) == 1
    assert "ValueError" in caplog.text
    assert SECRET not in caplog.text
    dialog = CrashDialog(shown[0])
    qtbot.addWidget(dialog)
    dialog.add("second")
    dialog.copy()
    assert QGuiApplication.clipboard().text() == f"{shown[0]}\n\nsecond"


def luminance(color: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in color.getRgbF()[:3])  # type: ignore[index]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


GROUNDS = ("window", "surface", "raised", "hover", "selection", "accent_soft")


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_text_is_readable_on_every_ground(tokens: Colors) -> None:
    assert contrast(QColor("white"), QColor("black")) == pytest.approx(21)
    texts = [(text, ground) for text in ("text", "muted") for ground in GROUNDS]
    texts += [(text, ground) for text in ("accent", "warn", "bad") for ground in GROUNDS[:3]]
    texts += [("on_accent", "accent"), ("text", "gap_soft"), ("text", "bad_soft")]
    texts += [("gap", "surface"), ("gap", "gap_soft"), ("good", "surface")]
    low = [
        (text, ground, round(contrast(getattr(tokens, text), getattr(tokens, ground)), 2))
        for text, ground in texts
        if contrast(getattr(tokens, text), getattr(tokens, ground)) < 4.5
    ]
    assert low == []
    for ground in GROUNDS[:3]:  # borders of fields and the sign of focus
        assert contrast(tokens.strong_border, getattr(tokens, ground)) >= 3
        assert contrast(tokens.accent, getattr(tokens, ground)) >= 3


def test_the_theme_can_be_chosen_and_changes_palette_and_icons(
    qapp: QApplication, qtbot: QtBot
) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    theme.set_icon(button, "import")
    try:
        with qtbot.waitSignal(theme.theme().changed):
            theme.theme().choose("dark")
        assert qapp.palette().window().color() == DARK.window
        with qtbot.waitSignal(theme.theme().icons_changed):
            theme.theme().show_icons()
        dark = button.icon().pixmap(16, 16).toImage()
        with qtbot.waitSignal(theme.theme().icons_changed):
            theme.theme().choose("light")
        assert qapp.palette().window().color() == LIGHT.window
        assert button.icon().pixmap(16, 16).toImage() != dark
    finally:
        theme.theme().choose("system")


def test_every_icon_exists(qapp: QApplication) -> None:
    for name in ICONS:
        assert not theme.icon(name).isNull(), name
