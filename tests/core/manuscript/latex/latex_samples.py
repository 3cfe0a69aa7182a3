"""Manuscripts in LaTeX, and lists that BibTeX and biber wrote."""

from __future__ import annotations

OAK, ELM = "Recorders at the Edge", "An Hour of Silence"
BBL = r"""
\begin{thebibliography}{2}
\providecommand{\natexlab}[1]{#1}
\bibitem[{Elm and Yew(2021)}]{elm2021}
Ida Elm and Max Yew.
\newblock An hour of silence.
\newblock In \emph{Proceedings of Listening}, 2021.
\bibitem[Oak et~al.(2019)Oak, Alder, and Birch]{oak2019}
Tim Oak, Sue Alder, and Al Birch.
\newblock Recorders at the edge.
\newblock \emph{Quiet Places}, 7:\penalty0 1--9, 2019.
\end{thebibliography}
"""
