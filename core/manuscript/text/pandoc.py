"""Converts manuscripts of further formats with Pandoc, if it is installed (the extra ``pandoc``).

It runs as a child process without a shell, in its sandbox (it opens no file), with limits of
time, memory and output.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from core.base.errors import FormatError
from core.base.files import read_file
from core.formats.decoding import unreadable

_SECONDS = 60
_MEMORY = "512m"
_MOST_BYTES = 20 * 1024 * 1024
_MOST_OUTPUT_BYTES = 80 * 1024 * 1024
MARKDOWN = "markdown-smart-grid_tables-simple_tables-multiline_tables+pipe_tables-raw_attribute"


@cache
def find_pandoc() -> str | None:
    """Return the path of Pandoc: of the extra, else of the system; ``None`` without one."""
    try:
        import pypandoc  # type: ignore[import-not-found, import-untyped, unused-ignore]

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        return shutil.which("pandoc")


def convert(path: Path, source: str, target: str, *, text: str = "") -> bytes:
    """Return a file, or its ``text``, converted from one format to another, as Pandoc calls them.

    Raises:
        FormatError: there is no Pandoc, or it cannot read the file within its limits.
    """
    pandoc = find_pandoc()
    if pandoc is None:
        raise FormatError(
            "“{file}” can only be read with Pandoc, which is not installed.",
            file=path.name,
            remedy="Install Pandoc, or save the file as .docx, .odt, .tex or .md.",
        )
    try:
        data = text.encode() or read_file(path, _MOST_BYTES)
    except OSError as error:
        raise unreadable(path, error) from error
    if not data.strip():
        raise FormatError(
            "“{file}” is empty or larger than {limit} MB.",
            file=path.name,
            limit=_MOST_BYTES // 2**20,
            remedy="Choose the file with the manuscript.",
        )
    command = [
        *(pandoc, "--sandbox", "--standalone", "--wrap=none", f"--from={source}", f"--to={target}"),
        *("--output=-", "+RTS", f"-M{_MEMORY}", "-RTS"),
    ]
    try:
        finished = subprocess.run(
            command, input=data, capture_output=True, timeout=_SECONDS, check=True, cwd=os.sep
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise FormatError(
            "Pandoc could not read “{file}”.",
            file=path.name,
            remedy="Save the file as .docx, .odt, .tex or .md and open that.",
        ) from error
    if len(finished.stdout) > _MOST_OUTPUT_BYTES:
        raise FormatError(
            "“{file}” is longer than a manuscript can be.",
            file=path.name,
            remedy="Open a single chapter instead of the whole.",
        )
    return finished.stdout
