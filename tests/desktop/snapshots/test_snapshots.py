"""Every page and dialog looks as in the picture that was looked at."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.desktop.snapshots.__main__ import COMBINATIONS, PICTURES, take
from tests.desktop.snapshots.compare import difference, read

MOST_BYTES = 8 * 2**20
TEXT = "Which papers say so, and where"


EVERY = "COCITE_SNAPSHOTS"
"""In the environment: "all" compares every picture, which takes five minutes of a processor."""
USUAL = {((1280, 720), 100), ((1920, 1080), 150)}


@pytest.mark.parametrize(("size", "percent"), COMBINATIONS)
def test_pages_and_dialogs_look_as_in_their_pictures(
    size: tuple[int, int], percent: int, tmp_path: Path
) -> None:
    if (size, percent) not in USUAL and os.environ.get(EVERY) != "all":
        pytest.skip(f"Compared with {EVERY}=all.")
    ending, renewing = f".{size[0]}.{percent}.*", "python -m tests.desktop.snapshots --renew"
    kept = {path.stem: path for path in PICTURES.glob(f"*{ending}")}
    if not kept:
        pytest.skip(f"There are no pictures of this size yet: {renewing}")
    take(tmp_path, size, percent, [], "bmp")
    taken = {path.stem: path for path in tmp_path.glob(f"*{ending}")}
    assert taken.keys() == kept.keys(), f"{renewing}, and look at them"
    differences = {name: difference(read(kept[name]), read(taken[name])) for name in taken}
    again = sorted({name.partition(".")[0] for name, each in differences.items() if each})
    if again:  # a scroll bar may not be laid out yet on a busy machine; a fault shows twice
        take(tmp_path, size, percent, again, "bmp")
        differences = {name: difference(read(kept[name]), read(taken[name])) for name in taken}
    found = [f"{name}: {each}" for name, each in differences.items() if each]
    for name, each in differences.items():
        if not each:
            taken[name].unlink()
    shutil.copytree(tmp_path, PICTURES.parent / "differing", dirs_exist_ok=True) if found else None
    assert not found, "\n".join([*found, f"If this is meant: {renewing}. See “differing”."])


def test_a_process_that_a_signal_ends_is_started_once_more_and_that_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = iter((-11, 0, -11, -11, 1))
    monkeypatch.setattr(
        "subprocess.run", lambda command, **_: CompletedProcess(command, next(ends), stderr="Qt")
    )
    with pytest.warns(UserWarning, match="-11: Qt"):
        take(tmp_path, (1280, 720), 100, [])
    with pytest.warns(UserWarning, match="-11"), pytest.raises(RuntimeError, match="-11: Qt"):
        take(tmp_path, (1280, 720), 100, [])
    with pytest.raises(RuntimeError, match="ended with 1: Qt"):
        take(tmp_path, (1280, 720), 100, [])


def test_the_pictures_kept_are_small() -> None:
    assert sum(path.stat().st_size for path in PICTURES.glob("*.webp")) < MOST_BYTES


def _page(text: str = TEXT, left: int = 40, *, smooth: bool = True) -> QImage:
    picture = QImage(400, 120, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    font = QFont(QApplication.font())
    font.setPixelSize(13)
    strategy = QFont.StyleStrategy
    font.setStyleStrategy(strategy.PreferAntialias if smooth else strategy.NoAntialias)
    with QPainter(picture) as painter:
        painter.setFont(font)
        painter.drawText(QRect(20, 20, 380, 24), Qt.AlignmentFlag.AlignVCenter, text)
        painter.drawRect(left, 70, 80, 26)
        painter.drawText(QRect(left, 70, 80, 26), Qt.AlignmentFlag.AlignCenter, "Cite")
    return picture


def test_a_button_that_moved_is_noticed(qapp: QApplication) -> None:
    assert difference(_page(), _page(left=48))


def test_a_text_that_is_cut_is_noticed(qapp: QApplication) -> None:
    assert difference(_page(), _page(TEXT[:-3] + "…"))


def test_how_letters_are_smoothed_is_not_noticed(qapp: QApplication) -> None:
    assert _page() != _page(smooth=False)
    assert not difference(_page(), _page(smooth=False))


def test_a_picture_of_another_size_is_noticed(qapp: QApplication) -> None:
    assert difference(_page(), _page().copy(0, 0, 390, 120))
