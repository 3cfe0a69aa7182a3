"""Reference lists of LaTeX, and what its markers show."""

from __future__ import annotations

from pathlib import Path

from core.manuscript.latex.document import parse
from tests import wording
from tests.core.manuscript.latex.latex_samples import BBL, ELM, OAK
from tests.core.manuscript.tex import markers, read, written


def test_a_count_of_citations_is_never_read_as_text(tmp_path: Path) -> None:
    """Notes and entries that cite are the same whatever number of citations stands before them."""
    note = r"It rains.\footnote{As \cite{oak2019} says.}"
    body = r"""
        %s
        \begin{thebibliography}{9}
        \bibitem{oak2019} Tim Oak. Recorders, as in \cite{elm2021}. 2019.
        \end{thebibliography}"""
    few = read(tmp_path, body % note)
    many = read(tmp_path, body % (r"It is so \cite{oak2019}. " * 12 + note))
    assert few.references[0].text == many.references[0].text
    assert "12" not in many.references[0].text
    assert [part.characters for part in few.unread] == [part.characters for part in many.unread]
    assert few.unread


def test_what_would_look_the_same_gets_letters(tmp_path: Path) -> None:
    bib = "".join(
        f"@misc{{k{n}, title={{Part {n}}}, author={{Ida Elm}}, year=2020}}\n" for n in (1, 2)
    )
    manuscript = read(tmp_path, r"Birds \citep{k1}. Reeds \citep{k2}.", bib=bib)
    assert [text for text, _, _ in markers(manuscript)] == ["(Elm, 2020a)", "(Elm, 2020b)"]


def test_a_key_that_the_formatted_list_does_not_have_yet_is_taken_from_the_bib(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, r"Birds \citep{oak2019,never2001}. \nocite{elm2021}")
    path.with_suffix(".bbl").write_text(BBL, encoding="utf-8")
    manuscript = parse(path)
    titles = [entry.title for entry in manuscript.references]
    assert titles == [ELM, OAK, "Never Mentioned"]  # fields of the .bib, order of the .bbl
    assert manuscript.references[1].doi == "10.1000/quiet.7"
    assert markers(manuscript)[0][0] == "(Oak et al., 2019; Ever, 2001)"


def test_a_formatted_list_that_is_out_of_date_keeps_only_what_is_cited(tmp_path: Path) -> None:
    """The next run of BibTeX leaves out what nothing cites, unless a hand wrote the list."""
    path = written(tmp_path, r"Birds \citep{oak2019,never2001}.")
    path.with_suffix(".bbl").write_text(BBL, encoding="utf-8")
    manuscript = parse(path)
    assert [entry.title for entry in manuscript.references] == [OAK, "Never Mentioned"]
    told = wording.fill("core.manuscript.latex.references:_tell_left_out", count=1)
    assert [part.text for part in manuscript.unread] == [told]
    path = written(tmp_path, r"Birds \citep{oak2019}.")  # the list has all that is cited
    assert [entry.title for entry in parse(path).references] == [ELM, OAK]
    path = written(tmp_path, r"Birds \citep{oak2019,never2001}. \nocite{*}")
    assert [entry.title for entry in parse(path).references][:2] == [ELM, OAK]
    path = written(tmp_path, rf"Birds \citep{{oak2019,never2001}}. {BBL}")
    assert [entry.title for entry in parse(path).references][:2] == [ELM, OAK]


def test_a_formatted_list_stays_whole_where_a_chapter_is_missing(tmp_path: Path) -> None:
    """The chapter may cite what nothing else does."""
    path = written(tmp_path, r"Birds \citep{oak2019,never2001}. \input{lost}")
    path.with_suffix(".bbl").write_text(BBL, encoding="utf-8")
    assert [entry.title for entry in parse(path).references] == [ELM, OAK, "Never Mentioned"]


BIBER = r"""
\refsection{0}
\datalist[entry]{nty/global//global/global}
  \entry{oak2019}{article}{}
    \name{author}{2}{}{%
      {{hash=1}{%
         family={Oak},
         familyi={O\bibinitperiod},
         given={Tim\bibnamedelima B.},
         giveni={T\bibinitperiod}}}%
      {{hash=2}{%
         family={Alder},
         given={Sue},
         prefix={von}}}%
    }
    \field{journaltitle}{Quiet Places}
    \field{title}{Recorders at the Edge}
    \field{year}{2019}
    \verb{doi}
    \verb 10.1000/Quiet.7
    \endverb
  \endentry
\enddatalist
"""


def test_a_list_that_biber_wrote_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, r"Birds \cite{oak2019}.", preamble=r"\usepackage{biblatex}", bib="")
    path.with_suffix(".bbl").write_text(BIBER, encoding="utf-8")
    (entry,) = parse(path).references
    assert entry.authors == ("Tim B. Oak", "Sue von Alder")
    assert (entry.title, entry.year, entry.venue, entry.doi, entry.label) == (
        "Recorders at the Edge",
        2019,
        "Quiet Places",
        "10.1000/quiet.7",
        "1",
    )
