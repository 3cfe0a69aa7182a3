"""Manuscripts in Markdown and Typst: text, headings, citations, bibliographies."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.manuscript.markup import markdown, typst
from core.manuscript.markup.markdown import parse
from core.manuscript.sources import identify
from core.manuscript.text.extractor import MARKDOWN_EXTRACTOR
from tests.core.manuscript.markup.markup_samples import BIB, TYPST, markers, written
from tests.core.manuscript.markup.myst_samples import ELM, OAK, written_myst
from tests.core.manuscript.markup_files import read_markdown as read
from tests.core.manuscript.tex import markers as myst_markers
from tests.core.manuscript.tex import texts

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


@pytest.mark.parametrize(
    ("role", "marker", "titles"),
    [
        ("{cite}`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        ("{cite:p}`oak2019, elm2021`", "(Oak et al., 2019; Elm and Yew, 2021)", [OAK, ELM]),
        ("{cite:p}`oak2019;elm2021`", "(Oak et al., 2019; Elm and Yew, 2021)", [OAK, ELM]),
        ("{cite:t}`elm2021`", "Elm and Yew (2021)", [ELM]),
        ("{cite:ct}`elm2021`", "Elm and Yew (2021)", [ELM]),
        ("{cite:p}`{see}elm2021{p. 3}`", "(see Elm and Yew, 2021, p. 3)", [ELM]),
        ("{cite:year}`elm2021`", "(2021)", [ELM]),
        ("{cite:author}`elm2021`", "Elm and Yew", [ELM]),
        ("{footcite}`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        (":cite:`elm2021`", "(Elm and Yew, 2021)", [ELM]),
        (":cite:t:`elm2021`", "Elm and Yew (2021)", [ELM]),
        ("[p. 3][#elm2021]", "(Elm and Yew, 2021, p. 3)", [ELM]),
    ],
)
def test_a_role_cites(tmp_path: Path, role: str, marker: str, titles: list[str]) -> None:
    path = written_myst(
        tmp_path, f"# Marsh\n\nBirds sing {role}.\n\n```{{bibliography}} refs.bib\n```\n"
    )
    manuscript = parse(path)
    assert myst_markers(manuscript) == [(marker, titles, ())]
    assert manuscript.unread == ()


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<div class='a'>\nSand is wet.\n</div>", ["Sand is wet."]),
        ("<p align='center'>Sand is wet.</p>", ["Sand is wet."]),
        ("<br>\nSand is wet.", ["Sand is wet."]),
        ("<details><summary>Sand</summary>\nIt is wet.\n</details>", ["Sand", "It is wet."]),
        ("Sand is <b>very</b> wet.", ["Sand is very wet."]),
        ("Sand is `<b>` wet.", ["Sand is <b> wet."]),
        ("Sand `x`{.r} is `y`{.r} wet.", ["Sand x is y wet."]),
        ("Sand is `r mean(x)` or `{python} y` wet.", ["Sand is … or … wet."]),
        ("Sand is 2 < 3 and 4 > 1.", ["Sand is 2 < 3 and 4 > 1."]),
        ("::: {.note}\nSand is wet.\n:::", ["Sand is wet."]),
        ("\\begin{center}\nSand is wet.\n\\end{center}", ["Sand is wet."]),
        ("\\begin{tabular}{l}\na & b\n\\end{tabular}", []),
        ("<!-- gone\n\ngone -->Sand is wet.", ["Sand is wet."]),
        ("  ```r\n  <!-- x\n  ```\nSand is wet.", ["Sand is wet."]),
        ("````\n```\nx\n````\nSand is wet.", ["Sand is wet."]),
        ("~~~ r\n```\n~~~\nSand is wet.", ["Sand is wet."]),
        ("<table><tr><td>a</td></tr></table>", []),
        ("Sand costs \\$5 and 5 % of # & ~ it.", ["Sand costs $5 and 5 % of # & ~ it."]),
    ],
)
def test_html_code_and_latex_hide_nothing(tmp_path: Path, written: str, shown: list[str]) -> None:
    manuscript = read(tmp_path, f"Here it begins.\n\n{written}\n\nHere it ends.")
    assert texts(manuscript) == ["Here it begins.", *shown, "Here it ends."]
    assert manuscript.unread == ()


@pytest.mark.parametrize("broken", ["```r", "~~~", "<!--"])
def test_what_follows_something_unclosed_is_read_and_it_is_named(
    tmp_path: Path, broken: str
) -> None:
    follows = "# Second\n\nSand is heavy [@oak2010].\n\n```r\nx\n```\n\nIt ends."
    manuscript = read(tmp_path, f"Here it begins.\n\n{broken} \n\n{follows}")
    assert texts(manuscript) == ["Here it begins.", "Sand is heavy (Oak, 2010).", "It ends."]
    (part,) = manuscript.unread
    assert (part.kind, part.file, part.line) == ("construct", "sand.md", 6)
    assert broken in str(part.text)


def test_other_forms_of_citing(tmp_path: Path) -> None:
    text = "Sand is heavy \\citep[p. 3]{oak2010}. It sinks {cite}`oak2010`. It is \\mycite{elm}."
    manuscript = read(tmp_path, text + "\n\\nocite{*}")
    assert texts(manuscript)[0] == "Sand is heavy (Oak, 2010, p. 3)."
    assert [part.kind for part in manuscript.unread] == ["citation"]
    assert {"\\mycite{elm}"} == {
        str(part.text).split("”")[0].strip("“") for part in manuscript.unread
    }


@pytest.mark.parametrize(
    ("written", "shown", "keys"),
    [
        ("Here \\textcite{elm} says so.", "Here (elm) says so.", ("elm",)),
        ("So says \\textcite[p. 3]{oak2010}.", "So says Oak (2010, p. 3).", ()),
        ("It sinks \\parencite[see][]{elm}.", "It sinks (see elm).", ("elm",)),
        ("It sinks \\autocites{oak2010}{elm}.", "It sinks (Oak, 2010; elm).", ("elm",)),
        ("It sinks.[^a]\n\n[^a]: As \\cite{oak2010} says.", "It sinks (Oak, 2010).", ()),
        ("It sinks \\cite{oak2010}{so}.", "It sinks (Oak, 2010){so}.", ()),
        ("One writes `\\textcite{elm}` here.", "One writes \\textcite{elm} here.", ()),
    ],
)
def test_commands_of_latex_cite_also_works_that_the_file_lacks(
    tmp_path: Path, written: str, shown: str, keys: tuple[str, ...]
) -> None:
    manuscript = read(tmp_path, written)
    assert texts(manuscript) == [shown]
    unresolved = [key for one in manuscript.sentences for mark in one.markers
                  for key in mark.unresolved]  # fmt: skip
    assert tuple(unresolved) == keys
    assert [part.kind for part in manuscript.unread] in ([], ["note"])


@pytest.mark.parametrize(
    ("source", "is_cited"),
    [
        ("![So @oak2010 found](a.png)", True),
        ("| a | b |\n|---|---|\n| c | @oak2010 |", True),
        ("<table><tr><td>@oak2010</td></tr></table>", True),
        ("\\nocite{oak2010}", False),
    ],
)
def test_captions_and_tables_cite_beside_the_text(
    tmp_path: Path,
    source: str,
    is_cited: bool,
) -> None:
    manuscript = read(tmp_path, f"Sand is wet.\n\n{source}")
    assert manuscript.cited_beside == ((0,) if is_cited else ())


def test_front_matter_lists_works_that_nothing_cites(tmp_path: Path) -> None:
    path = written(tmp_path, "a.md", '---\nbibliography: shared.bib\nnocite: "@ash2012"\n---\nWet.')
    manuscript = parse(path)
    assert [entry.key for entry in manuscript.references] == ["ash2012"]
    assert manuscript.cited_beside == ()


def test_notes_and_text_that_code_hides_are_named(tmp_path: Path) -> None:
    hidden = "sand that nobody has ever seen lies in the deep below the dunes"
    text = "Sand is heavy.[^a]^[Or is it?]\n\n[^a]: As all know.\n\n    And more.\n"
    manuscript = read(tmp_path, f"{text}\nIt ends.\n\n    {hidden}")
    note, part = sorted(manuscript.unread, key=lambda one: one.kind)
    assert "(2)" in str(note.text)
    assert part.kind == "text"
    assert part.line == 12
    assert hidden[:20] in str(part.text)


def test_signs_without_end_take_no_more_than_their_share_of_time(tmp_path: Path) -> None:
    for text in ("```\n\n", "<!-- ", "`", "{{< include ", "<div ", "\\cite{", "^[", ":::\n"):
        began = time.process_time()
        manuscript = read(tmp_path, f"Sand is heavy.\n\n{text * (20_000 // len(text))}\n\nIt ends.")
        assert time.process_time() - began < 10
        assert texts(manuscript)[0].startswith("Sand is heavy.")


def test_commands_of_latex_that_print_nothing_leave_nothing_in_a_line(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        "Sand is \\linebreak[4] wet and \\vspace*{2cm} warm.\\newpage\n\nReeds \\hfill sing.",
    )
    assert texts(manuscript) == ["Sand is wet and warm.", "Reeds sing."]


def test_settings_and_fonts_of_latex_are_no_text_of_markdown(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        "\\renewcommand{\\thefigure}{A\\arabic{figure}} \\setcounter{figure}{0}\n\n"
        "See \\underline{Appendix A} and Figure \\@ref(fig:sand) for \\Large sand.",
    )
    assert texts(manuscript) == ["See Appendix A and Figure [ref] for sand."]


def test_text_behind_the_abstract_of_front_matter_is_not_of_it(tmp_path: Path) -> None:
    front = "---\ntitle: Sand\nabstract: We weigh sand.\n---\n\n"
    text = "Sand is old.\n\n## Aims\n\nWe ask.\n\n# Methods\n\nWe sieve.\n"
    manuscript = parse(write_text(tmp_path, front + text))
    assert manuscript.abstract == "We weigh sand."
    assert [one.section for one in manuscript.sentences] == [0, None, 1, 2]
    assert [one.kind for one in manuscript.sections] == ["abstract", "other", "method"]


def test_headings_may_have_no_blank_behind_their_signs(tmp_path: Path) -> None:
    text = (
        "#Introduction\n\nSand is old.\n\n##Sieves\n\nWe sieve.\n\n#1 Wet sand\n\nIt is heavy.\n\n"
        "#Sand\n\n#Sand #Clay\n\n#Sand is what we weigh.\n\nSieves are\n#Round things\n\n"
        "#Wet sand is what most\nof us weigh.\n\n##Dry sand\nIt is light.\n"
    )
    manuscript = read(tmp_path, text)
    assert [(one.number, one.title, one.level) for one in manuscript.sections] == [
        ("", "Introduction", 1),
        ("", "Sieves", 2),
        ("1", "Wet sand", 1),
        ("", "Dry sand", 2),
    ]
    assert texts(manuscript)[3:] == [
        "#Sand",
        "#Sand #Clay",
        "#Sand is what we weigh.",
        "Sieves are #Round things",
        "#Wet sand is what most of us weigh.",
        "It is light.",
    ]


def test_labels_of_the_manuscript_are_no_keys(tmp_path: Path) -> None:
    text = (
        "---\nbibliography: sand.bib\n"
        "crossref:\n  custom:\n    - kind: float\n      key: plate\n---\n\n"
        "See @plate-sieve2 and @setup1 [@setup1; @oak2010].\n\n:::{#setup1}\nA sieve.\n:::\n\n"
    )
    manuscript = parse(write_text(tmp_path, text))
    assert [one.unresolved for one in manuscript.sentences[0].markers] == [()]
    assert texts(manuscript)[0].startswith("See plate-sieve2 and setup1")


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        (r'"Jane Oak\\thanks{Of the sea}"', "Jane Oak"),
        ("Jane Oak$^{1,2}$", "Jane Oak"),
        ("Jane Oak<sup>1</sup>", "Jane Oak"),
        ('"vorgelegt von: Jane Oak"', "Jane Oak"),
        ("vorgelegt von Jane Oak", "Jane Oak"),
        (r"Jane \textbf{Oak}\textsuperscript{1}", "Jane Oak"),
        (r"Jane O\v{s}k\footnotemark[1]{}", "Jane Ošk"),
        (r"Fran\c{c}ois {\O}ak", "François Øak"),
    ],
)
def test_names_of_front_matter_have_no_signs(stated: str, name: str, tmp_path: Path) -> None:
    text = f"---\ntitle: Sand\nauthor:\n  - {stated}\n---\n\nSand is old.\n"
    assert parse(write_text(tmp_path, text)).authors == (name,)


def test_titles_and_keywords_of_front_matter_are_as_printed(tmp_path: Path) -> None:
    text = (
        "---\ntitle: |\n  | Sand, 1990--2020\n  | A \\linebreak Review\n"
        "keywords: sand -- wet clay -- sieves\n---\n\nSand is old.\n"
    )
    manuscript = parse(write_text(tmp_path, text))
    assert manuscript.title == "Sand, 1990–2020 A Review"
    assert manuscript.keywords == ("sand", "wet clay", "sieves")


def test_a_citation_of_latex_may_have_a_line_of_its_own(tmp_path: Path) -> None:
    manuscript = read(tmp_path, "Sand is old\n\\cite{oak2010}\nand wet.\n\\newpage\n")
    assert texts(manuscript) == ["Sand is old (Oak, 2010) and wet."]


def write_text(folder: Path, text: str) -> Path:
    (folder / "sand.bib").write_text(BIB, encoding="utf-8")
    path = folder / "sand.md"
    path.write_text(text, encoding="utf-8")
    return path


NOTES = """Reeds bend in the wind.[^1] Birds sing.[^b] Sand is wet.[^2] So it is.^[Elm, *Sand*, 9.]

Nothing more is known.[^3]

[^1]: Anna Ash, *The Reeds of the North* (London: Bay Press, 2003), p. 4.
[^b]: Bo Elm, *Walks on Wet Sand* (Oxford: Quay, 1999), 12–14.
[^2]: Ibid., p. 3.
[^3]: Thanks to all.
"""
LISTED = """
## Bibliography

Elm, Bo. *Walks on Wet Sand*. Oxford: Quay, 1999.

Yew, Di. *Moss on Stones*. London: Bay Press, 2007.
"""


@pytest.mark.parametrize(
    ("listed", "titles"),
    [
        ("", ["The Reeds of the North", "Walks on Wet Sand"]),
        (LISTED, ["Walks on Wet Sand", "Moss on Stones", "The Reeds of the North"]),
    ],
)
def test_typed_notes_cite_where_no_bibliography_is(
    listed: str, titles: list[str], tmp_path: Path
) -> None:
    read = markdown.parse(written(tmp_path, "draft.md", NOTES + listed))
    assert sorted(one.title for one in read.references) == sorted(titles)
    assert {one.key for one in read.references} == {""}
    cited = [
        [read.references[at].title for marker in one.markers for at in marker.references]
        for one in read.sentences
    ]
    reeds, sand = "The Reeds of the North", "Walks on Wet Sand"
    assert cited == [[reeds], [sand], [sand], [sand], []]


def test_typed_notes_cite_nothing_beside_a_bibliography(tmp_path: Path) -> None:
    written(tmp_path, "sand.bib", "@book{oak2010, title={Sand}, author={Oak, A.}, year=2010}")
    text = f"---\nbibliography: sand.bib\n---\nSand is wet [@oak2010].\n\n{NOTES}"
    read = markdown.parse(written(tmp_path, "draft.md", text))
    assert [one.title for one in read.references] == ["Sand"]


def test_typed_notes_of_the_abstract_and_of_the_text_count(tmp_path: Path) -> None:
    abstract = (
        "abstract: |\n  Moss is green.^[Di Yew, *Moss on Stones* (London: Bay Press, 2007), 2.]"
    )
    read = markdown.parse(written(tmp_path, "draft.md", f"---\n{abstract}\n---\n{NOTES}"))
    assert sorted(one.title for one in read.references) == [
        "Moss on Stones",
        "The Reeds of the North",
        "Walks on Wet Sand",
    ]
    assert sum(bool(one.markers) for one in read.sentences) == 5


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Elm says so -@elm2021.", "Elm says so (2021)."),
        ("It is so [@elm2021{p. 12}].", "It is so (Elm and Yew, 2021, p. 12)."),
        ("It is so [@elm2021, {p. 12} and more].", "It is so (Elm and Yew, 2021, p. 12 and more)."),
        ("It is so [see @elm2021, {}2 rivers].", "It is so (see Elm and Yew, 2021, 2 rivers)."),
    ],
)
def test_locators_in_braces_and_years_alone_are_read(
    tmp_path: Path, source: str, shown: str
) -> None:
    path = written_myst(tmp_path, f"---\nbibliography: refs.bib\n---\n\n{source}\n")
    manuscript = markdown.parse(path)
    assert [sentence.text for sentence in manuscript.sentences] == [shown]
    assert [titles for _, titles, _ in myst_markers(manuscript)] == [[ELM]]


def test_typed_notes_are_read_beside_a_bibliography_of_another_text(tmp_path: Path) -> None:
    (tmp_path / "other.bib").write_text("@book{birds, title={Oaks}, author={Oak, Ann}, year=2010}")
    text = "The birds sing.[^1]\n\n[^1]: Bo Elm, “Rain on Roofs,” *Weather* 12, no. 3 (2011): 33.\n"
    manuscript = markdown.parse(written(tmp_path, "a.md", text))
    assert [entry.title for entry in manuscript.references] == ["Rain on Roofs"]
    assert manuscript.unread == ()


def test_captions_and_parts_of_bookdown_are_told_from_text_and_titles(tmp_path: Path) -> None:
    text = (
        "---\ntitle: Sand\nbibliography: shared.bib\n---\n\n# (PART) Grains {-}\n\n"
        "# Wet sand\n\nSieves are exact.\n\n"
        "(ref:sieve-caption) **A sieve.** It is as in @ash2012,\nbut of iron.\n\n"
        "```{r sieve, fig.cap='(ref:sieve-caption)'}\nplot(sieve)\n```\n\n"
        "Clay is wet (ref. 3).\n\n# (APPENDIX) More {-}\n\nThat is all.\n"
    )
    manuscript = parse(written(tmp_path, "one.Rmd", text))
    assert [section.title for section in manuscript.sections if section.title] == [
        "Grains",
        "Wet sand",
        "More",
    ]
    assert texts(manuscript) == ["Sieves are exact.", "Clay is wet (ref. 3).", "That is all."]
    (cited,) = manuscript.cited_beside
    assert manuscript.references[cited].title == "On heavy stones"


def test_names_typed_beside_keys_cite_and_may_not_be_listed(tmp_path: Path) -> None:
    text = (
        "Sand is wet [@oak2010]. Reed et al. (2018) weigh it; others too (Elm & Ivy, 2016)."
        " The Act (2017) does not, nor does (Oak), (Oak 2), (Oak 3), (Oak 4), (Oak 5) or (Oak 6)."
    )
    manuscript = read(tmp_path, f"---\nbibliography: shared.bib\n---\n# Sand\n\n{text}\n")
    assert [(places, missing) for _, places, missing in markers(manuscript)] == [
        (["Sieves and sand"], ()),
        ([], ("Reed et al., 2018",)),
        ([], ("Elm & Ivy, 2016",)),
    ]


def test_captions_of_bookdown_are_no_sentences(tmp_path: Path) -> None:
    text = (
        "Sand is wet.\n\nTable: (\\#tab:wet) Wet sand\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
        "(\\#fig:dry) Dry sand after @oak2010\n\n(ref:cap) Sand in sieves\n\nSand is dry."
    )
    manuscript = read(tmp_path, f"---\nbibliography: shared.bib\n---\n# Sand\n\n{text}\n")
    assert texts(manuscript) == ["Sand is wet.", "Sand is dry."]
    assert manuscript.cited_beside == (0,)
    assert not manuscript.unread
