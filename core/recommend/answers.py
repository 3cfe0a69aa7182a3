"""A cache of answers, so that a question that was answered ahead is answered at once.

What a person asks goes first: work done ahead stands aside until it is answered. An answer is
kept under its question while the library stays as it is. Where papers only went, the answers that
name none of them stay; any other change makes every answer an old one.
"""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from core.base.jobs import Job
from core.base.precedence import Rank, person_waits, stand_aside, working
from core.base.records import PaperNumber, Recommendation
from core.recommend.context import Passage
from core.recommend.question import Question

KEPT = 500
"""Answers kept, those of a long manuscript and a half; each takes about 50 KB."""

TOGETHER = 8
"""Questions encoded in one call: a person who asks in between waits no longer than for these."""

_AT_A_TIME = 2
"""Questions answered at a time: as many as cores that may be spared on a small machine."""

Ask = Callable[[Question, int], Recommendation]
Warm = Callable[[Sequence[Passage], float], None]
Removed = Callable[[int], frozenset[PaperNumber] | None]
"""Gives the papers that went since a revision; ``None`` where anything else changed too."""
_Key = tuple[Question, int]


def _nothing_known(_: int) -> None:
    return None


class Answers:
    """Asks and remembers; calls may come from any thread."""

    def __init__(
        self,
        ask: Ask,
        warm: Warm,
        revision: Callable[[], int],
        removed: Removed = _nothing_known,
    ) -> None:
        """Take what answers (question, limit) and what encodes many passages at one breadth.

        ``revision`` tells one state of the library from another, ``removed`` what lies between.
        """
        self._ask = ask
        self._warm = warm
        self._revision = revision
        self._removed = removed
        self._seen = revision()
        self._kept: OrderedDict[_Key, tuple[int, Recommendation]] = OrderedDict()
        self._lock = threading.Lock()
        self._forgotten = self._dropped = 0

    def at_once(self, question: Question, limit: int) -> Recommendation:
        """Answer what a person waits for."""
        with person_waits():
            return self._answer(question, limit)

    def ahead(self, questions: Sequence[Question], limit: int, job: Job) -> list[Recommendation]:
        """Answer many questions in their order while nobody waits for another one.

        Raises:
            JobCancelled: a stop was asked for; what was answered until then is kept.
        """
        found: list[Recommendation] = []
        for start in range(0, len(questions), TOGETHER):
            together = questions[start : start + TOGETHER]
            stand_aside(job.check)
            new = [each for each in together if self._known(self._key(each), limit) is None]
            with working(Rank.AHEAD):
                self._encode(new)
            found += self._side_by_side(together, limit, job, (start, len(questions)))
        return found

    def _side_by_side(
        self, questions: Sequence[Question], limit: int, job: Job, progress: tuple[int, int]
    ) -> list[Recommendation]:
        """Answer some questions at a time; what searches and ranks them lets go of the GIL."""
        done, total = progress

        def answer(number: int, question: Question) -> Recommendation:
            job.report(done + number, total, "sentences")
            stand_aside(job.check)
            with working(Rank.AHEAD):
                return self._answer(question, limit)

        with ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="answers") as pool:
            try:
                return list(pool.map(answer, range(len(questions)), questions))
            except BaseException:
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def forget(self) -> None:
        """Keep no answer any more: an index or the model is another now."""
        with self._lock:
            self._forgotten += 1
            self._kept.clear()

    def _answer(self, question: Question, limit: int) -> Recommendation:
        key = self._key(question)
        known = self._known(key, limit)
        if known is not None:
            return known
        before = self._seen, self._dropped
        answer = self._ask(question, limit)
        same = (self._revision(), self._dropped) == before
        with self._lock:
            if same and key[-1] == self._forgotten:
                self._kept[key] = limit, answer
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return answer

    def _known(self, key: _Key, limit: int) -> Recommendation | None:
        """Return what is kept, cut to ``limit``; ``None`` if that is shorter."""
        with self._lock:
            most, answer = self._kept.get(key, (-1, None))
            if answer is None or most < limit:
                return None
            self._kept.move_to_end(key)
        if most == limit:
            return answer
        return answer.first(limit)

    def _key(self, question: Question) -> _Key:
        """Return all that an answer rests on, with a digest for the text around the sentence."""
        self._follow()
        text = repr(question.passage).encode("utf-8", "surrogatepass")
        named = Passage(sentence=hashlib.blake2b(text, digest_size=16).hexdigest())
        return (replace(question, passage=named), self._forgotten)

    def _follow(self) -> None:
        """Forget the answers that a change of the library touched."""
        now = self._revision()
        if now == self._seen:
            return
        removed = self._removed(self._seen)
        with self._lock:
            self._seen = now
            if removed is None:
                self._forgotten += 1
                self._kept.clear()
                return
        self.forget_naming(removed)

    def forget_naming(self, papers: frozenset[PaperNumber]) -> None:
        """Forget the answers that name any of these papers, and what is being asked just now."""
        with self._lock:
            self._dropped += 1
            for key, (_, answer) in list(self._kept.items()):
                if not papers.isdisjoint(_named(answer)):
                    del self._kept[key]

    def _encode(self, questions: Sequence[Question]) -> None:
        by_breadth = itertools.groupby(questions, lambda each: each.breadth)
        for breadth, together in by_breadth:
            self._warm([each.passage for each in together], breadth)


def _named(answer: Recommendation) -> Iterator[PaperNumber]:
    """Yield every paper that an answer names, also in its reasons."""
    for each in answer.suggestions:
        yield each.paper.number
        yield from (reason.paper for reason in each.reasons)
        if each.version_of is not None:
            yield each.version_of.number
    for group in answer.sets:
        yield from (paper.number for paper in (*group.papers, *group.given))
        yield from (reason.paper for reason in group.reasons)
