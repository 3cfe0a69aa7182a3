"""A chapter opened alone: its project's preamble and bibliography are found, and nothing else."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.manuscript.bib_file import find_bibliography
from core.manuscript.latex.document import parse
from core.manuscript.latex.files import gather
from core.manuscript.latex.projects import find_root
from tests.core.manuscript.tex import BIB, markers, texts

MAIN = r"""\documentclass{book}\usepackage{natbib}\newcommand{\heard}[1]{\citep[see][]{#1}}
\begin{document}\nocite{*}PARTS\bibliographystyle{plainnat}\bibliography{marsh}\end{document}"""
ELM = ("(see Elm and Yew, 2021)", ["An Hour of Silence"], ())


def project(folder: Path, chapter: str, parts: str = "", *, main: str = "main.tex") -> Path:
    (folder / "parts").mkdir()
    (folder / "marsh.bib").write_text(BIB, encoding="utf-8")
    (folder / main).write_text(MAIN.replace("PARTS", parts), encoding="utf-8")
    path = folder / "parts" / "birds.tex"
    path.write_text(chapter, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("chapter", "parts"),
    [
        (r"\documentclass[../main.tex]{subfiles}\begin{document}TEXT\end{document}", ""),
        (r"\documentclass[../main]{subfiles}\begin{document}TEXT\end{document}", ""),
        ("% !TeX root = ../main.tex\nTEXT", ""),
        ("% !TEX program = lualatex\n%!TEX root=../main\nTEXT", ""),
        ('TEXT\n%%% Local Variables:\n%%% TeX-master: "../main"\n%%% End:\n', ""),
        (
            r"\documentclass[class=book]{standalone}\begin{document}TEXT\end{document}",
            r"\input{parts/birds}",
        ),
        ("TEXT", r"\include{parts/birds}"),
        ("TEXT", r"\import{parts/}{birds}"),
    ],
)
def test_a_chapter_has_the_bibliography_of_its_project(
    tmp_path: Path, chapter: str, parts: str
) -> None:
    path = project(tmp_path, chapter.replace("TEXT", r"Birds sing \heard{elm2021}."), parts)
    manuscript = parse(path)
    assert markers(manuscript) == [ELM]
    assert len(manuscript.references) == 1
    assert manuscript.unread == ()
    assert [file.name for file in gather(path).files] == ["birds.tex", "main.tex", "marsh.bib"]
    assert find_bibliography(path, path.read_text(), "latex") == (tmp_path / "marsh.bib").resolve()


@pytest.mark.parametrize(
    ("chapter", "parts"),
    [
        ("% !Rnw root = ../main.Rnw\nTEXT", ""),
        ("<<echo=FALSE>>=\nlibrary(knitr)\nset_parent('../main.Rnw')\n@\nTEXT", ""),
        ("TEXT", "\n<<child=c('parts/reeds.Rnw', 'parts/birds.Rnw')>>=\n@\n"),
        ("TEXT", "\n\\SweaveInput{parts/birds}\n"),
    ],
)
def test_a_chapter_with_code_has_the_bibliography_of_its_project(
    tmp_path: Path, chapter: str, parts: str
) -> None:
    text = chapter.replace("TEXT", "Birds sing \\heard{elm2021}.\n<<>>=\nplot(x)\n@\n")
    path = project(tmp_path, text, parts, main="main.Rnw")
    path = path.rename(path.with_suffix(".Rnw"))
    assert markers(parse(path)) == [ELM]
    assert [file.name for file in gather(path).files] == ["birds.Rnw", "main.Rnw", "marsh.bib"]


def test_what_knitr_made_of_a_main_file_comes_before_it(tmp_path: Path) -> None:
    path = project(tmp_path, "Birds sing.", r"\include{parts/birds}", main="main.Rnw")
    made = tmp_path / "main.tex"
    made.write_text((tmp_path / "main.Rnw").read_text())
    assert find_root(path) == made.resolve()


def test_settings_of_latexmk_name_the_main_file(tmp_path: Path) -> None:
    path = project(tmp_path, r"Birds sing \heard{elm2021}.", main="thesis.tex")
    assert find_root(path) is None
    (tmp_path / ".latexmkrc").write_text("$pdf_mode = 1;\n@default_files = ('thesis.tex');\n")
    assert find_root(path) == (tmp_path / "thesis.tex").resolve()
    assert markers(parse(path)) == [ELM]


def test_a_mark_of_vim_names_the_main_file(tmp_path: Path) -> None:
    path = project(tmp_path, r"Birds sing \heard{elm2021}.", main="thesis.tex")
    (tmp_path / "thesis.tex.latexmain").touch()
    assert find_root(path) == (tmp_path / "thesis.tex").resolve()


@pytest.mark.parametrize("name", ["parts/birds", "birds"])
def test_a_chapter_may_be_included_through_other_files(tmp_path: Path, name: str) -> None:
    path = project(tmp_path, r"Birds sing \heard{elm2021}.", r"\input{parts/all}")
    (tmp_path / "parts" / "all.tex").write_text(f"\\include{{{name}}}\n")
    assert markers(parse(path)) == [ELM]


@pytest.mark.parametrize("place", ["thesis", "thesis/text", "thesis/text/parts"])
def test_a_bibliography_counts_from_the_main_file_or_from_the_chapter(
    tmp_path: Path, place: str
) -> None:
    folder = tmp_path / "thesis" / "text"
    (folder / "parts").mkdir(parents=True)
    (tmp_path / place / "marsh.bib").write_text(BIB, encoding="utf-8")
    far = {"thesis": "../", "thesis/text": "../text/", "thesis/text/parts": "parts/"}[place]
    main = MAIN.replace("PARTS", r"\include{parts/birds}").replace("{marsh}", f"{{{far}marsh}}")
    (folder / "main.tex").write_text(main, encoding="utf-8")
    path = folder / "parts" / "birds.tex"
    path.write_text(r"Birds sing \heard{elm2021}.", encoding="utf-8")
    assert markers(parse(path)) == [ELM]
    own = r"Birds sing \citep{elm2021}. \bibliography{../../marsh}"
    path.write_text(own, encoding="utf-8")
    if place == "thesis":
        assert markers(parse(path))[0][1] == ELM[1]


def test_a_formatted_list_of_the_project_is_cut_to_the_chapter(tmp_path: Path) -> None:
    path = project(tmp_path, r"Birds sing \citep{two}.", r"\include{parts/birds}")
    (tmp_path / "marsh.bib").unlink()
    (tmp_path / "main.bbl").write_text(
        r"""\begin{thebibliography}{2}
\bibitem[Oak(2019)]{one} T. Oak. \newblock Recorders of the edge. \newblock Reeds, 2019.
\bibitem[Elm(2021)]{two} I. Elm. \newblock One hour of silence. \newblock Reeds, 2021.
\end{thebibliography}"""
    )
    manuscript = parse(path)
    assert [entry.title for entry in manuscript.references] == ["One hour of silence"]
    assert markers(manuscript) == [("(Elm, 2021)", ["One hour of silence"], ())]


def test_a_document_near_a_chapter_is_not_its_project(tmp_path: Path) -> None:
    path = project(tmp_path, r"Birds sing \citep{elm2021}.", "% \\input{parts/birds}\nReeds.")
    assert find_root(path) is None
    assert texts(parse(path)) == ["Birds sing [elm2021]."]


def test_a_chapter_cannot_name_a_file_beside_its_folders(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "main.tex").write_text(MAIN)
    (tmp_path / "paper").mkdir()
    path = project(tmp_path / "paper", "% !TeX root = ../../secret/main.tex\nBirds sing.", main="x")
    assert find_root(path) is None


def test_a_command_that_begins_a_document_begins_none_itself(tmp_path: Path) -> None:
    preamble = r"""\ifdefined\IsWhole
      \renewcommand{\startpart}[1]{}
      \renewcommand{\stoppart}{}
    \else
    \newcommand{\startpart}[1]{\begin{document}\setcounter{chapter}{#1}}
    \newcommand{\stoppart}{\bibliography{marsh}
    \end{document}}
    \documentclass{book}\usepackage{natbib}\bibliographystyle{plainnat}
    \newcommand{\IsWhole}{}
    \fi
    """
    (tmp_path / "marsh.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "common.tex").write_text(preamble, encoding="utf-8")
    for name, text in (("birds", r"Birds rest \citep{elm2021}."), ("reeds", "Reeds hum.")):
        chapter = (
            f"\\input{{common.tex}}\n\\startpart{{1}}\n\\chapter{{On {name}}}\n{text}\n\\stoppart\n"
        )
        (tmp_path / f"{name}.tex").write_text(chapter, encoding="utf-8")
    whole = (
        "\\input{common.tex}\n\\title{A Marsh}\n\\begin{document}\n"
        "\\input{birds}\n\\input{reeds}\n\\bibliography{marsh}\n\\end{document}\n"
    )
    (tmp_path / "thesis.tex").write_text(whole, encoding="utf-8")
    read = parse(tmp_path / "thesis.tex")
    assert (read.title, [one.title for one in read.sections]) == (
        "A Marsh",
        ["On birds", "On reeds"],
    )
    assert texts(read) == ["Birds rest (Elm and Yew, 2021).", "Reeds hum."]
    assert texts(parse(tmp_path / "birds.tex")) == ["Birds rest (Elm and Yew, 2021)."]


def test_a_folder_of_many_files_takes_no_time(tmp_path: Path) -> None:
    folder = tmp_path / "book" / "parts"
    folder.mkdir(parents=True)
    inputs = "".join(f"\\input{{other/reeds{number}}}" for number in range(60))
    for place in (tmp_path, folder.parent, folder):
        for number in range(40):
            (place / f"winds{number}.tex").write_text(f"The wind sings. {inputs}")
    (folder.parent / "book.tex").write_text(
        r"\documentclass{book}\begin{document}\input{parts/winds5}\end{document}"
    )
    began = time.process_time()
    assert find_root(folder / "winds5.tex") == folder.parent / "book.tex"
    assert time.process_time() - began < 0.8
