"""Which sentences of a cited paper are shown for a sentence, and what may be concluded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.records import Manuscript, Marker, PaperNumber, Section, Sentence
from core.recommend.evidence import (
    EVIDENCE,
    EVIDENCE_OF_ABSTRACT,
    PASSAGES,
    RELATED,
    Claim,
    PaperText,
    QuotedWords,
    assign_quotations,
    find_passages,
    judge_claim,
    prepare_text,
    read_claim,
)

PAPER = PaperNumber(7)
ABSTRACT = ("We count gulls at forty harbours.", "Gulls prefer quays without cats.")
BODY = (
    ("Introduction", 0, "Harbours attract gulls of every size and age."),
    ("Results", 3, "Gulls avoided the northern quay in 73 % of all visits."),
    ("Results", 3, "The tide had no influence on the number of visits."),
    ("Results", 4, "Boats were repainted every spring by their owners."),
    ("Acknowledgements", 5, "We thank the gulls that avoided the northern quay so often."),
    ("Funding", 5, "This work was supported by the northern quay gull foundation."),
    ("References", 6, "A. Roe, B. Doe. Gulls avoided the northern quay. Quay Notes, 2001."),
)


def sentence(text: str, *markers: tuple[str, int], index: int = 0, paragraph: int = 0) -> Sentence:
    """Return a sentence whose markers cite these entries."""
    placed = []
    for marker, reference in markers:
        start = text.index(marker)
        placed.append(Marker(start, start + len(marker), marker, (reference,)))
    return Sentence(index, None, 0, text, (), tuple(placed), paragraph)


@pytest.fixture
def text() -> PaperText:
    titles = list(dict.fromkeys(title for title, _, _ in BODY))
    sections = tuple(
        Section("", title, 1, "acknowledgements" if title == "Acknowledgements" else "other")
        for title in titles
    )
    sentences = tuple(
        Sentence(index, titles.index(title), page, words, ())
        for index, (title, page, words) in enumerate(BODY)
    )
    labels = tuple(str(page + 101) for page in range(7))
    full_text = Manuscript(
        title="Gulls", sections=sections, sentences=sentences, page_labels=labels
    )
    return prepare_text(PAPER, "Gulls and quays", ABSTRACT, full_text)


class Bags:
    """An encoder that compares texts by their letters."""

    def encode_papers(self, papers: Sequence[tuple[str, str]]) -> NDArray[np.float16]:
        return self.encode_queries([words for _, words in papers]).astype(np.float16)

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), 26), np.float32)
        for row, words in zip(rows, texts, strict=True):
            for letter in words.lower():
                if "a" <= letter <= "z":
                    row[ord(letter) - 97] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("encoder", [None, Bags()])
def test_the_nearest_sentence_comes_first_with_its_printed_page(
    text: PaperText, encoder: Bags | None
) -> None:
    claim = Claim("Gulls avoid northern quays")
    passages = find_passages(claim, text, encoder)
    assert passages[0].text.startswith(BODY[1][2])
    assert (passages[0].page, passages[0].page_name) == (3, "104")
    assert len(passages) == PASSAGES
    assert [one.score for one in passages] == sorted((one.score for one in passages), reverse=True)


def test_thanks_funding_and_reference_lists_are_no_evidence(text: PaperText) -> None:
    passages = find_passages(Claim("The gulls avoided the northern quay so often"), text, None)
    assert {"Acknowledgements", "Funding", "References"}.isdisjoint(
        passage.section for passage in passages
    )


def test_a_running_head_is_no_evidence() -> None:
    head = "Gulls avoided the northern quay of the town"
    sentences = tuple(Sentence(page, None, page, head, ()) for page in range(3))
    text = prepare_text(PAPER, "", (), Manuscript(title="", sentences=sentences))
    assert find_passages(Claim("Gulls avoided the northern quay"), text, None) == []


def test_an_abstract_that_the_full_text_has_is_not_there_twice(text: PaperText) -> None:
    whole = Manuscript(
        title="", sentences=tuple(Sentence(n, None, 0, w, ()) for n, w in enumerate(ABSTRACT))
    )
    assert len(prepare_text(PAPER, "", ABSTRACT, whole).sentences) == 2
    assert text.searched.sentences == len(ABSTRACT) + len(BODY) - 1


def test_states_say_how_near_the_paper_is(text: PaperText) -> None:
    claims = {
        "Gulls avoided the northern quay in most visits": "evidence found",
        "Elliptic curves have rational points over number fields": "nothing near",
    }
    assert {words: judge_claim(Claim(words), text).state for words in claims} == claims
    empty = prepare_text(PAPER, "Gulls", (), None)
    assert judge_claim(Claim("Gulls avoid quays"), empty).state == "no text"


def make_text(*body: tuple[str, str], page: int = 0) -> PaperText:
    """Return a paper of sections and sentences, one a page."""
    titles = list(dict.fromkeys(title for title, _ in body))
    sentences = tuple(
        Sentence(index, titles.index(title), page + index, words, ())
        for index, (title, words) in enumerate(body)
    )
    sections = tuple(Section("", title, 1) for title in titles)
    return prepare_text(PAPER, "", (), Manuscript(title="", sections=sections, sentences=sentences))


OTHERS = tuple(("Rest", f"Boats of harbour {number} were painted again.") for number in range(9))


def test_two_of_the_best_that_follow_one_another_are_one_passage() -> None:
    one, two = "Gulls avoided the northern quay at night.", "The gulls avoided the quay by day too."
    text = make_text(*OTHERS, ("Results", one), ("Results", two))
    first, *rest = find_passages(
        Claim("Gulls avoid the northern quay by day and night"), text, None
    )
    assert first.text == f"{one} {two}"
    assert (first.page, first.index) == (9, 9)
    assert all(words not in passage.text for words in (one, two) for passage in rest)


def test_the_better_of_two_sentences_may_be_the_second() -> None:
    one, two = "Gulls stayed away from the quay.", "Gulls avoided the northern quay at night."
    text = make_text(*OTHERS, ("Results", one), ("Results", two))
    first = find_passages(Claim("Gulls avoid the northern quay at night"), text, None)[0]
    assert (first.text, first.page, first.index) == (f"{one} {two}", 9, 10)


@pytest.mark.parametrize(("section", "words"), [("Methods", ""), ("Results", "of oak " * 90)])
def test_sentences_of_two_sections_and_long_ones_stay_apart(section: str, words: str) -> None:
    one = "Gulls avoided the northern quay at night."
    two = f"The gulls avoided the quay {words}by day too."
    text = make_text(*OTHERS, ("Results", one), (section, two))
    passages = find_passages(Claim("Gulls avoid the northern quay by day and night"), text, None)
    assert one in [passage.text for passage in passages]


@pytest.mark.parametrize(
    "section", [Section("", "Abstract", 1), Section("", "In short", 1, "conclusion")]
)
def test_of_two_alike_the_sentence_that_sums_up_comes_first(section: Section) -> None:
    early, late = "Gulls avoided the northern quay.", "The northern quay was avoided by gulls."
    words = [early, *(one for _, one in OTHERS), late]
    sections = (Section("", "Introduction", 1, "introduction"), section)
    sentences = tuple(
        Sentence(index, int(one == late), 0, one, ()) for index, one in enumerate(words)
    )
    full_text = Manuscript(title="", sections=sections, sentences=sentences)
    text = prepare_text(PAPER, "", (), full_text)
    passages = find_passages(Claim("Gulls avoid the northern quay"), text, None)
    assert [passage.text for passage in passages[:2]] == [late, early]


def test_an_abstract_alone_is_evidence_from_a_higher_chance_on() -> None:
    words = [
        *(one for _, one in OTHERS),
        "Gulls avoided the northern quay in the year of the flood.",
    ]
    sections = (Section("", "Abstract", 1, "abstract"),)
    sentences = tuple(Sentence(index, 0, 0, one, ()) for index, one in enumerate(words))
    full_text = Manuscript(title="", sections=sections, sentences=sentences)
    texts = [prepare_text(PAPER, "", (), full_text), prepare_text(PAPER, "", words, None)]
    claim = Claim("Gulls avoided a northern wreck in heavy winter storms")
    for text in texts:
        assert EVIDENCE <= find_passages(claim, text, None)[0].score < EVIDENCE_OF_ABSTRACT
    assert [judge_claim(claim, text).state for text in texts] == [
        "evidence found",
        "related passage",
    ]


class Contrary:
    """A reader that likes best what has least in common with the sentence."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def score(self, query: str, papers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        self.sizes.append(len(papers))
        words = set(query.lower().split())
        shared = [len(words & set(passage.lower().split())) for _, passage in papers]
        return np.asarray([1 / (1 + count) for count in shared], np.float32)


@pytest.mark.parametrize(
    "words",
    [
        "Gulls avoided the northern quay in most visits",
        "The northern quay was avoided by gulls of every size and age",
        "Boats of owners",
        "Elliptic curves have rational points over number fields",
    ],
)
def test_a_reader_only_orders_the_passages_that_are_shown(text: PaperText, words: str) -> None:
    reader = Contrary()
    plain = judge_claim(Claim(words), text)
    ordered = judge_claim(Claim(words), text, None, reader)
    assert ordered.state == plain.state
    assert set(ordered.passages) == set(plain.passages)
    assert all(size <= PASSAGES for size in reader.sizes)
    least = {"evidence found": EVIDENCE, "related passage": RELATED}
    assert all(one.score >= least[ordered.state] for one in ordered.passages[:1])


def test_a_reader_orders_passages_of_one_state(text: PaperText) -> None:
    claim = Claim("Gulls of every size prefer quays without cats at forty harbours")
    plain = judge_claim(claim, text).passages
    ordered = judge_claim(claim, text, None, Contrary()).passages
    assert len(plain) == 3
    assert ordered != plain


def test_what_was_searched_is_told(text: PaperText) -> None:
    searched = judge_claim(Claim("Cats", language="de"), text).searched
    assert (searched.pages, searched.abstract_only, searched.other_language) == (6, False, True)
    lone = judge_claim(Claim("Cats"), prepare_text(PAPER, "", ABSTRACT, None)).searched
    assert (lone.pages, lone.abstract_only, lone.other_language) == (0, True, False)


def test_quotations_and_numbers_are_looked_up_with_their_page(text: PaperText) -> None:
    claim = Claim(
        "Gulls avoided the northern quay in 73% of 40 visits of 1950",
        quotations=(
            QuotedWords("avoided the southern quay in 73 % of all visits"),
            QuotedWords("cats were never seen on any quay"),
            QuotedWords("a block that only may be a quotation", is_block=True),
        ),
    )
    evidence = judge_claim(claim, text)
    assert [(one.state, one.page_name) for one in evidence.quotations] == [
        ("differs", "104"),
        ("not found", ""),
    ]
    assert [(one.quoted, one.printed) for one in evidence.quotations[0].differences] == [
        ("southern", "northern")
    ]
    assert [(one.text, one.state) for one in evidence.numbers] == [
        ("73%", "near"),
        ("40", "not found"),
        ("1950", "not found"),
    ]


def test_a_found_quotation_is_evidence(text: PaperText) -> None:
    claim = Claim(
        "Owners work", quotations=(QuotedWords("repainted every spring by their owners"),)
    )
    assert judge_claim(claim, text).state == "evidence found"


def test_of_several_markers_each_has_its_part() -> None:
    words = "Gulls avoid quays [1] while cats seek the warm lanterns [2]."
    one = sentence(words, ("[1]", 0), ("[2]", 1))
    assert read_claim(one, 0).part == "Gulls avoid quays "
    assert "warm lanterns" in read_claim(one, 1).part
    assert "[" not in read_claim(one, 1).text
    assert read_claim(sentence(words, ("[1]", 0)), 0).part == ""


def test_a_quotation_belongs_to_the_marker_behind_it_or_else_before_it() -> None:
    first = sentence("Doe [1] calls it “a gull of the old kind” indeed.", ("[1]", 0))
    second = sentence("“Lamps are what keepers keep” [2].", ("[2]", 1), index=1, paragraph=1)
    lone = sentence("“Nobody is cited for this one.”", index=2, paragraph=2)
    manuscript = Manuscript(title="", sentences=(first, second, lone))
    assert {
        place: [words.text for words in quotations]
        for place, quotations in assign_quotations(manuscript).items()
    } == {(0, 0): ["a gull of the old kind"], (1, 1): ["Lamps are what keepers keep"]}


def test_a_quotation_of_two_sentences_is_one() -> None:
    first = sentence("She wrote: “Lamps are what keepers keep.")
    second = sentence("Gulls keep nothing at all” [1].", ("[1]", 0), index=1)
    quotations = assign_quotations(Manuscript(title="", sentences=(first, second)))
    assert [words.text for words in quotations[1, 0]] == [
        "Lamps are what keepers keep. Gulls keep nothing at all"
    ]


def test_a_paragraph_behind_a_colon_may_be_a_block_quotation() -> None:
    lead = sentence("As the keeper of the northern lamp put it:")
    block = "Gulls are the keepers of the harbour, and whoever feeds one feeds them all, for ever"
    cited = sentence(f"{block} [1]", ("[1]", 0), index=1, paragraph=1)
    ((place, quotations),) = assign_quotations(
        Manuscript(title="", sentences=(lead, cited))
    ).items()
    assert place == (1, 0)
    assert quotations == [QuotedWords(block, is_block=True)]
