"""The programs that typeset: no dependencies; a cell whose program is missing is skipped.

Pandoc comes with ``pypandoc-binary``; Typst and WeasyPrint are packages of Python, installed here
or for the Python that ``COCITE_TYPESETTERS`` names; LaTeX, biber and LibreOffice are the system's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from core.base.errors import UsageError
from core.manuscript.text.pandoc import find_pandoc as find_installed_pandoc

_SECONDS = 180


def find_pandoc() -> str:
    """Return the path of Pandoc, "" if there is none."""
    return find_installed_pandoc() or ""


def find_soffice() -> str:
    """Return the path of LibreOffice, "" if there is none."""
    return shutil.which("soffice") or ""


def has_latex() -> bool:
    """Say whether LaTeX, BibTeX and biber are there."""
    return all(map(shutil.which, ("pdflatex", "bibtex", "biber")))


def find_python(module: str) -> str:
    """Return the Python that has a module, "" if none has."""
    if find_spec(module) is not None:
        return sys.executable
    other = os.environ.get("COCITE_TYPESETTERS", "")
    if not other:
        return ""
    command = [other, "-c", f"import {module}"]
    has_module = subprocess.run(command, capture_output=True, check=False).returncode == 0
    return other if has_module else ""


def read_pdf_text(path: Path) -> str:
    """Return the text of a PDF as Poppler reads it by its layout and as written, "" without it."""
    if not shutil.which("pdftotext"):
        return ""
    text = run_tool(["pdftotext", path, "-"]) + run_tool(["pdftotext", "-raw", path, "-"])
    return re.sub(r"[-\u00ad\u2010]\n", "", text)


def run_module(module: str, arguments: Sequence[str | Path]) -> None:
    """Run a module of Python as a program."""
    run_tool([find_python(module), "-m", module, *arguments])


def run_tool(
    command: Sequence[str | Path],
    folder: Path | None = None,
    *,
    text: str = "",
    may_fail: bool = False,
) -> str:
    """Run a program on a ``text`` and return what it prints.

    Raises:
        UsageError: it fails.
    """
    done = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, timeout=_SECONDS, check=False,
        input=text.encode(),
    )  # fmt: skip
    if done.returncode and not may_fail:
        problem = (done.stderr or done.stdout).decode("utf-8", "replace")[-1500:]
        raise UsageError(f"{Path(command[0]).name} failed: {problem}")
    return done.stdout.decode("utf-8", "replace")
