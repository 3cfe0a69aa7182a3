from __future__ import annotations

from pathlib import Path

import pytest

from core.formats.cite import CopyStyle
from desktop.manuscript.file_kinds import choose_cite_style


@pytest.mark.parametrize(
    ("name", "preferred", "style"),
    [
        ("draft.docx", "latex", "word"),
        ("draft.ODT", "pandoc", "word"),
        ("draft.docx", "plain", "plain"),
        ("draft.tex", "pandoc", "latex"),
        ("draft.Rnw", "pandoc", "latex"),
        ("draft.md", "latex", "pandoc"),
        ("draft.Rmd", "latex", "pandoc"),
        ("draft.typ", "latex", "typst"),
        ("draft.typ", "plain", "plain"),
        ("draft.pdf", "pandoc", "pandoc"),
    ],
)
def test_a_manuscript_gets_the_cite_commands_that_its_format_has(
    name: str, preferred: CopyStyle, style: CopyStyle
) -> None:
    assert choose_cite_style(Path(name), preferred) == style


def test_a_text_without_a_file_gets_the_cite_command_of_the_settings() -> None:
    assert choose_cite_style(None, "typst") == "typst"
