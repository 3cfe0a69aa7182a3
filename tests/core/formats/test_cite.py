"""Commands that cite."""

from __future__ import annotations

import pytest

from core.base.records import Paper, PaperNumber
from core.formats.cite import CiteStyle, cite_command, unique_keys


@pytest.mark.parametrize(
    ("style", "command"),
    [
        ("latex", r"\cite{roe2001,doe:02}"),
        ("pandoc", "[@roe2001; @doe:02]"),
        ("typst", "@roe2001 @doe:02"),
        ("plain", "roe2001, doe:02"),
    ],
)
def test_each_style(style: CiteStyle, command: str) -> None:
    assert cite_command(["roe2001", "doe:02"], style) == command
    assert cite_command([], style) == ""


def test_latex_is_the_default() -> None:
    assert cite_command(["a"]) == r"\cite{a}"


def test_keys_of_other_characters_are_quoted() -> None:
    assert cite_command(["a/b:"], "pandoc") == "[@{a/b:}]"
    assert cite_command(['a/"b"'], "typst") == '#cite(label("a/\\"b\\""))'


def test_many_equal_keys_get_letters() -> None:
    papers = [Paper(number=PaperNumber(n), ids=(), title="T", citation_key="k") for n in range(29)]
    keys = unique_keys(papers)
    assert keys[:3] == ["k", "ka", "kb"]
    assert keys[26:] == ["kz", "kaa", "kab"]
