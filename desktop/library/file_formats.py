"""The formats of files as dialogs offer them, in the language of the window."""

from __future__ import annotations

from collections.abc import Iterable

from core.formats.registry import Format, imported, list_writable_formats
from desktop.language.wording import QT_TRANSLATE_NOOP, translate

_NAMED = 6
"""Formats that a sentence names; the manual lists all."""

# The titles of formats that are not proper names.
_TITLES = (
    QT_TRANSLATE_NOOP("Formats", "Zotero database"),
    QT_TRANSLATE_NOOP("Formats", "Paper records"),
    QT_TRANSLATE_NOOP("Formats", "Zip archive"),
    QT_TRANSLATE_NOOP("Formats", "Table"),
    QT_TRANSLATE_NOOP("Formats", "Formatted references"),
    QT_TRANSLATE_NOOP("Formats", "Typst bibliography"),
    QT_TRANSLATE_NOOP("Formats", "Word sources"),
)


def import_filters() -> list[str]:
    """Return the filters of a dialog that chooses files to import, that of all formats first."""
    formats = imported()
    every = dict.fromkeys(pattern for file_format in formats for pattern in file_format.patterns)
    return [
        _filter(translate("Formats", "Papers and references"), every),
        *(_filter(format_title(file_format), file_format.patterns) for file_format in formats),
        _filter(translate("Formats", "All files"), ["*"]),
    ]


def format_title(file_format: Format) -> str:
    """Return what people call a format."""
    return translate("Formats", file_format.title)


def titles(formats: Iterable[Format]) -> str:
    """Return the names of the first formats, with commas, and how many more there are."""
    names = list(dict.fromkeys(map(format_title, formats)))
    if len(names) <= _NAMED + 1:
        return ", ".join(names)
    more = translate("Formats", "{names} and {count} more formats")
    return more.format(names=", ".join(names[:_NAMED]), count=len(names) - _NAMED)


def export_filters() -> dict[str, Format]:
    """Return the filters of a dialog that names a file to write, each with its format."""
    return {
        _filter(format_title(file_format), [f"*{file_format.endings[0]}"]): file_format
        for file_format in list_writable_formats()
    }


def _filter(title: str, patterns: Iterable[str]) -> str:
    return f"{title} ({' '.join(patterns)})"
