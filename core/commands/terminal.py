"""Keeps texts of files from commanding the terminal that they are shown on.

A title, or a file's name, may hold escape sequences that clear the screen, change what stands on
it, or set the clipboard. Pipes and files get every character.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What terminals carry out rather than show: controls, and marks that turn the order of letters."""


def harmless(text: str) -> str:
    """Return a text with a sign in place of each character that a terminal would carry out."""
    return _COMMANDS.sub("\ufffd", text)


class _Terminal:
    """A stream to a terminal that only shows what it is given."""

    def __init__(self, stream: TextIO) -> None:
        self.as_it_is = stream

    def write(self, text: str) -> int:
        """Write a text without what a terminal would carry out."""
        return self.as_it_is.write(harmless(text))

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all else is the stream's
        return getattr(self.as_it_is, name)


@contextmanager
def harmless_terminals() -> Iterator[None]:
    """Let stdout and stderr only show what the block prints, where they are terminals."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_guarded(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def as_it_is(stream: TextIO) -> TextIO:
    """Return the stream itself, for what draws on the terminal with commands of its own."""
    return stream.as_it_is if isinstance(stream, _Terminal) else stream


def _guarded(stream: TextIO) -> TextIO:
    try:
        shows = stream.isatty()
    except (AttributeError, ValueError):  # none, or closed
        return stream
    return cast("TextIO", _Terminal(stream)) if shows else stream
