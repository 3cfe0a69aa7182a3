"""The dialog that makes one paper of several that a person selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QWidget

from desktop.duplicates.comparison import Comparison
from desktop.duplicates.seen import Seen
from desktop.ui.changes import LibraryChanges
from desktop.ui.remembered_state import resize_with_text
from desktop.ui.widgets import push_button, text_label, vbox

if TYPE_CHECKING:
    from core.workspace import Workspace


class MergeDialog(QDialog):
    """Shows papers side by side; a click takes a value over, the first column is kept."""

    def __init__(
        self,
        workspace: Workspace,
        changes: LibraryChanges,
        compared_papers: Sequence[Seen],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._duplicates = workspace.library.duplicates
        self._changes = changes
        self.setWindowTitle(self.tr("Merge papers"))
        resize_with_text(self, 880, 560)
        hint = text_label(
            self.tr(
                "Click a value, or press Space, to use it; click a heading to keep that paper. "
                "It gets the files, notes, tags and citations of the others."
            ),
            "muted",
            wrap=True,
        )
        self.comparison = Comparison()
        self.comparison.show_papers(compared_papers)
        buttons = QDialogButtonBox()
        self.merge_button = push_button(
            self.tr("Merge {0} papers").format(len(compared_papers)), look="primary"
        )
        buttons.addButton(self.merge_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._merge)
        buttons.rejected.connect(self.reject)
        vbox(hint, (self.comparison, 1), buttons, of=self, margins=16, spacing=16)

    def _merge(self) -> None:
        into, *other_numbers = self.comparison.numbers()
        fields = self.comparison.chosen_fields()
        self._changes.write(lambda: self._duplicates.merge(into, other_numbers, fields))
        self.accept()
