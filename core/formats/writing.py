"""Papers as the text of a file, in any format that can be written."""

from __future__ import annotations

from collections.abc import Iterable

from core.base.records import Paper
from core.formats.registry import named

ExportFormat = str
"""The name of a format that has a writer."""


def write(papers: Iterable[Paper], kind: ExportFormat, style: str = "") -> str:
    """Return papers as the text of a file; ``style`` is for formatted references.

    Raises:
        FormatError: the style cannot be used.
    """
    return named(kind).write(papers, style)
