"""Roles, labels and links of MyST."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.markup.markdown import parse
from core.manuscript.markup.myst import plain_roles
from tests.core.manuscript.markup.myst_samples import ELM, OAK, written_myst
from tests.core.manuscript.tex import markers, texts

BIBLIOGRAPHY = "```{bibliography} refs.bib\n```\n"


@pytest.mark.parametrize(
    ("written", "marker", "titles"),
    [
        ("{citep}`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        ("{citet}`elm2021`", "Elm and Yew (2021)", [ELM]),
        ("{citealp}`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        ("{citeyear}`elm2021`", "(2021)", [ELM]),
        ("{citeauthor}`elm2021`", "Elm and Yew", [ELM]),
        ("{cite:cauthor}`elm2021`", "Elm and Yew", [ELM]),
        (":citep:`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        ("[](doi:10.1000/quiet.7)", "Oak et al. (2019)", [OAK]),
        ("[](https://doi.org/10.1000/Quiet.7)", "Oak et al. (2019)", [OAK]),
        ("<doi:10.1000/Quiet.7>", "Oak et al. (2019)", [OAK]),
        ("[here](doi:10.1000/Quiet.7)", "(Oak et al., 2019)", [OAK]),
        ("[](#elm2021)", "Elm and Yew (2021)", [ELM]),
    ],
)
def test_a_role_or_a_link_cites(
    tmp_path: Path, written: str, marker: str, titles: list[str]
) -> None:
    path = written_myst(tmp_path, f"# Marsh\n\nBirds sing {written}.\n\n{BIBLIOGRAPHY}")
    assert markers(parse(path)) == [(marker, titles, ())]


@pytest.mark.parametrize(
    "written",
    [
        "[here](https://doi.org/10.1000/Quiet.7)",
        "[here](#marsh)",
        "![](#elm2021)",
        "{nocite}`elm2021`",
        "{cite:empty}`elm2021`",
    ],
)
def test_what_prints_no_citation_is_none(tmp_path: Path, written: str) -> None:
    path = written_myst(tmp_path, f"# Marsh\n\nBirds sing {written} today.\n\n{BIBLIOGRAPHY}")
    assert markers(parse(path)) == []


def test_a_doi_that_no_bibliography_has_is_listed(tmp_path: Path) -> None:
    path = written_myst(tmp_path, "# Marsh\n\nBirds sing [](doi:10.55555/new.1).\n")
    manuscript = parse(path)
    assert [entry.doi for entry in manuscript.references] == ["10.55555/new.1"]
    assert len(markers(manuscript)) == 1


def test_labels_and_names_of_roles_are_not_read_as_text(tmp_path: Path) -> None:
    text = (
        "(sec-marsh)=\n# Marsh\n\nSee {ref}`sec-marsh`, {ref}`the birds <sec-marsh>` and {eq}`one`;"
        " it holds H{sub}`2`O, {abbr}`WHO (World Harbour Office)` and @sec-marsh.\n"
    )
    (sentence,) = texts(parse(written_myst(tmp_path, text)))
    assert sentence == (
        "See [ref], the birds and [ref]; it holds H2O, WHO (World Harbour Office) and sec-marsh."
    )


def test_captions_of_figures_cite_beside_the_text(tmp_path: Path) -> None:
    figure = "```{figure} a.png\n:name: fig-a\n\nA bird {cite:t}`elm2021`.\n```\n"
    path = written_myst(tmp_path, f"# Marsh\n\nIt sings {{cite}}`oak2019`.\n\n{figure}\nIt flies.")
    manuscript = parse(path)
    beside = [manuscript.references[at].title for at in manuscript.cited_beside]
    assert (len(manuscript.references), beside) == (2, [ELM])
    assert texts(manuscript) == ["It sings (Oak et al., 2019).", "It flies."]


def test_notes_beside_roles_that_cite_add_no_works(tmp_path: Path) -> None:
    note = "[^1]: Bo Elm, “Rain on Roofs,” *Weather* 12, no. 3 (2011): 33.\n"
    text = f"# Marsh\n\nIt sings {{cite}}`oak2019`. It flies.[^1]\n\n{note}\n{BIBLIOGRAPHY}"
    manuscript = parse(written_myst(tmp_path, text))
    assert [entry.title for entry in manuscript.references] == [OAK]


def test_the_argument_of_a_latex_command_is_no_name_of_a_role() -> None:
    text = plain_roles("It is \\textbf{bold}`code` of H{sub}`2`O, as in {ref}`calls`.")
    assert text == "It is \\textbf{bold}`code` of H2O, as in [ref]."
