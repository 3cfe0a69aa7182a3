from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.base.jobs import JobCancelled, SilentJob
from core.base.records import Paper, PaperFilter, PaperNumber, Recommendation, Suggestion
from core.recommend import answers as module
from core.recommend.answers import AT_FIRST, TOGETHER, Answers, PaperChanges
from core.recommend.citing_contexts import ContextHit
from core.recommend.context import Passage
from core.recommend.question import Question
from core.recommend.shortlist import Shortlist

SOON_S = 10
EVEN = 2002
"""The last year of a filter that lets the even papers pass."""


class Engine:
    """Answers with the number of the call; a ``gate`` holds its answers back."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.told: list[tuple[str, int]] = []
        self.checked: list[tuple[str, list[PaperNumber]]] = []
        self.reached: set[str] = set()
        self.hits: tuple[ContextHit, ...] = ()
        self.encoded: list[list[str]] = []
        self.revision = 1
        self.gates: dict[str, threading.Event] = {}
        self.begun: dict[str, threading.Event] = {}

    def shortlists(
        self, question: Question, *, limit: int, wide_limit: int
    ) -> tuple[Shortlist, Shortlist | None]:
        """Answer; any filter but that of the even papers leaves too few for a longer list."""
        text = question.passage.sentence
        self.asked.append(text)
        if text in self.begun:
            self.begun[text].set()
        if text in self.gates:
            assert self.gates[text].wait(SOON_S)
        wide = Shortlist(
            papers=tuple(map(PaperNumber, range(1, wide_limit + 1))),
            scores=np.ones(wide_limit),
            chances=np.full(wide_limit, 0.5),
            cited=("no",) * wide_limit,
            likely=(),
            stages=("words",),
            hits=self.hits,
        )
        if question.paper_filter.is_open:
            return wide.first(limit), wide
        shortlist = self.narrow(question, wide, limit=limit, wide_limit=wide_limit)
        return shortlist or wide.first(limit), wide if shortlist else None

    def narrow(
        self, question: Question, wide: Shortlist, *, limit: int, wide_limit: int
    ) -> Shortlist | None:
        assert len(wide.papers) == wide_limit
        even = [row for row, paper in enumerate(wide.papers) if paper % 2 == 0]
        return wide.taking(even[:limit]) if question.paper_filter.last_year == EVEN else None

    def tell(
        self,
        question: Question,
        found: Shortlist,
        *,
        explained: Collection[PaperNumber] | None = None,
    ) -> Recommendation:
        text = question.passage.sentence
        self.told.append((text, len(found.papers if explained is None else explained)))
        suggestions = tuple(suggestion(rank) for rank in range(1, len(found.papers) + 1))
        whole = explained is None
        return Recommendation(text=text, sentence=None, suggestions=suggestions, whole=whole)

    def would_list(
        self,
        question: Question,
        shortlist: Shortlist,
        papers: frozenset[PaperNumber],
        *,
        limit: int,
        recited: frozenset[PaperNumber] = frozenset(),
    ) -> bool:
        assert len(shortlist.papers) == limit
        self.checked.append((question.passage.sentence, sorted(papers | recited)))
        return question.passage.sentence in self.reached

    def warm(self, questions: Sequence[Question]) -> None:
        self.encoded.append([f"{each.passage.sentence} {each.breadth}" for each in questions])

    def hold(self, text: str) -> tuple[threading.Event, threading.Event]:
        self.begun[text], self.gates[text] = threading.Event(), threading.Event()
        return self.begun[text], self.gates[text]


class Stopping(SilentJob):
    """A job that is told to stop, or that stops by itself after some questions."""

    def __init__(self, after: int = 10**6) -> None:
        self.after = after
        self.stopped = threading.Event()
        self.looked = threading.Event()

    def report(self, done: int, total: int, note: str = "") -> None:  # noqa: ARG002 - a job's own
        if done >= self.after:
            self.stopped.set()

    def check(self) -> None:
        self.looked.set()
        if self.stopped.is_set():
            raise JobCancelled


@pytest.fixture
def engine() -> Engine:
    return Engine()


@pytest.fixture
def answers(engine: Engine) -> Answers:
    return Answers(lambda: engine, engine.warm, lambda: engine.revision)


def suggestion(rank: int) -> Suggestion:
    number = PaperNumber(rank)
    paper = Paper(number=number, ids=(f"p:{rank}",), title="T")
    return Suggestion(rank=rank, paper=paper, score=1.0, confidence=0.5, cited="no", reasons=())


def question(text: str) -> Question:
    return Question(passage=Passage(sentence=text, before=("Earlier.",)))


def test_what_was_answered_ahead_costs_nothing(engine: Engine, answers: Answers) -> None:
    ahead = answers.ahead([question("a"), question("b")], 20, SilentJob())
    assert [len(each.papers) for each in ahead] == [20, 20]
    assert (engine.asked, engine.told) == (["a", "b"], [])  # nobody has looked yet
    answer = answers.at_once(question("b"), 20)
    assert answers.at_once(question("b"), 20) is answer
    assert (engine.asked, engine.told) == (["a", "b"], [("b", 20)])


def test_the_first_answer_explains_what_a_screen_shows(engine: Engine, answers: Answers) -> None:
    first = answers.first(question("a"), 20)
    assert not first.whole
    assert engine.told == [("a", AT_FIRST)]
    whole = answers.at_once(question("a"), 20)
    assert whole.whole
    assert answers.first(question("a"), 20) is whole
    assert engine.asked == ["a"]


def test_what_is_asked_ahead_follows_the_reader(engine: Engine, answers: Answers) -> None:
    texts = [f"{number:03}" for number in range(8 * TOGETHER)]
    reader = 20

    def nearest(each: Question) -> float:
        return abs(int(each.passage.sentence) - reader)

    counts: list[int] = []

    def partly(found: Sequence[Shortlist | None]) -> None:
        nonlocal reader
        counts.append(sum(each is not None for each in found))
        reader = 0

    found = answers.ahead(
        [question(text) for text in texts], 20, SilentJob(), order=nearest, partly=partly
    )
    asked = [int(text) for text in engine.asked]
    near = sorted(range(len(texts)), key=lambda at: (abs(at - 20), at))
    assert set(asked[:TOGETHER]) == set(near[:TOGETHER])
    # One batch is on its way when the reader turns to the beginning.
    assert set(asked[2 * TOGETHER : 3 * TOGETHER]) == set(range(TOGETHER))
    assert counts == [TOGETHER * each for each in range(1, 9)]
    assert len(found) == len(texts)


def test_more_is_kept_ahead_than_a_long_manuscript_has(engine: Engine, answers: Answers) -> None:
    texts = [question(str(number)) for number in range(1_400)]
    answers.ahead(texts, 3, SilentJob())
    answers.ahead(texts, 3, SilentJob())
    assert len(engine.asked) == 1_400


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"passage": Passage(sentence="a", before=("Other.",))}, id="the context"),
        pytest.param({"breadth": 0.75}, id="the breadth"),
        pytest.param({"refused": frozenset({PaperNumber(3)})}, id="what was refused"),
        pytest.param({"chosen": frozenset({PaperNumber(3)})}, id="what was chosen"),
        pytest.param({"cited_here": frozenset({PaperNumber(3)})}, id="what is cited"),
    ],
)
def test_another_question_is_asked_anew(
    engine: Engine, answers: Answers, other: dict[str, object]
) -> None:
    answers.at_once(question("a"), 20)
    answers.at_once(replace(question("a"), **other), 20)  # type: ignore[arg-type] # one of many
    assert engine.asked == ["a", "a"]


def test_another_filter_asks_again_only_where_the_longer_list_does_not_do(
    engine: Engine, answers: Answers
) -> None:
    asked = question("A sentence.")
    assert len(answers.at_once(asked, 3).suggestions) == 3
    even = replace(asked, paper_filter=PaperFilter(last_year=EVEN))
    (shortlist,) = answers.ahead([even], 3, SilentJob())
    assert shortlist.papers == (2, 4, 6)
    assert engine.asked == ["A sentence."]
    narrow = replace(asked, paper_filter=PaperFilter(last_year=EVEN - 1))
    answers.at_once(narrow, 3)
    assert engine.asked == ["A sentence."] * 2
    engine.revision += 1
    answers.at_once(even, 3)
    assert engine.asked == ["A sentence."] * 3, "the library has changed"
    assert len(answers.at_once(asked, 3).suggestions) == 3
    assert engine.asked == ["A sentence."] * 3, "without the filter it is the longer list"


def test_a_filter_that_leaves_few_papers_asks_once_for_a_sentence(
    engine: Engine, answers: Answers
) -> None:
    asked = question("A sentence.")
    answers.at_once(replace(asked, paper_filter=PaperFilter(last_year=EVEN - 1)), 3)
    assert engine.asked == ["A sentence."]
    answers.at_once(asked, 3)
    assert engine.asked == ["A sentence."] * 2, "its list has too little for another filter"


def test_a_longer_answer_serves_for_a_shorter_one_but_not_the_other_way(
    engine: Engine, answers: Answers
) -> None:
    assert len(answers.at_once(question("a"), 3).suggestions) == 3
    longer = answers.at_once(question("a"), 5)
    assert answers.at_once(question("a"), 4).suggestions == longer.suggestions[:4]
    assert answers.at_once(question("a"), 5) is longer
    assert engine.asked == ["a", "a"]


def test_a_library_that_changed_is_asked_anew(engine: Engine, answers: Answers) -> None:
    answers.at_once(question("a"), 20)
    engine.revision = 2
    answers.at_once(question("a"), 20)
    answers.forget()
    answers.at_once(question("a"), 20)
    assert engine.asked == ["a", "a", "a"]


def test_papers_that_went_make_only_those_answers_old_that_name_them(engine: Engine) -> None:
    went: dict[int, PaperChanges | None] = {}
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision, went.get)
    answers.ahead([question("a"), question("b")], 3, SilentJob())  # both name the papers 1 to 3
    long = answers.at_once(question("long"), 5)
    went[1], engine.revision = PaperChanges(frozenset({PaperNumber(5)})), 2
    answers.ahead([question("a"), question("b")], 3, SilentJob())
    assert sorted(engine.asked) == ["a", "b", "long"]
    assert answers.at_once(question("long"), 5) is not long
    went[2], engine.revision = PaperChanges(frozenset({PaperNumber(2)})), 3
    answers.at_once(question("a"), 3)
    assert engine.asked[-1] == "a"
    went[3], engine.revision = None, 4  # something else: no answer stays
    answers.at_once(question("a"), 3)
    assert engine.asked.count("a") == 3


def test_papers_that_came_make_only_those_answers_old_that_they_reach(engine: Engine) -> None:
    came: dict[int, PaperChanges | None] = {}
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision, came.get)
    answers.ahead([question("a"), question("b")], 3, SilentJob())
    told = answers.at_once(question("b"), 3)
    came[1], engine.revision = PaperChanges(present=frozenset({PaperNumber(8)}), total=100), 2
    answers.follow_papers(PaperChanges(present=frozenset({PaperNumber(9)}), total=100))
    engine.reached = {"a"}
    answers.ahead([question("a"), question("b")], 3, SilentJob())
    assert sorted(engine.checked) == [("a", [8, 9]), ("b", [8, 9])]
    assert engine.asked == ["a", "b", "a"]
    answers.ahead([question("a"), question("b")], 2, SilentJob())  # both are of now
    assert len(engine.checked) == 2
    assert answers.at_once(question("b"), 3) is not told  # what is told of it may be another now
    assert engine.asked == ["a", "b", "a"]


def test_a_full_text_makes_only_those_answers_old_that_the_papers_it_cites_reach(
    engine: Engine,
) -> None:
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision)
    answers.ahead([question("a"), question("b")], 3, SilentJob())  # both name the papers 1 to 3
    answers.ahead([question("long")], 5, SilentJob())
    read = PaperChanges(
        recited=frozenset({PaperNumber(5), PaperNumber(8)}),
        citing=frozenset({PaperNumber(90)}),
        total=100,
        citing_total=30,
    )
    told = answers.at_once(question("b"), 3)
    answers.follow_papers(read)
    engine.reached = {"a"}
    answers.ahead([question("a"), question("b")], 3, SilentJob())
    answers.ahead([question("long")], 5, SilentJob())
    assert sorted(engine.checked) == [("a", [5, 8]), ("b", [5, 8])]
    assert sorted(engine.asked) == ["a", "a", "b", "long", "long"]
    assert answers.at_once(question("b"), 3) is not told  # it may count who cites a paper
    answers.follow_papers(PaperChanges(present=frozenset({PaperNumber(90)}), total=100))
    answers.ahead([question("b")], 3, SilentJob())
    assert engine.checked[-1] == ("b", [90])
    another = read._replace(citing=frozenset({PaperNumber(91)}))
    answers.follow_papers(another)  # with the first more than 5 % of those whose citations it knows
    engine.checked.clear()
    answers.ahead([question("b")], 3, SilentJob())
    assert (engine.checked, engine.asked[-1]) == ([], "b")


def test_an_edited_paper_makes_the_answers_old_that_name_it(engine: Engine) -> None:
    edited = PaperChanges(present=frozenset({PaperNumber(2)}), total=100)
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision, lambda _: edited)
    answers.at_once(question("a"), 3)
    engine.revision = 2
    answers.at_once(question("a"), 3)
    assert (engine.asked, engine.checked) == (["a", "a"], [])


def test_many_papers_that_came_make_every_answer_old(engine: Engine) -> None:
    total, came = (
        20,
        [10, 10, 11, 12],
    )  # one paper is 5 % of the library, the same one twice no more
    changes = {
        revision: PaperChanges(present=frozenset({PaperNumber(number)}), total=total)
        for revision, number in enumerate(came, start=1)
    }
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision, changes.get)
    answers.at_once(question("a"), 3)
    for revision, asked in (2, 1), (3, 1), (4, 2), (5, 2):
        engine.revision = revision
        answers.at_once(question("a"), 3)
        assert len(engine.asked) == asked


def test_what_a_paper_that_went_was_counted_in_is_told_anew(engine: Engine) -> None:
    gone = PaperChanges(frozenset({PaperNumber(99)}), cited=True)
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision, lambda _: gone)
    answers.at_once(question("a"), 3)
    engine.revision = 2
    answers.at_once(question("a"), 3)
    assert engine.asked == ["a"]
    assert [text for text, _ in engine.told] == ["a", "a"]


def test_an_answer_that_rests_on_a_sentence_of_a_paper_that_went_is_old(engine: Engine) -> None:
    engine.hits = (ContextHit(1, PaperNumber(99), (PaperNumber(1),), 1.0, by_vectors=False),)
    gone = PaperChanges(frozenset({PaperNumber(99)}), cited=True)
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision, lambda _: gone)
    answers.ahead([question("a")], 3, SilentJob())
    engine.revision = 2
    answers.ahead([question("a")], 3, SilentJob())
    assert engine.asked == ["a", "a"]


def test_an_answer_asked_for_before_a_paper_went_is_not_kept(engine: Engine) -> None:
    gone = PaperChanges(frozenset({PaperNumber(99)}))
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision, lambda _: gone)
    begun, gate = engine.hold("a")
    asking = threading.Thread(target=answers.at_once, args=(question("a"), 20))
    asking.start()
    assert begun.wait(SOON_S)
    engine.revision = 2
    gate.set()
    asking.join(SOON_S)
    answers.at_once(question("a"), 20)
    assert engine.asked == ["a", "a"]


def test_an_answer_of_before_a_change_is_not_kept(engine: Engine, answers: Answers) -> None:
    begun, gate = engine.hold("a")
    asking = threading.Thread(target=answers.at_once, args=(question("a"), 20))
    asking.start()
    assert begun.wait(SOON_S)
    answers.forget()
    gate.set()
    asking.join(SOON_S)
    answers.at_once(question("a"), 20)
    assert engine.asked == ["a", "a"]


def test_what_many_questions_ask_with_is_encoded_together(engine: Engine, answers: Answers) -> None:
    texts = [f"s{number}" for number in range(2 * TOGETHER + 1)]
    answers.at_once(question("s1"), 20)
    answers.ahead([question(text) for text in texts], 20, SilentJob())
    assert [len(each) for each in engine.encoded] == [TOGETHER, TOGETHER]
    assert engine.encoded[0][:2] == ["s0 0.5", "s2 0.5"]


def test_a_person_goes_first(engine: Engine, answers: Answers) -> None:
    begun, gate = engine.hold("mine")
    person = threading.Thread(target=answers.at_once, args=(question("mine"), 20))
    person.start()
    assert begun.wait(SOON_S)
    job = Stopping()
    ahead = threading.Thread(target=answers.ahead, args=([question("later")], 20, job))
    ahead.start()
    assert job.looked.wait(SOON_S)
    assert engine.asked == ["mine"]
    gate.set()
    ahead.join(SOON_S)
    person.join(SOON_S)
    assert engine.asked == ["mine", "later"]


def test_work_that_stands_aside_can_be_stopped(engine: Engine, answers: Answers) -> None:
    begun, gate = engine.hold("mine")
    person = threading.Thread(target=answers.at_once, args=(question("mine"), 20))
    person.start()
    assert begun.wait(SOON_S)
    job, ended = Stopping(), threading.Event()

    def work() -> None:
        with pytest.raises(JobCancelled):
            answers.ahead([question("later")], 20, job)
        ended.set()

    ahead = threading.Thread(target=work)
    ahead.start()
    assert job.looked.wait(SOON_S)
    job.stopped.set()
    assert ended.wait(SOON_S)
    gate.set()
    person.join(SOON_S)
    ahead.join(SOON_S)
    assert engine.asked == ["mine"]


def test_a_stop_keeps_what_was_answered(engine: Engine, answers: Answers) -> None:
    texts = [question(f"s{number}") for number in range(10)]
    with pytest.raises(JobCancelled):
        answers.ahead(texts, 20, Stopping(after=4))
    assert len(engine.asked) == 4
    answers.ahead(texts, 20, SilentJob())
    assert engine.asked == [f"s{number}" for number in range(10)]


def test_no_more_is_kept_than_fits(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    monkeypatch.setattr(module, "TOLD", 1)
    monkeypatch.setattr(module, "WIDE", 1)
    answers = Answers(lambda: engine, engine.warm, lambda: engine.revision)
    for text in ("a", "b", "a", "c", "a", "b"):
        answers.at_once(question(text), 20)
    assert engine.asked == ["a", "b", "c", "b"]
    assert [text for text, _ in engine.told] == ["a", "b", "a", "c", "a", "b"]
