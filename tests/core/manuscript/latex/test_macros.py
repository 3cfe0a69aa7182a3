"""Commands that a manuscript defines."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.manuscript.latex.macros import Definition, expand
from tests import wording
from tests.core.manuscript.latex.flags import FLAGS, WET, unread
from tests.core.manuscript.tex import NATBIB, read, texts


def test_commands_of_the_manuscript_are_written_out(tmp_path: Path) -> None:
    (tmp_path / "words.sty").write_text(r"\newcommand{\marsh}{salt marsh\xspace}")
    manuscript = read(
        tmp_path,
        r"""
        \def\bird#1{a \emph{#1} bird}
        The \marsh is wet. Here is \bird{small}, \pair[reed]{water}, \vague{kept}.
        As \see{oak2019} says, $\R \ne \E$. So does \sees[3]{oak2019}.
        """,
        preamble=NATBIB
        + r"""\usepackage{words}
        \newcommand{\pair}[2][x]{#1 and #2} \newcommand\see[1]{\citet{#1}}
        \def\sees[#1]#2{\citet[p.~#1]{#2}}
        \newcommand{\R}{\mathbb{R}} \DeclareMathOperator{\E}{Exp}
        \newenvironment{odd}{start}{end}""",
    )
    assert texts(manuscript) == [
        "The salt marsh is wet.",
        "Here is a small bird, reed and water, kept.",
        "As Oak et al. (2019) says, ℝ≠Exp.",
        "So does Oak et al. (2019, p. 3).",
    ]


def test_remarks_of_authors_are_named_in_one_line_with_their_count(tmp_path: Path) -> None:
    preamble = FLAGS + (
        "\\newcommand{\\hint}[1]{}\\newcommand{\\note}[2]{}\\newcommand{\\ann}{\\note{Ann}}"
        "\\newcommand{\\aside}[1]{\\ifwet #1\\fi}"
    )
    body = (
        "\\todo{Say more about \\cite{oak2019}} \\todo[inline]{Check this} \\fixme{Is it so}"
        " \\hint{We should measure it} \\ann{That is not clear} \\aside{Only we read this}"
    )
    sentences, parts = unread(tmp_path, body, preamble)
    assert sentences == []
    assert parts == [wording.fill(wording.REMARKS_NOT_READ, count="6", command="\\hint")]
    assert read(tmp_path, f"{WET} {body}", preamble=preamble).cited_beside == (0,)


def test_commands_for_others_pass_their_arguments_on(tmp_path: Path) -> None:
    preamble = FLAGS + "\\newcommand{\\colour}[2]{#2 is #1.}\\newcommand{\\red}{\\colour{red}}"
    assert unread(tmp_path, "\\red{Moss} \\red{Ling}", preamble)[0] == [
        "Moss is red.", "Ling is red.",
    ]  # fmt: skip


def test_a_command_that_is_redefined_by_its_old_meaning_keeps_it(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"The \bird{} sings. The \quoted{old \quoted{inner} reed} bends. The \sea{} rests.",
        preamble=NATBIB
        + r"""\newcommand{\bird}{reed warbler}\let\plainbird\bird
        \renewcommand{\bird}{small \plainbird}\newcommand{\quoted}[1]{calm #1}
        \let\plainsea\sea \newcommand{\sea}{grey \plainsea sea}""",
    )
    assert texts(manuscript) == [
        "The small reed warbler sings.",
        "The calm old calm inner reed bends.",
        "The grey sea rests.",
    ]


def test_commands_that_use_each_other_take_no_time() -> None:
    names = [f"say{letter}" for letter in "abcdefgh"]
    every = "".join(f"\\{name} " for name in names)
    definitions = {name: Definition(0, f"x{every}") for name in names}
    began = time.process_time()
    for name in names:
        expand(f"\\{name} " * 20, definitions)
    assert time.process_time() - began < 10


def test_a_command_without_an_end_leaves_the_others_written_out() -> None:
    names = [f"say{letter}" for letter in "abcdefgh"]
    every = "".join(f"\\{name} " for name in names)
    definitions = {name: Definition(0, f"x{every}") for name in names}
    definitions["bird"] = Definition(0, "reed warbler")
    text = expand(r"\saya ends here, and the \bird{} sings.", definitions)
    assert text == r"\saya ends here, and the reed warbler sings."


@pytest.mark.parametrize("body", ["#1", "#1 #1"])
def test_commands_may_stand_in_each_other_a_thousand_times(body: str) -> None:
    text = expand("\\calm{" * 1000 + "reed" + "}" * 1000, {"calm": Definition(1, body)})
    assert "reed" in text
    assert len(text) < 20_000_000


def test_a_command_that_writes_itself_many_times_is_left_as_it_is() -> None:
    doubled = {
        f"sum{letter}": Definition(1, r"\x" + rf"{{\sum{after}{{#1}}}}\sum{after}{{#1}}" * 3)
        for letter, after in zip("abcdefg", "bcdefgh", strict=True)
    }
    definitions = {**doubled, "walk": Definition(0, "a long walk")}
    text = expand(r"\suma{i} is \walk.", definitions)
    assert text.endswith(" is a long walk.")
    assert len(text) < 20_000
