"""How a style shows citations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.manuscript.latex.latex_samples import ELM, OAK
from tests.core.manuscript.tex import NUMERIC, markers, read


@pytest.mark.parametrize(
    ("preamble", "one", "two", "textual"),
    [
        (NUMERIC, "[2]", "[2, 1]", "Elm and Yew [1]"),
        (r"\usepackage[numbers]{natbib}", "[2]", "[2, 1]", "Elm and Yew [1]"),
        (r"\usepackage{natbib}\bibliographystyle{unsrt}", "[1]", "[1, 2]", "Elm and Yew [2]"),
        (r"\usepackage{biblatex}", "[2]", "[2, 1]", "Elm and Yew [1]"),
        (r"\usepackage[style=ieee]{biblatex}", "[1]", "[1, 2]", "Elm and Yew [2]"),
        (
            r"\usepackage[style=authoryear]{biblatex}",
            "Oak et al. 2019",
            "Oak et al. 2019; Elm and Yew 2021",
            "Elm and Yew (2021)",
        ),
        (r"\bibliographystyle{alpha}", "[OAB19]", "[OAB19, EY21]", "Elm and Yew [EY21]"),
        (
            r"\usepackage{acl}",
            "(Oak et al., 2019)",
            "(Oak et al., 2019; Elm and Yew, 2021)",
            "Elm and Yew (2021)",
        ),
    ],
)
def test_packages_and_styles_say_what_a_marker_shows(
    tmp_path: Path, preamble: str, one: str, two: str, textual: str
) -> None:
    body = r"Birds \cite{oak2019}. Reeds \cite{oak2019,elm2021}. Water \textcite{elm2021}."
    manuscript = read(tmp_path, body, preamble=preamble)
    assert markers(manuscript) == [
        (one, [OAK], ()),
        (two, [OAK, ELM], ()),
        (textual, [ELM], ()),
    ]
