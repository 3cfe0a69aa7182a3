"""What the engine says to a person, as values: a template, and what is put into it.

A message is a text, filled in English; whoever shows it in another language looks the template up
and fills that one instead. ``tools/translations.py`` reads the templates from the calls that make
messages, so they must stand there as they are.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Value = str | int | float
"""What a template is filled with; a value that is a message is translated as well."""

FIELD = re.compile(r"\{(\w+)(?::([+,.%\w]{1,7}))?\}")
"""A value and its format, as in ``{low:+.3f}``. A format is short: a template may come from another
person's library, and a wide one would fill the memory."""


class Message(str):
    """A text that knows its template, such as ``“{file}” is empty.``, and the values in it.

    Braces that name no value stay as they are.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, /, **values: object) -> Message:
        """Fill a template; values may be formatted in it, as in ``{papers:,}``."""
        used = {name for name, _ in FIELD.findall(template)}
        used_values = {name: _value(value) for name, value in values.items() if name in used}
        message = super().__new__(cls, filled(template, used_values, in_english))
        message.template, message.values = template, used_values
        return message


def message(text: str, /, **values: object) -> Message:
    """Return a template filled; what is a message already stays what it is."""
    return text if isinstance(text, Message) else Message(text, **values)


def joined(parts: Iterable[str], separator: str = ", ") -> Message:
    """Return texts one after the other, each translated by itself."""
    named_parts = {f"part{number}": part for number, part in enumerate(parts)}
    return Message(separator.join(f"{{{name}}}" for name in named_parts), **named_parts)


def filled(
    template: str, values: Mapping[str, Value], format_value: Callable[[Value, str], str]
) -> str:
    """Return the template with each value as ``format_value`` has it, given its format."""

    def put(field: re.Match[str]) -> str:
        return format_value(values[field[1]], field[2] or "") if field[1] in values else field[0]

    return FIELD.sub(put, template)


def in_english(value: Value, form: str) -> str:
    """Return a value as a template asks for it; ``capital`` begins a sentence with it."""
    if form == "capital":
        return capital(str(value))
    return format(value, form)


def capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def packed(text: str) -> Any:  # noqa: ANN401 - JSON
    """Return a text in a form that JSON carries, so that a message stays one.

    One without values is its own template.
    """
    return _packed(text) if isinstance(text, Message) and text.values else str(text)


def unpacked(packed_text: Any) -> str:  # noqa: ANN401 - JSON
    """Return the text of what ``packed`` made."""
    if not isinstance(packed_text, dict):
        return str(packed_text)
    values = {
        name: unpacked(value) if isinstance(value, dict) else value
        for name, value in packed_text["values"].items()
    }
    return Message(packed_text["template"], **values)


def stored(text: str) -> str:
    """Return a text as a database or a file keeps it: a message with values as JSON."""
    packed_text = packed(text)
    return (
        packed_text if isinstance(packed_text, str) else json.dumps(packed_text, ensure_ascii=False)
    )


def restored(stored_text: str) -> str:
    """Return the text of what ``stored`` made; what is none of it is a plain text."""
    if stored_text.startswith('{"template":'):
        with contextlib.suppress(ValueError, KeyError, TypeError):
            return unpacked(json.loads(stored_text))
    return stored_text


def _packed(source_message: Message) -> dict[str, Any]:  # Any: JSON
    values = {
        name: _packed(value) if isinstance(value, Message) else value
        for name, value in source_message.values.items()
    }
    return {"template": source_message.template, "values": values}


def _value(value: object) -> Value:
    return value if isinstance(value, str | int | float) else str(value)
