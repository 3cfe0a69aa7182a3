"""Expected failures: a sentence, a remedy, and the same in another process."""

from __future__ import annotations

import json

from core.base.errors import FormatError, LibraryReadOnlyError, UsageError
from core.base.messages import Message


def test_an_error_and_its_remedy_are_filled_with_the_same_values() -> None:
    error = UsageError("There is no “{name}”.", name="{x}", remedy="Use {known}.", known="a")
    assert (str(error), error.remedy) == ("There is no “{x}”.", "Use a.")
    assert isinstance(error.message, Message)
    assert error.message.values == {"name": "{x}"}


def test_an_error_without_a_remedy_has_that_of_its_kind() -> None:
    error = LibraryReadOnlyError("It is not open.")
    assert error.remedy == LibraryReadOnlyError.default_remedy


def test_an_error_from_another_process_is_the_same_message() -> None:
    error = FormatError("“{file}” is empty.", file="a.ris", remedy="Open {file}.")
    again = FormatError.unpacked(json.loads(json.dumps(error.packed())))
    assert (str(again), again.remedy) == (str(error), error.remedy)
    assert isinstance(again.message, Message)
    assert again.message.template == "“{file}” is empty."
