"""Terms that two texts share: telling ones, whole phrases, and nothing that any paper says."""

from __future__ import annotations

import pytest

from core.base.records import PaperRecord
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.telling_terms import Shared, TellingTerms
from tests.core.recommend.terms import TIED


def shared(terms: TellingTerms, one: str, other: str) -> list[str]:
    return [each.term_text for each in terms.shared(terms.of(one), terms.of(other))]


def test_phrases_come_whole_and_rare_words_first(terms: TellingTerms) -> None:
    one, other, _ = (f"{record.title} {record.abstract}" for record in TIED)
    found = shared(terms, one, other)
    assert found[0] == "dependency trees"
    assert set(found) == {"dependency trees", "BERT", "parsing"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A few of them", "There are few"),
        ("the x and the y", "x over y"),
        ("42 results of 2019", "42 papers in 2019"),
        ("a novel approach", "novel approaches"),
        ("grammar of soils", "a grammar"),  # in half of the papers
        ("pour les résultats dans une étude", "dans une autre étude pour les"),
        ("eine Arbeit über die Gärten", "über eine andere Arbeit"),
        ("intelligible speech", "intelligence of crows"),  # one stem, two words
        ("conservative wardens", "conservation of crows"),
        ("the position of nests", "positives of a lens"),
        ("animated kites", "animals of the shore"),
        ("un autre facteur chez ces sujets", "deux facteurs, vingt sujets, un facteur"),
        ("die Bedeutung der Umgebung", "Bedeutung für andere Bereiche"),
        ("los hallazgos de varios grupos", "varios grupos sin hallazgos"),
        ("die Türme, die es gibt", "die es gibt"),
        ("obter uma metodologia", "permite obter a metodologia proposta"),
        ("las herramientas y sus ventajas", "ventajas de estas herramientas"),
        ("die Vorteile der Umgebung", "Nachteile und Vorteile der Umgebungen"),
        ("le prestazioni degli strumenti", "strumenti e prestazioni"),
        ("el fenómeno es múltiple", "fenómenos múltiples"),
        ("ein Algorithmus und zwei Algorithmen", "Algorithmen, Algorithmus"),
    ],
)
def test_what_any_paper_says_is_never_shared(terms: TellingTerms, one: str, other: str) -> None:
    assert shared(terms, one, other) == []


def test_a_phrase_is_not_cut_out_of_a_compound(terms: TellingTerms) -> None:
    found = shared(terms, "open-source decoder of tides", "a source decoder")
    assert "source decoder" not in found
    assert shared(terms, "phrase-based tides", "phrase-based ebb") == ["phrase-based"]


def test_forms_of_one_word_are_shared(terms: TellingTerms) -> None:
    assert shared(terms, "conservation wardens", "conservations of a shore") == ["conservation"]
    assert shared(terms, "mites of the shore", "a mite") == ["mites"]


def test_one_word_says_something_of_a_short_text_and_two_of_a_long_one(terms: TellingTerms) -> None:
    long = terms.of(
        "dunlins, bitterns, ospreys, egrets, herons, plovers, godwits, curlews, avocets"
    )
    one, two = terms.of("an osprey"), terms.of("an osprey and a heron")
    assert not terms.say_enough(long, terms.shared(long, one))
    assert terms.say_enough(long, terms.shared(long, two))
    assert terms.say_enough(two, terms.shared(two, one))


def test_a_phrase_within_a_longer_one_is_not_told_again(terms: TellingTerms) -> None:
    one = "tidal heron decoders differ; tidal herons do not"
    assert shared(terms, one, "the tidal heron decoder and tidal herons") == [
        "tidal heron decoders"
    ]


def test_a_phrase_in_two_forms_is_told_once(terms: TellingTerms) -> None:
    one = "from the osprey century to later osprey centuries"
    assert shared(terms, one, "an osprey century and osprey centuries") == ["osprey century"]


def test_a_rare_word_says_something_by_itself_and_a_common_one_does_not(
    terms: TellingTerms,
) -> None:
    common, rare = (Shared("heron", ("heron",), weight) for weight in (0.1, 9.0))
    assert not terms.are_rare([])
    assert not terms.are_rare([common])
    assert terms.are_rare([common, rare])


def test_a_theme_is_what_many_sentences_of_a_manuscript_say(terms: TellingTerms) -> None:
    sentences = [f"The dunlins ate number {n}." for n in range(5)] + ["Bitterns boomed."] * 35
    theme = terms.find_theme(sentences)
    assert {"dunlin", "bittern"} <= theme
    assert "egret" not in theme
    assert terms.find_theme(sentences[:20]) == frozenset()  # too few to tell


def test_a_name_is_more_than_the_theme_of_a_manuscript(terms: TellingTerms) -> None:
    mine, other = terms.of("Dunlins with GPS at the shore"), terms.of("dunlins with GPS")
    theme = frozenset(stem for stem in mine.rarity if stem.startswith(("dunlin", "gps")))
    assert len(theme) == 2
    assert not mine.belong_to_theme(theme, theme)
    assert [mine.belong_to_theme(theme, {stem}) for stem in sorted(theme)] == [True, False]
    told = {term.term_text: term.belongs_to_theme(theme) for term in terms.shared(mine, other)}
    assert told == {"dunlins": True, "GPS": False}


def test_the_name_of_a_place_is_shared_whole(terms: TellingTerms) -> None:
    assert shared(terms, "buses of São Paulo", "as cegonhas de São Paulo") == ["São Paulo"]
    assert shared(terms, "No mais dunlins", "no mais dunlins") == ["dunlins"]


def test_words_of_a_heading_in_capitals_are_written_small(terms: TellingTerms) -> None:
    assert shared(terms, "DUNLINS OF VENEZUELA", "dunlins in Venezuela") == ["Venezuela", "dunlins"]
    assert shared(terms, "the GPS of herons", "a GPS") == ["GPS"]


@pytest.fixture
def titled_terms(small_library: Library, telling_terms_words: WordIndex) -> TellingTerms:
    """Terms of a library in which titles avoid two words, and have a third."""
    records = [
        *(
            PaperRecord(id=f"t:d{n}", title=f"Tides {n}", abstract="Documented in many countries.")
            for n in range(9)
        ),
        *(PaperRecord(id=f"t:b{n}", title=f"Bittern {n}") for n in range(9)),
        *(PaperRecord(id=f"t:f{n}", title=f"Filling {n}") for n in range(200)),
    ]
    list(small_library.papers.add(records, source="test"))
    telling_terms_words.follow(small_library.papers)
    return TellingTerms(telling_terms_words)


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        ("documented for all countries", "countries are documented", []),
        ("documented for a bittern", "a bittern is documented", ["bittern"]),
        ("documented countries", "documented countries", ["documented countries"]),
        ("a dunlin", "the dunlin", ["dunlin"]),  # too rare to be judged by titles
    ],
)
def test_single_words_count_as_far_as_titles_have_them(
    titled_terms: TellingTerms, one: str, other: str, kept: list[str]
) -> None:
    common = titled_terms.shared(titled_terms.of(one), titled_terms.of(other))
    assert common
    assert [term.term_text for term in titled_terms.keep_topics(common)] == kept


def test_one_word_of_a_sentence_is_enough_only_if_titles_have_it(
    titled_terms: TellingTerms,
) -> None:
    mine = titled_terms.of("documented bitterns")
    documented, bittern = (next(iter(titled_terms.of(one).rarity)) for one in mine.text.split())
    assert titled_terms.are_enough(mine, {documented})
    assert not titled_terms.are_enough(mine, {documented}, are_titled=True)
    assert titled_terms.are_enough(mine, {bittern}, are_titled=True)


def test_a_phrase_may_have_a_plain_word_between_telling_ones(terms: TellingTerms) -> None:
    one, other = "an interrupted time dunlin", "Interrupted time dunlins"
    assert shared(terms, one, other) == ["interrupted time dunlin"]
    assert "time dunlin" not in shared(terms, "time dunlin", "a time dunlin")
