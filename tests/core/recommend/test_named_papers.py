from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.text.sentences import split_sentences
from core.recommend.candidates import Retriever
from core.recommend.context import Passage
from core.recommend.engine import Engine
from core.recommend.named_papers import (
    NamedPaper,
    find_named_authors,
    find_named_papers,
    list_families,
    share_certainties,
)
from core.recommend.question import Question
from core.recommend.scoring import shipped_trees
from core.recommend.signals import PaperTexts, Sources
from tests import wording

Ask = Callable[[str], list[str]]

PAPERS = (
    ("orro", "Wind over wide moors", ("Ilva Orromar", "B. Tesk", "C. Dunn"), 2015),
    ("pair", "Heather and its insects", ("A. Quillfeather", "B. Moorland"), 2009),
    ("early", "Peat layers of the north", ("K. Varnholt",), 1998),
    ("late", "Peat layers of the south", ("K. Varnholt", "L. Umberto"), 2004),
    ("young", "Grouse on burnt ground", ("R. Young", "S. Adder", "T. Rill"), 2011),
    ("brien", "Rushes in standing water", ("P. O'Brienne", "J. van der Heuvel"), 2012),
    ("initials", "Sheep and sedges", ("Tannikov JR", "Mellow P"), 2018),
    ("system", "MoorNet: mapping bogs from the air", ("A. Zell",), 2020),
    ("prophet", "Prophet: forecasting rain at scale", ("A. Yell",), 2017),
    ("yells", "Hail at scale", ("A. Yell", "B. Nobo", "C. Nobi"), 2013),
    ("title", "Long slow-moving drainage ditches", ("A. Xell",), 2001),
    ("sub", "Counting curlews twice a year: methods and pitfalls", ("A. Well",), 2003),
    ("short", "Deepest bogs", ("A. Vell",), 2002),
    ("plain", "Pure Data: a record of rain", ("A. Tell",), 2008),
    ("state", "Act on bogs", ("Moorania",), 1994),
    ("umlaut", "Marsh birds", ("Jörg Küstner", "B. Dalquist"), 2016),
    ("spelled", "Reed birds", ("A. Loewmann",), 2014),
    ("group", "Snipe in spring (SIS) and autumn", ("A. Uell",), 2006),
)
FILLING = tuple((f"f{n}", f"Young shoots number {n}", ("N. Obody",), 2000) for n in range(40))


@pytest.fixture
def named_library(tmp_path: Path) -> Library:
    library = Library.open(tmp_path / "named", create=True)
    records = [
        PaperRecord(id=f"t:{name}", title=title, authors=authors, year=year)
        for name, title, authors, year in (*PAPERS, *FILLING)
    ]
    list(library.papers.add(records, source="test"))
    return library


@pytest.fixture
def named_words(named_library: Library, tmp_path: Path) -> WordIndex:
    index = WordIndex(tmp_path / "named words", named_library.identity)
    index.follow(named_library.papers)
    return index


@pytest.fixture
def namings(named_library: Library, named_words: WordIndex) -> Callable[[str], list[NamedPaper]]:
    texts = PaperTexts(named_library, named_words)
    return lambda sentence: find_named_papers(sentence, named_words, texts.get)


@pytest.fixture
def first(named_library: Library, named_words: WordIndex) -> Ask:
    """The names of the papers in their order for a sentence."""
    engine = Engine(
        Sources.of(named_library, Retriever(named_words)), split_sentences, trees=shipped_trees()
    )

    def ask(sentence: str) -> list[str]:
        ranked = engine.rank(Question(passage=Passage(sentence=sentence)))
        ids = named_library.papers.ids(list(ranked.papers))
        return [ids[paper].removeprefix("t:") for paper in ranked.papers]

    return ask


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Orromar et al. developed a gauge for gusts.", "orro"),
        ("Orromar showed that it rains.", "orro"),
        ("However, Orromar and colleagues (2015) saw rain.", "orro"),
        ("We build on the work of Orromar.", "orro"),
        ("In Orromar's view it rains.", "orro"),
        ("It rains (Orromar et al., 2015; Nobody, 1990).", "orro"),
        ("As Quillfeather and Moorland found, insects vary.", "pair"),
        ("As Quillfeather & Moorland (2009) found, insects vary.", "pair"),
        ("This was proposed by Ada Quillfeather and Ben Moorland.", "pair"),
        ("Varnholt (1998) dug in the north and the south.", "early"),
        ("Varnholt (2004) dug in the north and the south.", "late"),
        ("Young et al. (2011) burnt young shoots.", "young"),
        ("Following O'Brienne and van der Heuvel [2012], we wade.", "brien"),
        ("Tannikov and Mellow 2018 count sheep.", "initials"),
        ("Kuestner und Dalquist (2016) zählten Vögel.", "umlaut"),
        ("Löwmann (2014) hörte sie.", "spelled"),
        ("Laut Löwmann singen sie.", "spelled"),
        ("Quillfeather y Moorland (2009) contaron insectos.", "pair"),
        ("Según Orromar y colaboradores, llueve.", "orro"),
        ("We use MoorNet for this.", "system"),
        ("Long slow moving drainage ditches were dug.", "title"),
        ("The topic is long slow-moving drainage ditches.", "title"),
        ("We follow “Counting Curlews Twice a Year” here.", "sub"),
        ("We were counting curlews twice a year as well.", "sub"),
        ("The rain was drawn with Pure Data, not by hand.", "plain"),
        ("The rain was drawn with “pure data” alone.", "plain"),
    ],
)
def test_a_named_paper_ranks_first(first: Ask, sentence: str, name: str) -> None:
    assert first(sentence)[0] == name


@pytest.mark.parametrize(
    "sentence",
    [
        "Young shoots were eaten in May 2011.",
        "Varnholt (1975) dug elsewhere.",
        "Quillfeather and Nobody (2009) disagree.",
        "The SIS was asked.",
        "Columns correlate (Varnholt's r < 0.7).",
        "We report Varnholt's rho of both.",
        "We saw that prophets fail.",
        "We have pure data of rain.",
        "The rain was drawn with Pure Data Filters.",
        "The Orromar for National Weather measures wind.",
        "The Orromar of the North measures wind.",
        "He showed nothing.",
        "",
        "…",
    ],
)
def test_what_contradicts_or_is_a_usual_word_names_no_paper(
    namings: Callable[[str], list[NamedPaper]], sentence: str
) -> None:
    assert all(one.certainty < 0.3 for one in namings(sentence))


def test_a_year_beside_the_right_one_is_less_certain(
    namings: Callable[[str], list[NamedPaper]],
) -> None:
    (exact,), (beside,) = namings("Orromar et al. (2015)"), namings("Orromar et al. (2016)")
    assert exact.certainty > 0.9
    assert 0 < beside.certainty < 0.4


def test_one_author_alone_is_hardly_several_where_another_paper_is_by_several(
    named_library: Library, namings: Callable[[str], list[NamedPaper]]
) -> None:
    (alone,) = namings("Zell et al. flew over bogs.")
    assert alone.certainty > 0.7  # a record that leaves the others out
    both = namings("Varnholt and others dug.")
    assert [one.certainty > 0.2 for one in both] == [True, True]
    several = namings("Yell et al. forecast rain.")
    authors = {one.paper: len(named_library.papers.get(one.paper).authors) for one in several}
    assert {authors[one.paper]: one.certainty > 0.3 for one in several} == {1: False, 3: True}


def test_a_short_title_in_small_letters_is_hardly_a_title(
    namings: Callable[[str], list[NamedPaper]],
) -> None:
    (faint,) = (one for one in namings("There are deepest bogs here.") if one.kind == "title")
    (clear,) = (one for one in namings("We follow “Deepest bogs” here.") if one.kind == "title")
    assert faint.certainty < 0.3
    assert clear.certainty > 0.7


@pytest.mark.parametrize(
    ("sentence", "families", "year"),
    [
        ("Smith and Jones (2019) say so.", ("smith", "jones"), 2019),
        ("Brown, Miller, and Young, 2004 say so.", ("brown", "miller", "young"), 2004),
        ("In van der Maaten et al.'s account (2008)", ("maaten",), 2008),
        ("J. K. Smith 2003b says so.", ("smith",), 2003),
        ("It was May 2019.", ("may",), None),
        ("See Müller-Lüdenscheidt, 1988.", ("ludenscheidt",), 1988),
        ("Smith und Jones (2019) sagen es.", ("smith", "jones"), 2019),
        ("Smith, Jones et Young (2019) le disent.", ("smith", "jones", "young"), 2019),
        ("Smith e Jones (2019) o dizem.", ("smith", "jones"), 2019),
        ("Smith i Jones (2019) to mówią.", ("smith", "jones"), 2019),
        ("Smith és Jones (2019) ezt mondja.", ("smith", "jones"), 2019),
        ("Smith y otros (2019) lo dicen.", ("smith",), 2019),
        ("Smith ve diğerleri (2019) söyler.", ("smith",), 2019),
        ("Smith m.fl. (2019) säger det.", ("smith",), 2019),
    ],
)
def test_names_are_read_with_their_year(
    sentence: str, families: tuple[str, ...], year: int | None
) -> None:
    assert (families, year) in [(one.families, one.year) for one in find_named_authors(sentence)]


def test_family_names_are_found_in_every_order() -> None:
    assert list_families("Ada Miller") == {"miller"}
    assert list_families("Miller, Ada") == {"miller"}
    assert "miller" in list_families("Miller AB")
    assert list_families("Jörg Müller") == {"muller", "mueller"}
    assert list_families("") == frozenset()


def test_a_name_without_a_given_name_is_an_author_in_a_citation_alone(
    namings: Callable[[str], list[NamedPaper]],
) -> None:
    assert not [one for one in namings("It rains in Moorania.") if one.kind == "authors"]
    (one,) = (one for one in namings("It rains (Moorania, 1994).") if one.kind == "authors")
    assert one.certainty > 0.9


def test_papers_of_one_phrase_share_its_certainty() -> None:
    one, other = (NamedPaper(number, "authors", "Miller", 0, 0.9) for number in (1, 2))  # type: ignore[arg-type]
    shares = share_certainties([one, other], {1: 3.0, 2: 1.0})  # type: ignore[dict-item]
    assert shares[1] == pytest.approx(0.9 * 0.75)  # type: ignore[index]
    assert sum(shares.values()) == pytest.approx(0.9)


def test_the_reason_says_who_is_named(named_library: Library, named_words: WordIndex) -> None:
    for trees in (None, shipped_trees()):
        sources = Sources.of(named_library, Retriever(named_words))
        engine = Engine(sources, split_sentences, trees=trees)
        question = Question(passage=Passage(sentence="Orromar et al. (2015) dug."))
        suggestion = engine.recommend(question).suggestions[0]
        assert suggestion.reasons[0].text == wording.fill(
            "core.recommend.reasons:_explain_named_authors", texts="“Orromar et al. 2015”"
        )
