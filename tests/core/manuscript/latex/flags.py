"""LaTeX with flags, and what was not read of it."""

from __future__ import annotations

from pathlib import Path

from tests.core.manuscript.tex import NATBIB, read, texts

WET, DRY = "Reeds grow in water.", "Heath grows on sand."
FLAGS = (
    NATBIB + "\\newtoggle{wet}\\newif\\ifwet\\newbool{marsh}\\newboolean{bog}\\provideboolean{fen}"
)


def unread(folder: Path, body: str, preamble: str = FLAGS) -> tuple[list[str], list[str]]:
    """Return the sentences between the first and the last, and what was not read."""
    manuscript = read(folder, f"It begins. {body} It ends.", preamble=preamble)
    sentences = texts(manuscript)
    assert (sentences[0], sentences[-1]) == ("It begins.", "It ends.")
    return sentences[1:-1], [str(part.text) for part in manuscript.unread]
