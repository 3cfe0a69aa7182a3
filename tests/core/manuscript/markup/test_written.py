"""What Markdown and Typst share: broken, empty and unclosed files."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.markup import markdown, typst
from tests.core.manuscript.markup.markup_samples import written


def test_what_includes_itself_or_is_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="includes itself"):
        typst.parse(written(tmp_path, "sand.typ", 'Sand.\n#include "sand.typ"\n'))
    with pytest.raises(FormatError, match="no running text"):
        typst.parse(written(tmp_path, "b.typ", "#set text(size: 3pt)\n"))
    with pytest.raises(FormatError, match="no running text"):
        markdown.parse(written(tmp_path, "c.md", "---\ntitle: Sand\n---\n"))


@pytest.mark.parametrize(
    "text", ["#", "#(", "#let x = (", "@", "[@", "$", "= ", "#cite(", "*_`", '#f("']
)
def test_broken_markup_is_read_as_far_as_it_goes(tmp_path: Path, text: str) -> None:
    for parse, name in ((markdown.parse, "a.md"), (typst.parse, "a.typ")):
        manuscript = parse(written(tmp_path, name, f"Sand is heavy.\n\n{text}"))

        assert manuscript.sentences[0].text == "Sand is heavy."


def test_what_follows_a_comment_without_end_is_read_and_it_is_named(tmp_path: Path) -> None:
    for parse, name, sign in ((markdown.parse, "a.md", "<!--"), (typst.parse, "a.typ", "/*")):
        manuscript = parse(written(tmp_path, name, f"Sand is heavy.\n\n{sign} It sinks.\n"))

        assert [one.text for one in manuscript.sentences] == ["Sand is heavy.", "It sinks."]
        (part,) = manuscript.unread
        assert (part.kind, part.line, str(part.text)) == (
            "construct",
            3,
            f"“{sign}” is not closed.",
        )
