"""What runs while a library is open starts when it is needed and ends in one order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.errors import ModelError
from core.library.library import Library
from core.models.shelf import Shelf
from core.runtime.runtime import Runtime


@pytest.fixture
def runtime(small_library: Library, tmp_path: Path) -> Iterator[Runtime]:
    runtime = Runtime(small_library, Shelf(tmp_path / "models"))
    yield runtime
    runtime.close()


def test_parts_are_made_once_and_only_when_asked_for(runtime: Runtime) -> None:
    assert not {"indexes", "answering", "second_stage", "reader"} & set(vars(runtime))
    answering = runtime.answering
    assert runtime.answering is answering
    assert runtime.answering.retriever.words is runtime.indexes.words
    assert not {"second_stage", "reader"} & set(vars(runtime))


def test_everything_is_stopped_first_and_then_closed_from_the_last_to_the_first(
    runtime: Runtime,
) -> None:
    steps: list[str] = []
    for name in ("one", "two"):
        runtime.close_at_end(
            lambda name=name: steps.append(f"close {name}"),  # type: ignore[misc]
            stop=lambda name=name: steps.append(f"stop {name}"),  # type: ignore[misc]
        )
    runtime.stop()
    assert steps == ["stop two", "stop one"]
    runtime.close()
    assert [step for step in steps if step.startswith("close")] == ["close two", "close one"]
    count = len(steps)
    runtime.close()
    assert not [step for step in steps[count:] if step.startswith("close")]


def test_what_is_made_while_the_library_closes_is_stopped_at_once(runtime: Runtime) -> None:
    runtime.stop()
    stopped: list[bool] = []
    runtime.close_at_end(lambda: None, stop=lambda: stopped.append(True))
    assert stopped == [True]
    with pytest.raises(ModelError):
        runtime.load_model(None, "", in_process=False, prepare=False)
    assert runtime.encoder.state == "failed"


def test_a_part_that_fails_to_close_keeps_no_other_from_closing(runtime: Runtime) -> None:
    closed: list[str] = []

    def fail() -> None:
        raise OSError("gone")

    runtime.close_at_end(lambda: closed.append("first"))
    runtime.close_at_end(fail)
    with pytest.raises(OSError, match="gone"):
        runtime.close()
    assert closed == ["first"]
