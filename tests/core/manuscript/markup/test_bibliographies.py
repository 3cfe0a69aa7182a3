"""Bibliographies that a Markdown or Typst manuscript names, or has in itself."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.latex import document as latex
from core.manuscript.markup import markdown, typst
from core.manuscript.markup.bibliographies import bibliographies
from core.manuscript.markup.markdown import list_files, parse
from core.recommend.unread import judge_reading
from tests import wording
from tests.core.manuscript.markup.markup_samples import BIB, markers, written
from tests.core.manuscript.markup.myst_samples import ELM, written_myst
from tests.core.manuscript.tex import markers as myst_markers


@pytest.mark.parametrize("name", ["draft.typ", "draft.md"])
def test_a_bibliography_that_is_not_there_is_looked_for_under_the_manuscripts_name(
    tmp_path: Path, name: str
) -> None:
    written(tmp_path, "draft.bib", BIB)
    if name == "draft.typ":
        manuscript = typst.parse(
            written(tmp_path, name, 'It is wet @oak2010.\n#bibliography("gone.bib")')
        )
    else:
        text = "---\nbibliography: gone.bib\n---\n\nIt is wet [@oak2010].\n"
        manuscript = markdown.parse(written(tmp_path, name, text))
    assert [entry.year for entry in manuscript.references] == [2010]


def test_a_csl_style_of_numbers_shows_numbers(tmp_path: Path) -> None:
    text = "---\ncsl: ieee.csl\nbibliography: shared.bib\n---\nSieves [@oak2010; @ash2012].\n"
    manuscript = markdown.parse(written(tmp_path, "sand.md", text))

    assert [shown for shown, _, _ in markers(manuscript)] == ["[1, 2]"]


def test_references_may_stand_in_the_front_matter(tmp_path: Path) -> None:
    text = (
        "---\nreferences:\n- id: box2001\n  title: A box\n  author:\n  - family: Box\n"
        "    given: Al\n  issued: {year: 2001}\n---\n\nBoxes hold sand [@box2001].\n"
    )
    manuscript = markdown.parse(written(tmp_path, "sand.qmd", text))

    assert markers(manuscript) == [("(Box, 2001)", ["A box"], ())]


def test_hayagriva_is_read(tmp_path: Path) -> None:
    (tmp_path / "own.yml").write_text(
        'oak:\n  type: article\n  title: Sieves and sand\n  author: ["Oak, Jane"]\n'
        "  date: 2010-05\n  serial-number: {doi: 10.1000/1}\n"
        "  parent: {title: Journal of Clay, volume: 5}\n"
    )
    text = 'Sieves are exact @oak.\n#bibliography("own.yml", style: "apa")\n'
    manuscript = typst.parse(written(tmp_path, "sand.typ", text))

    (entry,) = manuscript.references
    assert (entry.title, entry.authors, entry.year) == ("Sieves and sand", ("Jane Oak",), 2010)
    assert (entry.venue, entry.doi) == ("Journal of Clay", "10.1000/1")
    assert [shown for shown, _, _ in markers(manuscript)] == ["(Oak, 2010)"]


def test_yaml_with_aliases_is_not_expanded(tmp_path: Path) -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\ntitle: [*b, *b]\n"
    manuscript = markdown.parse(written(tmp_path, "sand.md", f"---\n{bomb}---\nSand is heavy.\n"))

    assert manuscript.title == ""
    assert [sentence.text for sentence in manuscript.sentences] == ["Sand is heavy."]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("_config.yml", "title: Book\nbibtex_bibfiles:\n  - refs.bib\n"),
        ("_config.yml", "sphinx:\n  config:\n    bibtex_bibfiles: [refs.bib]\n"),
        ("myst.yml", "project:\n  bibliography:\n    - refs.bib\n"),
        ("_quarto.yml", "project: {type: book}\nbibliography: refs.bib\n"),
        ("_metadata.yml", "bibliography: [lost.bib, refs.bib]\n"),
        ("_quarto.yml", "bibliography:\n-\n  lost.bib\n-\n  refs.bib\n"),
        ("_quarto.yml", "bibliography:\n  - [lost.bib]\n  - [refs.bib]\n"),
        ("_quarto.yml", "bibliography:\n  -lost.bib\n  -refs.bib\n"),
        (
            "index.Rmd",
            "---\nsite: bookdown::bookdown_site\nbibliography: refs.bib\n---\n# Preface\n",
        ),
        ("conf.py", "extensions = []\nbibtex_bibfiles = ['refs.bib']\n"),
    ],
)
def test_settings_of_a_project_name_the_bibliography(
    tmp_path: Path, name: str, settings: str
) -> None:
    path = written_myst(tmp_path, "")
    path.unlink()
    (tmp_path / name).write_text(settings)
    (tmp_path / "parts").mkdir()
    chapter = tmp_path / "parts" / "birds.md"
    chapter.write_text("# Birds\n\nThey sing [@elm2021].\n")
    assert myst_markers(parse(chapter)) == [("(Elm and Yew, 2021)", [ELM], ())]
    assert tmp_path.resolve() / "refs.bib" in list_files(chapter)


@pytest.mark.parametrize(
    "value",
    [
        "refs.bib, lost.bib",
        "\n  -refs.bib",
        '!expr here::here("refs.bib")',
        "\"`r here::here('texts', 'refs.bib')`\"",
    ],
)
def test_front_matter_may_name_bibliographies_in_many_ways(tmp_path: Path, value: str) -> None:
    text = f"---\ntitle: Birds\nbibliography: {value}\n---\n\nThey sing [@elm2021].\n"
    path = written_myst(tmp_path, text, "birds.Rmd")
    if "texts" in value:
        (tmp_path / "texts").mkdir()
        (tmp_path / "refs.bib").rename(tmp_path / "texts" / "refs.bib")
    manuscript = parse(path)
    assert (manuscript.title, myst_markers(manuscript)) == (
        "Birds",
        [("(Elm and Yew, 2021)", [ELM], ())],
    )
    assert [one.kind for one in manuscript.unread] == ["file"] * value.count("lost")


def test_a_project_of_myst_that_names_no_bibliography_uses_all_of_its_folder(
    tmp_path: Path,
) -> None:
    path = written_myst(tmp_path, "")
    path.unlink()
    for folder in ("parts", "works", "_build"):
        (tmp_path / folder).mkdir()
    (tmp_path / "refs.bib").rename(tmp_path / "works" / "refs.bib")
    (tmp_path / "_build" / "old.bib").write_text("@book{gone, title={Gone}, author={Ash, A}}")
    (tmp_path / "myst.yml").write_text("project:\n  title: Birds\n")
    chapter = tmp_path / "parts" / "birds.md"
    chapter.write_text("# Birds\n\nThey sing [@elm2021] and [@gone].\n")
    manuscript = parse(chapter)
    assert myst_markers(manuscript)[0] == ("(Elm and Yew, 2021)", [ELM], ())
    assert [entry.key for entry in manuscript.references] == ["elm2021"]
    assert manuscript.unread == ()


def test_settings_name_no_file_outside_the_project(tmp_path: Path) -> None:
    path = written_myst(tmp_path, "")
    path.unlink()
    chapter = tmp_path / "book" / "parts" / "birds.md"
    chapter.parent.mkdir(parents=True)
    (tmp_path / "book" / "myst.yml").write_text("project:\n  bibliography: [../refs.bib]\n")
    chapter.write_text("# Birds\n\nThey sing [@elm2021].\n")
    assert list_files(chapter) == [chapter]


@pytest.mark.parametrize(("front_matter", "count"), [("", 1), ("bibliography: lost.bib", 0)])
def test_a_bibliography_beside_stands_in_for_none_that_is_named(
    tmp_path: Path, front_matter: str, count: int
) -> None:
    (tmp_path / "other.bib").write_text("@book{oak, title={Oaks}, author={Oak, Ann}, year=2010}")
    text = f"---\ntitle: Trees\n{front_matter}\n---\nOaks are old [@oak].\n"
    assert len(markdown.parse(written(tmp_path, "trees.md", text)).references) == count


def test_of_bibliographies_beside_only_those_with_what_is_cited_are_used(tmp_path: Path) -> None:
    for name, keys in (("a", ["oak"]), ("b", ["oak", "elm"]), ("c", ["fir"]), ("d", ["yew"])):
        entries = [
            f"@book{{{key}, title={{{name} on {key}}}, author={{Roe, Ann}}, year=2010}}"
            for key in keys
        ]
        (tmp_path / f"{name}.bib").write_text("\n".join(entries))
    text = "Oaks are old [@oak; @elm]. So are \\cite{fir}.\n"
    path = written(tmp_path, "trees.md", text)
    manuscript = markdown.parse(path)
    titles = {one.title for one in manuscript.references}
    assert titles == {"b on oak", "b on elm", "c on fir"}
    in_digest = {file.stem for file in markdown.list_files(path)}
    assert in_digest > {"a", "b", "c", "d"}, "any of them may get what is cited"
    place = "core.manuscript.markup.bibliographies:find_unread"
    assert judge_reading(manuscript).lines == [wording.fill(place, files="b.bib, c.bib")]
    assert not markdown.parse(written(tmp_path, "none.md", "Nothing.\n")).references


@pytest.mark.parametrize(("name", "cite"), [("draft.typ", "@oak2010"), ("draft.md", "[@oak2010]")])
def test_a_bibliography_that_nothing_names_is_said_to_be_in_use(
    tmp_path: Path, name: str, cite: str
) -> None:
    written(tmp_path, "draft.bib", BIB)
    read = typst.parse if name.endswith(".typ") else markdown.parse
    manuscript = read(written(tmp_path, name, f"It is wet {cite}.\n"))
    verdict = judge_reading(manuscript)
    place = "core.manuscript.markup.bibliographies:find_unread"
    assert verdict.lines == [wording.fill(place, files="draft.bib")]
    assert (verdict.level, verdict.loses_list, verdict.loses_text) == ("minor", False, False)
    assert verdict.list_is_unnamed
    assert not read(written(tmp_path, name, "It is wet.\n")).unread


def test_a_named_bibliography_that_does_not_exist_is_named(tmp_path: Path) -> None:
    text = "---\nbibliography: gone\n---\nIt is wet [@oak2010].\n"
    (part,) = markdown.parse(written(tmp_path, "draft.md", text)).unread
    assert "gone" in part.text
    assert judge_reading(markdown.parse(tmp_path / "draft.md")).loses_list


@pytest.mark.parametrize("chapter", ["one.typ", "chapters/one.typ"])
def test_a_chapter_of_typst_has_the_bibliography_of_the_whole(tmp_path: Path, chapter: str) -> None:
    (tmp_path / "chapters").mkdir()
    written(tmp_path, "sand.bib", BIB)
    written(tmp_path, "other.typ", '#include "two.typ"\n#bibliography("other.bib")\n')
    written(tmp_path, "nul.typ", '#include "\0"\n')
    start = "/" if "/" in chapter else ""  # the folder of the project
    included = f'#include "{start}{chapter}"\n#bibliography(("{start}sand.bib"))\n'
    written(tmp_path, "thesis.typ", included)
    path = written(tmp_path, chapter, "= Sand\n\nIt is wet @oak2010.\n")
    manuscript = typst.parse(path)
    assert [titles for _, titles, _ in markers(manuscript)] == [["Sieves and sand"]]
    assert not manuscript.unread
    assert {tmp_path / "sand.bib", tmp_path / "thesis.typ"} < set(typst.list_files(path))


@pytest.mark.parametrize(
    "named",
    [
        'biblio_file: "works.bib"',
        'bibliography: ("other.bib", "works.bib")',
        'refs: ("other.bib", "works.bib")',
        'refs: ("works.bib"),',
        '"x")\n#let list = "works.bib"\n#done(',
    ],
)
def test_a_template_may_be_given_the_bibliography(tmp_path: Path, named: str) -> None:
    written(tmp_path, "works.bib", BIB)
    written(tmp_path, "other.bib", "@book{elm, title={Elms}, author={Elm, Al}, year=2001}")
    chapter = written(tmp_path, "one.typ", "Sand is wet @oak2010.\n")
    start = f'#show: thesis.with(data: "a.yml", {named})\n'
    path = written(tmp_path, "main.typ", f'{start}#include "one.typ"\n')
    assert [titles for _, titles, _ in markers(typst.parse(path))] == [["Sieves and sand"]]
    assert bibliographies(chapter, [])[-1] == tmp_path / "works.bib"


@pytest.mark.parametrize("repeated", ['= "a.bib" : ("b ', "a,"])
def test_a_whole_with_very_many_names_takes_no_time(repeated: str, tmp_path: Path) -> None:
    chapter = written(tmp_path, "one.typ", "Sand is wet @oak2010.\n")
    written(tmp_path, "main.typ", f'#include "one.typ"\n#bibliography({repeated * 50_000}')
    began = time.process_time()
    assert bibliographies(chapter, []) == []
    assert time.process_time() - began < 2


def test_a_label_of_another_chapter_or_made_by_code_is_not_cited(tmp_path: Path) -> None:
    written(tmp_path, "sand.bib", BIB)
    whole = '#include "one.typ"\n#include "two.typ"\n#bibliography("sand.bib")\n'
    path = written(tmp_path, "thesis.typ", whole)
    written(tmp_path, "two.typ", '= Reeds <reeds>\n\nThey bend.\n#chart(name: "tides")\n')
    chapter = written(tmp_path, "one.typ", "Sand is wet @oak2010. See @reeds, @tides and @gone.\n")
    for file in (chapter, path):
        manuscript = typst.parse(file)
        found = [marker for one in manuscript.sentences for marker in one.markers]
        assert [one.unresolved for one in found if one.unresolved] == [("gone",)]
    assert {"two.typ", "thesis.typ"} <= {file.name for file in typst.list_files(chapter)}


def test_a_chapter_of_lyx_has_the_bibliography_of_the_whole(tmp_path: Path) -> None:
    written(tmp_path, "sand.bib", BIB)
    whole = written(tmp_path, "thesis.lyx", 'filename "one.lyx"\n\nbibfiles "sand"\n')
    path = written(tmp_path, "one.lyx", "")
    assert bibliographies(path, []) == [tmp_path / "sand.bib"]
    written(tmp_path, "one.lyx", "#LyX 2.3\n\\begin_document\n\\begin_body\nSand.\n\\end_body\n")
    assert whole in markdown.list_files(path)


def test_a_document_that_includes_another_chapter_lends_no_bibliography(tmp_path: Path) -> None:
    written(tmp_path, "sand.bib", BIB)
    written(tmp_path, "thesis.typ", '#include "two.typ"\n#bibliography("sand.bib")\n')
    assert bibliographies(written(tmp_path, "one.typ", "Sand."), []) == []


_FAULTY = {
    "no sign of equality": ('title = {Wet sand}, institution - "Ely", year = 2010}', "Wet sand"),
    "no end": ("title = {Wet sand}, year = 2010", "Wet sand"),
    "quotes that stay open": ('title = {Wet sand}, note = "Ely, year = 2010}', "Wet sand"),
    "a macro": ("title = {Wet } # sand, institution - 1}", "Wet sand"),
    "quotes in braces": ('title = "Wet {"}sand{"}", year - 2010}', 'Wet "sand"'),
}


@pytest.mark.parametrize(("rest", "title"), _FAULTY.values(), ids=_FAULTY.keys())
@pytest.mark.parametrize("name", ["draft.typ", "draft.md", "draft.tex"])
def test_an_entry_with_an_error_is_listed_with_what_stands_before_the_error(
    tmp_path: Path, name: str, rest: str, title: str
) -> None:
    macro = "@string{sand = {sand}}\n"
    bib = f"{macro}@misc{{elm2009, title = {{Elms}}}}\n@misc{{oak2010, {rest}\n\n{BIB_ASH}"
    written(tmp_path, "refs.bib", bib)
    manuscript = _cite(tmp_path, name, "oak2010", "ash2012")

    assert [marker.unresolved for one in manuscript.sentences for marker in one.markers] == [(), ()]
    assert {entry.title for entry in manuscript.references} == {title, "Ashes"}
    (part,) = manuscript.unread
    place = "core.manuscript.text.coverage:faulty_entry"
    assert (part.text, part.file, part.line) == (wording.fill(place, key="oak2010"), "refs.bib", 3)
    assert not judge_reading(manuscript).loses_list


BIB_ASH = "@misc{ash2012, title = {Ashes}, year = 2012}\n"


def _cite(folder: Path, name: str, *keys: str, bib: str = "refs.bib") -> Manuscript:
    """Read a document that cites the keys, one in each sentence."""
    if name.endswith(".tex"):
        text = " ".join(f"Sand is wet \\cite{{{key}}}." for key in keys)
        document = f"\\begin{{document}}{text}\n\\bibliography{{{bib}}}\\end{{document}}"
        return latex.parse(written(folder, name, f"\\documentclass{{article}}{document}"))
    if name.endswith(".typ"):
        text = " ".join(f"Sand is wet @{key}." for key in keys)
        return typst.parse(written(folder, name, f'{text}\n#bibliography("{bib}")\n'))
    text = " ".join(f"Sand is wet [@{key}]." for key in keys)
    return markdown.parse(written(folder, name, f"---\nbibliography: {bib}\n---\n\n{text}\n"))


@pytest.mark.parametrize("name", ["draft.typ", "draft.md", "draft.tex"])
def test_an_error_in_an_entry_that_nothing_cites_is_not_mentioned(
    tmp_path: Path, name: str
) -> None:
    written(tmp_path, "refs.bib", f"@misc{{oak2010, title - 1}}\n{BIB_ASH}")
    manuscript = _cite(tmp_path, name, "ash2012")

    assert [entry.title for entry in manuscript.references] == ["Ashes"]
    assert not manuscript.unread


@pytest.mark.parametrize("name", ["draft.typ", "draft.md", "draft.tex"])
def test_of_two_entries_of_a_key_the_one_without_an_error_counts(tmp_path: Path, name: str) -> None:
    written(tmp_path, "refs.bib", f"@misc{{ash2012, title - 1}}\n{BIB_ASH}")
    manuscript = _cite(tmp_path, name, "ash2012")

    assert [entry.title for entry in manuscript.references] == ["Ashes"]
    assert not manuscript.unread


def test_a_bibliography_of_comments_alone_is_an_empty_one(tmp_path: Path) -> None:
    written(tmp_path, "refs.bib", "% Works go here.\n\n% Not yet.\n")

    assert not _cite(tmp_path, "draft.tex", "oak2010").unread


@pytest.mark.parametrize(
    ("bib", "text", "shown"),
    [
        ("refs.bib", "@misc{oak2010, note = {Told by a miller}}", "Told by a miller"),
        ("refs.bib", "@misc{oak2010 title = {Wet sand}}", "oak2010"),
        ("refs.bib", f"{BIB_ASH.strip()} @misc{{oak2010, title = {{Wet sand}}}}", "Wet sand"),
        ("refs.json", '[{"id": "oak2010", "note": "Told by a miller"}]', "Told by a miller"),
        ("refs.yaml", "references:\n- id: oak2010\n  type: book\n", "oak2010"),
        ("refs.yml", "oak2010:\n  type: web\n", "oak2010"),
    ],
)
def test_a_work_without_a_title_or_behind_another_is_listed(
    tmp_path: Path, bib: str, text: str, shown: str
) -> None:
    written(tmp_path, bib, text)
    manuscript = _cite(tmp_path, "draft.md", "oak2010", bib=bib)

    assert [shown in entry.text for entry in manuscript.references] == [True]
    assert [marker.unresolved for one in manuscript.sentences for marker in one.markers] == [()]


@pytest.mark.parametrize(
    ("bib", "text"),
    [
        ("refs.json", '[{"id": "oak2010", "title": "Wet sand"'),
        ("refs.yaml", "references:\n- id: oak2010\n  title: Wet: sand\n"),
        ("refs.yml", "oak2010: {title: Wet sand\n"),
        ("refs.bib", "Oak, J.: Wet sand, 2010"),
    ],
)
def test_of_a_list_that_cannot_be_read_nothing_is_called_not_listed(
    tmp_path: Path, bib: str, text: str
) -> None:
    written(tmp_path, bib, text)
    manuscript = _cite(tmp_path, "draft.md", "oak2010", bib=bib)

    place = "core.manuscript.text.coverage:unreadable_list"
    assert wording.fill(place, file=bib) in [part.text for part in manuscript.unread]
    assert judge_reading(manuscript).loses_list
