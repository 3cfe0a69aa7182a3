"""Files that a Typst manuscript includes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.markup.typst import list_files
from tests import wording
from tests.core.manuscript.markup_files import read_typst as read
from tests.core.manuscript.tex import texts


@pytest.mark.parametrize(
    "include",
    [
        '#include "parts/one.typ"',
        '#include("parts/one.typ")',
        '#include ( "parts/one.typ" )',
        '#{ include "parts/one.typ" }',
        '#{\n  set text(size: 9pt)\n  include("parts/one.typ")\n}',
        '#[ #include "parts/one.typ" ]',
        '#block(width: 9cm)[#include "parts/one.typ"]',
        '#include "/parts/one.typ"',
        '#for part in ("one",) { include "parts/" + part + ".typ" }',
        '#for part in ("parts/one.typ",) { include part }',
        '#if true { include "parts/one.typ" } else { [] }',
    ],
)
def test_includes_are_followed_in_every_form(tmp_path: Path, include: str) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.typ").write_text('= One\nSand is heavy.\n#include "../two.typ"\n')
    (tmp_path / "two.typ").write_text("Sand is wet.\n")
    manuscript = read(tmp_path, f"Here it begins.\n\n{include}\n\nHere it ends.")
    assert texts(manuscript) == [
        "Here it begins.", "Sand is heavy.", "Sand is wet.", "Here it ends.",
    ]  # fmt: skip
    assert manuscript.unread == ()
    assert {"one.typ", "two.typ"} < {path.name for path in list_files(tmp_path / "sand.typ")}


@pytest.mark.parametrize(
    "words",
    [
        'We include "parts/one.typ" in the archive.',
        'The files include("parts/one.typ") of this sort.',
        "These include typical sands; they include (at least) two.",
        "Most include typst documents (see above).",
        "#emph[Some] include typewriters.",
        '#strong[We include "parts/one.typ"] as well.',
        '#if true [They include "parts/one.typ"] else [none]',
        '#text("they include typical sands")',
        '#{ let words = "include typical"; [Sands include typical grains.] }',
        'Write `#include "parts/one.typ"` there.',
        r'Write \#include "parts/one.typ" there.',
        '#link("https://example.org/include typ")[These include typescripts.]',
    ],
)
def test_the_word_include_is_text_where_it_is_no_code(tmp_path: Path, words: str) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.typ").write_text("Gravel is heavy.\n")
    manuscript = read(tmp_path, f"Here it begins.\n\n{words}\n\nHere it ends.")
    first, *shown, last = texts(manuscript)
    assert (first, last) == ("Here it begins.", "Here it ends.")
    assert any("include" in text for text in shown)
    assert "Gravel is heavy." not in shown
    assert not any(part.kind == "file" for part in manuscript.unread)


@pytest.mark.parametrize(
    "code",
    [
        '#{\n  show: paper.with(draft: true)\n  include "one.typ"\n}',
        '#{ [Sand.]\n include "one.typ" }',
        '#appendix(lang, include "one.typ")',
        '#block[Sand][#emph[so]]\n#{ if true { include "one.typ" } }',
        '#if draft { note[x] } else {\n  include "one.typ"\n}',
        '#let body = include "one.typ"\n#body',
        '#table(columns: 2, [a], [b])\n#{\n  // why\n  include "one.typ"\n}',
    ],
)
def test_code_includes_without_a_sign_of_its_own(tmp_path: Path, code: str) -> None:
    (tmp_path / "one.typ").write_text("Gravel is heavy.\n")
    names = {path.name for path in list_files(_saved(tmp_path, code))}
    assert "one.typ" in names


def _saved(folder: Path, text: str) -> Path:
    path = folder / "sand.typ"
    path.write_text(text, encoding="utf-8")
    return path


def test_includes_that_cannot_be_followed_are_named(tmp_path: Path) -> None:
    text = (
        'Sand is heavy.\n#include "gone.typ"\n#include("../far.typ")\n#include chapters.at(0)\n'
        "We include sand in it.\n"
    )
    manuscript = read(tmp_path, text)
    assert [(part.kind, part.line, str(part.text)) for part in manuscript.unread] == [
        ("file", 2, wording.fill(wording.FILE_NOT_FOUND, file="gone.typ")),
        ("file", 3, wording.fill(wording.FILE_OUTSIDE_FOLDER, file="../far.typ")),
        (
            "file",
            4,
            wording.fill(wording.NAME_COMPUTED_BY_CODE, code="#include chapters.at(0)"),
        ),
    ]
    assert texts(manuscript)[-1] == "We include sand in it."


def test_chapters_that_functions_return_are_told_as_unread(tmp_path: Path) -> None:
    prose = "Sand is heavy and wet, as all of those who carried it home will tell.\n\n" * 2
    (tmp_path / "one.typ").write_text(f"#let one(words) = {{\n  [\n= One\n{prose}]\n}}\n")
    (tmp_path / "two.typ").write_text(f"#let two(words) = [\n= Two\n{prose}]\n")
    (tmp_path / "look.typ").write_text("#let look(body) = [\n= Contents\n#body\n]\n")
    imports = "".join(f'#import "{name}.typ": {name}\n' for name in ("one", "two", "look"))
    manuscript = read(tmp_path, f"{imports}\nHere it begins.\n\n#one(3)\n\n#two(3)\n#look(3)")
    assert texts(manuscript) == ["Here it begins."]
    place = "core.manuscript.markup.typst_files:TypstFiles._note_functions"
    told = wording.fill(place, count=2, file="one.typ", command="#one")
    assert [part.text for part in manuscript.unread] == [told]
    assert read(tmp_path, f"{imports}\nHere it begins.").unread == ()
