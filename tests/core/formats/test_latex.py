"""LaTeX to plain text and back."""

from __future__ import annotations

import pytest

from core.formats import latex


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"{\"u}ber \'{e}t\'e \v{S} \c c {\ss} \o re \L{}\'od\'z", "über été Š ç ß øre Łódź"),
        (
            r"Mart{\'\i}nez, Dvo\v r\'ak, Erd{\H o}s, \AA ngstr\"om",
            "Martínez, Dvořák, Erdős, Ångström",
        ),
        (r"{\em On} \emph{the} \textbf{{BERT} model}", "On the BERT model"),
        ("``quoted'' a--b---c~d", "“quoted” a–b—c d"),
        (r"R\&D at 50\% \#1 a\_b \$5", "R&D at 50% #1 a_b $5"),
        ("R&D at 50% of #1 a_b", "R&D at 50% of #1 a_b"),
        ("from $5 to $10, $5-$10", "from $5 to $10, $5-$10"),
        (r"$\alpha$-decay, H$_2$O, $-$50 dB, $\pm$0.1\%", "α-decay, H₂O, -50 dB, ±0.1%"),
        (r"see \url{https://a.b/c_d} and \href{http://x}{this}", "see https://a.b/c_d and this"),
        ("two\n   lines\x00", "two lines"),
        ("}odd{ braces", "odd braces"),
        ("", ""),
        ('Sch{\\\\"u}pbach \\\\ b', "Schüpbach b"),
    ],
)
def test_decoding(written: str, text: str) -> None:
    assert latex.decode(written) == text


@pytest.mark.parametrize("text", ["{" * 5000, "\\begin{a}" * 3000, "$x" * 3001, "\\" * 999])
def test_decoding_never_fails(text: str) -> None:
    latex.decode(text)


def test_what_is_encoded_decodes_to_itself() -> None:
    text = "a_b 100% & #1 $5 {x} \\foo ~^ -- --- ''q`` ?` !` <é> \"ü\""
    assert latex.decode(latex.encode(text)) == text


def test_encoding_leaves_letters_alone() -> None:
    assert latex.encode("Größe α") == "Größe α"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"\texttt{quay} and \mbox{mole} \textsf{pier} \textup{dock}", "quay and mole pier dock"),
        (r"Setting \LaTeX{} and \TeX", "Setting LaTeX and TeX"),
        (r"\flqq Mole\frqq{} \glqq Kai\grqq{} in/out\slash off", "«Mole» „Kai“ in/out/off"),
        (r"At 20$^\circ$C and \S~5 \copyright{} 2001", "At 20°C and § 5 © 2001"),
        (r"See \label{here}this\cite{x}", "See this"),
        (r"\foreignlanguage{german}{Moor} \textcolor{red}{a \textbf{b}} 5\degree", "Moor a b 5°"),
        (r"\texorpdfstring{$\alpha_{x}$}{alpha}-bog \ensuremath{x_1}", "alpha-bog x₁"),
        (r"5 \ifmmode\mu\else\textmu\fi{}m", "5 μm"),
        (r"D\'\iaz and Luc\'\imath{}a", "Díaz and Lucía"),
        (r"K\i{}l\i{\c c}, \o{re} and \L{\'o}d\'z", "Kılıç, øre and Łódź"),
        (r"M\c{}oor, {\v} and \H{ }o, a\'{}b", "M¸oor, ˇ and ˝o, a'b"),
        (r"https://a.example/\~{}roe and x\^{}2", "https://a.example/~roe and x^2"),
        (r"Fran\cc ois and \vC apek, not \vspace{1em}moor", "François and Čapek, not moor"),
    ],
)
def test_commands_lose_no_text(text: str, plain: str) -> None:
    assert latex.decode(text) == plain
