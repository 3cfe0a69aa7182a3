r"""Of LaTeX's conditions the branch that is printed is read, or both, and then it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.latex.document import parse
from tests import wording
from tests.core.manuscript.latex.flags import DRY, FLAGS, WET, unread
from tests.core.manuscript.tex import markers, read, texts, written

BRACED = [
    "\\iftoggle{wet}", "\\nottoggle{dry}", "\\ifbool{marsh}", "\\ifbool{bog}",
    "\\ifthenelse{\\boolean{bog}}", "\\ifthenelse{\\NOT\\boolean{fen} \\AND \\boolean{bog}}",
    "\\ifthenelse{\\boolean{fen} \\OR \\boolean{bog}}", "\\ifthenelse{\\equal{\\depth}{deep}}",
    "\\ifthenelse{\\(\\boolean{fen} \\or \\boolean{bog}\\) \\and \\not\\equal{a}{b}}",
    "\\ifthenelse{\\level > 2}", "\\ifboolexpr{togl {wet} and not bool {fen}}",
    "\\ifdef{\\depth}", "\\ifcsdef{depth}", "\\ifdefstring{\\depth}{deep}", "\\ifstrequal{a}{a}",
    "\\ifnumcomp{\\level}{>}{2}", "\\ifnumequal{3}{\\level}", "\\ifblank{ }", "\\notblank{x}",
    "\\ifoptiondraft", "\\ifdraft", "\\@ifpackageloaded{natbib}", "\\ifglsentryexists{reed}",
]  # fmt: skip
PLAIN = ["\\ifwet ", "\\iftrue ", "\\ifnum\\level=3 ", "\\ifdefined\\depth ", "\\ifx\\deep\\depth "]


@pytest.mark.parametrize("condition", BRACED)
def test_the_branch_in_braces_that_counts_is_read(tmp_path: Path, condition: str) -> None:
    preamble = FLAGS.replace("\\usepackage", "\\usepackage[draft]{ifdraft}\\usepackage", 1) + (
        "\\toggletrue{wet}\\newtoggle{dry}\\booltrue{marsh}\\setboolean{bog}{true}"
        "\\newcommand{\\depth}{deep}\\def\\level{3}"
    )
    body = f"{condition}{{{WET}}}{{{DRY}}}"
    assert unread(tmp_path, body, preamble) == ([WET], [])
    turned = preamble.replace("true", "false").replace("deep", "shallow").replace("3", "1")
    turned += "\\toggletrue{dry}"
    same = ("\\ifdef{", "\\ifcsdef", "\\ifstrequal", "\\ifblank", "\\notblank", "\\@ifpack")
    if not condition.startswith((*same, "\\ifgls", "\\ifoption", "\\ifdraft")):
        assert unread(tmp_path, body, turned) == ([DRY], [])


@pytest.mark.parametrize("condition", PLAIN)
def test_the_branch_that_counts_is_read(tmp_path: Path, condition: str) -> None:
    preamble = FLAGS + "\\wettrue\\def\\depth{deep}\\def\\deep{deep}\\newcommand\\level{3}"
    assert unread(tmp_path, f"{condition}{WET}\\else {DRY}\\fi", preamble) == ([WET], [])
    assert unread(tmp_path, f"{condition}{WET}\\fi", preamble) == ([WET], [])
    turned = condition.replace("true", "false").replace("3", "4").replace("\\deep", "\\level")
    if "defined" not in condition:
        turned_preamble = preamble.replace("wettrue", "wetfalse")
        assert unread(tmp_path, f"{turned}{WET}\\else {DRY}\\fi", turned_preamble) == ([DRY], [])


def test_conditions_within_conditions_keep_their_ends(tmp_path: Path) -> None:
    inner = f"\\ifwet {WET}\\else \\iftoggle{{wet}}{{No.}}{{{DRY}}}\\fi"
    body = f"\\ifmarsh No. \\ifwet No.\\else No.\\fi \\else {inner}\\fi"
    assert unread(tmp_path, body, FLAGS + "\\newif\\ifmarsh") == ([DRY], [])


def test_a_flag_may_change_in_the_text_and_within_a_group(tmp_path: Path) -> None:
    body = (
        f"\\wettrue \\ifwet {WET}\\fi {{\\wetfalse \\ifwet No.\\else {DRY}\\fi}} "
        "\\ifwet Moss grows.\\fi"
    )
    assert unread(tmp_path, body) == ([WET, DRY, "Moss grows."], [])


@pytest.mark.parametrize(
    ("style", "asked"),
    [
        ("\\newif\\ifwet\\DeclareOption{wet}{\\wettrue}\\ProcessOptions", [WET]),
        ("\\newif\\ifwet\\DeclareOption{dry}{\\wettrue}\\ProcessOptions", [DRY]),
        ("\\newif\\ifwet\\AtBeginDocument{\\wettrue}", [WET]),
        ("\\let\\ifwet\\iftrue", [WET]),
        ("\\let\\ifwet=\\iffalse", [DRY]),
        ("\\newif\\ifwet\\newcommand{\\flood}{\\wettrue}\\flood", [WET]),
        ("\\newif\\ifwet\\newcommand{\\flood}{\\wettrue}", [DRY]),
        ("\\newif\\ifwet\\def\\flood{\\rain}\\def\\rain{\\wettrue}\\flood", [WET]),
    ],
)
def test_options_and_commands_of_a_style_set_flags(
    tmp_path: Path, style: str, asked: list[str]
) -> None:
    (tmp_path / "reeds.sty").write_text(style, encoding="utf-8")
    preamble = "\\usepackage[wet]{reeds}"
    assert unread(tmp_path, f"\\ifwet {WET}\\else {DRY}\\fi", preamble) == (asked, [])


@pytest.mark.parametrize(
    ("condition", "braced"),
    [("\\iftoggle{tide}", True), ("\\ifthenelse{\\boolean{tide}}", True), ("\\ifpdf", False),
     ("\\ifdefined\\tide", False), ("\\ifbool{tide}", True), ("\\ifnum\\tide>3", False)],
)  # fmt: skip
def test_both_branches_are_read_where_the_value_is_not_known(
    tmp_path: Path, condition: str, braced: bool
) -> None:
    form = f"{condition}{{{WET}}}{{{DRY}}}" if braced else f"{condition} {WET}\\else {DRY}\\fi"
    sentences, parts = unread(tmp_path, f"{form} {form}")
    assert sentences == [WET, DRY, WET, DRY]
    assert parts == [
        wording.fill("core.manuscript.latex.parts:find_uncertain", condition=condition)
    ]
    manuscript = read(tmp_path, f"It begins.\n\n{form}")
    assert manuscript.unread[0].line == 6


def test_many_questions_of_one_command_are_told_once(tmp_path: Path) -> None:
    names = ["tide", "ebb", "flow", "x" * 80]
    asked = [f"\\iftoggle{{{name}}}{{{WET}}}{{{DRY}}}" for name in names]
    parts = unread(tmp_path, " ".join([*asked, *asked[1:]]))[1]
    place = "core.manuscript.latex.parts:find_uncertain"
    assert parts == [wording.fill(place, condition="\\iftoggle{tide}", count=4)]
    parts = unread(tmp_path, asked[0] + asked[3])[1]
    assert parts[0] == wording.fill(place, condition="\\iftoggle{tide}")
    assert "xxx…" in parts[1]
    assert "x" * 60 not in parts[1]


@pytest.mark.parametrize("condition", ["\\ifblank", "\\ifstrempty"])
def test_words_beside_unknown_commands_are_not_blank(tmp_path: Path, condition: str) -> None:
    for text in ("\\moor{x} Moss grows.", "In $x$ \\moor", "$\\moor$"):
        assert unread(tmp_path, f"{condition}{{{text}}}{{{DRY}}}{{{WET}}}") == ([WET], [])
    sentences, parts = unread(tmp_path, f"{condition}{{\\moor[a]{{b {{c}}}}}}{{{DRY}}}{{{WET}}}")
    assert (sentences, len(parts)) == ([DRY, WET], 1)


def test_a_flag_that_a_branch_of_unknown_value_sets_is_not_known(tmp_path: Path) -> None:
    body = f"\\iftoggle{{tide}}{{\\wettrue}}{{\\wetfalse}}\\ifwet {WET}\\else {DRY}\\fi"
    sentences, parts = unread(tmp_path, body)
    assert sentences == [WET, DRY]
    assert len(parts) == 1


def test_conditions_without_text_are_not_named(tmp_path: Path) -> None:
    assert unread(tmp_path, f"\\ifpdf\\input{{glyphtounicode}}\\fi {WET}") == ([WET], [])


def test_definitions_in_the_branch_that_counts_are_used(tmp_path: Path) -> None:
    preamble = FLAGS + (
        "\\ifwet\\newcommand{\\plant}{Reeds}\\else\\newcommand{\\plant}{Heather}\\fi"
    )
    assert unread(tmp_path, "\\plant{} grows here.", preamble)[0] == ["Heather grows here."]


def test_what_was_taken_out_is_a_remark_and_what_replaces_it_is_read(tmp_path: Path) -> None:
    body = "\\added{Reeds} \\deleted[id=A]{and rushes} \\replaced{grow}{stand} here."
    assert unread(tmp_path, body)[0] == ["Reeds grow here."]


CODE = ["code", "spec", "program", "verbatimtab", "Sinput", "Soutput", "CodeInput", "haskell",
        "cppcode", "pygmented", "sourcecode", "semiverbatim", "myverbatim"]  # fmt: skip


@pytest.mark.parametrize("name", CODE)
def test_code_of_many_packages_is_no_text_and_harms_none(tmp_path: Path, name: str) -> None:
    body = f"\\begin{{{name}}}\nreeds = {{ 3 % of $ the water\n\\end{{{name}}}\n{WET}"
    assert unread(tmp_path, body) == ([WET], [])


HSCODE = (
    "\\begin{hscode}\\SaveRestoreHook\n\\column{B}{@{}>{\\hspre}l<{\\hspost}@{}}%\n"
    "\\>[B]{}\\Varid{reeds}\\;\\mathbin{::}\\;\\Conid{Int}{}\\<[E]%\n\\ColumnHook\n\\end{hscode}"
)


@pytest.mark.parametrize(
    "code",
    [
        HSCODE,
        "\\begin{pboxed}\\column{B}{l}\\>[B]{}reeds and rushes\\end{pboxed}",
        "\\begin{tabbing} reeds \\= rushes \\\\ sedge \\> moss \\end{tabbing}",
        "\\begin{Shaded}\\begin{Highlighting}[]\\NormalTok{reeds}\\end{Highlighting}\\end{Shaded}",
        "\\begin{prooftree}\\AxiomC{reeds grow here}\\end{prooftree}",
        "\\lstinputlisting[language=C]{reeds/of.c}",
        "\\inputminted{c}{reeds/of.c}",
        "\\verbatiminput{reeds.txt}",
        "\\VerbatimInput[frame=single]{reeds.txt}",
    ],
)
def test_displays_of_other_packages_are_no_text(tmp_path: Path, code: str) -> None:
    assert unread(tmp_path, f"{code}\n{WET}") == ([WET], [])


def test_an_environment_of_that_name_may_hold_text(tmp_path: Path) -> None:
    preamble = FLAGS + "\\newenvironment{code}{\\begin{quote}}{\\end{quote}}"
    assert unread(tmp_path, f"\\begin{{code}}{WET}\\end{{code}}", preamble)[0] == [WET]
    preamble = FLAGS + "\\newenvironment{reeds}{\\VerbatimEnvironment\\begin{Out}}{\\end{Out}}"
    assert unread(tmp_path, f"\\begin{{reeds}}\n{{ %\n\\end{{reeds}}\n{WET}", preamble)[0] == [WET]


@pytest.mark.parametrize(
    ("cited", "sentence"),
    [
        ("\\textcquote[7]{oak2019}{Reeds are tall}.", "Reeds are tall (Oak et al., 2019, 7)."),
        ("\\blockcquote{oak2019}[.]{Reeds are tall}", "Reeds are tall (Oak et al., 2019)."),
        ("\\foreigntextcquote{german}{oak2019}{Reeds}.", "Reeds (Oak et al., 2019)."),
        ("\\begin{displaycquote}{oak2019}Reeds are tall\\end{displaycquote}",
         "Reeds are tall (Oak et al., 2019)"),
        ("Reeds \\sidecite{oak2019}.", "Reeds (Oak et al., 2019)."),
        ("\\sidetextcite{oak2019} saw reeds.", "Oak et al. (2019) saw reeds."),
        ("\\citefield{oak2019}{title} is new.", "Recorders at the Edge is new."),
        ("\\begin{theorem}[Oak \\citep{oak2019}] Reeds grow.\\end{theorem}",
         "(Oak (Oak et al., 2019)) Reeds grow."),
    ],
)  # fmt: skip
def test_quotations_margins_and_theorems_cite(tmp_path: Path, cited: str, sentence: str) -> None:
    manuscript = read(tmp_path, f"It begins.\n\n{cited}\n\nIt ends.")
    assert texts(manuscript) == ["It begins.", sentence, "It ends."]
    assert [titles for _, titles, _ in markers(manuscript)] == [["Recorders at the Edge"]]
    assert manuscript.unread == ()


def test_the_file_that_a_branch_does_not_include_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "long.tex").write_text(WET, encoding="utf-8")
    path = written(tmp_path, f"{DRY} \\ifwet\\input{{long}}\\fi", preamble=FLAGS)
    from core.manuscript.latex.document import parse

    assert texts(parse(path)) == [DRY]


def test_a_preamble_that_every_chapter_inputs_ends_no_document_in_the_whole(tmp_path: Path) -> None:
    shared = (
        "\\ifdefined\\Shared\n\\renewcommand{\\start}{}\n\\renewcommand{\\stop}{}\n\\else\n"
        "\\newcommand{\\start}{\\begin{document}}\n"
        "\\newcommand{\\stop}{\\printbibliography\n\\end{document}}\n"
        "\\documentclass{book}\n\\AtBeginBibliography{\\ifbibliography\n  {\\small}\n  {}\n}\n"
        "\\fi\n\\gdef\\Shared{}\n"
    )
    for name, text in (("one", WET), ("two", DRY)):
        chapter = f"\\input{{shared}}\n\\start\n{text}\n\\stop\n"
        (tmp_path / f"{name}.tex").write_text(chapter, encoding="utf-8")
    (tmp_path / "shared.tex").write_text(shared, encoding="utf-8")
    whole = tmp_path / "whole.tex"
    whole.write_text(
        "\\input{shared}\n\\begin{document}\n\\input{one}\n\n\\input{two}\n\\end{document}\n",
        encoding="utf-8",
    )
    assert texts(parse(whole)) == [WET, DRY]
