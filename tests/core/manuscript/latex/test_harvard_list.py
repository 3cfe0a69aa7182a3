"""Lists that the package harvard and rules in the place of authors make."""

from __future__ import annotations

from pathlib import Path

from core.manuscript.sources import read_manuscript

_TEXT = r"""\documentclass{article}
\usepackage{natbib}
\begin{document}
\section{Walks}
Sand is wet where the tide has been \citep{oak2001}. Stones stay dry longer \citep{elm2003b}.
\bibliography{x}
\end{document}
"""


def test_entries_of_harvard_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(_TEXT, encoding="utf-8")
    (tmp_path / "a.bbl").write_text(
        r"""\begin{thebibliography}{x}
\harvarditem[Oak et al.]{Oak, Fir \harvardand\ Ash}{2001}{oak2001}
Oak, A., Fir, B. \harvardand\ Ash, C.  \harvardyearleft 2001\harvardyearright , `Walks on wet
  sand', {\em Shore Notes} {\bf 14}(2),~101--118.

\harvarditem{Elm}{2003{\em b}}{elm2003b}
Elm, D.  \harvardyearleft 2003{\em b}\harvardyearright , {\em Stones by the sea}, Reed Press.
\end{thebibliography}
""",
        encoding="utf-8",
    )
    manuscript = read_manuscript(tmp_path / "a.tex", max_pages=10)
    assert [entry.key for entry in manuscript.references] == ["oak2001", "elm2003b"]
    assert [entry.year for entry in manuscript.references] == [2001, 2003]
    cited = [marker.references for one in manuscript.sentences for marker in one.markers]
    assert cited == [(0,), (1,)]


def test_a_rule_stands_for_the_authors_before(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text(_TEXT, encoding="utf-8")
    (tmp_path / "a.bbl").write_text(
        r"""\begin{thebibliography}{1}
\bibitem{oak2001}
{\sc A.~Oak}, {\em Walks on wet sand}, Shore Notes, 22 (2001), pp.~12--29.

\bibitem{elm2003b}
\leavevmode\vrule height 2pt depth -1.6pt width 23pt, {\em Stones by the northern sea}, Shore
  Notes, 24 (2003), pp.~40--52.
\end{thebibliography}
""",
        encoding="utf-8",
    )
    manuscript = read_manuscript(tmp_path / "a.tex", max_pages=10)
    first, second = manuscript.references
    assert first.authors == second.authors != ()
    assert second.title == "Stones by the northern sea"
    assert "height" not in second.text
