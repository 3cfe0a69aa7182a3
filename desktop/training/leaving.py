"""Says once that a training goes on when the window is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop.language.wording import translate
from desktop.ui.widgets import message_box

if TYPE_CHECKING:
    from core.runs.records import Run

_TOLD = "training/told"


def tell(
    parent: QWidget,
    state: QSettings,
    runs: Sequence[Run],
    *,
    stop: Callable[[str], None],
) -> QMessageBox | None:
    """Say that trainings go on, once for each; ``None`` if that was said of all of them before.

    ``stop`` lets the run of a name stop with a checkpoint; the window ``parent`` is then closed.
    """
    told_names = {name for name in str(state.value(_TOLD) or "").split("/") if name}
    if all(run.name in told_names for run in runs):
        return None
    names = [run.name for run in runs]
    headline = (
        translate("Leaving", "A training continues after Cocite is closed.")
        if len(runs) == 1
        else translate("Leaving", "{count} trainings continue after Cocite is closed.").format(
            count=len(runs)
        )
    )
    explanation = translate(
        "Leaving",
        "{models} — it continues without Cocite. When you start Cocite again, the page Models "
        "shows its progress. You can resume a stopped training there.",
    ).format(models=", ".join(f"“{run.title or run.name}”" for run in runs))
    box = message_box(parent, "info", headline, explanation)
    quit_button = box.addButton(
        translate("Leaving", "&Quit and continue training"), QMessageBox.ButtonRole.AcceptRole
    )
    stop_button = box.addButton(
        translate("Leaving", "&Stop training and quit"), QMessageBox.ButtonRole.DestructiveRole
    )
    box.setDefaultButton(quit_button)

    def chosen() -> None:
        if box.clickedButton() == box.escapeButton():
            return
        state.setValue(_TOLD, "/".join(names))
        if box.clickedButton() is stop_button:
            for name in names:
                stop(name)
        QTimer.singleShot(0, parent, parent.close)  # once the question is gone

    box.finished.connect(lambda _: chosen())
    box.open()
    return box
