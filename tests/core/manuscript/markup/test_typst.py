"""Typst is read whole, or what was not read is named: includes, calls, blocks, broken places."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.markup import typst
from core.manuscript.markup import typst as typst_document
from core.manuscript.text.extractor import TYPST_EXTRACTOR
from tests.core.manuscript.markup.markup_samples import TYPST, markers, written
from tests.core.manuscript.markup_files import BIB
from tests.core.manuscript.markup_files import read_typst as read
from tests.core.manuscript.tex import texts


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


def test_a_function_that_is_shown_says_title_and_names_as_pandoc_writes_it(tmp_path: Path) -> None:
    text = "#show: doc => conf(\n  title: [Wet Sand],\n  authors: (\n    ( name: [Ann Roe],\n"
    text += '      email: "" ),\n  ),\n  abstract: [All sand is wet and heavy.],\n  doc,\n)\n\n'
    manuscript = read(tmp_path, f"{text}= One\nSand is heavy @oak2010.")
    assert (manuscript.title, manuscript.authors) == ("Wet Sand", ("Ann Roe",))
    assert manuscript.abstract == "All sand is wet and heavy."
    assert texts(manuscript)[-1] == "Sand is heavy [1]."
    assert manuscript.unread == ()


def test_a_string_without_an_end_takes_no_paragraph(tmp_path: Path) -> None:
    text = 'Here it begins.\n\n#let name = "open\n\nSand is heavy.\n\n#let other = "x"\n\nIt ends.'
    assert texts(read(tmp_path, text)) == ["Here it begins.", "Sand is heavy.", "It ends."]


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
    for text in ("#f(", "#text(a)[", "#{", "$ ", "#if a {", "/*", "`", "bibliography-a"):
        began = time.process_time()
        manuscript = read(tmp_path, f"Sand is heavy.\n\n{text * (30_000 // len(text))}\n\nIt ends.")
        assert time.process_time() - began < 10
        assert texts(manuscript)[0] == "Sand is heavy."


def test_typst_is_read(tmp_path: Path) -> None:
    written(tmp_path, "more.typ", "== Wet sand\nIt is heavy.\n#lorem(50)\n")
    manuscript = typst.parse(written(tmp_path, "sand.typ", TYPST))

    assert manuscript.title == "Sand in sieves"
    assert (manuscript.authors, manuscript.keywords) == (("Jane Oak", "Wu Elm"), ("sand", "clay"))
    assert manuscript.abstract == "We weigh sand."
    assert [(one.title, one.level) for one in manuscript.sections] == [
        ("Abstract", 1), ("Introduction", 1), ("Wet sand", 2),
    ]  # fmt: skip
    assert [sentence.text for sentence in manuscript.sentences] == [
        "We weigh sand.",
        "Sieves are exact [1, 2, p. 3].",
        "Fir et al. [3] weighs clay, see [ref].",
        "It is wet [2], see the page.",
        "It costs n^2 coins.",
        "It is heavy.",
    ]
    assert [titles for _, titles, _ in markers(manuscript)] == [
        ["Sieves and sand", "On heavy stones"], ["Wet clay"], ["On heavy stones"],
    ]  # fmt: skip
    assert manuscript.extractor == TYPST_EXTRACTOR


@pytest.mark.parametrize("text", ["@oak2010[", "= ", "#strong[", "#heading["])
def test_typst_may_be_nested_without_end(tmp_path: Path, text: str) -> None:
    manuscript = typst.parse(written(tmp_path, "a.typ", f"Sand is heavy.\n\n{text * 3_000}"))

    assert manuscript.sentences[0].text == "Sand is heavy."


def test_a_formula_of_its_own_may_hold_a_blank_line(tmp_path: Path) -> None:
    manuscript = typst.parse(
        written(tmp_path, "a.typ", "Sand $ a\n\n  b $ is wet.\n\nIt costs $5.")
    )
    assert "is wet." in manuscript.sentences[0].text
    assert [part.kind for part in manuscript.unread] == ["construct"]


def test_a_function_of_another_file_may_name_the_bibliography(tmp_path: Path) -> None:
    (tmp_path / "lib.typ").write_text('#let works() = { bibliography("shared.bib") }\n')
    quoted = "#quote(attribution: [Ash @ash2012])[So.]"
    text = f'#import "lib.typ": works\nSand is wet @oak2010.\n{quoted}\n#works()'
    manuscript = typst.parse(written(tmp_path, "a.typ", text))
    assert sorted(entry.key for entry in manuscript.references) == ["ash2012", "oak2010"]
    assert [manuscript.references[at].key for at in manuscript.cited_beside] == ["ash2012"]


def test_what_a_table_alone_cites_is_listed_and_cited_beside(tmp_path: Path) -> None:
    (tmp_path / "works.bib").write_text(
        "@book{oak, author={Ann Oak}, title={Walks on sand}, year=2001}\n"
        "@book{elm, author={Bea Elm}, title={Stones by the sea}, year=2003}\n"
        "@book{fir, author={Cy Fir}, title={Reeds in the wind}, year=2004}\n",
        encoding="utf-8",
    )
    path = tmp_path / "a.typ"
    path.write_text(
        "= Walks\nSand is wet near the sea @oak.\n\n"
        "#figure(\n  table(columns: 2,\n[Shore], [Source],\n[North], [@elm],\n),\n"
        "  caption: [The shores.],\n)\n\n#cite(<fir>, form: none)\nStones are dry.\n\n"
        '#bibliography("works.bib")\n',
        encoding="utf-8",
    )
    manuscript = typst_document.parse(path)
    assert sorted(entry.key for entry in manuscript.references) == ["elm", "fir", "oak"]
    keys = [manuscript.references[at].key for at in manuscript.cited_beside]
    assert keys == ["elm"]
    shown = [marker.text for one in manuscript.sentences for marker in one.markers]
    assert len(shown) == 1


def test_a_string_in_code_may_have_blank_lines_and_all_behind_it_is_read(tmp_path: Path) -> None:
    body = (
        '#let code = "one\n\ntwo (of"\nSand is heavy @oak2010.\n\n#raw("three\n\nfour")\n'
        'Clay is light. #figure(caption: [A cap.], table("five\n\nsix"))\nSilt is fine.\n'
    )
    read_texts = texts(read(tmp_path, body))
    assert read_texts[1:] == ["Clay is light.", "Silt is fine."]
    assert read_texts[0].startswith("Sand is heavy")


def test_a_string_in_code_that_is_not_closed_takes_no_text_along(tmp_path: Path) -> None:
    body = '#let code = "one\n\nSand is heavy @oak2010. It says "clay" here.\n'
    assert any("Sand is heavy" in text for text in texts(read(tmp_path, body)))


def test_a_key_right_behind_a_word_cites_and_an_address_does_not(tmp_path: Path) -> None:
    manuscript = read(tmp_path, "Sand@oak2010 is heavy. Write to jane@oak.example.")
    assert [titles for _, titles, _ in markers(manuscript)] == [["Sieves and sand"]]
    assert texts(manuscript)[-1] == "Write to jane@oak.example."


def test_terms_of_a_glossary_are_no_citations(tmp_path: Path) -> None:
    start = '#import "@preview/glossy:0.8.0": *\n#terms(((key: "npu", short: "NPU"),))\n'
    manuscript = read(
        tmp_path, f"{start}= The @NPU:short\nA @NPU[unit] of @npu:pl is heavy @oak2010, @ash2012."
    )
    assert [titles for _, titles, _ in markers(manuscript)] == [["Sieves and sand"], []]
    assert [section.title for section in manuscript.sections] == ["The NPU"]
    assert texts(manuscript)[-1].startswith("A unit of npu is heavy ")


def _read_alone(folder: Path, text: str) -> Manuscript:
    """Read a document that names no bibliography but where the text does."""
    (folder / "sand.bib").write_text(BIB, encoding="utf-8")
    (folder / "a.typ").write_text(text, encoding="utf-8")
    return typst.parse(folder / "a.typ")


@pytest.mark.parametrize("value", ['read("sand.bib")', 'bytes(read("sand.bib"))', '("sand.bib",)'])
def test_a_bibliography_may_be_passed_as_its_content(tmp_path: Path, value: str) -> None:
    text = f"#let (cover,) = define-config(\n  bibliography: {value},\n)\nBirds sing @oak2010."
    assert markers(_read_alone(tmp_path, text))[0][1] == ["Sieves and sand"]


def test_a_template_of_another_folder_names_the_bibliography_and_a_variable_the_title(
    tmp_path: Path,
) -> None:
    (tmp_path / "layout").mkdir()
    (tmp_path / "layout" / "own.typ").write_text(
        '#let thesis(title: "", body) = {\n body\n bibliography("../sand.bib", full: true)\n}\n'
    )
    (tmp_path / "words.typ").write_text('#let name = "Birds of the marsh"\n')
    text = (
        '#import "/layout/own.typ": *\n#import "/words.typ": *\n'
        "#set document(title: name)\n#show: thesis.with(title: name)\nBirds sing @oak2010."
    )
    manuscript = _read_alone(tmp_path, text)
    assert manuscript.title == "Birds of the marsh"
    assert markers(manuscript)[0][1] == ["Sieves and sand"]


def test_a_key_may_hold_several_hyphens_in_a_row(tmp_path: Path) -> None:
    (tmp_path / "two.bib").write_text("@book{no_wet--sand_2003, title={On sand}, year=2003}\n")
    text = "Sand is wet @no_wet--sand_2003. It dries @no_wet--sand_2003---or not."
    manuscript = read(tmp_path, f'{text}\n\n#bibliography("two.bib")')
    first, second = (sentence.markers[0] for sentence in manuscript.sentences)
    assert first.references
    assert second.unresolved == ("no_wet--sand_2003---or",)  # as Typst reads it


def test_a_key_right_behind_a_letter_of_another_script_cites(tmp_path: Path) -> None:
    manuscript = read(tmp_path, "鸟在唱歌@oak2010。它们休息@gone。写信给 ann@reeds.org。")
    assert [keys for _, _, keys in markers(manuscript)] == [(), ("gone",)]
