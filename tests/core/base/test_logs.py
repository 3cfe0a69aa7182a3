from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from core.base.logs import log_file, start_log


@pytest.fixture(autouse=True)
def _root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    for added in [each for each in root.handlers if each not in handlers]:
        root.removeHandler(added)
        added.close()
    root.setLevel(level)


def test_what_is_logged_stands_in_the_file() -> None:
    path = start_log()
    logging.getLogger("core").info("a library was opened")
    assert path == log_file()
    assert path.read_text("utf-8").endswith("INFO core: a library was opened\n")


def test_a_log_that_cannot_be_written_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    log_file().mkdir(parents=True)  # in place of the file
    start_log()
    logging.getLogger("core").info("a library was opened")
    assert capfd.readouterr() == ("", "")


def test_a_place_without_room_for_a_log_costs_only_the_log(
    capfd: pytest.CaptureFixture[str],
) -> None:
    log_file().parent.parent.parent.mkdir(parents=True, exist_ok=True)
    log_file().parent.parent.write_text("a file where the folder should be")
    start_log()
    logging.getLogger("core").info("a library was opened")
    assert capfd.readouterr() == ("", "")
