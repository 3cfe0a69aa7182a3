"""XML of catalogues: PubMed's articles, MODS, and Word's sources."""

from __future__ import annotations

from core.base.records import Paper, PaperNumber
from core.formats.registry import get_format
from tests.core.formats.catalogue_samples import read

PUBMED_BOOK = """<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>78</PMID><Book>
<Publisher><PublisherName>Reed Press</PublisherName></Publisher><BookTitle>Bogs</BookTitle>
<PubDate><Year>2003</Year></PubDate><AuthorList Type="editors"><Author><LastName>Fenn</LastName>
<ForeName>Bo</ForeName></Author></AuthorList></Book>{chapter}</BookDocument></PubmedBookArticle>
</PubmedArticleSet>"""
PUBMED_CHAPTER = """<ArticleTitle>Peat.</ArticleTitle><AuthorList Type="authors"><Author>
<LastName>Moor</LastName><ForeName>Ada</ForeName></Author></AuthorList>"""


def test_a_chapter_of_pubmed_is_told_from_its_book() -> None:
    chapter = read("pubmed-xml", PUBMED_BOOK.format(chapter=PUBMED_CHAPTER))
    assert (chapter.title, chapter.authors, chapter.venue) == ("Peat", ("Ada Moor",), "Bogs")
    about = {"type": "chapter", "editor": ["Bo Fenn"], "publisher": "Reed Press", "PMID": "78"}
    assert about.items() <= chapter.extra.items()
    book = read("pubmed-xml", PUBMED_BOOK.format(chapter=""))
    assert (book.title, book.authors, book.venue) == ("Bogs", (), "")
    assert (book.extra["type"], book.extra["editor"]) == ("book", ["Bo Fenn"])


def test_word_gets_a_list_of_sources() -> None:
    paper = Paper(
        number=PaperNumber(1), ids=(), title="Peat", authors=("Ada Moor",), year=2003, venue="Bogs"
    )
    text = get_format("word-sources").write([paper])
    for part in ("<b:Last>Moor</b:Last>", "<b:First>Ada</b:First>", "<b:Year>2003</b:Year>"):
        assert part in text
