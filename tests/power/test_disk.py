"""The disks that are opened after a loss of power are those that POSIX allows, and no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.faults import Scenario
from tests.power.disk import Naming, Recording, Write, states
from tests.power.recording import PowerLosses

FILE = 1
"""The node of the file ``a``, which holds "old"; a new one, 2, is to replace it."""


def _recording(*syncs: tuple[int, int]) -> Recording:
    """Return the replacing of a file by a new one: made, written, renamed."""
    return Recording(
        names={0: {"a": FILE}},
        contents={FILE: b"old"},
        changes=[
            Naming(0, ((0, "b", 2, True),)),
            Write(1, 2, 0, b"new"),
            Naming(3, ((0, "b", 2, False), (0, "a", 2, True))),
        ],
        syncs=list(syncs),
        length=5,
    )


def _contents(recording: Recording) -> set[tuple[tuple[str, bytes | None], ...]]:
    return {tuple(state.disk.files()) for state in states(recording, 50, seed=1) if state.cut == 5}


def test_without_any_sync_a_renamed_file_may_be_empty_or_old_or_new() -> None:
    found = _contents(_recording())
    assert {(("a", b""),), (("a", b"old"),), (("a", b"new"),)} <= found


def test_a_synced_content_is_there_wherever_the_rename_is() -> None:
    disks = [dict(state.disk.files()) for state in states(_recording((2, 2)), 50, seed=1)]
    assert {disk["a"] for disk in disks} == {b"old", b"new"}


def test_a_synced_folder_holds_the_new_name() -> None:
    assert _contents(_recording((2, 2), (4, 0))) == {(("a", b"new"),)}


def test_a_torn_write_keeps_whole_sectors() -> None:
    recording = Recording({0: {"a": FILE}}, {FILE: b""}, [Write(0, FILE, 0, b"x" * 2048)])
    recording.length = 1
    files = [file for state in states(recording, 20, seed=1) for file in state.disk.files()]
    lengths = {len(content or b"") for _, content in files}
    assert {0, 512, 1024, 2048} <= lengths
    assert {length % 512 for length in lengths} == {0}


def _prepare(folder: Path) -> None:
    (folder / "kept").write_text("0")


def _replace_carelessly(folder: Path, tell: Callable[[int], None]) -> None:
    for number in range(1, 4):
        (folder / "new").write_text(str(number))
        (folder / "new").replace(folder / "kept")
        tell(number)


def _is_kept(folder: Path, told: list[int]) -> None:
    assert int((folder / "kept").read_text()) >= max(told, default=0)


careless = Scenario(_prepare, _replace_carelessly, _is_kept)


def test_a_file_that_is_replaced_without_syncs_is_found_lost(tmp_path: Path) -> None:
    found = PowerLosses(__name__, tmp_path).lose("careless", 10)
    assert found.told == 3
    assert any("ValueError" in failure for failure in found.failures), "none was empty"
    assert any("AssertionError" in failure for failure in found.failures), "none was old"
