"""A manuscript in Rich Text Format: Pandoc makes a Word file of it, which is then read."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.text import pandoc
from core.manuscript.text.extractor import RTF_EXTRACTOR
from core.manuscript.word import document


def parse(path: Path) -> Manuscript:
    """Read the RTF document at ``path``.

    Raises:
        FormatError: there is no Pandoc, or the file cannot be read.
    """
    data = pandoc.convert(path, "rtf", "docx")
    with tempfile.TemporaryDirectory(prefix="cocite-rtf-") as folder:
        copy = Path(folder) / f"{path.stem}.docx"
        copy.write_bytes(data)
        return replace(document.parse(copy), extractor=RTF_EXTRACTOR)
