"""Typst is read whole, or what was not read is named: includes, calls, blocks, broken places."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.manuscript.markup.typst import list_files
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


def test_a_template_in_code_gives_title_abstract_and_authors(tmp_path: Path) -> None:
    (tmp_path / "one.typ").write_text("= One\nSand is heavy @oak2010.\n")
    code = """#{
  import "@preview/paper:0.1.0": paper
  show: paper.with(
    title: (en: "On sand", de: "Über Sand"),
    author: "Jane Oak",
    abstract: (
      en: [
        Sand is old. It is heavy.
      ],
      de: [Sand ist alt.],
    ),
    keywords: (en: ("sand", "grain")),
  )
  include "one.typ"
}"""
    manuscript = read(tmp_path, code)
    assert manuscript.title == "On sand"
    assert manuscript.authors == ("Jane Oak",)
    assert manuscript.keywords == ("sand", "grain")
    assert texts(manuscript)[:3] == ["Sand is old.", "It is heavy.", "Sand ist alt."]
    assert [entry.key for entry in manuscript.references] == ["oak2010"]
    assert manuscript.unread == ()


def test_includes_that_cannot_be_followed_are_named(tmp_path: Path) -> None:
    text = (
        'Sand is heavy.\n#include "gone.typ"\n#include("../far.typ")\n#include chapters.at(0)\n'
        "We include sand in it.\n"
    )
    manuscript = read(tmp_path, text)
    assert [(part.kind, part.line, str(part.text)) for part in manuscript.unread] == [
        ("file", 2, "“gone.typ” was not found."),
        ("file", 3, "“../far.typ” is outside the folder of the manuscript, so it was not read."),
        (
            "file",
            4,
            "“#include chapters.at(0)” was not included: the file name is computed by code.",
        ),
    ]
    assert texts(manuscript)[-1] == "We include sand in it."


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("#counter(page).update(1)", ""),
        ("#counter(heading).display(both: true)", ""),
        ('#state("x", 0).update(v => v + 1).get()', ""),
        ("#strong[Sand].", "Sand."),
        ('#emph("Sand is wet.")', "Sand is wet."),
        ("#text(9pt)[Sand is wet.]", "Sand is wet."),
        ("#align(center, text(9pt)[Sand is wet.])", "Sand is wet."),
        ("#block(inset: 1em, [Sand is wet.])", "Sand is wet."),
        ("#block(stroke: 1pt, title: [No], body: [Sand is wet.])", "Sand is wet."),
        ("#quote(block: true)[Sand is :( wet.]", "Sand is :( wet."),
        ("#quote[Sand in $[0, 1)$ is wet.]", "Sand in [0, 1) is wet."),
        ('#quote[Sand #f(")]") is \\] wet.]', "Sand is ] wet."),
        ("#[Sand is wet.]", "Sand is wet."),
        ("#{ [Sand is] ; [ wet.] }", "Sand is wet."),
        ("#if a > 1 [Sand is wet.] else [Sand is dry.]", "Sand is wet.Sand is dry."),
        ("#if f(x) { [Sand is wet.] } else if g { [Sand is dry.] }", "Sand is wet.Sand is dry."),
        ("#for x in (1, 2) [Sand is wet.]", "Sand is wet."),
        ("#context [Sand is wet.]", "Sand is wet."),
        ("#context counter(page).display()", ""),
        ("#let wet = [is wet.]\nSand #wet", "Sand is wet."),
        ('#let wet = "is wet."\nSand #wet', "Sand is wet."),
        ("Sand /* not /* this */ either */ is wet. // nor this", "Sand is wet."),
        ("Sand at https://example.org/a is wet.", "Sand at https://example.org/a is wet."),
        ("Sand costs \\$5, wet \\#1.", "Sand costs $5, wet #1."),
    ],
)
def test_code_gives_its_content_and_nothing_else(tmp_path: Path, code: str, shown: str) -> None:
    manuscript = read(tmp_path, f"Here it begins.\n\n{code}\n\nHere it ends.")
    found = " ".join(texts(manuscript)[1:-1])
    assert found.replace(" ", "") == shown.replace(" ", "")
    assert manuscript.unread == ()


@pytest.mark.parametrize(
    "broken", ["#strong[Wet sand", "#figure(caption: [Wet", "$a = b", "/* wet", "```c\nint", "#{ ["]
)
def test_what_follows_something_unclosed_is_read_and_it_is_named(
    tmp_path: Path, broken: str
) -> None:
    follows = "= Second\nSand is heavy @oak2010. It #emph[sinks] at $a$.\n\nIt ends."
    manuscript = read(tmp_path, f"Here it begins.\n\n{broken}\n\n{follows}")
    assert texts(manuscript)[0] == "Here it begins."
    assert texts(manuscript)[-3:] == ["Sand is heavy [1].", "It sinks at a.", "It ends."]
    assert [section.title for section in manuscript.sections] == ["Second"]
    part = manuscript.unread[0]
    assert (part.kind, part.line) == ("construct", 3)
    assert broken[:2] in str(part.text)


def test_other_functions_that_cite(tmp_path: Path) -> None:
    text = "Sand is heavy #citet(<oak2010>). #ref(<oak2010>) sinks. "
    text += "It is wet #my-cite(<elm>, <oak2010>)."
    manuscript = read(tmp_path, text)
    assert [marker.references for one in manuscript.sentences for marker in one.markers] == [
        (0,), (0,),
    ]  # fmt: skip
    (part,) = manuscript.unread
    assert (part.kind, part.line) == ("citation", 1)
    assert "#my-cite(<elm>, <oak2010>)" in str(part.text)


def test_notes_and_text_that_code_hides_are_named(tmp_path: Path) -> None:
    hidden = "sand that nobody has ever seen lies in the deep below the dunes"
    text = 'Sand is heavy.#footnote[As @oak2010 says.]\n\n#set text(lang: "en")\n'
    text += f"#show: template.with(\n  extra: [{hidden}],\n)\n"
    manuscript = read(tmp_path, text)
    note, part = sorted(manuscript.unread, key=lambda one: one.kind)
    assert note.kind == "note"
    assert part.kind == "text"
    assert 0 < part.characters <= len(hidden) < manuscript.source_characters + len(hidden)


def test_brackets_without_end_take_no_more_than_their_share_of_time(tmp_path: Path) -> None:
    for text in ("#f(", "#text(a)[", "#{", "$ ", "#if a {", "/*", "`"):
        began = time.process_time()
        manuscript = read(tmp_path, f"Sand is heavy.\n\n{text * (30_000 // len(text))}\n\nIt ends.")
        assert time.process_time() - began < 10
        assert texts(manuscript)[0] == "Sand is heavy."
