"""Which sentences lack a citation, why it seems so, and what the person says about that.

What a person says shows at once and is stored behind it. A reason is asked for once, in the
background, when a sentence is looked at.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.base.errors import EngineError
from desktop.language.wording import in_language
from desktop.manuscript.state import ManuscriptState
from desktop.pages.sentence_map import Kind


class GapSession(QObject):
    """The gaps of one manuscript.

    Signals:
        reasoned(int): the reason of this sentence is known; see ``reason``.
    """

    reasoned = Signal(int)

    def __init__(self, manuscript: ManuscriptState) -> None:
        super().__init__(manuscript)
        self.manuscript = manuscript
        self._reasons: dict[int, str] = {}
        self._requested: set[int] = set()

    # --- which and why --------------------------------------------------------------------

    def use_threshold(self, threshold: float) -> None:
        """Call a sentence a gap from this chance on; nothing is asked of the workspace."""
        marks = self.manuscript.marks
        if threshold != marks.threshold:
            self.manuscript.mark_as(marks.with_threshold(threshold))

    def show_dismissed(self, shown: bool) -> None:
        """Mark the dismissed sentences too, and let the way from gap to gap pass them."""
        marks = self.manuscript.marks
        if shown != marks.shows_dismissed:
            self.manuscript.mark_as(marks.showing_dismissed(shown))

    def reason(self, sentence: int) -> str:
        """Return why a sentence seems to need a citation, "" while that is not known."""
        return in_language(self._reasons.get(sentence, ""))

    def ask_reason(self, sentence: int) -> None:
        """Find out why a gap is one; ``reasoned`` follows, unless it was asked before."""
        if sentence in self._requested or self.manuscript.marks.kind(sentence) is not Kind.GAP:
            return
        self._requested.add(sentence)
        opened = self.manuscript.opened

        def done(reason: str) -> None:
            self._reasons[sentence] = reason
            self.reasoned.emit(sentence)

        def failed(_: EngineError) -> None:
            self._requested.discard(sentence)  # the mark stands without it; it is asked for again

        self.manuscript.runner.run(
            lambda: self.manuscript.workspace.manuscripts.gap_reason(opened, sentence),
            done,
            failed=failed,
            owner=self,
        )

    # --- what the person says -------------------------------------------------------------

    def dismiss(self, sentence: int, *, dismissed: bool = True) -> None:
        """Say that a sentence needs no citation, or that it does after all; can be undone."""
        manuscript = self.manuscript
        if (sentence in manuscript.marks.dismissed) == dismissed:
            return
        others = manuscript.marks.dismissed - {sentence}
        marks = manuscript.marks.with_dismissed(others | {sentence} if dismissed else others)
        manuscript.mark_as(marks)
        opened, entry = manuscript.opened, manuscript.sentences[sentence]
        store = manuscript.workspace.manuscripts.dismiss_gap
        manuscript.store(lambda: store(opened, entry, dismissed=dismissed))
