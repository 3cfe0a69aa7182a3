"""Papers for a sentence, a text or a whole manuscript."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.base.jobs import Job, SilentJob
from core.base.lazily import lazily
from core.base.records import (
    DEFAULT_BREADTH,
    NO_FILTER,
    RERANK_SECONDS,
    Neighbour,
    OpenManuscript,
    PaperFilter,
    PaperNumber,
    Recommendation,
)

if TYPE_CHECKING:
    from core.recommend.candidates import Retriever
    from core.recommend.engine import Engine
    from core.recommend.question import Question
    from core.recommend.reranking import Effort
    from core.recommend.shortlist import Shortlist
    from core.recommend.similar import Tie, Ties
    from core.runtime.answering import SecondStage
    from core.runtime.runtime import Runtime


def _nowhere() -> int | None:
    return None


class Recommending:
    """Asks the engine of a library. ``rerank_seconds`` is how long a reranker may read."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._verdicts = runtime.library.manuscripts
        self._collections = runtime.library.collections
        self.rerank_seconds = RERANK_SECONDS

    def recommend(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,
        soon: bool = False,
    ) -> Recommendation:
        """Recommend papers for a sentence, with a context from it alone (0) to all before (1).

        New papers that ``paper_filter`` does not let pass are hidden and counted.
        ``soon`` asks for what can be said first: papers that no screen shows may lack reasons.
        Where they do, the answer is not ``whole``; asked once more, the rest comes sooner.
        """
        question = self._question(opened, sentence, breadth, paper_filter)
        answers = self._runtime.answering.answers
        return answers.first(question, limit) if soon else answers.at_once(question, limit)

    def rerank(
        self,
        opened: OpenManuscript,
        sentence: int,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,
        stop: Callable[[], bool] = lambda: False,
    ) -> Recommendation:
        """Recommend as ``recommend`` does, in the better order of the reranker in use, if any.

        Raises:
            ModelError: the reranker cannot be loaded, or its process ended.
        """
        from core.recommend.reranking import Effort

        effort = Effort(seconds=self.rerank_seconds, stop=stop)
        question = self._question(opened, sentence, breadth, paper_filter)
        return self.reranked(question, effort, limit=limit)

    def recommend_text(
        self,
        opened: OpenManuscript,
        text: str,
        *,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,
    ) -> Recommendation:
        """Recommend papers for a text that would stand at the end of a manuscript."""
        from core.recommend import questions
        from core.recommend.reranking import Effort

        question = questions.about_text(opened, text, self._verdicts.decisions(opened.number))
        effort = Effort(seconds=self.rerank_seconds)
        return self.reranked(self.restrict(question, paper_filter), effort, limit=limit)

    def recommend_manuscript(  # noqa: PLR0913 - all of a question, and who waits for it
        self,
        opened: OpenManuscript,
        *,
        breadth: float = DEFAULT_BREADTH,
        limit: int = 20,
        paper_filter: PaperFilter = NO_FILTER,
        job: Job | None = None,
        reader: Callable[[], int | None] = _nowhere,
        partly: Callable[[Recommendation], None] | None = None,
    ) -> Recommendation:
        """Recommend papers that the manuscript as a whole should cite and does not.

        Asks for all its sentences, which takes minutes where there are many: those are answered
        at once then. The sentences nearest to where the ``reader`` is come first; ``partly`` is
        given what the answers say together after the first few, and whenever they have doubled.
        """
        from core.recommend.manuscript_wide import recommend_whole, whole_questions

        all_questions = whole_questions(opened, self._verdicts.decisions(opened.number), breadth)
        asked_questions = self.restrict_many(all_questions, paper_filter)

        def together(answers: Sequence[Shortlist | None]) -> Recommendation:
            return recommend_whole(
                opened, asked_questions, answers, _Telling(self._runtime), limit=limit
            )

        def order(question: Question) -> float:
            if question.sentence is None:
                return -1.0
            place = reader()
            return 0.0 if place is None else abs(question.sentence - place)

        progress_callback = _Doubling(
            lambda answers: partly(together(answers)) if partly is not None else None
        )
        answers = self._runtime.answering.answers.ahead(
            asked_questions, limit, job or SilentJob(), order=order, partly=progress_callback
        )
        return together(answers)

    # --- questions put together by hand -----------------------------------------------------

    def answer(self, question: Question, *, limit: int = 20) -> Recommendation:
        """Answer a question."""
        return self._runtime.answering.answers.at_once(question, limit)

    def answer_for_program(self, question: Question, *, limit: int = 20) -> Recommendation:
        """Answer a question of another program, from the same cache; a person here goes first."""
        return self._runtime.answering.answers.in_turn(question, limit)

    def reranked(self, question: Question, effort: Effort, *, limit: int = 20) -> Recommendation:
        """Answer a question in the better order of the reranker in use, if it reads the language.

        Where a model of other languages answers, one that does not say that it does takes no part.
        """
        if not self.second_stage.name or self._is_beyond_reranker(question.language):
            return self.answer(question, limit=limit)
        recommendation = self.answer(question, limit=max(limit, effort.depth))
        return self.second_stage.recommendation(
            recommendation, question.passage, limit=limit, effort=effort
        )

    def _is_beyond_reranker(self, language: str) -> bool:
        reads = self.second_stage.supports_language(language)
        return reads is not True and self._runtime.places.answers_language(language)

    def restrict(self, question: Question, paper_filter: PaperFilter) -> Question:
        """Return a question whose answer hides the new papers that a filter does not let pass."""
        return self.restrict_many([question], paper_filter)[0]

    def restrict_many(
        self, asked_questions: Sequence[Question], paper_filter: PaperFilter
    ) -> list[Question]:
        """Do as ``restrict`` for many questions."""
        from core.recommend import questions

        return questions.restrict(asked_questions, paper_filter, self._collections)

    def _question(
        self, opened: OpenManuscript, sentence: int, breadth: float, paper_filter: PaperFilter
    ) -> Question:
        from core.recommend import questions

        decided = self._verdicts.decisions(opened.number)
        question = questions.about_sentence(opened, sentence, decided, breadth=breadth)
        return self.restrict(question, paper_filter)

    # --- for those who measure ----------------------------------------------------------------

    @property
    def second_stage(self) -> SecondStage:
        """The reranker in use, if any."""
        return self._runtime.second_stage

    @property
    def retriever(self) -> Retriever:
        """What finds candidates now."""
        return self._runtime.answering.retriever

    @property
    def engine(self) -> Engine:
        """What answers now."""
        return self._runtime.answering.engine


class _Telling:
    """Says more of the papers that a manuscript as a whole should cite."""

    def __init__(self, runtime: Runtime) -> None:
        self._answering = runtime.answering

    def title(self, paper: PaperNumber) -> str:
        """Return the title of a paper, "" if it is there no more."""
        texts = self._answering.engine.sources.texts.get([paper])
        return texts[paper].title if paper in texts else ""

    def tell(
        self, question: Question, shortlist: Shortlist, explained: Collection[PaperNumber]
    ) -> Recommendation:
        """Return papers as they are shown, some of them with reasons, without sets."""
        engine = self._answering.get_engine(question.language)
        return engine.tell(question, replace(shortlist, likely=()), explained=explained)


class _Doubling:
    """Passes on the first answers, and more of them whenever they are twice as many."""

    def __init__(self, report_answers: Callable[[Sequence[Shortlist | None]], None]) -> None:
        self._report_answers = report_answers
        self._next = 1

    def __call__(self, answers: Sequence[Shortlist | None]) -> None:
        """Take what is answered until now."""
        count = sum(answer is not None for answer in answers)
        if self._next <= count < len(answers):
            self._next = 2 * count
            self._report_answers(answers)


# --- papers like some others, and what they have in common with them --------------------------


class Similar:
    """Finds neighbours in one library."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def to(
        self,
        numbers: Sequence[PaperNumber],
        negatives: Sequence[PaperNumber] = (),
        limit: int = 20,
    ) -> list[Neighbour]:
        """Return the papers nearest to ``numbers`` and far from ``negatives``.

        What they say is compared by the model of similar papers, if there is one.
        """
        from core.recommend.similar import similar

        runtime = self._runtime
        words, vectors = runtime.indexes.words, runtime.vectors_of_papers()
        return similar(runtime.library, words, vectors, numbers, negatives, limit=limit)

    def ties(self, paper: PaperNumber, seeds: Sequence[PaperNumber]) -> list[Tie]:
        """Return what ties a paper to those it was found by, the strongest first."""
        return self._ties.between(paper, seeds)

    @lazily
    def _ties(self) -> Ties:
        from core.recommend.similar import Ties

        return Ties(self._runtime.library, self._runtime.indexes.words)
