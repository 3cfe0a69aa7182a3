"""Words of entries, and what the labeller sees of each."""

from __future__ import annotations

import itertools

import pytest

from core.manuscript.references.tokens import Word, features, split_words


def words(entry: str) -> list[str]:
    return [word.text for word in split_words(entry)]


def features_of(entry: str, word: str) -> set[str]:
    """Return what holds for the first word of that text."""
    split = split_words(entry)
    rows = features(entry, split)
    assert len(rows) == len(split)
    return set(rows[[one.text for one in split].index(word)])


@pytest.mark.parametrize(
    ("entry", "split"),
    [
        ("", []),
        ("Moor, A.: Acid peat.", ["Moor", "A", "Acid", "peat"]),
        ("O'Neil and Moor-Bog", ["O'Neil", "and", "Moor-Bog"]),
        ("pp. 10–19", ["pp", "10", "19"]),
        ("peat- bog", ["peat", "bog"]),
        ("Übe̊r_müll", ["Übe̊r", "müll"]),
        ("12(3)", ["12", "3"]),
    ],
)
def test_words_are_runs_of_letters_and_digits(entry: str, split: list[str]) -> None:
    assert words(entry) == split


@pytest.mark.parametrize(
    ("entry", "text", "kind"),
    [
        ("See https://bogs.example/a?b=1.", "https://bogs.example/a?b=1", "address"),
        ("See www.bogs.example/peat, 2001", "www.bogs.example/peat", "address"),
        ("at https://bogs.example/long- name/x", "https://bogs.example/long- name/x", "address"),
        ("doi: 10.55555/x.1(a);", "10.55555/x.1(a)", "doi"),
        ("arXiv:2001.01234v2, 2020", "2001.01234v2", "arxiv"),
    ],
)
def test_addresses_and_numbers_of_works_are_one_word(entry: str, text: str, kind: str) -> None:
    (word,) = [word for word in split_words(entry) if word.kind]
    start = entry.index(text)
    assert word == Word(start, start + len(text), text, kind)
    assert f"k{kind}" in features_of(entry, text)


def test_words_lie_where_their_spans_say() -> None:
    entry = "Moor, A. (2001). “Acid peat”, https://bogs.example/x."
    split = split_words(entry)
    assert [entry[word.start : word.end] for word in split] == [word.text for word in split]
    assert all(one.end <= other.start for one, other in itertools.pairwise(split))


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("Moor", "Xx"),
        ("A", "X"),
        ("ACL", "XXX"),
        ("peat", "x"),
        ("of", "xx"),
        ("McBog", "XxX"),
        ("iPeat", "xX"),
        ("12", "#2"),
        ("1999", "#year"),
        ("2031", "#4"),
        ("1234567", "#6"),
        ("p12", "x9"),
        ("12th", "99"),
        ("Moor-Bog", "X-"),
    ],
)
def test_shapes_of_words(word: str, shape: str) -> None:
    assert f"s{shape}" in features_of(word, word)


def test_digits_are_told_by_their_number_alone() -> None:
    assert "w#2" in features_of("12", "12")
    assert not {feature for feature in features_of("12", "12") if feature.startswith(("p1", "e1"))}
    assert {"wmoors", "pmoo", "ers", "eors"} <= features_of("Moors", "Moors")


@pytest.mark.parametrize(
    ("word", "list_name"),
    [
        ("Journal", "venue"),
        ("Press", "publisher"),
        ("London", "place"),
        ("eds", "editor"),
        ("vol", "counted"),
        ("pp", "paged"),
        ("Sept", "month"),
        ("van", "particle"),
        ("Jr", "suffix"),
        ("und", "and"),
    ],
)
def test_words_of_the_lists_are_known_whatever_their_case(word: str, list_name: str) -> None:
    assert f"l{list_name}" in features_of(word, word)
    assert f"l{list_name}" in features_of(word.upper(), word.upper())


def test_a_word_hears_of_its_neighbours_and_of_what_stands_between() -> None:
    heard = features_of("Acid peat, in London", "peat")
    assert {"-wacid", "+win", "b_", "a,_", "+ylondon"} <= heard
    assert "-w" in features_of("peat", "peat")  # nothing stands before the first
    assert "+w" in features_of("peat", "peat")


def test_signs_that_mean_the_same_are_the_same() -> None:
    assert "b“" not in features_of("a “peat” b", "peat")
    curly, straight = features_of("a “peat” b", "peat"), features_of('a "peat" b', "peat")
    assert curly == straight
    assert features_of("10 – 19", "19") == features_of("10 - 19", "19")


def test_brackets_quotes_and_years_are_remembered() -> None:
    entry = 'Moor, A. (2001). "Acid peat". In: Annals'

    def state(word: str, sign: str) -> str:
        signs = [one for one in features_of(entry, word) if one[:1] == sign]
        (feature,) = [one for one in signs if one[1].isdigit()]
        return feature

    assert state("2001", "D")[1] == "1"
    assert state("Acid", "D")[1] == "0"
    assert state("Acid", "Q").startswith("Q11")
    assert state("In", "Q").startswith("Q00")
    assert state("Moor", "T")[2:4] == "01"
    assert state("Annals", "T")[2:4] == "10"
    assert state("Annals", "D")[2] == "1"  # behind "In"
    assert state("peat", "D")[2] == "0"


def test_the_position_in_the_entry_and_in_its_stretch_is_told() -> None:
    entry = "Acid peat of moors. Bog"
    assert "P00" in features_of(entry, "Acid")
    assert {"Gf40", "Gm40", "Gl40", "Go10"} == {
        next(one for one in features_of(entry, word) if one.startswith("G"))
        for word in ("Acid", "peat", "moors", "Bog")
    }


def test_the_same_entry_has_the_same_features_each_time() -> None:
    entry = "Moor, A., Bog, B.: Acid peat. Annals of Bogs 3(2), 10–19 (2001)"
    split = split_words(entry)
    assert features(entry, split) == features(entry, split)


def test_how_far_away_initials_are_is_told_on_both_sides() -> None:
    entry = "Moor A peat of bogs"
    distances = {
        word: next(one for one in features_of(entry, word) if one.startswith("I"))
        for word in ("Moor", "A", "peat", "of", "bogs")
    }
    assert distances == {"Moor": "I51", "A": "I55", "peat": "I15", "of": "I25", "bogs": "I35"}


def test_an_initial_is_none_of_the_words_of_the_lists_for_its_neighbours() -> None:
    assert "-kcounted" in features_of("vol Moor", "Moor")
    assert "-k" in features_of("N Moor", "Moor")  # "n" for a number is a word of the lists
    assert "lcounted" in features_of("N Moor", "N")


def test_a_letter_with_an_asterisk_before_a_hyphen_is_one_word_with_what_follows() -> None:
    text = "Oak. C*-algebras, C^*-algèbres and C∗-bundles"
    words = [word.text for word in split_words(text)]
    assert words == ["Oak", "C*-algebras", "C^*-algèbres", "and", "C∗-bundles"]
