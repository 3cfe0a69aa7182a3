"""What the history of a library must tell, and what undoing by it must give."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.library.database.record_log import MOST_ACTIONS
from core.library.library import Library
from tests.lives.rows import Diff, Key, Rows, difference, ids_tie, owners, taken_back, told
from tests.lives.steps import Now, Step

Stored = dict[int, tuple[bool, int | None]]
"""The history as it is stored: whether each action takes others back, and what undid it."""
_COARSE = frozenset({"authors", "keywords"})


@dataclass
class Past:
    """The actions that can be undone or done again, by their numbers in the history."""

    done: dict[int, tuple[Diff, frozenset[int]]] = field(default_factory=dict)
    """What each changed, without what came with new papers; and those papers."""
    takers: dict[int, Diff] = field(default_factory=dict)
    """What each undoing changed."""
    stored: Stored = field(default_factory=dict)
    latest: int = 0
    """The action that made the last change, if one did."""
    straight_from: int = 0
    """Actions from here on were done one after the other, and nothing else."""

    def copy(self) -> Past:
        """Return the same past, to go on with from here."""
        return Past(
            *(self.done.copy(), self.takers.copy(), self.stored.copy()),
            *(self.latest, self.straight_from),
        )

    def follow(
        self,
        before: Rows,
        after: Rows,
        stored: Stored,
        *,
        recorded: bool,
        quiet: frozenset[str] = frozenset(),
    ) -> None:
        """Take notice of a change, which the history must tell, but for some kinds of rows."""
        change = {
            key: values for key, values in difference(before, after).items() if key[0] not in quiet
        }
        new = {number: stored[number] for number in stored.keys() - self.stored.keys()}
        forgotten = [number for number in self.takers if number not in stored]
        came = frozenset(_papers(after) - _papers(before) - _gone(before))
        acts = [number for number, (takes_back, _) in new.items() if not takes_back]
        assert len(new) <= 1, f"one action is {len(new)} in the history"
        if acts:
            own = {k: v for k, v in change.items() if not came.intersection(_owners(k, v, after))}
            self.done[acts[0]] = (own, came)
        elif new:
            (taker,) = new
            self._require_given_back(taker, stored, after, undone=True)
            self.takers[taker] = change
        elif change and recorded:
            assert any(self._was_of(number) for number in forgotten), (
                f"the history does not tell\n{told(change)}"
            )
        for number in forgotten:
            if any(undone == number for _, undone in self.stored.values()):
                self._require_given_back(number, self.stored, after, undone=False)
        self._require_length(stored, acts)
        if change:
            self.latest = acts[0] if acts else 0
            if not acts:
                self.straight_from = max([0, *self.done]) + 1
        self._keep(stored)

    def _keep(self, stored: Stored) -> None:
        self.stored = stored
        self.done = {number: each for number, each in self.done.items() if number in stored}
        self.takers = {number: each for number, each in self.takers.items() if number in stored}

    def _was_of(self, taker: int) -> bool:
        return any(undone == taker for _, undone in self.stored.values())

    def _require_given_back(self, taker: int, stored: Stored, after: Rows, *, undone: bool) -> None:
        """What counts as undone, or as done again, must be so."""
        numbers = [number for number, (_, by) in stored.items() if by == taker]
        if len(numbers) != 1 or numbers[0] not in self.done:
            return  # several may have changed the same; undoing compares the whole
        for key, (old, new) in self.done[numbers[0]][0].items():
            wanted, other = (old, new) if undone else (new, old)
            assert after.get(key) != other or wanted == other or _is_made_again(key), (
                f"action {numbers[0]} counts as {'un' * undone}done, but {key} is {other!r}"
            )

    def _require_length(self, stored: Stored, acts: list[int]) -> None:
        kept = sorted(number for number, (takes_back, _) in stored.items() if not takes_back)
        known = {number for number, (takes_back, _) in self.stored.items() if not takes_back}
        wanted = sorted(known.union(acts))[-MOST_ACTIONS:]
        assert kept == wanted, f"the history holds {kept}, not {wanted}"

    # --- undoing and doing again ----------------------------------------------------------

    def undo(self, now: Now) -> Step | None:
        """Undo an action, the last one or any; perhaps with all that were done after it."""
        left = sorted(n for n in self.done if self.stored[n][1] is None)
        if not left:
            return None
        number = now.one((left[-1], now.one(left), now.one(left[-5:])))
        and_later = now.chance.random() < 0.4
        chosen = [
            each for each in reversed(left) if each == number or (and_later and each > number)
        ]
        rows, conflicts = now.rows, list[Key]()
        for each in chosen:
            rows, more = self._undone(rows, each)
            conflicts += more
        must = chosen == [self.latest] or (and_later and number >= self.straight_from)
        must = must and not self._names_stay(now.rows, rows, chosen)

        def act(library: Library) -> None:
            library.history.undo(number, and_later=and_later)

        states = states_of(now.rows, rows, *(self.done[each][0] for each in chosen))
        return _step(f"undo {chosen}", act, states, conflicts, must=must)

    def _undone(self, rows: Rows, number: int) -> tuple[Rows, list[Key]]:
        change, came = self.done[number]
        rows, conflicts = taken_back(rows, change)
        hidden = {key: True for key in (("paper", each, "trashed") for each in came) if key in rows}
        return rows | hidden, conflicts

    def _names_stay(self, now: Rows, after: Rows, chosen: list[int]) -> bool:
        """Whether papers that came meanwhile, now for the Trash, keep what others were named by."""
        came = frozenset[int]().union(*(self.done[each][1] for each in chosen))
        undone = [item for each in chosen for item in self.done[each][0].items()]
        ids = {key for key, (old, _) in undone if key[0] == "id" and old is not None}
        keys = [
            value for key, value in after.items()
            if key[0] == "paper" and key[2] == "key" and value
        ]  # fmt: skip
        return len(keys) > len(set(keys)) or any(now.get(key, (0,))[0] in came for key in ids)

    def redo(self, now: Now) -> Step | None:
        """Do again what was undone."""
        undone = sorted(n for n, (_, by) in self.stored.items() if by in self.takers)
        if not undone:
            return None
        number = now.one((undone[-1], now.one(undone)))
        taker = self.stored[number][1]
        assert taker is not None
        rows, conflicts = taken_back(now.rows, self.takers[taker])

        def act(library: Library) -> None:
            library.history.redo(number)

        states = states_of(now.rows, rows, self.takers[taker])
        return _step(f"redo {number}", act, states, conflicts, must=False)


def states_of(before: Rows, after: Rows, *changes: Diff) -> tuple[Rows, ...]:
    """Return what must be there after taking changes back; nothing where that is not known.

    A text that leaves its paper takes along what it said of citations, if it had been linked again
    since; it may have come back to the paper only on the way. Ids that came since and ids that come
    back may claim one place.
    """
    there = _papers(after)
    texts = {key for each in (before, *changes) for key in each if key[0] == "fulltext"}
    left = [key for key in texts if key not in after and key[1] in there]
    return () if left or ids_tie(after) else (after,)


def _step(
    told_as: str, act: object, states: tuple[Rows, ...], conflicts: list[Key], *, must: bool
) -> Step:
    """Return a step that must be refused if rows that matter are others by now."""
    assert callable(act)
    clear = [key for key in conflicts if not _is_coarse(key)]

    def refused(library: Library) -> None:
        act(library)
        raise AssertionError(f"{told_as}, though changed since: {clear[:5]}")

    if conflicts:
        assert not must, f"{told_as} has to work, but {conflicts[:5]} are others"
        return Step(told_as, refused if clear else act, (), refused=True)
    return Step(told_as, act, states, refused=not must)


def _is_coarse(key: Key) -> bool:
    """Whether the library takes back parts of what is one row here."""
    return key[0] == "id" or (key[0] == "paper" and key[2] in _COARSE)


def _is_made_again(key: Key) -> bool:
    return not taken_back({}, {key: (None, 1)})[1]


def _papers(rows: Rows) -> set[int]:
    return {key[1] for key in rows if key[0] == "paper"}


def _gone(rows: Rows) -> set[int]:
    return {key[1] for key in rows if key[0] == "gone"}


def _owners(key: Key, values: tuple[object, object], rows: Rows) -> set[int]:
    if key[0] == "mark says":
        return {paper for (paper,) in [rows.get(("mark", key[1]), (0,))]}
    return {paper for value in values if value is not None for paper in owners(key, value)}
