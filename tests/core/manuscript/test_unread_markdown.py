"""Markdown is read whole, or what was not read is named: includes, fences, HTML, LaTeX in it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.markup.markdown import list_files
from tests.core.manuscript.markup_files import read_markdown as read
from tests.core.manuscript.tex import texts


@pytest.mark.parametrize(
    "include",
    [
        "{{< include parts/one.md >}}",
        '{{< include "parts/one.md" >}}',
        '```{r child="parts/one.md"}\n```',
        "```{r, child = c('parts/one.md')}\n```",
        "```{r}\n#| child: parts/one.md\n```",
        "```{include} parts/one.md\n```",
        ":::{include} parts/one.md\n:::",
        "```include\nparts/one.md\n```",
        "``` {.include}\nparts/one.md\n```",
        "!include parts/one.md",
        "!include`parts/one.md`",
        "{{parts/one.md}}",
        '--8<-- "parts/one.md"',
        "![[parts/one]]",
    ],
)
def test_includes_are_followed_in_every_form(tmp_path: Path, include: str) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.md").write_text(
        "---\ntitle: No\n---\n# One\n\nSand is heavy [@oak2010].\n\n{{< include two.md >}}\n"
    )
    (tmp_path / "parts" / "two.md").write_text("Sand is wet.\n")
    manuscript = read(tmp_path, f"Here it begins.\n\n{include}\n\nHere it ends.")
    assert texts(manuscript) == [
        "Here it begins.", "Sand is heavy (Oak, 2010).", "Sand is wet.", "Here it ends.",
    ]  # fmt: skip
    assert manuscript.unread == ()
    assert {"one.md", "two.md"} < {path.name for path in list_files(tmp_path / "sand.md")}


def test_includes_that_cannot_be_followed_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    folder.mkdir()
    (tmp_path / "far.md").write_text("The treasure lies under the pier.")
    text = (
        "Sand is heavy.\n\n{{< include gone.qmd >}}\n\n{{< include ../far.md >}}\n\n![[sand.png]]"
    )
    manuscript = read(folder, text)
    assert [(part.kind, part.line, str(part.text)) for part in manuscript.unread] == [
        ("file", 6, "“gone.qmd” was not found."),
        ("file", 8, "“../far.md” is outside the folder of the manuscript, so it was not read."),
    ]
    with pytest.raises(FormatError, match="includes itself"):
        read(folder, "Sand.\n\n{{< include sand.md >}}")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<div class='a'>\nSand is wet.\n</div>", ["Sand is wet."]),
        ("<p align='center'>Sand is wet.</p>", ["Sand is wet."]),
        ("<br>\nSand is wet.", ["Sand is wet."]),
        ("<details><summary>Sand</summary>\nIt is wet.\n</details>", ["Sand", "It is wet."]),
        ("Sand is <b>very</b> wet.", ["Sand is very wet."]),
        ("Sand is `<b>` wet.", ["Sand is <b> wet."]),
        ("Sand is 2 < 3 and 4 > 1.", ["Sand is 2 < 3 and 4 > 1."]),
        ("::: {.note}\nSand is wet.\n:::", ["Sand is wet."]),
        ("\\begin{center}\nSand is wet.\n\\end{center}", ["Sand is wet."]),
        ("\\begin{tabular}{l}\na & b\n\\end{tabular}", []),
        ("<!-- gone\n\ngone -->Sand is wet.", ["Sand is wet."]),
        ("  ```r\n  <!-- x\n  ```\nSand is wet.", ["Sand is wet."]),
        ("````\n```\nx\n````\nSand is wet.", ["Sand is wet."]),
        ("~~~ r\n```\n~~~\nSand is wet.", ["Sand is wet."]),
        ("<table><tr><td>a</td></tr></table>", []),
        ("Sand costs \\$5 and 5 % of # & ~ it.", ["Sand costs $5 and 5 % of # & ~ it."]),
    ],
)
def test_html_code_and_latex_hide_nothing(tmp_path: Path, written: str, shown: list[str]) -> None:
    manuscript = read(tmp_path, f"Here it begins.\n\n{written}\n\nHere it ends.")
    assert texts(manuscript) == ["Here it begins.", *shown, "Here it ends."]
    assert manuscript.unread == ()


@pytest.mark.parametrize("broken", ["```r", "~~~", "<!--"])
def test_what_follows_something_unclosed_is_read_and_it_is_named(
    tmp_path: Path, broken: str
) -> None:
    follows = "# Second\n\nSand is heavy [@oak2010].\n\n```r\nx\n```\n\nIt ends."
    manuscript = read(tmp_path, f"Here it begins.\n\n{broken} \n\n{follows}")
    assert texts(manuscript) == ["Here it begins.", "Sand is heavy (Oak, 2010).", "It ends."]
    (part,) = manuscript.unread
    assert (part.kind, part.file, part.line) == ("construct", "sand.md", 6)
    assert broken in str(part.text)


def test_other_forms_of_citing(tmp_path: Path) -> None:
    text = "Sand is heavy \\citep[p. 3]{oak2010}. It sinks {cite}`oak2010`. It is \\mycite{elm}."
    manuscript = read(tmp_path, text + "\n\\nocite{*}")
    assert texts(manuscript)[0] == "Sand is heavy (Oak, 2010, p. 3)."
    assert [part.kind for part in manuscript.unread] == ["citation"]
    assert {"\\mycite{elm}"} == {
        str(part.text).split("”")[0].strip("“") for part in manuscript.unread
    }


@pytest.mark.parametrize(
    ("written", "shown", "keys"),
    [
        ("Here \\textcite{elm} says so.", "Here (elm) says so.", ("elm",)),
        ("So says \\textcite[p. 3]{oak2010}.", "So says Oak (2010, p. 3).", ()),
        ("It sinks \\parencite[see][]{elm}.", "It sinks (see elm).", ("elm",)),
        ("It sinks \\autocites{oak2010}{elm}.", "It sinks (Oak, 2010; elm).", ("elm",)),
        ("It sinks \\cite{oak2010}{so}.", "It sinks (Oak, 2010){so}.", ()),
        ("One writes `\\textcite{elm}` here.", "One writes \\textcite{elm} here.", ()),
    ],
)
def test_commands_of_latex_cite_also_works_that_the_file_lacks(
    tmp_path: Path, written: str, shown: str, keys: tuple[str, ...]
) -> None:
    manuscript = read(tmp_path, written)
    assert texts(manuscript) == [shown]
    unresolved = [key for one in manuscript.sentences for mark in one.markers
                  for key in mark.unresolved]  # fmt: skip
    assert tuple(unresolved) == keys
    assert manuscript.unread == ()


@pytest.mark.parametrize(
    "chunk",
    [
        "{r setup, include=FALSE}",
        "{r, include = FALSE}",
        "{r include}",
        "{r include-data, echo=FALSE}",
        "{python include-all}",
        "{.r .cell include=false}",
    ],
)
def test_an_option_of_a_chunk_is_no_include(tmp_path: Path, chunk: str) -> None:
    manuscript = read(tmp_path, f"Sand sinks.\n\n```{chunk}\nlibrary(sand)\n```\n\nIt is wet.")
    assert texts(manuscript) == ["Sand sinks.", "It is wet."]
    assert manuscript.unread == ()


def test_notes_and_text_that_code_hides_are_named(tmp_path: Path) -> None:
    hidden = "sand that nobody has ever seen lies in the deep below the dunes"
    text = "Sand is heavy.[^a]^[Or is it?]\n\n[^a]: As all know.\n\n    And more.\n"
    manuscript = read(tmp_path, f"{text}\nIt ends.\n\n    {hidden}")
    note, part = sorted(manuscript.unread, key=lambda one: one.kind)
    assert "(2)" in str(note.text)
    assert part.kind == "text"
    assert part.line == 12
    assert hidden[:20] in str(part.text)


def test_signs_without_end_take_no_more_than_their_share_of_time(tmp_path: Path) -> None:
    for text in ("```\n\n", "<!-- ", "`", "{{< include ", "<div ", "\\cite{", "^[", ":::\n"):
        began = time.process_time()
        manuscript = read(tmp_path, f"Sand is heavy.\n\n{text * (20_000 // len(text))}\n\nIt ends.")
        assert time.process_time() - began < 10
        assert texts(manuscript)[0].startswith("Sand is heavy.")
