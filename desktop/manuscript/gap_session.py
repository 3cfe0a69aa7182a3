"""Which sentences lack a citation, why it seems so, and what the person says about that.

What a person says shows at once and is stored behind it. A reason is asked for once, in the
background, when a sentence is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack
from typing_extensions import override

from core.base.errors import EngineError
from desktop.language.engine_words import in_language
from desktop.language.wording import translate
from desktop.manuscript.sentence_map import Kind
from desktop.manuscript.steps import ManuscriptStep
from desktop.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace
    from desktop.manuscript.session import ManuscriptSession


class GapSession(QObject):
    """The gaps of one manuscript.

    Signals:
        reasoned(int): the reason of this sentence is known; see ``reason``.
    """

    reasoned = Signal(int)

    def __init__(
        self,
        session: ManuscriptSession,
        workspace: Workspace,
        runner: TaskRunner,
        undo: QUndoStack,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._workspace = workspace
        self._runner = runner
        self._undo = undo
        self._reasons: dict[int, str] = {}
        self._asked: set[int] = set()

    @property
    def fixed(self) -> bool:
        """Whether the library is open for reading only, so that nothing can be remembered."""
        return self._workspace.library.read_only

    # --- which and why --------------------------------------------------------------------

    def use_threshold(self, threshold: float) -> None:
        """Call a sentence a gap from this chance on; nothing is asked of the workspace."""
        marks = self._session.marks
        if threshold != marks.threshold:
            self._session.mark_as(marks.with_threshold(threshold))

    def show_dismissed(self, shown: bool) -> None:
        """Mark the dismissed sentences too, and let the way from gap to gap pass them."""
        marks = self._session.marks
        if shown != marks.shows_dismissed:
            self._session.mark_as(marks.showing_dismissed(shown))

    def reason(self, sentence: int) -> str:
        """Return why a sentence seems to need a citation, "" while that is not known."""
        return in_language(self._reasons.get(sentence, ""))

    def ask_reason(self, sentence: int) -> None:
        """Find out why a gap is one; ``reasoned`` follows, unless it was asked before."""
        if sentence in self._asked or self._session.marks.kind(sentence) is not Kind.GAP:
            return
        self._asked.add(sentence)
        opened = self._session.opened

        def done(reason: str) -> None:
            self._reasons[sentence] = reason
            self.reasoned.emit(sentence)

        def failed(_: EngineError) -> None:
            self._asked.discard(sentence)  # the mark stands without it; it is asked for again

        self._runner.run(
            lambda: self._workspace.manuscripts.gap_reason(opened, sentence),
            done,
            failed=failed,
            owner=self,
        )

    # --- what the person says -------------------------------------------------------------

    def dismiss(self, sentence: int, *, dismissed: bool = True) -> None:
        """Say that a sentence needs no citation, or that it does after all; can be undone."""
        if (sentence in self._session.marks.dismissed) != dismissed:
            self._undo.push(_Step(self, sentence, dismissed))

    def set_dismissed(self, sentence: int, dismissed: bool) -> None:
        """Show and store it. ``dismiss`` does so in a way one can undo."""
        session = self._session
        others = session.marks.dismissed - {sentence}
        session.mark_as(session.marks.with_dismissed(others | {sentence} if dismissed else others))
        opened, entry = session.opened, session.sentences[sentence]
        session.store(
            lambda: self._workspace.manuscripts.dismiss_gap(opened, entry, dismissed=dismissed)
        )


class _Step(ManuscriptStep):
    """One word about a gap."""

    def __init__(self, gaps: GapSession, sentence: int, dismissed: bool) -> None:
        super().__init__(
            lambda: (
                translate("GapSession", "Not needed here")
                if dismissed
                else translate("GapSession", "Needs a citation after all")
            )
        )
        self._gaps = gaps
        self._sentence = sentence
        self._dismissed = dismissed

    @override
    def belong_to(self, session: ManuscriptSession) -> None:
        self._gaps = session.gaps

    @override
    def redo(self) -> None:
        self._gaps.set_dismissed(self._sentence, self._dismissed)

    @override
    def undo(self) -> None:
        self._gaps.set_dismissed(self._sentence, not self._dismissed)
