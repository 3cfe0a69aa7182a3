"""Libraries on file systems that are not like a disk of one's own: they work, or say why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests import wording
from tests.core.library import disturbed
from tests.core.library.test_disturbed import SAMPLES
from tests.faults import Disturbing, Fault

LIKE_ANY_OTHER = ("no links", "no sync of folders", "short names")
"""What some file systems lack, and a library can do without; see ``other_places.c``."""
_NEVER = 10**9

Go = Callable[[str], Disturbing]


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Go]:
    """Return a function that goes to a place."""
    there: dict[str, Disturbing] = {}

    def to(place: str) -> Disturbing:
        if place not in there:
            there[place] = Disturbing(disturbed.__name__, tmp_path_factory.mktemp("place"), place)
        return there[place]

    yield to
    for each in there.values():
        each.__exit__()


@pytest.mark.parametrize("place", LIKE_ANY_OTHER)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_library_needs_no_more_than_any_file_system_has(go: Go, place: str, name: str) -> None:
    assert go(place).calm(name).end == "done"


@pytest.mark.parametrize("place", ["no locks", "lying locks"])
@pytest.mark.parametrize("name", SAMPLES)
def test_without_locks_nothing_is_done_and_the_reason_said(go: Go, place: str, name: str) -> None:
    end = go(place).calm(name).end
    assert end.startswith("LibraryError: The library “library” cannot be locked"), end


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "restoring"])
def test_where_programs_share_no_memory_the_reason_is_said(go: Go, name: str) -> None:
    end = go("no shared memory").calm(name).end
    assert wording.stem("core.library.database.connection:_unreachable {folder") in end, end


@pytest.mark.parametrize("name", SAMPLES)
def test_where_no_file_can_replace_another_nothing_is_lost(go: Go, name: str) -> None:
    end = go("no replacing").calm(name).end
    assert end == "done" or end.endswith("cannot be written: File exists."), end


@pytest.mark.parametrize("name", SAMPLES)
def test_a_drive_that_goes_takes_nothing_that_was_acknowledged(go: Go, name: str) -> None:
    calls = go("gone").disturb(name, Fault(_NEVER)).calls
    chosen = sorted({1 + round(turn * (calls - 1) / 4) for turn in range(5)})
    ends = {at: go("gone").disturb(name, Fault(at)).end for at in chosen}
    assert any(end != "done" for end in ends.values()), "nothing was gone"
    wrong = [f"call {at}: {end}" for at, end in ends.items() if end.startswith("bug")]
    assert not wrong, "\n".join(wrong)
