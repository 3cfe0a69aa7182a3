"""Quotations and numbers: what is one, where the paper has it, and how it differs."""

from __future__ import annotations

import pytest

from core.recommend.quotations import (
    QuotedText,
    check_numbers,
    check_quotation,
    compare_words,
    find_quantities,
    find_quotations,
    fold_words,
)

SENTENCES = (
    "We find that the effi-\ncient state-of-the-art lantern improves accuracy by 12.5 % on data.",
    "It does not, however, work for every harbour tested here.",
    "Seagulls prefer the southern quay, whatever the weather brings.",
)


@pytest.fixture
def source() -> QuotedText:
    return QuotedText(SENTENCES)


@pytest.mark.parametrize(
    ("text", "quotation"),
    [
        ("Roe wrote “the gulls are never late” [3].", "the gulls are never late"),
        ("Die „Möwen kommen immer pünktlich an“ (Roe 2020).", "Möwen kommen immer pünktlich an"),
        ("Die »Möwen kommen immer pünktlich« an.", "Möwen kommen immer pünktlich"),
        ("Selon lui « les mouettes arrivent toujours à l’heure » [2].", "les mouettes arrivent"),
        ("Han skrev ”måsarna kommer alltid i tid” där.", "måsarna kommer alltid i tid"),
        ("Roe: ``the gulls are never late'' indeed", "the gulls are never late"),
        ('"the gulls are never late" is what', "the gulls are never late"),
        ("It is ‘the gulls’ own choice to don’t care’, he says.", "the gulls’ own choice to don’t"),
        ("これは「鴎はいつも時間通りに来る」と述べた", "鴎はいつも時間通りに来る"),
    ],
)
def test_quotation_marks_of_all_languages_are_known(text: str, quotation: str) -> None:
    ((start, end),) = find_quotations(text)
    assert text[start:end].strip().startswith(quotation)


@pytest.mark.parametrize(
    "text",
    [
        "the so-called “hard negatives” of it",
        'a 5" pipe and a 6" pipe of copper were laid',
        "the sailors’ gulls don’t care about the harbours’ rules",
        "an “opened one that never ends",
    ],
)
def test_terms_inches_and_apostrophes_are_no_quotations(text: str) -> None:
    assert find_quotations(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "efficient state of the art lantern improves accuracy",
        "the eﬃcient state-of-the-art lantern",
        "[t]he efficient […] lantern improves accuracy",
        "improves accuracy by 12.5 % ... It does not, however, work",
        "It does not, how-\never, work for every harbour",
        "IT DOES NOT however work",
    ],
)
def test_what_only_prints_otherwise_is_found(source: QuotedText, text: str) -> None:
    quotation, sentence = check_quotation(text, source)
    assert quotation.state == "found"
    assert quotation.differences == ()
    assert sentence in (0, 1)


def test_found_words_are_given_as_the_paper_prints_them(source: QuotedText) -> None:
    quotation, sentence = check_quotation("work for every harbour tested", source)
    assert (quotation.passage, sentence) == ("work for every harbour tested", 1)


@pytest.mark.parametrize(
    ("text", "quoted", "printed"),
    [
        ("it does, however, work for every harbour tested", "", "not"),
        ("improves accuracy by 13.5 % on data", "13.5", "12.5"),
        ("Seagulls prefer the northern quay, whatever the weather", "northern", "southern"),
        ("Seagulls really prefer the southern quay", "really", ""),
        ("Seagulls prefer the northern quay [...] the weather brings", "northern", "southern"),
    ],
)
def test_other_words_are_shown_as_differences(
    source: QuotedText, text: str, quoted: str, printed: str
) -> None:
    quotation, _ = check_quotation(text, source)
    assert quotation.state == "differs"
    assert [(one.quoted, one.printed) for one in quotation.differences] == [(quoted, printed)]


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Seagulls prefer the northern quay", "differs"),  # one of five
        ("Seagulls avoid the northern quay, whatever", "differs"),  # two of six
        ("Seagulls love our northern quay, whatever", "not found"),  # three of six
        ("Pigeons prefer the northern harbour", "not found"),  # three of five
        ("Gulls love the southern pier", "not found"),
        ("the seagulls of a quay whatever", "not found"),  # short words are most that differ
        ("Seagulls love our northern quay, whatever the weather brings", "differs"),  # of nine
    ],
)
def test_a_short_quotation_needs_more_of_its_words(
    source: QuotedText, text: str, state: str
) -> None:
    assert check_quotation(text, source)[0].state == state


@pytest.mark.parametrize(
    "text",
    ["cats sleep all day under the table of the kitchen", "the of and in it the of", "…", ""],
)
def test_other_texts_are_not_found(source: QuotedText, text: str) -> None:
    quotation, sentence = check_quotation(text, source)
    assert (quotation.state, sentence) == ("not found", None)


def test_a_marker_within_a_quotation_does_not_count(source: QuotedText) -> None:
    quotation, _ = check_quotation("Seagulls prefer [7] the southern quay", source, ["[7]"])
    assert quotation.state == "found"


def test_nothing_is_found_in_an_empty_text() -> None:
    assert check_quotation("some words of a paper", QuotedText([]))[0].state == "not found"


def test_words_set_apart_by_a_hyphen_alone_do_not_differ() -> None:
    differences, _ = compare_words(["set", "up", "here"], ["setup", "here"])
    assert differences == []


@pytest.mark.parametrize("printed", ["P50.001", "P 0.001", "P < 0.001"])
def test_a_sign_that_the_text_has_lost_is_no_difference(printed: str) -> None:
    source = QuotedText([f"The gulls slept longer ({printed}) than in the year before."])
    quotation, _ = check_quotation("gulls slept longer (P < 0.001) than in the year", source)
    assert quotation.state == "found"


@pytest.mark.parametrize("printed", ["P > 0.001", "P < 0.01", "P 50.01"])
def test_another_sign_or_number_is_a_difference(printed: str) -> None:
    source = QuotedText([f"The gulls slept longer ({printed}) than in the year before."])
    quotation, _ = check_quotation("gulls slept longer (P < 0.001) than in the year", source)
    assert quotation.state == "differs"


def test_a_text_with_less_than_half_of_the_words_is_another_one() -> None:
    source = QuotedText(["All analysis was performed using the statistical package of the town."])
    quotation, _ = check_quotation("FT-IR analysis was performed in the range of", source)
    assert quotation.state == "not found"


def test_folded_words_know_where_they_are() -> None:
    text = "An eﬃ-\ncient Café"
    assert [(word.text, text[word.start : word.end]) for word in fold_words(text)] == [
        ("an", "An"),
        ("efficient", "eﬃ-\ncient"),
        ("cafe", "Café"),
    ]


def test_numbers_are_read_with_their_units() -> None:
    text = "12,345 birds, 12.5 percent, 0,5 mg and 1.5 million in 2016 grew 3-fold"
    values = [(quantity.value, quantity.unit) for quantity in find_quantities(text)]
    assert values == [(12345, ""), (12.5, "%"), (0.5, "mg"), (1.5e6, ""), (2016, ""), (3, "fold")]


@pytest.mark.parametrize(
    "text", ["Figs. 2 and 3", "Table 12", "see Section 4.1", "p. 17", "(1) gulls", "GPT-4 and B12"]
)
def test_numbers_of_figures_sections_and_names_do_not_count(text: str) -> None:
    assert find_quantities(text) == []


def test_numbers_are_near_elsewhere_or_not_found() -> None:
    sentences = ("Gulls eat 12.5 % of all fish.", "There were 1,200 gulls.")
    text = "They eat 12.5% of it, 1200 gulls in 1950 do"
    checks = check_numbers(text, sentences[0], sentences)
    assert [(check.text, check.state, index) for check, index in checks] == [
        ("12.5%", "near", None),
        ("1200", "elsewhere", 1),
        ("1950", "not found", None),
    ]


def test_a_small_number_with_another_unit_is_another_number() -> None:
    ((check, _),) = check_numbers("after 5 days", "after 5 weeks", ["after 5 weeks"])
    assert check.state == "not found"
