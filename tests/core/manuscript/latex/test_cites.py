r"""Citation commands of packages and of a manuscript's own, with their notes and volumes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.manuscript.latex import latex_samples
from tests.core.manuscript.tex import markers, read, texts

OAK, ELM = "Recorders at the Edge", "An Hour of Silence"
OWN_COMMANDS = r"""\usepackage[style=authoryear]{biblatex}
\NewDocumentCommand{\starred}{s o o m}{\IfBooleanTF{#1}{\citeauthor{#4}}{\IfNoValueTF{#2}
  {\parencite{#4}}{\IfNoValueTF{#3}{\parencite[#2]{#4}}{\parencite[#2][#3]{#4}}}}}
\NewDocumentCommand\angle{D<>{cf.} r() +m}{\parencite[#1][#2]{#3}}
\newcommandx{\paged}[2][1=p. 9]{\parencite[#1]{#2}}
\newrobustcmd{\robust}[2][see]{\autocite[#1][]{#2}}
\providecommand{\provided}[1]{\parencite{#1}}
\providecommand{\provided}[1]{never}
\DeclareCiteCommand{\declared}[\mkbibparens]{\usebibmacro{prenote}}{\usebibmacro{cite}}{,}{}
\DeclareMultiCiteCommand{\declareds}[\mkbibparens]{\declared}{\multicitedelim}
"""


@pytest.mark.parametrize(
    ("command", "marker"),
    [
        (r"\starred{elm2021}", "(Elm and Yew, 2021)"),
        (r"\starred[p. 3]{elm2021}", "(Elm and Yew, 2021, p. 3)"),
        (r"\starred[see][p. 3]{elm2021}", "(see Elm and Yew, 2021, p. 3)"),
        (r"\starred*{elm2021}", "Elm and Yew"),
        (r"\angle<see>(p. 5){elm2021}", "(see Elm and Yew, 2021, p. 5)"),
        (r"\angle(p. 5){elm2021}", "(cf. Elm and Yew, 2021, p. 5)"),
        (r"\paged{elm2021}", "(Elm and Yew, 2021, p. 9)"),
        (r"\paged[p. 1]{elm2021}", "(Elm and Yew, 2021, p. 1)"),
        (r"\robust{elm2021}", "(see Elm and Yew, 2021)"),
        (r"\provided{elm2021}", "(Elm and Yew, 2021)"),
        (r"\declared[4]{elm2021}", "(Elm and Yew, 2021, 4)"),
        (r"\declareds{elm2021}", "(Elm and Yew, 2021)"),
        (r"\volcite[see]{2}[13]{elm2021}", "see Elm and Yew 2021, 2:13"),
        (r"\Pvolcite{2}{elm2021}", "(Elm and Yew, 2021, 2)"),
        (r"\ftvolcite{2}{elm2021}", "(Elm and Yew, 2021, 2)"),
        (r"\pnotecite[p. 2]{elm2021}", "(Elm and Yew, 2021, p. 2)"),
        (r"\cite<e.g.,>[p. 2]{elm2021}", "e.g., Elm and Yew 2021, p. 2"),
        (r"\cite<2->{elm2021}", "Elm and Yew 2021"),
        (r"\cite{elm2021}*{p. 2}", "Elm and Yew 2021, p. 2"),
        (r"\ocite{elm2021}", "Elm and Yew (2021)"),
        (r"\citeaffixed{elm2021}{e.g.}", "(e.g. Elm and Yew, 2021)"),
        (r"\footciteauthor{elm2021}", "(Elm and Yew, 2021)"),
        (r"\citename{elm2021}[given]{author}", ELM),
        (r"\textofpackagecite[4]{elm2021}", "Elm and Yew (2021, 4)"),
    ],
)
def test_a_command_cites_one_work(tmp_path: Path, command: str, marker: str) -> None:
    manuscript = read(tmp_path, f"Birds sing {command} here.", preamble=OWN_COMMANDS)
    assert markers(manuscript) == [(marker, [ELM], ())]
    assert texts(manuscript) == [f"Birds sing {marker} here."]
    assert manuscript.unread == ()


@pytest.mark.parametrize(
    ("command", "marker"),
    [
        (r"\pvolcites{2}[13]{oak2019}{3}{elm2021}",
         "(Oak et al., 2019, 2:13; Elm and Yew, 2021, 3)"),
        (r"\citelist{\cite{oak2019}*{p. 2}\cite{elm2021}}",
         "Oak et al. 2019, p. 2; Elm and Yew 2021"),
        (r"\cites{oak2019,elm2021}", "Oak et al. 2019; Elm and Yew 2021"),
        (r"\declareds{oak2019}{elm2021}", "(Oak et al., 2019; Elm and Yew, 2021)"),
        (r"\citepown{oak2019,elm2021}", "(Oak et al., 2019; Elm and Yew, 2021)"),
    ],
)  # fmt: skip
def test_a_command_cites_several_works(tmp_path: Path, command: str, marker: str) -> None:
    preamble = OWN_COMMANDS + r"\usepackage{multibib}\newcites{own,other}{Own works,Others}"
    manuscript = read(tmp_path, f"Birds sing {command} here.", preamble=preamble)
    assert markers(manuscript) == [(marker, [OAK, ELM], ())]


def test_settings_that_name_keys_cite_nothing(tmp_path: Path) -> None:
    body = r"\defcitealias{elm2021}{Paper I}\nextcitefull{elm2021}Birds sing. \nocite{oak2019}"
    assert markers(read(tmp_path, body)) == []


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (r"\citep{oak2019}", "(Oak et al., 2019)"),
        (r"\citep*{oak2019}", "(Oak, Alder, Birch, 2019)"),
        (r"\Citep{oak2019}", "(Oak et al., 2019)"),
        (r"\citep[p.~3]{oak2019}", "(Oak et al., 2019, p. 3)"),
        (r"\citep[see][p.~3]{oak2019}", "(see Oak et al., 2019, p. 3)"),
        (r"\citep[see][]{oak2019}", "(see Oak et al., 2019)"),
        (r"\citet{oak2019}", "Oak et al. (2019)"),
        (r"\citet[p.~3]{oak2019}", "Oak et al. (2019, p. 3)"),
        (r"\cite{oak2019}", "Oak et al. (2019)"),
        (r"\textcite{oak2019}", "Oak et al. (2019)"),
        (r"\parencite{oak2019}", "(Oak et al., 2019)"),
        (r"\autocite{oak2019}", "(Oak et al., 2019)"),
        (r"\footcite{oak2019}", "(Oak et al., 2019)"),
        (r"\smartcite{oak2019}", "(Oak et al., 2019)"),
        (r"\supercite{oak2019}", "(Oak et al., 2019)"),
        (r"\citealt{oak2019}", "Oak et al. 2019"),
        (r"\citealp{oak2019}", "Oak et al., 2019"),
        (r"\citeauthor{oak2019}", "Oak et al."),
        (r"\citeyear{oak2019}", "2019"),
        (r"\citeyearpar{oak2019}", "(2019)"),
    ],
)
def test_each_command_is_shown_as_it_is_printed(tmp_path: Path, command: str, shown: str) -> None:
    manuscript = read(tmp_path, f"Birds sing {command} in reeds.")
    assert texts(manuscript) == [f"Birds sing {shown} in reeds."]
    assert markers(manuscript) == [(shown, [latex_samples.OAK], ())]


def test_several_keys_and_several_groups_are_one_marker(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"Birds \citep[see][p.~3]{oak2019,elm2021}. Reeds \parencites(see)()[1]{oak2019}{elm2021}.",
    )
    assert markers(manuscript) == [
        (
            "(see Oak et al., 2019; Elm and Yew, 2021, p. 3)",
            [latex_samples.OAK, latex_samples.ELM],
            (),
        ),
        (
            "(see Oak et al., 2019, 1; Elm and Yew, 2021)",
            [latex_samples.OAK, latex_samples.ELM],
            (),
        ),
    ]


def test_a_key_without_an_entry_is_unresolved(tmp_path: Path) -> None:
    manuscript = read(tmp_path, r"Birds sing \citep{oak2019,gone1999}. See \citet{gone1999}.")
    assert markers(manuscript) == [
        ("(Oak et al., 2019; gone1999)", [latex_samples.OAK], ("gone1999",)),
        ("(gone1999)", [], ("gone1999",)),
    ]
