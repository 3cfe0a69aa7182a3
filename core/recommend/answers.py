"""A cache of answers, so that a question that was answered ahead is answered at once.

What a person asks goes first: work done ahead stands aside until it is answered. Ahead, papers are
only ranked (``shortlist.py``); what is told of them is read when a person looks. An answer is kept
under its question while the library stays as it is. Where papers went, came or were edited, the
answers that name none of them and rest on no sentence of theirs stay; they are asked again only if
a paper that came or was edited would rank among those they list. So it is where full texts came,
for the papers that these cite. Any other change makes every answer an old one.
"""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from typing import Generic, NamedTuple, Protocol, TypeVar

from core.base.jobs import Job
from core.base.precedence import Rank, job_waits, person_waits, stand_aside, working
from core.base.records import NO_FILTER, PaperNumber, Recommendation
from core.recommend.context import Passage
from core.recommend.question import Question
from core.recommend.shortlist import Shortlist

KEPT = 3_000
"""Shortlists kept, those of two long manuscripts; each takes about 10 KB."""

WIDE, SPARE = 800, 130
"""Longer shortlists kept, out of which those of a filter are cut, and by how many papers they are
longer; each takes about 50 KB."""

TOLD = 100
"""Whole answers kept: those a person looked at last. Each takes about 50 KB."""

AT_FIRST = 6
"""New papers that have their reasons in a first answer: as many as a screen shows."""

TOGETHER = 4
"""Questions encoded in one call: a person who asks in between waits no longer than for these."""

_AT_A_TIME = 2
"""Questions answered at a time: as many as cores that may be spared on a small machine."""

Warm = Callable[[Sequence[Question]], None]
"""Encodes questions of one breadth and language ahead."""


MOST_CHANGED = 0.05
"""The share of a library's papers, or of those it knows the citations of, that may change before
all answers are old: by then words are rarer, or papers more cited, than they were."""


class PaperChanges(NamedTuple):
    """Papers that ``went``, whether any of them ``cited`` others, and papers that came or changed.

    ``recited`` are papers of which the library now knows more or other citations, stated by
    ``citing`` papers. ``total`` counts the papers of the library, ``citing_total`` those that cite.
    """

    went: frozenset[PaperNumber] = frozenset()
    cited: bool = False
    present: frozenset[PaperNumber] = frozenset()
    total: int = 0
    recited: frozenset[PaperNumber] = frozenset()
    citing: frozenset[PaperNumber] = frozenset()
    citing_total: int = 0


Changed = Callable[[int], PaperChanges | None]
"""Gives the papers that changed since a revision; ``None`` where anything else changed too."""
Order = Callable[[Question], float]
"""Says which of the questions that are left comes next: the one of the lowest value."""
Partly = Callable[[Sequence[Shortlist | None]], None]
"""Is given what is answered until now, in the order of the questions."""
_Key = tuple[Question, int]
Kept = TypeVar("Kept", Shortlist, Recommendation)


class Asked(Protocol):
    """What answers questions: an ``Engine``."""

    def shortlists(
        self, question: Question, *, limit: int, wide_limit: int
    ) -> tuple[Shortlist, Shortlist | None]:
        """Return the best papers, and more of them as they are without the filter, if it can."""

    def narrow(
        self, question: Question, wide: Shortlist, *, limit: int, wide_limit: int
    ) -> Shortlist | None:
        """Cut the list of a filter out of one of ``wide_limit`` papers, if it holds enough."""

    def tell(
        self,
        question: Question,
        shortlist: Shortlist,
        *,
        explained: Collection[PaperNumber] | None = None,
    ) -> Recommendation:
        """Return them as they are shown, these or all with reasons."""

    def would_list(
        self,
        question: Question,
        shortlist: Shortlist,
        papers: frozenset[PaperNumber],
        *,
        limit: int,
        recited: frozenset[PaperNumber] = frozenset(),
    ) -> bool:
        """Tell whether any of these papers would be in a list of ``limit`` that was made before.

        Of ``recited`` ones only the citations changed.
        """


def _nothing_known(_: int) -> None:
    return None


def _in_order(_: Question) -> float:
    return 0.0


def _nothing_told(_: Sequence[Shortlist | None]) -> None:
    return None


class Answers:
    """Asks and remembers; calls may come from any thread."""

    def __init__(
        self,
        engine: Callable[[], Asked],
        warm: Warm,
        revision: Callable[[], int],
        changed: Changed = _nothing_known,
    ) -> None:
        """Take what gives the engine of now and what encodes many questions ahead.

        ``revision`` tells one state of the library from another, ``changed`` what lies between.
        """
        self._engine = engine
        self._warm = warm
        self._revision = revision
        self._changed = changed
        self._seen_revision = revision()
        self._shortlists: _Store[Shortlist] = _Store(KEPT)
        self._wide_shortlists: _Store[Shortlist] = _Store(WIDE)
        self._recommendations: _Store[Recommendation] = _Store(TOLD)
        self._lock = threading.Lock()
        self._forgotten = self._dropped = 0
        self._later_changes: list[PaperChanges] = []

    def at_once(self, question: Question, limit: int) -> Recommendation:
        """Answer what a person waits for."""
        with person_waits():
            return self._answer(question, limit)

    def first(self, question: Question, limit: int) -> Recommendation:
        """Answer what a person waits for as soon as can be, with the reasons of the first papers.

        Where that is not the whole answer, ``at_once`` gives it, in the same order.
        """
        with person_waits():
            stored_answer = self._get_stored(self._recommendations, self._key(question), limit)
            if stored_answer is not None:
                return stored_answer
            shortlist = self._list(question, limit)
            return self._engine().tell(question, shortlist, explained=shortlist.new(AT_FIRST))

    def in_turn(self, question: Question, limit: int) -> Recommendation:
        """Answer what no person of this program waits for: one who does goes first."""
        stand_aside()
        with working(Rank.AHEAD):
            return self._answer(question, limit)

    def ahead(
        self,
        questions: Sequence[Question],
        limit: int,
        job: Job,
        *,
        order: Order = _in_order,
        partly: Partly = _nothing_told,
        rank: Rank = Rank.AHEAD,
    ) -> list[Shortlist]:
        """Answer many questions while nobody waits for another one.

        ``order`` is asked again and again which come next. With the ``rank`` of a person, who
        waits for all of them, the questions that nobody asked yet are answered later.

        Raises:
            JobCancelled: a stop was asked for; what was answered until then is kept.
        """
        answers: list[Shortlist | None] = [
            self._get_stored(self._shortlists, self._key(question), limit) for question in questions
        ]
        open_positions = [at for at, answer in enumerate(answers) if answer is None]
        is_ahead = rank is not Rank.PERSON
        with (
            nullcontext() if is_ahead else job_waits(),
            ThreadPoolExecutor(_AT_A_TIME + 1, thread_name_prefix="answers") as pool,
        ):
            batch, encoded = self._next(pool, questions, open_positions, order)
            try:
                while batch:
                    stand_aside(job.check, for_jobs=is_ahead)
                    encoded.result()
                    following, encoded = self._next(pool, questions, open_positions, order)
                    done_count = len(questions) - len(open_positions) - len(following) - len(batch)
                    together = [questions[at] for at in batch]
                    for at, answer in zip(
                        batch,
                        self._side_by_side(
                            pool, together, limit, job, (done_count, len(questions))
                        ),
                        strict=True,
                    ):
                        answers[at] = answer
                    partly(answers)
                    batch = following
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise
        return [answer for answer in answers if answer is not None]

    def _next(
        self,
        pool: ThreadPoolExecutor,
        questions: Sequence[Question],
        open_positions: list[int],
        order: Order,
    ) -> tuple[list[int], Future[None]]:
        """Take the next questions off the list; they are encoded while others are answered."""
        open_positions.sort(key=lambda at: (order(questions[at]), at))
        batch = open_positions[:TOGETHER]
        del open_positions[:TOGETHER]
        return batch, pool.submit(self._encode, [questions[at] for at in batch])

    def _side_by_side(
        self,
        pool: ThreadPoolExecutor,
        questions: Sequence[Question],
        limit: int,
        job: Job,
        progress: tuple[int, int],
    ) -> list[Shortlist]:
        """Answer some questions at a time; what searches and ranks them lets go of the GIL."""
        done_count, total = progress

        def answer(number: int, question: Question) -> Shortlist:
            job.report(done_count + number, total, "sentences")
            stand_aside(job.check)
            with working(Rank.AHEAD):
                return self._list(question, limit)

        return list(pool.map(answer, range(len(questions)), questions))

    def forget(self) -> None:
        """Keep no answer any more: an index or the model is another now."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        self._forgotten += 1
        self._later_changes = []
        self._shortlists.clear()
        self._wide_shortlists.clear()
        self._recommendations.clear()

    def _answer(self, question: Question, limit: int) -> Recommendation:
        key = self._key(question)
        stored_answer = self._get_stored(self._recommendations, key, limit)
        if stored_answer is not None:
            return stored_answer
        before = self._now()
        answer = self._engine().tell(question, self._list(question, limit))
        self._keep(self._recommendations, key, limit, answer, before)
        return answer

    def _list(self, question: Question, limit: int) -> Shortlist:
        key = self._key(question)
        stored_list = self._get_stored(self._shortlists, key, limit)
        if stored_list is not None:
            return stored_list
        before = self._now()
        earlier = self._find_valid(question, key, limit)
        if earlier is not None:
            most, shortlist = earlier
            self._keep(self._shortlists, key, most, shortlist, before)
            return shortlist if most == limit else shortlist.first(limit)
        shortlist = self._make_list(question, limit)
        self._keep(self._shortlists, key, limit, shortlist, before)
        return shortlist

    def _make_list(self, question: Question, limit: int) -> Shortlist:
        """Cut a list out of a longer one without a filter, or ask, and keep the longer one."""
        before, engine, wide_limit = self._now(), self._engine(), limit + SPARE
        key = self._key(replace(question, paper_filter=NO_FILTER, membership=0))
        wide = self._get_stored(self._wide_shortlists, key, wide_limit)
        shortlist = None
        if wide is not None and question.paper_filter.is_open:
            shortlist = wide.first(limit)
        elif wide is not None:
            shortlist = engine.narrow(question, wide, limit=limit, wide_limit=wide_limit)
        if shortlist is None:
            shortlist, wide = engine.shortlists(question, limit=limit, wide_limit=wide_limit)
            if wide is not None:
                self._keep(self._wide_shortlists, key, wide_limit, wide, before)
        return replace(shortlist, candidates=())  # needed in the longer list alone

    def _find_valid(
        self, question: Question, key: _Key, limit: int
    ) -> tuple[int, Shortlist] | None:
        """Return a list of before some papers changed, if none of these would be listed in it."""
        with self._lock:
            most, shortlist, change_count = self._shortlists.get(key)
            later_changes = self._later_changes[change_count:]
        if shortlist is None or most < limit:
            return None
        present, recited, _ = _join(later_changes)
        is_old = self._engine().would_list(
            question, shortlist, present, limit=most, recited=recited - present
        )
        return None if is_old else (most, shortlist)

    def _now(self) -> tuple[int, int]:
        return self._seen_revision, self._dropped

    def _keep(
        self, store: _Store[Kept], key: _Key, limit: int, answer: Kept, before: tuple[int, int]
    ) -> None:
        """Keep an answer if it is none of a library before."""
        revision = self._revision()
        with self._lock:
            if (revision, self._dropped) == before and key[-1] == self._forgotten:
                store.put(key, limit, answer, len(self._later_changes))

    def _get_stored(self, store: _Store[Kept], key: _Key, limit: int) -> Kept | None:
        """Return what is kept, cut to ``limit``; ``None`` if that is shorter or may be old."""
        with self._lock:
            most, answer, change_count = store.get(key)
            is_checked = change_count == len(self._later_changes)
        if answer is None or most < limit or not is_checked:
            return None
        return answer if most == limit else answer.first(limit)

    def _key(self, question: Question) -> _Key:
        """Return all that an answer rests on, with a digest for the text around the sentence."""
        self._follow()
        text = repr(question.passage).encode("utf-8", "surrogatepass")
        hashed_passage = Passage(sentence=hashlib.blake2b(text, digest_size=16).hexdigest())
        return (replace(question, passage=hashed_passage), self._forgotten)

    def _follow(self) -> None:
        """Forget the answers that a change of the library touched."""
        now = self._revision()
        if now == self._seen_revision:
            return
        changes = self._changed(self._seen_revision)
        with self._lock:
            self._seen_revision = now
            if changes is None:
                self._forget()
                return
        self.follow_papers(changes)

    def follow_papers(self, changes: PaperChanges) -> None:
        """Forget the answers that name what changed, and what is being asked just now.

        What papers that cited others were counted in is told anew; the ranks stay, for one paper
        less moves them little. Other lists are kept, and checked when they are asked for, against
        the papers that came, were edited or are cited by full texts that came.
        """
        papers = changes.went | changes.present | changes.citing
        is_recounted = changes.cited or bool(changes.recited)
        with self._lock:
            self._dropped += 1
            self._wide_shortlists.clear()
            if changes.present or changes.recited:
                self._later_changes.append(changes)
                present, _, citing = _join(self._later_changes)
                citing_total = max(one.citing_total for one in self._later_changes)
                is_other_library = len(present) > MOST_CHANGED * changes.total
                if is_other_library or len(citing) > MOST_CHANGED * citing_total:
                    self._forget()
                    return
            self._shortlists.drop(
                lambda shortlist: (
                    not (
                        papers.isdisjoint(shortlist.list_named_papers())
                        and changes.recited.isdisjoint(shortlist.papers)
                    )
                )
            )
            self._recommendations.drop(
                lambda answer: is_recounted or not papers.isdisjoint(_list_named_papers(answer))
            )

    def _encode(self, questions: Sequence[Question]) -> None:
        alike = itertools.groupby(questions, lambda question: (question.breadth, question.language))
        with working(Rank.AHEAD):
            for _, together in alike:
                self._warm(list(together))


class _Store(Generic[Kept]):
    """Answers under their questions, each with the number of papers asked for."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[_Key, tuple[int, Kept, int]] = OrderedDict()

    def get(self, key: _Key) -> tuple[int, Kept | None, int]:
        """Return what is kept, for how many papers, and how many changes it has seen."""
        if key not in self._entries:
            return -1, None, 0
        self._entries.move_to_end(key)
        return self._entries[key]

    def put(self, key: _Key, limit: int, answer: Kept, change_count: int) -> None:
        """Keep an answer; the one not asked for longest goes."""
        self._entries[key] = limit, answer, change_count
        self._entries.move_to_end(key)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def drop(self, old: Callable[[Kept], bool]) -> None:
        """Forget some answers."""
        for key, (_, answer, _) in list(self._entries.items()):
            if old(answer):
                del self._entries[key]

    def clear(self) -> None:
        """Forget all."""
        self._entries.clear()


def _join(changes: Sequence[PaperChanges]) -> tuple[frozenset[PaperNumber], ...]:
    """Return the papers of all changes that are present, recited and citing."""
    parts = [(one.present, one.recited, one.citing) for one in changes]
    return tuple(frozenset[PaperNumber]().union(*part) for part in zip(*parts, strict=True))


def _list_named_papers(answer: Recommendation) -> Iterator[PaperNumber]:
    """Yield every paper that an answer names, also in its reasons."""
    for suggestion in answer.suggestions:
        yield suggestion.paper.number
        yield from (reason.paper for reason in suggestion.reasons)
        if suggestion.version_of is not None:
            yield suggestion.version_of.number
    for group in answer.sets:
        yield from (paper.number for paper in (*group.papers, *group.cited_papers))
        yield from (reason.paper for reason in group.reasons)
