"""Commands that BibTeX files define for themselves or take from a journal's class."""

from __future__ import annotations

import pytest

from tests.core.formats.bibtex_records import read


def test_commands_that_a_file_defines_are_carried_out() -> None:
    records = read(
        r'@preamble{"\newcommand{\noopsort}[1]{} \def\BS{Bog Stud.} \newcommand{\fst}[2]{#1}"}'
        r"@article{a, title={A}, year={\noopsort{1801}1950}, journal=\BS}"
        r"@article{b, title={B}, year={\fst{1960}{9}}, journal={\mnras}}"
        r"@article{c, title={C}, journal={\qqq}}"
        r"@article{d, title={D}, journal={\aap, Supplement}}"
    )
    assert [record.year for record in records.values()] == [1950, 1960, None, None]
    assert [record.venue for record in records.values()] == [
        "Bog Stud.",
        "Monthly Notices of the Royal Astronomical Society",
        "qqq",
        "Astronomy & Astrophysics, Supplement",
    ]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Soil CO<sub>2</sub> &amp; <i>Sphagnum</i>", "Soil CO₂ & Sphagnum"),
        ("$<$i$>$Sphagnum$<$/i$>$ moss", "Sphagnum moss"),
        (r"{\textless}b{\textgreater}Moss{\textless}/b{\textgreater}", "Moss"),
        ("H$_2$SO$_4$ and Fe$^{3+}$", "H₂SO₄ and Fe³⁺"),
        (r"N\textsubscript{2}O", "N₂O"),
        ("<mml:msup><mml:mi>y</mml:mi><mml:mn>3</mml:mn></mml:msup> bogs", "y³ bogs"),
        (r"p $<$ 0.05 and <original> text", "p < 0.05 and <original> text"),
        (r"\ifmmode\beta\else\textbeta\fi{}-peat", "β-peat"),
    ],
)
def test_markup_in_a_title_becomes_text(title: str, text: str) -> None:
    (record,) = read(f"@article{{k, title={{{title}}}}}").values()
    assert record.title == text
