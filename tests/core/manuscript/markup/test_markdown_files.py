"""Files of a Markdown manuscript: includes, directives."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.markup.markdown import list_files, parse
from tests import wording
from tests.core.manuscript.markup.myst_samples import written_myst
from tests.core.manuscript.markup_files import read_markdown as read
from tests.core.manuscript.tex import texts


def test_directives_with_text_are_read_and_code_is_not(tmp_path: Path) -> None:
    path = written_myst(
        tmp_path,
        "# Marsh\n\nBirds sing.\n\n```{note}\n:class: dropdown\nOwls do {cite}`elm2021`.\n```\n\n"
        "```python\nprint('{cite}`oak2019`')\n```\n\n"
        ":::{tip}\n:class: x\n:name: y\nReeds do not.\n:::\n",
    )
    manuscript = parse(path)
    assert texts(manuscript) == ["Birds sing.", "Owls do (Elm and Yew, 2021).", "Reeds do not."]


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
        ("file", 6, wording.fill(wording.FILE_NOT_FOUND, file="gone.qmd")),
        ("file", 8, wording.fill(wording.FILE_OUTSIDE_FOLDER, file="../far.md")),
    ]
    with pytest.raises(FormatError, match="includes itself"):
        read(folder, "Sand.\n\n{{< include sand.md >}}")


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


def test_a_chapter_may_be_named_from_the_folder_of_the_project(tmp_path: Path) -> None:
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "one.Rmd").write_text("Sand is wet here.", encoding="utf-8")
    main = folder / "main.Rmd"
    main.write_text("Birds sing.\n\n```{r, child='thesis/one.Rmd'}\n```\n", encoding="utf-8")
    manuscript = parse(main)
    assert [one.text for one in manuscript.sentences] == ["Birds sing.", "Sand is wet here."]
    assert not manuscript.unread


def test_shortcodes_of_quarto_are_filled_in_from_the_front_matter(tmp_path: Path) -> None:
    stated = "---\ntitle: Marsh\nsite:\n  name: Ely\nyears: 3\n---\n\n"
    body = (
        "Birds of {{< meta site.name >}} sang for {{< meta years >}} years.\n\n"
        "{{< pagebreak >}}\n\nWrite to {{< var mail.info >}} or {{< meta none >}}.\n\n"
        "Press {{< kbd Ctrl-C >}} to stop. {{< video a.mp4 >}}\n"
    )
    path = tmp_path / "marsh.qmd"
    path.write_text(stated + body, encoding="utf-8")
    assert texts(parse(path)) == [
        "Birds of Ely sang for 3 years.",
        "Write to … or ….",
        "Press Ctrl-C to stop.",
    ]
