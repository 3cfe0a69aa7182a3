"""Web pages: links that cite, lists, notes, title pages, and what is no text of the article."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.records import Manuscript
from core.manuscript.sources import read_manuscript
from tests import wording
from tests.core.manuscript.tex import markers, texts

OAK = "Oak, T. (2010). Recorders at the edge. <i>Marshes</i>, 3, 1–9."
ELM = "Elm, A., &amp; Fir, B. (2012). An hour of silence. <i>Marshes</i>, 5, 4–8."
ASH = "Ash, C. (2014). Bells on the ferries at night. <i>Harbours</i>, 2, 7–12."
OAK_TITLE, ELM_TITLE, ASH_TITLE = (
    "Recorders at the edge",
    "An hour of silence",
    "Bells on the ferries at night",
)
PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><title>Reeds – my site</title><style>p {{}}</style></head>
<body><nav id="TOC"><ul><li><a href="#intro">Introduction</a></li></ul></nav>
<main class="content"><header id="title-block-header"><h1 class="title">Reeds in Wind</h1>
<p class="author">Nora Reed</p><p class="author">Li Stone</p>
<div class="abstract"><div class="abstract-title">Abstract</div><p>Reeds bend and rise.</p></div>
</header>
<section id="intro"><h2><span class="header-section-number">1</span> Introduction</h2>
<p>Birds sing <span class="citation" data-cites="oak elm">(<a href="#ref-oak"
role="doc-biblioref">Oak 2010</a>; <a href="#ref-elm">Elm &amp; Fir 2012</a>)</span>.
<a href="#ref-elm">Elm and Fir</a> say that reeds do not.<a href="#fn1" class="footnote-ref"
role="doc-noteref"><sup>1</sup></a></p>
<table><tr><td>Bells <a href="#ref-ash">Ash 2014</a></td></tr></table></section>
<section id="refs-section"><h2>References</h2><div id="refs" class="references csl-bib-body">
<div id="ref-oak" class="csl-entry"><div class="csl-left-margin">1. </div>
<div class="csl-right-inline">{OAK}</div></div>
<div id="ref-elm" class="csl-entry"><div class="csl-left-margin">2. </div>
<div class="csl-right-inline">{ELM}</div></div>
<div id="ref-ash" class="csl-entry">{ASH}</div></div></section>
<section class="footnotes" role="doc-endnotes"><ol><li id="fn1"><p>So says
<a href="#ref-oak">Oak</a>, too. <a href="#fnref1" class="footnote-back">↩</a></p></li></ol>
</section>
</main><footer>Made with care.</footer><script>let a = "<p>No text</p>";</script></body></html>
"""


def read(folder: Path, page: str, name: str = "reeds.html") -> Manuscript:
    (folder / name).write_text(page, encoding="utf-8")
    return read_manuscript(folder / name, max_pages=9)


def body(text: str, entries: str = "") -> str:
    return f"<html><body><h1>Reeds in Wind</h1><h2>Introduction</h2>{text}{entries}</body></html>"


def numbered(*entries: str) -> str:
    items = "".join(f'<li id="b{at}">{entry}</li>' for at, entry in enumerate(entries, 1))
    return f'<h2>References</h2><ol class="references">{items}</ol>'


def test_links_to_entries_cite_them(tmp_path: Path) -> None:
    manuscript = read(tmp_path, PAGE)
    assert [entry.title for entry in manuscript.references] == [OAK_TITLE, ELM_TITLE, ASH_TITLE]
    assert markers(manuscript) == [
        ("(Oak 2010; Elm & Fir 2012)", [OAK_TITLE, ELM_TITLE], ()),
        ("Elm and Fir", [ELM_TITLE], ()),
        ("(Oak, 2010)", [OAK_TITLE], ()),
    ]


def test_the_title_page_is_read_and_menus_are_not(tmp_path: Path) -> None:
    manuscript = read(tmp_path, PAGE)
    assert (manuscript.title, manuscript.authors) == ("Reeds in Wind", ("Nora Reed", "Li Stone"))
    assert manuscript.abstract == "Reeds bend and rise."
    assert [(one.number, one.title) for one in manuscript.sections][-1] == ("1", "Introduction")
    assert "care" not in " ".join(texts(manuscript))
    assert "No text" not in " ".join(texts(manuscript))


def test_what_a_table_cites_is_cited_beside_the_text(tmp_path: Path) -> None:
    assert read(tmp_path, PAGE).cited_beside == (2,)


def test_names_in_the_head_of_a_page_come_first(tmp_path: Path) -> None:
    head = (
        '<html><head><meta name="citation_title" content="Songs of the Reeds">'
        '<meta name="citation_author" content="Reed, Nora"></head><body>'
        '<h1 class="title">Marshes</h1><p class="author">The Editors</p>'
        "<p>Birds sing in the morning, and reeds do not sing at all.</p></body></html>"
    )
    manuscript = read(tmp_path, head)
    assert (manuscript.title, manuscript.authors) == ("Songs of the Reeds", ("Nora Reed",))


def test_raised_numbers_of_a_range_cite_all_of_it(tmp_path: Path) -> None:
    first, last = '<a href="#b1">1</a>', '<a href="#b3">3</a>'
    text = f'<p>Birds sing.<sup>{first}–{last}</sup> Reeds [<a href="#b2">2</a>] bend.</p>'
    assert markers(read(tmp_path, body(text, numbered(OAK, ELM, ASH)))) == [
        ("1–3", [OAK_TITLE, ELM_TITLE, ASH_TITLE], ()),
        ("[2]", [ELM_TITLE], ()),
    ]


def test_an_empty_citation_belongs_to_the_name_before_it(tmp_path: Path) -> None:
    text = '<p>As Oak <span class="citation" data-cites="oak"></span> says, birds sing.</p>'
    entries = f'<div id="refs"><div id="ref-oak" class="csl-entry">{OAK}</div></div>'
    assert markers(read(tmp_path, body(text, entries))) == [("Oak", [OAK_TITLE], ())]


def test_a_page_without_links_is_read_by_its_markers(tmp_path: Path) -> None:
    entries = f"<h2>References</h2><p>{OAK}</p><p>{ELM}</p><p>{ASH}</p>"
    manuscript = read(tmp_path, body("<p>Birds sing (Oak, 2010) at dawn.</p>", entries))
    assert markers(manuscript) == [("(Oak, 2010)", [OAK_TITLE], ())]


def test_a_doi_that_only_a_link_has_belongs_to_the_entry(tmp_path: Path) -> None:
    link = '<a href="https://doi.org/10.55555/reeds.1">CrossRef</a> <a href="/s">Google Scholar</a>'
    text = '<p>Birds sing [<a href="#b1">1</a>].</p>'
    (entry,) = read(tmp_path, body(text, numbered(f"{OAK} {link}"))).references
    assert entry.doi == "10.55555/reeds.1"
    assert "Scholar" not in entry.text
    assert "CrossRef" not in entry.text


def test_citations_of_a_latex_page_and_its_labels(tmp_path: Path) -> None:
    page = f"""<html><body><article class="ltx_document"><h1 class="ltx_title_document">Reeds in
    Wind</h1><div class="ltx_authors"><span class="ltx_personname">Nora Reed</span></div>
    <div class="ltx_abstract"><h6 class="ltx_title">Abstract</h6><p>Reeds bend.</p></div>
    <section><h2><span class="ltx_tag">1 </span>Introduction</h2>
    <div><p>Birds sing <cite>(Oak, <a href="#bib.1">2010</a>)</cite>.<span class="ltx_note"><sup
    class="ltx_note_mark">1</sup><span class="ltx_note_outer">See <a href="#bib.2">Elm</a>.</span>
    </span></p></div></section>
    <section id="bib" class="ltx_bibliography"><h2>References</h2><ul class="ltx_biblist">
    <li id="bib.1" class="ltx_bibitem"><span class="ltx_tag">Oak (2010)</span>
    <span class="ltx_bibblock">{OAK}</span><span class="ltx_bib_cited">Cited by §1.</span></li>
    <li id="bib.2" class="ltx_bibitem"><span class="ltx_tag">Elm and Fir (2012)</span>
    <span class="ltx_bibblock">{ELM}</span></li></ul></section></article></body></html>"""
    manuscript = read(tmp_path, page)
    assert (manuscript.authors, manuscript.abstract) == (("Nora Reed",), "Reeds bend.")
    assert [entry.text[:8] for entry in manuscript.references] == ["Oak, T. ", "Elm, A.,"]
    assert "Cited by" not in manuscript.references[0].text
    assert [found[1] for found in markers(manuscript)] == [[OAK_TITLE], [ELM_TITLE]]


def test_pictures_within_the_page_are_no_text(tmp_path: Path) -> None:
    picture = f'<img src="data:image/png;base64,{"iVBORw0K" * 4000}">'
    manuscript = read(tmp_path, body(f"<p>Birds sing {picture} at dawn.</p>"))
    assert texts(manuscript) == ["Birds sing at dawn."]


def test_a_page_without_text_is_refused(tmp_path: Path) -> None:
    expected = wording.pattern("core.manuscript.word.document:build_manuscript", file="reeds.html")
    with pytest.raises(FormatError, match=expected):
        read(tmp_path, "<html><body><nav>Menu</nav></body></html>")


def test_deeply_nested_pages_are_read_to_the_end(tmp_path: Path) -> None:
    deep = f"{'<div>' * 900}<p>Reeds bend.</p>{'</div>' * 900}"
    manuscript = read(tmp_path, f"<html><body>{deep}<p>Birds sing.</p></body></html>")
    assert texts(manuscript) == ["Reeds bend.", "Birds sing."]


@pytest.mark.parametrize(
    "stated",
    ["Nora Reed, Li Stone", "Nora Reed and Li Stone", "Reed, Nora; Stone, Li"],
)
def test_the_head_of_a_page_may_name_all_authors_at_once(tmp_path: Path, stated: str) -> None:
    head = f'<head><meta name="author" content="{stated}"></head>'
    manuscript = read(tmp_path, body("<p>Birds sing.</p>").replace("<body>", f"{head}<body>"))
    assert manuscript.authors == ("Nora Reed", "Li Stone")


def test_the_title_of_a_page_by_word_is_no_heading_of_a_section(tmp_path: Path) -> None:
    entries = "".join(f"<p class=MsoBibliography>{entry}</p>" for entry in (OAK, ELM, ASH))
    text = f"<h1>Introduction</h1><p>Birds sing (Oak 2010).</p><h1>References</h1>{entries}"
    for title in ("<p class=MsoTitle>Reeds in Wind</p>", ""):
        page = f"<html><head><title>Reeds in Wind</title></head><body>{title}{text}</body></html>"
        manuscript = read(tmp_path, page)
        assert manuscript.title == "Reeds in Wind"
        assert [section.title for section in manuscript.sections] == ["Introduction"]
        assert [entry.title for entry in manuscript.references] == [OAK_TITLE, ELM_TITLE, ASH_TITLE]


def test_an_entry_of_many_levels_is_read(tmp_path: Path) -> None:
    deep = f"{'<span>' * 1500}{OAK}{'</span>' * 1500}"
    manuscript = read(tmp_path, body('<p>Birds sing <a href="#b1">[1]</a>.</p>', numbered(deep)))
    assert [entry.title for entry in manuscript.references] == [OAK_TITLE]


def test_a_page_says_how_its_letters_are_written(tmp_path: Path) -> None:
    head = '<head><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"></head>'
    page = body("<p>Birds sing.</p>").replace("Reeds in Wind", "葦と風").replace("<body>", head)
    (tmp_path / "reeds.html").write_bytes(page.encode("shift_jis"))
    assert read_manuscript(tmp_path / "reeds.html", max_pages=9).title == "葦と風"
