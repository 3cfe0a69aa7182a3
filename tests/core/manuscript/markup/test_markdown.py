"""Manuscripts in Markdown and Typst: text, headings, citations, bibliographies."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.records import Manuscript
from core.manuscript.markup import markdown, typst
from core.manuscript.sources import identify
from core.manuscript.text.extractor import MARKDOWN_EXTRACTOR, TYPST_EXTRACTOR

BIB = """
@article{oak2010, title={Sieves and sand}, author={Oak, Jane and Elm, Wu}, year={2010},
  journal={Journal of Clay}}
@book{ash2012, title={On heavy stones}, author={Ash, Ann}, year={2012}}
@article{fir2015, title={Wet clay}, author={Fir, Bo and Yew, Li and Box, Al}, year={2015}}
"""
MARKDOWN = """---
title: Sand in *sieves*
author:
  - name: Jane Oak
  - Wu Elm
date: 2021-03-04
keywords: [sand, clay]
bibliography: shared.bib
abstract: We weigh sand.
---

# Introduction {#sec:intro}

Sieves are exact [see @oak2010, p. 3; @ash2012]. @fir2015 [p. 7] weighs clay, and Ash [-@ash2012]
too. Nobody knows @missing2020. Write to jane@oak.example, see @fig:sieve or @sec-intro.

```python
print("@oak2010 in code")
```

## Wet sand

- It has H~2~O and `x` grains.[^1]
- It costs $n^2$ coins.

$$ a = b $$

![A sieve @oak2010](sieve.png)

| a | b |
|---|---|
| 1 | 2 |

<!-- not @oak2010 -->

[^1]: As in @ash2012.

# References
"""
TYPST = """#import "@preview/charged-ieee:0.1.3": ieee
#let unused = [Not @oak2010 here.]
#set text(size: 10pt)
#show: ieee.with(
  title: [Sand in sieves],
  authors: ((name: "Jane Oak", email: "jane@oak.example"), (name: "Wu Elm")),
  abstract: [We weigh sand.],
  index-terms: ("sand", "clay"),
  bibliography: bibliography("shared.bib"),
)
// a comment with @ash2012
= Introduction <intro>
Sieves are *exact* @oak2010 @ash2012[p. 3]. #cite(<fir2015>, form: "prose") weighs clay, see @intro.
#figure(image("a.png"), caption: [A sieve @fir2015.]) <sieve>
It is wet#footnote[As in @ash2012.], see #link("https://sand.example")[the page].
It costs $n^2$ coins.

#include "more.typ"
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    (folder / "shared.bib").write_text(BIB, encoding="utf-8")
    return path


def markers(manuscript: Manuscript) -> list[tuple[str, list[str], tuple[str, ...]]]:
    """Return each marker as shown, with the titles it leads to and what leads nowhere."""
    found = []
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            assert sentence.text[marker.start : marker.end] == marker.text
            titles = [manuscript.references[at].title for at in marker.references]
            found.append((marker.text, titles, marker.unresolved))
    return found


def test_markdown_is_read(tmp_path: Path) -> None:
    manuscript = markdown.parse(written(tmp_path, "sand.md", MARKDOWN))

    assert manuscript.title == "Sand in *sieves*"
    assert (manuscript.authors, manuscript.year) == (("Jane Oak", "Wu Elm"), 2021)
    assert (manuscript.abstract, manuscript.keywords) == ("We weigh sand.", ("sand", "clay"))
    assert [(one.title, one.level) for one in manuscript.sections] == [
        ("Abstract", 1), ("Introduction", 1), ("Wet sand", 2), ("References", 1),
    ]  # fmt: skip
    assert manuscript.extractor == MARKDOWN_EXTRACTOR
    text = " ".join(sentence.text for sentence in manuscript.sentences)
    assert "It has H2O and x grains (Ash, 2012)." in text
    assert "jane@oak.example" in text
    assert "code" not in text
    assert "A sieve" not in text


def test_markdown_citations_lead_to_the_bibliography(tmp_path: Path) -> None:
    manuscript = markdown.parse(written(tmp_path, "sand.md", MARKDOWN))

    assert markers(manuscript) == [
        ("(see Oak and Elm, 2010, p. 3; Ash, 2012)", ["Sieves and sand", "On heavy stones"], ()),
        ("Fir et al. (2015, p. 7)", ["Wet clay"], ()),
        ("(2012)", ["On heavy stones"], ()),
        ("(missing2020)", [], ("missing2020",)),
        ("(Ash, 2012)", ["On heavy stones"], ()),
    ]
    assert [entry.title for entry in manuscript.references] == [
        "On heavy stones", "Wet clay", "Sieves and sand",
    ]  # fmt: skip


def test_latex_in_markdown_is_no_text_but_its_formulas_are(tmp_path: Path) -> None:
    text = r"""# Sand

Sand falls at 20$^\circ$C. ^block-1

\begin{center}
\begin{tabular}{|c|c|} \hline L & R \\ \end{tabular}
\end{center}

\newpage

It falls as
\begin{equation}
a = b
\end{equation}
says Oak [-@oak2010 [1969]].
"""
    written(tmp_path, "draft.bib", BIB)
    manuscript = markdown.parse(written(tmp_path, "draft.md", text))
    assert [sentence.text for sentence in manuscript.sentences] == [
        "Sand falls at 20°C.",
        "It falls as a = b says Oak (2010).",
    ]
    assert markers(manuscript)[0][1] == ["Sieves and sand"]


def test_authors_may_stand_in_one_line(tmp_path: Path) -> None:
    def people(line: str) -> tuple[str, ...]:
        text = f"---\ntitle: Sand\nauthor: {line}\n---\n\nIt is wet.\n"
        return markdown.parse(written(tmp_path, "draft.md", text)).authors

    assert people("Ada Oak^1^*, Bo Elm^2^ and Cy Fir^1^") == ("Ada Oak", "Bo Elm", "Cy Fir")
    assert people("Oak, Ada") == ("Oak, Ada",)
    assert people("Oak, Ada and Elm, Bo") == ("Oak, Ada", "Elm, Bo")
    assert people('"Oak, Ada; Elm, Bo"') == ("Oak, Ada", "Elm, Bo")


def test_latex_inside_of_formulas_and_sentences_stays(tmp_path: Path) -> None:
    text = r"""It falls as
$$
\begin{aligned}
a &= b ^2
\end{aligned}
$$
says
\emph{nobody at all}
here.
"""
    (sentence,) = markdown.parse(written(tmp_path, "draft.md", text)).sentences
    assert sentence.text.startswith("It falls as a = b ^2 says")
    assert "nobody at all" in sentence.text


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


def test_keys_that_are_ids_are_entries(tmp_path: Path) -> None:
    text = (
        "Sand is heavy [@doi:10.1000/SAND.1; @arxiv:2101.00001]. See [@url:https://a.example/b].\n"
    )
    manuscript = markdown.parse(written(tmp_path, "sand.md", text))

    assert [(one.doi, one.arxiv, one.url) for one in manuscript.references] == [
        ("10.1000/sand.1", "", ""), ("", "2101.00001", ""), ("", "", "https://a.example/b"),
    ]  # fmt: skip
    assert [shown for shown, _, _ in markers(manuscript)] == ["[1, 2]", "[3]"]


def test_names_given_to_ids_and_addresses_as_keys_are_entries(tmp_path: Path) -> None:
    text = (
        "Sand is heavy [@tag:Oak; @https://a.example/b.html]. Clay too [@pmid:123; @tag:Oak].\n\n"
        "[@tag:Oak]: doi:10.1000/oak\n[@tag:Elm]: https://b.example/?id=3\n"
    )
    manuscript = markdown.parse(written(tmp_path, "sand.md", text))

    assert [one.doi or one.url for one in manuscript.references] == [
        "10.1000/oak", "https://a.example/b.html", "https://pubmed.ncbi.nlm.nih.gov/123",
    ]  # fmt: skip
    assert [shown for shown, _, _ in markers(manuscript)] == ["[1, 2]", "[3, 1]"]
    assert "tag:" not in " ".join(sentence.text for sentence in manuscript.sentences)


def test_a_typed_list_is_read_where_nothing_is_cited_by_key(tmp_path: Path) -> None:
    text = (
        "# Sand\n\nSieves are exact [1]. Clay is wet [2].\n\n## References\n\n"
        "[1] J. Oak. Sieves and sand. Journal of Clay, 2010.\n\n"
        "[2] A. Ash. Wet clay in the rain. Journal of Mud, 2012.\n"
    )
    manuscript = markdown.parse(written(tmp_path, "sand.md", text))

    assert [titles for _, titles, _ in markers(manuscript)] == [
        ["Sieves and sand"],
        ["Wet clay in the rain"],
    ]


def test_lines_of_myst_that_begin_with_a_percent_sign_are_comments(tmp_path: Path) -> None:
    written(tmp_path, "refs.bib", BIB)
    text = "---\nbibliography: refs.bib\n---\n\n# Sand\n\nSieves {cite:p}`oak2010` are exact.\n"
    comment = "% as {cite}`gone2001` says\n"
    manuscript = markdown.parse(written(tmp_path, "sand.md", text + comment))
    assert [one.text for one in manuscript.sentences] == ["Sieves (Oak and Elm, 2010) are exact."]

    plain = "---\nbibliography: refs.bib\n---\n\n# Sand\n\n% of sieves are exact [@oak2010].\n"
    manuscript = markdown.parse(written(tmp_path, "plain.md", plain))
    assert [one.text for one in manuscript.sentences] == [
        "% of sieves are exact (Oak and Elm, 2010)."
    ]


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


@pytest.mark.parametrize("kind", ["md", "typ"])
def test_a_change_of_the_bibliography_is_a_change_of_the_manuscript(
    tmp_path: Path, kind: str
) -> None:
    path = written(tmp_path, f"sand.{kind}", MARKDOWN if kind == "md" else TYPST)
    before = identify(path)
    (tmp_path / "shared.bib").write_text("@book{x, title={Other}}", encoding="utf-8")

    assert identify(path).digest != before.digest
    assert [file.name for file in before.files] == ["shared.bib"]


def test_nothing_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    outside = tmp_path / "outside.typ"
    outside.write_text("Secrets are here.")
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    (tmp_path / "far.bib").write_text(BIB)
    text = 'Sand is heavy @oak2010.\n#include "../../outside.typ"\n#bibliography("../../far.bib")\n'
    manuscript = typst.parse(written(inside, "sand.typ", text))

    assert [sentence.text for sentence in manuscript.sentences] == ["Sand is heavy [oak2010]."]
    assert not manuscript.references


def test_what_includes_itself_or_is_empty_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="includes itself"):
        typst.parse(written(tmp_path, "sand.typ", 'Sand.\n#include "sand.typ"\n'))
    with pytest.raises(FormatError, match="no running text"):
        typst.parse(written(tmp_path, "b.typ", "#set text(size: 3pt)\n"))
    with pytest.raises(FormatError, match="no running text"):
        markdown.parse(written(tmp_path, "c.md", "---\ntitle: Sand\n---\n"))


def test_yaml_with_aliases_is_not_expanded(tmp_path: Path) -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\ntitle: [*b, *b]\n"
    manuscript = markdown.parse(written(tmp_path, "sand.md", f"---\n{bomb}---\nSand is heavy.\n"))

    assert manuscript.title == ""
    assert [sentence.text for sentence in manuscript.sentences] == ["Sand is heavy."]


@pytest.mark.parametrize(
    "text", ["#", "#(", "#let x = (", "@", "[@", "$", "= ", "#cite(", "*_`", '#f("']
)
def test_broken_markup_is_read_as_far_as_it_goes(tmp_path: Path, text: str) -> None:
    for parse, name in ((markdown.parse, "a.md"), (typst.parse, "a.typ")):
        manuscript = parse(written(tmp_path, name, f"Sand is heavy.\n\n{text}"))

        assert manuscript.sentences[0].text == "Sand is heavy."


@pytest.mark.parametrize("text", ["@oak2010[", "= ", "#strong[", "#heading["])
def test_typst_may_be_nested_without_end(tmp_path: Path, text: str) -> None:
    manuscript = typst.parse(written(tmp_path, "a.typ", f"Sand is heavy.\n\n{text * 3_000}"))

    assert manuscript.sentences[0].text == "Sand is heavy."


@pytest.mark.parametrize("sign", [r"\begin{a}", "\\begin{a}\n", "$$", "$$\n"])
def test_formulas_that_never_end_take_no_more_than_their_share_of_time(
    tmp_path: Path, sign: str
) -> None:
    began = time.process_time()
    manuscript = markdown.parse(
        written(tmp_path, "a.md", f"Birds sing.\n\n{sign * (40_000 // len(sign))}\n\nReeds do not.")
    )
    assert time.process_time() - began < 10
    assert manuscript.sentences[0].text == "Birds sing."


def test_the_signs_of_the_reader_itself_may_stand_in_a_text(tmp_path: Path) -> None:
    text = "Sand is \ue000c0\ue001heavy.\n"
    manuscript = markdown.parse(written(tmp_path, "a.md", text))

    assert not manuscript.references
    assert manuscript.sentences[0].text.endswith("heavy.")


def test_what_follows_a_comment_without_end_is_read_and_it_is_named(tmp_path: Path) -> None:
    for parse, name, sign in ((markdown.parse, "a.md", "<!--"), (typst.parse, "a.typ", "/*")):
        manuscript = parse(written(tmp_path, name, f"Sand is heavy.\n\n{sign} It sinks.\n"))

        assert [one.text for one in manuscript.sentences] == ["Sand is heavy.", "It sinks."]
        (part,) = manuscript.unread
        assert (part.kind, part.line, str(part.text)) == (
            "construct",
            3,
            f"“{sign}” is not closed.",
        )
