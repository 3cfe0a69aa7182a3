"""Roles and directives of MyST and Sphinx, and the bibliographies that a project names."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.markup.markdown import list_files, parse
from tests.core.manuscript.tex import BIB, markers, texts

OAK, ELM = "Recorders at the Edge", "An Hour of Silence"


def written(folder: Path, text: str, name: str = "marsh.md") -> Path:
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("role", "marker", "titles"),
    [
        ("{cite}`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        ("{cite:p}`oak2019, elm2021`", "(Oak et al., 2019; Elm and Yew, 2021)", [OAK, ELM]),
        ("{cite:p}`oak2019;elm2021`", "(Oak et al., 2019; Elm and Yew, 2021)", [OAK, ELM]),
        ("{cite:t}`elm2021`", "Elm and Yew (2021)", [ELM]),
        ("{cite:ct}`elm2021`", "Elm and Yew (2021)", [ELM]),
        ("{cite:p}`{see}elm2021{p. 3}`", "(see Elm and Yew, 2021, p. 3)", [ELM]),
        ("{cite:year}`elm2021`", "(2021)", [ELM]),
        ("{cite:author}`elm2021`", "Elm and Yew", [ELM]),
        ("{footcite}`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        (":cite:`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        (":cite:t:`elm2021`", "Elm and Yew (2021)", [ELM]),
        ("[p. 3][#elm2021]", "(Elm and Yew, 2021, p. 3)", [ELM]),
    ],
)
def test_a_role_cites(tmp_path: Path, role: str, marker: str, titles: list[str]) -> None:
    path = written(
        tmp_path, f"# Marsh\n\nBirds sing {role}.\n\n```{{bibliography}} refs.bib\n```\n"
    )
    manuscript = parse(path)
    assert markers(manuscript) == [(marker, titles, ())]
    assert manuscript.unread == ()


def test_directives_with_text_are_read_and_code_is_not(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "# Marsh\n\nBirds sing.\n\n```{note}\n:class: dropdown\nOwls do {cite}`elm2021`.\n```\n\n"
        "```python\nprint('{cite}`oak2019`')\n```\n\n:::{tip}\nReeds do not.\n:::\n",
    )
    manuscript = parse(path)
    assert texts(manuscript) == ["Birds sing.", "Owls do (Elm and Yew, 2021).", "Reeds do not."]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("_config.yml", "title: Book\nbibtex_bibfiles:\n  - refs.bib\n"),
        ("_config.yml", "sphinx:\n  config:\n    bibtex_bibfiles: [refs.bib]\n"),
        ("myst.yml", "project:\n  bibliography:\n    - refs.bib\n"),
        ("_quarto.yml", "project: {type: book}\nbibliography: refs.bib\n"),
        ("conf.py", "extensions = []\nbibtex_bibfiles = ['refs.bib']\n"),
    ],
)
def test_settings_of_a_project_name_the_bibliography(
    tmp_path: Path, name: str, settings: str
) -> None:
    path = written(tmp_path, "")
    path.unlink()
    (tmp_path / name).write_text(settings)
    (tmp_path / "parts").mkdir()
    chapter = tmp_path / "parts" / "birds.md"
    chapter.write_text("# Birds\n\nThey sing [@elm2021].\n")
    assert markers(parse(chapter)) == [("(Elm and Yew, 2021)", [ELM], ())]
    assert tmp_path.resolve() / "refs.bib" in list_files(chapter)


def test_settings_name_no_file_outside_the_project(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    path.unlink()
    chapter = tmp_path / "book" / "parts" / "birds.md"
    chapter.parent.mkdir(parents=True)
    (tmp_path / "book" / "myst.yml").write_text("project:\n  bibliography: [../refs.bib]\n")
    chapter.write_text("# Birds\n\nThey sing [@elm2021].\n")
    assert list_files(chapter) == [chapter]
