"""A LaTeX manuscript of three files that nobody wrote."""

from __future__ import annotations

from pathlib import Path

MAIN = r"""\documentclass{article}
\usepackage{natbib}
\title{Listening for Silence: What the Quiet Hours of a Marsh Tell}
\author{Ada Reed \and Bo Marsh}
\begin{document}
\maketitle
\begin{abstract}
We listen to a marsh for a year. The quiet hours say more about its birds than the loud ones.
\end{abstract}
\section{Introduction}
Populations of reed-nesting birds have declined in most countries of the north.
Recorders that run day and night have made it possible to follow them \citep{oak2019}.
As \citet{elm2021} show, an hour of silence is itself an observation, $p(s) = 1 - \lambda t$.
\input{methods}
\section*{Acknowledgements}
We thank those who carried the batteries.
\bibliographystyle{plainnat}
\bibliography{marsh}
\end{document}
"""
METHODS = r"""
\section{Method}
\subsection{Recording}
Five recorders stood at the edge of the water from March to February.
\subsection{Counting}
Calls were counted by two listeners who did not know of each other. Where they disagreed, a third
listened again \citep[see][p.~7]{oak2019,elm2021}.
"""
BIBLIOGRAPHY = """
@article{oak2019, title={Recorders at the Water's Edge}, author={Oak, Tim and Alder, Sue and
  Birch, Al}, journal={Journal of Quiet Places}, year=2019, doi={10.1000/quiet.7}}
@inproceedings{elm2021, title={An Hour of Silence}, author={Ida Elm and Max Yew},
  booktitle={Proceedings of the Society for Listening}, year=2021}
"""


def write_latex(folder: Path) -> Path:
    """Write a manuscript of three files and return the main one."""
    path = folder / "marsh.tex"
    path.write_text(MAIN, encoding="utf-8")
    (folder / "methods.tex").write_text(METHODS, encoding="utf-8")
    (folder / "marsh.bib").write_text(BIBLIOGRAPHY, encoding="utf-8")
    return path
