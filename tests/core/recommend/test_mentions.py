"""Signals of names and people, compared with what a reader would say."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest

from core.base.identity import split_into_words
from core.base.records import PaperText
from core.library.indexes.folding import index_terms
from core.recommend.mentions import (
    PEOPLE,
    SIGNALS,
    MentionFinder,
    longest_run,
    mention_signals,
    people_signals,
    shared_names,
)
from core.recommend.method_names import parse_title

SENTENCE = "We train GANs with Adam on ImageNet, as deep residual learning was trained with SGD."
NAMES = ("Given Vaswani", "Noam Shazeer")


def paper(title: str, abstract: str = "", authors: tuple[str, ...] = ()) -> PaperText:
    return PaperText(title=title, abstract=abstract, authors=authors, year=None)


def rarity(term: str) -> float:
    return float(len(term))


def signal(name: str, one: PaperText, *, sentence: str = SENTENCE, wider: str = "") -> float:
    return float(mention_signals(sentence, wider, [one], rarity=rarity)[name][0])


def test_the_share_of_a_title_is_weighed_by_rarity() -> None:
    one = paper("Residual learning of gardens")
    assert index_terms(one.title) == ["residu", "learn", "garden"]
    assert signal("title_share", one) == pytest.approx(11 / 17)
    assert signal("title_share_wider", one, wider="Of gardens.") == pytest.approx(1.0)
    assert math.isnan(signal("title_share", paper("")))


def test_the_longest_quoted_run_is_counted_in_words() -> None:
    one = paper("Deep Residual Learning for Image Recognition")
    assert signal("title_run", one) == 3
    assert signal("title_run_share", one) == pytest.approx(0.5)
    assert signal("title_run", paper("With an odd head of the tail"), sentence="with of the") == 0


def test_a_run_is_the_longest_found_by_trying_all() -> None:
    draw = random.Random(3)
    for _ in range(200):
        title = " ".join(draw.choices(["red", "of", "the", "fox", "den"], k=draw.randint(1, 7)))
        sentence = draw.choices(["red", "of", "the", "fox", "den"], k=draw.randint(1, 9))
        places: dict[str, list[int]] = {}
        for place, word in enumerate(sentence):
            places.setdefault(word, []).append(place)
        words = parse_title(title).words
        tried = [
            end - start
            for start in range(len(words))
            for end in range(start + 1, len(words) + 1)
            if f" {' '.join(words[start:end])} " in f" {' '.join(sentence)} "
            and words[end - 1] not in {"of", "the"}
            and words[start] not in {"of", "the"}
        ]
        assert longest_run(parse_title(title), places) == max(tried, default=0), (title, sentence)


@pytest.mark.parametrize(
    ("title", "sentence", "named"),
    [
        ("Adam: A Method for Stochastic Optimization", SENTENCE, True),
        ("Adam: A Method for Stochastic Optimization", "adam was first.", False),
        ("BERT: Pre-training", "BERT-style models and others.", True),
        ("BERT: Pre-training", "Bert was a person.", False),
        ("word2vec: Vectors", "Word2Vec finds vectors.", True),
        ("GPT-3: Few-Shot Learners", "We prompt GPT3.", True),
        ("Mask R-CNN: A Framework", "as in Mask R-CNN here", True),
        ("glove: global vectors", "a glove fits", True),
        ("glove: global vectors", "Glove fits", False),
    ],
)
def test_a_paper_is_named_by_the_name_its_title_gives_it(
    title: str, sentence: str, named: bool
) -> None:
    assert (signal("own_name", paper(title), sentence=sentence) > 0) == named


def test_a_title_without_a_name_leaves_the_signal_unknown() -> None:
    assert math.isnan(signal("own_name", paper("Mining hard negatives")))


def test_a_name_may_stand_beside_the_sentence_or_have_another_version() -> None:
    one = paper("ResNet-50: Residual Networks")
    assert signal("own_name_wider", one, sentence="Others.", wider="Like ResNet-50.") > 0
    assert signal("own_name_other_version", one, sentence="Use ResNet here.") > 0
    assert signal("own_name", one, sentence="Use ResNet here.") == 0


def test_the_names_of_the_sentence_are_looked_for_in_title_and_abstract() -> None:
    one = paper("Large images", "We introduce ImageNet. It is unlike ADAM and SGDs.")
    assert signal("names_share", one) == pytest.approx((8 + 3) / (3 + 4 + 8 + 3))
    assert signal("names_rarest", one) == 8
    assert signal("introduces", one) == 8
    assert signal("names_in_title", one) == 0
    assert signal("names_in_title", paper("Pictures of ImageNet")) == 8
    assert math.isnan(signal("names_share", paper("Large images")))
    assert math.isnan(signal("names_share", one, sentence="Nothing named here."))


def test_an_acronym_stands_for_the_initials_of_a_title() -> None:
    assert signal("acronym", paper("Generative Adversarial Networks")) == pytest.approx(1.0)
    assert signal("acronym", paper("Conditional Generative Adversarial Networks")) == 0.75
    assert signal("acronym", paper("Mining hard negatives")) == 0
    assert math.isnan(signal("acronym", paper("Negatives")))


def test_an_author_may_be_named_in_the_sentence() -> None:
    one = paper("Attention", authors=NAMES)
    assert signal("family_named", one, sentence="The net of Vaswani is used.") == 1
    assert signal("family_named", one, sentence="The vaswani is none.") == 0
    assert math.isnan(signal("family_named", paper("Attention")))


def test_people_are_the_same_by_family_name_and_first_initial() -> None:
    papers = [
        paper("One", authors=("Ada Byron", "Grace Hopper")),
        paper("Two", authors=("Hopper, G. B.", "Emmy Noether")),
        paper("Three", authors=("Grant Hoppe",)),
        paper("Four"),
    ]
    found = people_signals(
        papers,
        manuscript_authors=("A. Byron",),
        cited_authors=[("G. Hopper", "A. Byron"), ("Emmy Noether",), ()],
    )
    expected = {
        "own_authors": [1, 0, 0, np.nan],
        "cited_authors_most": [2, 1, 0, np.nan],
        "cited_authors_papers": [1, 2, 0, np.nan],
    }
    assert set(found) == set(PEOPLE)
    for name, column in expected.items():
        np.testing.assert_array_equal(found[name], np.array(column, np.float32), err_msg=name)


@pytest.mark.parametrize(
    ("author", "is_shared"),
    [
        ("A. Berg", True),
        ("Berg, Ann", True),
        ("Berg, A. K.", True),
        ("Ann Karen Berg", True),
        ("Axel Berg", False),
        ("Berg, A. L.", False),
        ("AK Berg", True),
        ("Berg, AK", True),
        ("Berg, AL", False),
        ("Ann Byron", False),
        ("", False),
    ],
)
def test_shared_names_agree_in_all_given_names_that_are_written(
    author: str, is_shared: bool
) -> None:
    assert bool(shared_names([author], ["Ann K. Berg", ""])) == is_shared


@pytest.mark.parametrize(
    ("author", "other", "is_shared"),
    [
        ("Jörg Müller", "Joerg Mueller", True),
        ("Mller, Jrg", "Müller, Jörg", True),
        ("Jo\u0308rg Mu\u0308ller", "J. Mueller", True),
        ("Jorg Muller", "Jörg Müller", True),
        ("Jürgen Müller", "Jörg Mueller", False),
        ("Özgür Berg", "Z. Berg", False),
        ("Michael Novak", "Michał Novak", False),
        ("Sergey Orlov", "Sergei Orlov", True),
        ("Dmitry Orlov", "Orlov, Dmitrii", True),
        ("Chris Berg", "Christopher Berg", True),
        ("Paul Berg", "Paula Berg", False),
        ("A. I. Berg", "A. J. Berg", False),
        ("Li Wang", "Lin Wang", False),
    ],
)
def test_shared_names_may_be_spelled_in_several_ways(
    author: str, other: str, is_shared: bool
) -> None:
    assert bool(shared_names([author], [other])) == is_shared
    assert bool(shared_names([other], [author])) == is_shared


@pytest.mark.parametrize(
    "author",
    ["ISO/REED", "Reed Health Organization", "Ministério do Junco", "Conselho Nacional do Junco"],
)
def test_an_organisation_is_no_person_that_papers_share(author: str) -> None:
    assert shared_names([author, "Ann Berg"], [author, "Ann Berg"]) == ["Ann Berg"]


def test_a_name_in_chinese_letters_is_one_word_and_a_person() -> None:
    assert shared_names(["王伟"], ["王伟"]) == ["王伟"]


def test_people_are_unknown_where_nobody_is_known() -> None:
    found = people_signals([paper("One", authors=NAMES)], manuscript_authors=(), cited_authors=[])
    assert all(np.isnan(column).all() for column in found.values())


@pytest.mark.parametrize("papers", [[], [paper("")], [paper("x"), paper("?! ∑", "…", ("",))]])
@pytest.mark.parametrize("sentence", ["", "∑ x² = y", "und noch mehr", "Word " * 5000])
def test_odd_input_has_columns_too(papers: Sequence[PaperText], sentence: str) -> None:
    found = mention_signals(sentence, sentence, papers, rarity=rarity)
    assert set(found) == set(SIGNALS)
    assert all(c.shape == (len(papers),) and c.dtype == np.float32 for c in found.values())


# --- the evidence -----------------------------------------------------------------------------


def test_mentions_are_words_of_the_sentence_and_places_of_the_paper() -> None:
    title, abstract = "Deep residual learning (Adam): things", "We propose ImageNet here."
    found = MentionFinder(SENTENCE).mentions(title, abstract)
    assert [(each.how, each.text) for each in found] == [
        ("name", "ImageNet"),
        ("title", "deep residual learning"),
    ]
    texts = {"title": title, "abstract": abstract}
    for each in found:
        assert each.text in SENTENCE
        ((field, start, end),) = each.spans
        assert texts[field][start:end].lower() == each.text.lower()


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Generative Adversarial Nets", ["GANs"]),
        ("Residual learning", ["residual learning"]),
        ("Residual learning of gardens", []),
        ("", []),
    ],
)
def test_short_runs_are_no_quotation_unless_they_are_the_whole_title(
    title: str, expected: list[str]
) -> None:
    assert [each.text for each in MentionFinder(SENTENCE).mentions(title, "")] == expected


@pytest.mark.parametrize(
    ("sentence", "is_named"),
    [
        ("The semi-sandy walks are many.", False),
        ("The sandy walks are many.", True),
        ("Of paths -sandy walks- there are many.", True),
    ],
)
def test_a_short_title_is_not_named_by_the_end_of_a_compound(sentence: str, is_named: bool) -> None:
    assert bool(MentionFinder(sentence).mentions("Sandy walks", "")) == is_named


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Feeding gulls otherwise (RE-MAP)", []),
        ("Feeding gulls otherwise (MAP-2)", ["MAP"]),
        ("Feeding gulls otherwise (MAP)", ["MAP"]),
    ],
)
def test_a_name_is_no_part_of_another_name(title: str, expected: list[str]) -> None:
    mentions = MentionFinder("They like to eat MAP at sea.").mentions(title, "")
    assert [mention.text for mention in mentions] == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Gulls are fed by KITE 45680.", []),
        ("Gulls are fed by KITE.", []),
        ("Gulls are fed by KITE 14040 and KITE 4109.", ["KITE 4109"]),
        ("Gulls are fed by KITE EN 4109-1:2018.", ["KITE EN 4109-1"]),
    ],
)
def test_a_standard_is_named_by_its_number_alone(sentence: str, expected: list[str]) -> None:
    title = "Feeding gulls otherwise (KITE 4109)"
    mentions = MentionFinder(sentence).mentions(title, "")
    assert [mention.text for mention in mentions] == expected
    for mention in mentions:
        assert [title[start:end] for _, start, end in mention.spans] == ["KITE 4109"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Gulls are fed by KITE 45680.", []),
        ("Gulls are fed by KITE 802.11 radios.", []),
        ("Gulls are fed by KITE 2019.", ["KITE"]),
        ("Gulls are fed by KITE 0.001.", ["KITE"]),
        ("Gulls are fed by KITE 45680 and by KITE itself.", ["KITE"]),
    ],
)
def test_a_standard_does_not_name_what_is_by_its_makers(sentence: str, expected: list[str]) -> None:
    finder = MentionFinder(sentence)
    assert [one.text for one in finder.mentions("Feeding gulls (KITE)", "")] == expected
    assert [one.text for one in finder.mentions("", "We propose KITE here.")] == expected


def test_a_title_is_quoted_with_its_closing_bracket() -> None:
    finder = MentionFinder("The Red Kite Index (RKI) counts kites.")
    assert "Red Kite Index (RKI)" in [
        one.text for one in finder.mentions("Red Kite Index (RKI)", "")
    ]


def test_words_are_split_as_everywhere() -> None:
    assert parse_title("Naïve Poincaré-Embeddings").words == tuple(
        split_into_words("Naïve Poincaré-Embeddings")
    )


@pytest.mark.parametrize(
    ("sentence", "title", "names"),
    [
        ("Mice lack QTR-B alone.", "The quiet tide receptor (QTR)-A in mice", []),
        ("Mice lack QTR-B alone.", "The quiet tide receptor (QTR) in mice", []),
        ("Mice lack QTR-B alone.", "The quiet tide receptor (QTR)-A, not QTR-B", ["QTR-B"]),
        ("Mice lack QTR alone.", "The quiet tide receptor (QTR)-A in mice", ["QTR"]),
        ("Mice lack QTR-B and QTR.", "The quiet tide receptor (QTR) in mice", ["QTR"]),
        ("We use QTR-based mice.", "The quiet tide receptor (QTR) in mice", ["QTR"]),
    ],
)
def test_one_kind_of_a_thing_does_not_name_another(
    sentence: str, title: str, names: list[str]
) -> None:
    mentions = MentionFinder(sentence).mentions(title, "")
    assert [mention.text for mention in mentions if mention.how == "name"] == names
