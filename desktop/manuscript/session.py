"""One opened manuscript as the window knows it: its marks, its decisions, and the asking.

A decision shows at once and is stored behind it; when storing fails, what is stored is shown again
and the reason is said.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from core.base.records import (
    DEFAULT_BREADTH,
    Decision,
    OpenManuscript,
    Paper,
    PaperFilter,
    PaperNumber,
    ToCite,
    Verdict,
)
from core.base.settings import Settings
from desktop.manuscript.gap_session import GapSession
from desktop.manuscript.reference_links import ReferenceLinks
from desktop.manuscript.state import ManuscriptState
from desktop.suggestions.answer import Answer, Request
from desktop.ui.changes import LibraryUndo
from desktop.ui.latest_request import LatestOnly
from desktop.ui.tasks import TaskRunner

if TYPE_CHECKING:
    from core.workspace import Workspace


@dataclass(frozen=True, slots=True)
class _Judged:
    needs: Sequence[float]
    decisions: Sequence[Decision]
    papers: Sequence[Paper]
    dismissed: frozenset[int]
    recognised: bool


class ManuscriptSession(ManuscriptState):
    """Asks the workspace about one manuscript and keeps what the person decided.

    ``limit`` papers at most are asked for. ``papers`` are those of the library. ``reader`` is the
    sentence that was asked about last, ``breadth`` how wide a context that question had.
    ``paper_filter`` says which new papers are suggested; ``default_filter`` those up to the year of
    the manuscript, if it has one.

    Signals:
        decided: the decisions are others; see ``to_cite`` and ``verdict``.
        answered(Answer): the latest request is answered; answers to earlier ones are dropped.
            The same answer follows with the reasons of the papers further down, and where a
            reranker is in use, in its better order.
        failed(EngineError): the latest question could not be answered.
        filter_changed: other papers may be suggested than before.
    """

    decided = Signal()
    answered = Signal(object)
    failed = Signal(object)
    filter_changed = Signal()

    def __init__(
        self, opened: OpenManuscript, workspace: Workspace, runner: TaskRunner, undo: LibraryUndo
    ) -> None:
        super().__init__(opened, workspace, runner, undo)
        self.limit = Settings().suggestions
        self.breadth = DEFAULT_BREADTH
        self.default_filter = PaperFilter(last_year=opened.manuscript.year)
        self.paper_filter = self.default_filter
        self.reader: int | None = None
        self.papers = workspace.library.papers
        self._verdicts: dict[tuple[str, PaperNumber], Verdict] = {}
        self._papers: dict[PaperNumber, Paper] = {}
        self._texts: dict[str, str] = {}
        self._keys = [_key(sentence.text) for sentence in self.sentences]
        self._indexes = {key: index for index, key in reversed(list(enumerate(self._keys)))}
        self._asking = LatestOnly(
            self._recommend, self._show, self.failed.emit, runner=runner, parent=self
        )
        self._completing = LatestOnly(
            self._complete, self._show, self.troubled.emit, runner=runner, parent=self
        )
        self._reranking = LatestOnly(
            self._rerank, self._show_reranked, self.troubled.emit, runner=runner, parent=self
        )
        self.gaps = GapSession(self)
        self.references = ReferenceLinks(self)
        self.reload_wanted.connect(self.load)
        undo.rewritten.connect(self._read_again)

    # --- what is known ------------------------------------------------------------------------

    def load(self) -> None:
        """Fetch the needs and what was decided; ``marked`` and ``decided`` follow."""
        self.runner.run(self._judge, self._take_over, failed=self.troubled.emit, owner=self)

    def _read_again(self) -> None:
        """Show what is stored: something was undone or redone."""
        self.load()
        self.references.look_up()

    def verdict(self, sentence: int, paper: PaperNumber) -> Verdict | None:
        """Return what was decided about a paper for a sentence."""
        return self._verdicts.get((self._keys[sentence], paper))

    def chosen(self, sentence: int) -> tuple[PaperNumber, ...]:
        """Return the papers to cite in a sentence, in the order of the choice."""
        wanted = self._keys[sentence]
        return tuple(p for (key, p), v in self._verdicts.items() if key == wanted and v == "cite")

    def judgements(self) -> tuple[int, int, int]:
        """Count the papers cited, the papers turned down, and the gaps that are none."""
        verdicts = list(self._verdicts.values())
        return verdicts.count("cite"), verdicts.count("reject"), len(self.marks.dismissed)

    def to_cite(self) -> list[ToCite]:
        """Return the sentences that have papers to cite, in reading order."""
        papers: defaultdict[str, list[Paper]] = defaultdict(list)
        for (key, number), verdict in self._verdicts.items():
            if verdict == "cite" and number in self._papers:
                papers[key].append(self._papers[number])
        rows = [
            ToCite(self._indexes.get(key), self._texts[key], tuple(found))
            for key, found in papers.items()
        ]
        return sorted(rows, key=lambda row: len(self._keys) if row.index is None else row.index)

    # --- asking for recommendations -----------------------------------------------------------

    def ask(self, request: Request) -> None:
        """Ask for suggestions; what was asked before is forgotten.

        One request is under way at a time, so that someone who walks through the sentences does
        not keep the workers busy with those left behind.
        """
        self.breadth, self.reader = request.breadth, request.sentence
        self._drop_what_follows()
        self._asking.want(request)

    def use_filter(self, paper_filter: PaperFilter) -> None:
        """Suggest only the new papers that a filter lets pass."""
        if paper_filter != self.paper_filter:
            self.paper_filter = paper_filter
            self.filter_changed.emit()

    def stop_asking(self) -> None:
        """Drop the answer that is on its way, if any."""
        self._drop_what_follows()
        self._asking.drop()

    def _drop_what_follows(self) -> None:
        self._completing.drop()
        self._reranking.drop()

    def _recommend(self, request: Request, _stop: Callable[[], bool]) -> Answer:
        return self._answered(request, soon=True)

    def _complete(self, request: Request, _stop: Callable[[], bool]) -> Answer:
        return self._answered(request, soon=False)

    def _answered(self, request: Request, *, soon: bool) -> Answer:
        recommendation = self.workspace.recommending.recommend(
            self.opened,
            request.sentence,
            breadth=request.breadth,
            limit=self.limit,
            paper_filter=request.paper_filter,
            soon=soon,
        )
        return Answer(request, recommendation, self.workspace.indexing.status())

    def _show(self, request: Request, answer: Answer) -> None:
        if not answer.recommendation.whole:
            self._completing.want(request)
        elif answer.better_follows:
            self._reranking.want(request)
        self.answered.emit(answer)

    def _rerank(self, request: Request, stop: Callable[[], bool]) -> Answer:
        recommendation = self.workspace.recommending.rerank(
            self.opened,
            request.sentence,
            breadth=request.breadth,
            limit=self.limit,
            paper_filter=request.paper_filter,
            stop=stop,
        )
        return Answer(request, recommendation, self.workspace.indexing.status())

    def _show_reranked(self, _request: Request, answer: Answer) -> None:
        self.answered.emit(answer)

    # --- decisions about suggestions ----------------------------------------------------------

    def decide(self, sentence: int, papers: Sequence[Paper], verdict: Verdict | None) -> None:
        """Note a verdict on papers for a sentence; ``None`` takes back what was decided."""
        self.decide_text(self.sentences[sentence].text, papers, verdict)

    def decide_text(self, text: str, papers: Sequence[Paper], verdict: Verdict | None) -> None:
        """Do as ``decide``, for a sentence that may no longer be in the manuscript."""
        key = _key(text)
        self._texts.setdefault(key, text)
        for paper in papers:
            self._papers[paper.number] = paper
            self._verdicts.pop((key, paper.number), None)
            if verdict is not None:
                self._verdicts[key, paper.number] = verdict
        self._announce()
        index = self._indexes.get(key)
        sentence = text if index is None else self.sentences[index]
        numbers = [paper.number for paper in papers]
        decide = self.workspace.manuscripts.decide_many
        self.store(lambda: decide(self.opened, sentence, numbers, verdict))

    def verdicts_on(self, text: str, papers: Sequence[Paper]) -> list[tuple[Paper, Verdict | None]]:
        """Return what is decided now about papers for a sentence."""
        key = _key(text)
        return [(paper, self._verdicts.get((key, paper.number))) for paper in papers]

    def _judge(self) -> _Judged:
        decisions = self.workspace.manuscripts.decisions(self.opened)
        numbers = list(dict.fromkeys(decision.paper for decision in decisions))
        return _Judged(
            self.workspace.manuscripts.needs_citation(self.opened),
            decisions,
            self.workspace.library.papers.get_many(numbers),
            self.workspace.manuscripts.dismissed_gaps(self.opened),
            self.workspace.manuscripts.recognises_gaps(self.opened),
        )

    def _take_over(self, judged: _Judged) -> None:
        if self._writes:  # what is on its way to the disk is newer than what was read
            self._outdated = True
            return
        self._papers |= {paper.number: paper for paper in judged.papers}
        self._verdicts.clear()
        for decision in judged.decisions:
            key = _key(decision.sentence_text)
            index = self._indexes.get(key)
            text = decision.sentence_text if index is None else self.sentences[index].text
            self._texts[key] = text
            self._verdicts[key, decision.paper] = decision.decision
        marks = self.marks.with_needs(judged.needs, recognised=judged.recognised)
        self.marks = marks.with_dismissed(judged.dismissed)
        self._announce()

    def _announce(self) -> None:
        chosen = {
            self._indexes[key]
            for (key, _), verdict in self._verdicts.items()
            if verdict == "cite" and key in self._indexes
        }
        self.marks = self.marks.with_chosen(chosen)
        self.marked.emit()
        self.decided.emit()


def _key(text: str) -> str:
    """Return what makes two printings of a sentence the same: its letters and digits."""
    return "".join(
        char for char in unicodedata.normalize("NFKD", text.casefold()) if char.isalnum()
    )
