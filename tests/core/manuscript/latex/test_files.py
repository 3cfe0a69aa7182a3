"""LaTeX manuscripts as files: chapters, limits, hostile text, and the sample beside its PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import resources
from core.base.errors import EngineError, FormatError
from core.manuscript.latex.document import parse
from core.manuscript.latex.files import MAX_CHARS, gather
from core.manuscript.pdf import assemble
from tests import wording
from tests.core.manuscript.tex import BIB, read, texts, written


def test_included_files_are_read_in_place(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        r"\input{intro} \include{parts/method} \subfile{parts/end.tex} \input missing.tex",
    )
    (tmp_path / "parts").mkdir()
    (tmp_path / "intro.tex").write_text("Birds sing.\n\\endinput Not this.")
    (tmp_path / "parts" / "method.tex").write_text("\\input{parts/deeper}% a comment\nIn reeds.")
    (tmp_path / "parts" / "deeper.tex").write_text("Water flows.")
    (tmp_path / "parts" / "end.tex").write_text(
        "\\documentclass[../marsh]{subfiles}\\begin{document}It ends.\\end{document}"
    )
    manuscript = parse(path)
    assert texts(manuscript) == ["Birds sing.", "Water flows.", "In reeds.", "It ends."]
    names = {file.name for file in gather(path).files}
    assert names == {"marsh.tex", "intro.tex", "method.tex", "deeper.tex", "end.tex", "marsh.bib"}


@pytest.mark.parametrize(
    "command",
    [
        r"\input{../secret}",
        r"\input{parts/../../secret.tex}",
        r"\input{ABSOLUTE}",
        r"\input{link}",
        r"\include{|cat secret}",
        r"\import{../}{secret}",
        r"\input{../secret.txt}",
    ],
)
def test_nothing_outside_the_folder_is_read(tmp_path: Path, command: str) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text("The treasure is under the pier.")
    secret.with_suffix(".txt").write_text("The treasure is under the pier.")
    folder = tmp_path / "paper"
    (folder / "parts").mkdir(parents=True)
    (folder / "link.tex").symlink_to(secret)
    body = "Birds sing. " + command.replace("ABSOLUTE", str(secret))
    path = written(folder, body)
    assert texts(parse(path)) == ["Birds sing."]
    assert not any("secret" in file.name for file in gather(path).files)


def test_a_bibliography_shared_with_the_folders_above_is_read(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    entry = "@article{moe, title={Gulls at Dusk}, author={Ida Moe}, year={2015}}"
    (tmp_path / "shared" / "all.bib").write_text(entry)
    (tmp_path / "shared" / "all.txt").write_text(entry)
    folder = tmp_path / "papers" / "paper"
    folder.mkdir(parents=True)
    near = r"Gulls rest \cite{moe}. \bibliography{../all}"
    assert parse(written(folder, near)).references == ()
    (tmp_path / "papers" / "all.bib").write_text(entry)
    (found,) = parse(written(folder, near)).references
    assert (found.title, found.year) == ("Gulls at Dusk", 2015)
    shared = parse(written(folder, near.replace("../all", "../../shared/all")))
    assert [one.key for one in shared.references] == ["moe"]
    for far in ("../../shared/all.txt", str(tmp_path / "shared" / "all")):
        assert parse(written(folder, near.replace("../all", far))).references == ()
    (tmp_path / "papers" / ".git").mkdir()
    beyond = parse(written(folder, near.replace("../all", "../../shared/all")))
    assert beyond.references == ()


def test_a_command_of_the_system_is_never_run(tmp_path: Path) -> None:
    made = tmp_path / "made"
    body = rf"Birds sing. \write18{{touch {made}}} \immediate\write18{{touch {made}}}"
    assert texts(read(tmp_path, body))[0].startswith("Birds sing.")
    assert not made.exists()


def test_a_file_that_includes_itself_is_named_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, "Birds sing.\n\\input{one}")
    (tmp_path / "one.tex").write_text("% first\nReeds.\n\\input{two}\n")
    (tmp_path / "two.tex").write_text("\\input{one}\n")
    with pytest.raises(FormatError, match=r"“one\.tex” includes itself: see line 1 of “two\.tex”"):
        parse(path)
    (tmp_path / "two.tex").write_text("\n\nwell\n\\input{marsh}\n")
    with pytest.raises(FormatError, match=r"“marsh\.tex” includes itself: see line 4") as caught:
        parse(path)
    assert caught.value.remedy


def test_too_deep_and_too_large_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "Birds. \\input{f0}")
    for number in range(20):
        (tmp_path / f"f{number}.tex").write_text(f"\\input{{f{number + 1}}}")
    with pytest.raises(
        FormatError,
        match=wording.pattern(
            "core.manuscript.latex.files:_read_included {max_depth", max_depth=12
        ),
    ):
        parse(path)
    (tmp_path / "f0.tex").write_bytes(b"x" * (MAX_CHARS + 1))
    with pytest.raises(
        FormatError, match=wording.pattern("core.manuscript.latex.files:_read_source {main")
    ):
        parse(path)


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("cp1252", b"")]
)
def test_old_and_new_encodings_are_read(tmp_path: Path, encoding: str, mark: bytes) -> None:
    path = tmp_path / "marsh.tex"
    path.write_bytes(mark + "\\begin{document}Vögel singen – früh.\\end{document}".encode(encoding))
    assert texts(parse(path)) == ["Vögel singen – früh."]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no running text"),
        (b"\\documentclass{article}\\begin{document}\\end{document}", "no running text"),
        (b"PK\x03\x04\0\0\0\0", wording.stem("core.manuscript.latex.files:_read_source not")),
    ],
)
def test_what_holds_no_text_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "marsh.tex"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message) as caught:
        parse(path)
    assert "“marsh.tex”" in str(caught.value)
    assert caught.value.remedy
    with pytest.raises(EngineError, match=r"gone\.tex"):
        parse(tmp_path / "gone.tex")


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("{" * 5000, id="open braces"),
        pytest.param("}" * 5000, id="closing braces"),
        pytest.param(r"\begin{a}" * 3000, id="open environments"),
        pytest.param(r"\def\a{\a\a}\a", id="a command that is itself, twice"),
        pytest.param(r"\newcommand{\a}[1]{\b{#1#1}}\newcommand{\b}[1]{\a{#1#1}}\a{x}", id="growth"),
        pytest.param(r"\citep[" * 400 + "x", id="open options"),
        pytest.param("$" * 1001, id="dollars"),
        pytest.param(r"\cite{" + "a," * 20_000 + "}", id="a thousand keys"),
        pytest.param(r"\section{" + r"\section{" * 300, id="headings in headings"),
        pytest.param(r"\[ x \begin{equation} \) $$ \]", id="formulas that cross"),
        pytest.param("\\verb|open\n\\verb", id="open verbatim"),
        pytest.param(
            r"\newcommand{\x}[9]{#9#8#7}\x \def\y#1 \let\z \DeclareMathOperator", id="def"
        ),
    ],
)
def test_broken_latex_costs_only_itself(tmp_path: Path, hostile: str) -> None:
    manuscript = read(tmp_path, f"Birds sing in the morning.\n\n{hostile}\n\nReeds do not.")
    assert texts(manuscript)[0] == "Birds sing in the morning."


# --- the same manuscript as a PDF ---------------------------------------------------------------

SAMPLE = Path(resources.__file__).parent / "sample"
_MARKER = re.compile(r"\[(\d+(?:,\s*\d+)*)\]")
_SPECIAL = re.compile(r"([&%#_$])")


def _as_command(found: re.Match[str]) -> str:
    return "\\cite{" + re.sub(r"\d+", lambda number: f"r{number[0]}", found[1]) + "}"


def sample_as_latex() -> Iterator[str]:
    """Yield the source of the sample manuscript line by line as LaTeX."""
    text = (SAMPLE / "manuscript" / "manuscript.md").read_text(encoding="utf-8")
    yield "\\documentclass{article}"
    for line in text.splitlines():
        plain = _SPECIAL.sub(r"\\\1", line).replace("*", "")
        numbered = re.match(r"(##+) (?:[\d.]+ )?(.+)", line)
        entry = re.match(r"\[(\d+)\] (.+)", plain)
        if line.startswith("# "):
            yield f"\\title{{{line[2:]}}}\\begin{{document}}\\maketitle"
        elif line == "## Abstract":
            yield "\\section*{Abstract}"
        elif line == "## References":
            yield "\\begin{thebibliography}{99}"
        elif numbered:
            yield f"\\{'sub' * (len(numbered[1]) - 2)}section{{{numbered[2]}}}"
        elif entry:
            yield f"\\bibitem{{r{entry[1]}}} {entry[2]}"
        elif not line.startswith(("By: ", "From: ", "!")):
            yield _MARKER.sub(_as_command, plain)
    yield "\\end{thebibliography}\\end{document}"


def test_the_sample_reads_the_same_from_latex_and_from_its_pdf(tmp_path: Path) -> None:
    path = tmp_path / "sample.tex"
    path.write_text("\n".join(sample_as_latex()), encoding="utf-8")
    latex, pdf = parse(path), assemble.parse(SAMPLE / "manuscript.pdf")
    assert latex.title == pdf.title
    assert latex.abstract == pdf.abstract
    assert [(s.number, s.title, s.level) for s in latex.sections] == [
        (s.number, s.title, s.level)
        for s in pdf.sections
        if s.title != "References" and s.level < 3
    ]
    run_in = [s.title for s in pdf.sections if s.level == 3]  # in italics; no command says so
    assert run_in == ["Explanation", "Feedback loops", "Limits"]
    assert [entry.label for entry in latex.references] == [entry.label for entry in pdf.references]
    assert [e.year for e in latex.references] == [e.year for e in pdf.references]
    agreed = [a.title == b.title for a, b in zip(latex.references, pdf.references, strict=True)]
    assert sum(agreed) >= 0.9 * len(agreed)  # a hyphen at a line's end is a matter of opinion
    assert len(latex.sentences) > 100
    cited = {s.text: [m.references for m in s.markers] for s in pdf.sentences}
    prose = [s for s in latex.sentences if s.text.rstrip(".") not in run_in]
    same = [s for s in prose if cited.get(s.text) == [m.references for m in s.markers]]
    assert len(same) >= 0.97 * len(prose)


def test_an_input_that_the_manuscript_defines_has_its_folder(tmp_path: Path) -> None:
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters" / "one.tex").write_text("Sand is wet here.", encoding="utf-8")
    own = "\\let\\plain\\input\n\\renewcommand{\\input}[1]{\\plain{chapters/#1}}\n"
    path = written(tmp_path, "\\section{Introduction}\n\\input{one}", preamble=own)
    assert texts(parse(path)) == ["Sand is wet here."]


def test_sweave_and_knitr_are_read_with_their_children_and_without_code(tmp_path: Path) -> None:
    body = r"""Birds sing.
<<setup, echo=FALSE>>=
x <- opts$y; # not text \cite{oak2019}
@
We saw \Sexpr{nrow(birds[, "a{}"])} of them.
<<one, child='parts/reeds.Rnw'>>=
@
<<two, child=c("parts/sand.Rnw", "parts/gone.Rnw")>>=
@
\SweaveInput{parts/end}
"""
    path = written(tmp_path, body).rename(tmp_path / "marsh.Rnw")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "reeds.Rnw").write_text(
        "Reeds bend.\n<<>>=\nplot(a$b)\n@ % and\nThey do."
    )
    (tmp_path / "parts" / "sand.Rnw").write_text(r"Sand drifts \citep{elm2021}.")
    (tmp_path / "parts" / "end.Rnw").write_text("The end.")
    manuscript = parse(path)
    assert texts(manuscript) == [
        "Birds sing.", "We saw … of them.", "Reeds bend.", "They do.",
        "Sand drifts (Elm and Yew, 2021).", "The end.",
    ]  # fmt: skip
    (missing,) = manuscript.unread
    assert "parts/gone.Rnw" in str(missing.text)
    assert (missing.file, missing.line) == ("marsh.Rnw", 11)


@pytest.mark.parametrize("name", ["reeds.cls", "reeds.sty"])
def test_a_class_or_a_package_of_the_folder_may_name_the_bibliography(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(
        r"\newcommand{\works}{\bibliographystyle{plain}\bibliography{marsh,gone}}"
    )
    (tmp_path / "marsh.bib").write_text(BIB)
    loading = (
        r"\documentclass{reeds}"
        if name.endswith("cls")
        else (r"\documentclass{book}\usepackage{reeds}")
    )
    path = tmp_path / "paper.tex"
    path.write_text(loading + r"\begin{document}Birds sing \cite{elm2021}. \works\end{document}")
    manuscript = parse(path)
    assert [entry.key for entry in manuscript.references] == ["elm2021"]
    assert manuscript.unread == ()


_IMPORT = (
    "\\DeclareDocumentCommand \\bring { s o m o }{\\begingroup"
    "\\IfNoValueTF{#2}{\\subfile{\\base #3}}{\\edef\\base{\\base #2/}"
    "\\either{\\subfile{#2/#3}}{\\subfile{\\base #3}}}\\endgroup}\n"
)


def _write_tree(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        path = folder / f"{name.replace('__', '/')}.tex"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.mark.parametrize("place", ["preamble", "style"])
def test_a_command_that_imports_from_folders_within_folders_is_followed(
    tmp_path: Path, place: str
) -> None:
    (tmp_path / "own.sty").write_text(_IMPORT)
    style = (
        "\\usepackage{own}" if place == "style" else "\\newcommand{\\up}{.}\\input{\\up/own.sty}"
    )
    _write_tree(
        tmp_path,
        main=f"\\documentclass{{book}}\n{style}\n\\begin{{document}}\nSand is old.\n\n"
        "\\bring[parts]{all}\n\nSand is new.\n\\end{document}\n",
        parts__all="\\begin{document}\nFirst.\n\n\\bring[wet]{wet}\n\n\\bring{dry}\n\\end{document}",
        parts__wet__wet="Wet sand is heavy.\n",
        parts__dry="Dry sand is light.\n",
    )
    manuscript = parse(tmp_path / "main.tex")

    texts = ["Sand is old.", "First.", "Wet sand is heavy.", "Dry sand is light.", "Sand is new."]
    assert [sentence.text for sentence in manuscript.sentences] == texts
    assert not [part for part in manuscript.unread if part.kind == "file"]


def test_a_command_of_a_class_includes_with_its_heading(tmp_path: Path) -> None:
    (tmp_path / "own.cls").write_text(
        "\\newcommand{\\chap}[2]{\\newpage\\chapter{#1}\\input{#2}}\n"
    )
    _write_tree(
        tmp_path,
        main="\\documentclass{own}\\begin{document}\n\\chap{On sand}{intro}\n\\end{document}\n",
        intro="Sand is wet.\n",
    )
    manuscript = parse(tmp_path / "main.tex")

    assert [section.title for section in manuscript.sections] == ["On sand"]
    assert [sentence.text for sentence in manuscript.sentences] == ["Sand is wet."]


def test_files_that_an_unknown_command_names_are_mentioned_in_one_remark(tmp_path: Path) -> None:
    _write_tree(
        tmp_path,
        main="\\documentclass{book}\\begin{document}\nSand is wet.\n\n\\loadpart{one}\n\n"
        "\\loadpart{two}\n\n\\includegraphics{plot}\\includestandalone{plot}\\loadpart{none}"
        "\\input{read}\\loadpart{read}\n\\end{document}\n",
        one="Sand.\n",
        two="Sand.\n",
        plot="Sand.\n",
        read="Sand is read.\n",
    )
    (part,) = parse(tmp_path / "main.tex").unread

    values = {"count": 2, "file": "one.tex", "command": "\\loadpart{one}"}
    assert part.text == wording.fill("core.manuscript.latex.document:_unfollowed", **values)
    assert part.kind == "file"


def test_a_file_that_its_own_command_names_again_is_read_once(tmp_path: Path) -> None:
    _write_tree(
        tmp_path,
        main="\\documentclass{book}\\newcommand{\\bring}[2]{\\input{\\x #1/#2}}\\begin{document}\n"
        "\\bring{a}{b}\n\\end{document}\n",
        a__b="Sand is wet. \\bring{a}{b}\n",
    )

    (sentence,) = parse(tmp_path / "main.tex").sentences

    assert sentence.text.count("Sand is wet.") == 1
