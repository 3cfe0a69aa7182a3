"""What of a source was read, and where what was not read stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.latex.document import parse
from tests import wording
from tests.core.manuscript.tex import read, texts, written


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    body = "Birds sing.\n\n\\input{chapters/two}\\include{three}\\includepdf[pages=-]{paper.pdf}"
    manuscript = read(tmp_path, f"{body}\\import{{parts/}}{{four}}\n\\input{{../five}}")
    found = [(part.kind, str(part.text), part.line) for part in manuscript.unread]
    assert found == [
        ("file", wording.fill(wording.FILE_NOT_FOUND, file="chapters/two"), 6),
        ("file", wording.fill(wording.FILE_NOT_FOUND, file="three"), 6),
        ("file", wording.fill(wording.FILE_NOT_FOUND, file="paper.pdf"), 6),
        ("file", wording.fill(wording.FILE_NOT_FOUND, file="parts/four"), 6),
        ("file", wording.fill(wording.FILE_OUTSIDE_FOLDER, file="../five"), 7),
    ]


def test_notes_are_counted(tmp_path: Path) -> None:
    body = "Birds sing.\\footnote{They sing in reeds \\cite{oak2019}.} Water flows.\\endnote{Slow.}"
    manuscript = read(tmp_path, body)
    (part,) = manuscript.unread
    assert (part.kind, "(2)" in str(part.text)) == ("note", True)
    assert 20 < part.characters < 70


@pytest.mark.parametrize(
    ("note", "is_told"),
    [
        ("\\cite{oak2019}.", False),
        ("See also \\cite[p. 3]{oak2019}.", False),
        ("Ibid., 12.", False),
        ("Oak (Ely: Marsh Press, 2019), pp. 3--4.", False),
        ("Oak saw none of them (\\cite{oak2019}).", True),
        ("Reeds grow.", True),
    ],
)
def test_a_note_that_only_cites_is_no_unread_text(
    tmp_path: Path, note: str, *, is_told: bool
) -> None:
    manuscript = read(tmp_path, f"Birds sing.\\footnote{{{note}}} Water flows \\cite{{oak2019}}.")
    assert [part.kind for part in manuscript.unread] == ["note"] * is_told


def test_a_whole_manuscript_loses_nothing(tmp_path: Path) -> None:
    body = (
        "\\section{One}\nWater flows over the old stones of the river bed, and \\emph{birds sing}"
        " above it all day long.\\label{a}\n\n\\begin{table}\\caption{Some words of a long caption"
        " that nobody reads}\\begin{tabular}{ll} one cell of many & more cells to come \\\\"
        "\\end{tabular}\\end{table}\n\nLet $x$ be the height of the reeds, which is $y+1$ now."
    )
    manuscript = read(tmp_path, body)
    assert manuscript.unread == ()
    written_letters = sum(len(text) for text in texts(manuscript))
    assert 0.7 * written_letters < manuscript.source_characters < 1.3 * written_letters


def test_places_are_those_of_the_files(tmp_path: Path) -> None:
    path = written(tmp_path, "Water flows. % one\n% two\n\n\\input{chapter}\n\nIt ends.")
    (tmp_path / "chapter.tex").write_text("% first\nBirds sing. % {\n\n\\begin{itemize}\n\\item A.")
    (part,) = parse(path).unread
    assert (part.file, part.line) == ("chapter.tex", 4)


def test_what_is_not_read_is_placed_though_citations_are_shown_shorter(tmp_path: Path) -> None:
    cited = "Owls hunt by sound \\citep[see also][p.~275]{oak2019,oak2019,oak2019}.\n\n"
    fault = "Some owls {\\emph{hunt} by night \\citep[p.~3]{oak2019}.\n\n"
    unknown = "Others sleep \\hidecites{unlisted}.\n\n"
    manuscript = read(tmp_path, 30 * cited + fault + 30 * cited + unknown + 30 * cited)
    text = (tmp_path / "marsh.tex").read_text()
    lines = {
        part.kind: text.splitlines()[(part.line or 0) - 1].split()[0] for part in manuscript.unread
    }
    assert lines == {"construct": "Some", "citation": "Others"}
