"""Reasons: each is evidence that stands where it says, in the order of what moved the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.records import Paper, PaperNumber, PaperRecord, Reason
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.manuscript.text.sentences import split_sentences
from core.recommend.reasons import (
    LONGEST,
    CitingEvidence,
    CocitationEvidence,
    Evidence,
    ReasonFinder,
    shortened,
)
from tests import wording

Numbered = Callable[[str], PaperNumber]
SENTENCE = "Contrastive learning with HardMine needs hard negatives."
MORE = (
    PaperRecord(
        id="t:mine",
        title="HardMine: mining at scale",
        abstract="We present HardMine. It finds negatives in large collections without labels.",
    ),
    PaperRecord(
        id="t:long",
        title="A long story of negatives",
        abstract=f"It is told {'slowly and ' * 80}with contrastive hard negatives at the end.",
    ),
    *(PaperRecord(id=f"t:{n}", title=f"Filling number {n}", abstract="") for n in range(20)),
)
OTHERS = Evidence(
    contexts=(
        CitingEvidence(citing=PaperNumber(2), title="Graphs", text="Mining helps.", cosine=0.2),
        CitingEvidence(citing=PaperNumber(3), title="Soils", text="Negatives matter.", cosine=0.9),
    ),
    cited_with=(
        CocitationEvidence(cited_paper=PaperNumber(3), title="Acidity", papers=2),
        CocitationEvidence(cited_paper=PaperNumber(2), title="Embedding", papers=7),
    ),
)


@pytest.fixture
def words(small_library: Library, tmp_path: Path) -> WordIndex:
    list(small_library.papers.add(MORE, source="test"))
    index = WordIndex(tmp_path / "words", small_library.identity)
    index.follow(small_library.papers)
    return index


@pytest.fixture
def finder(words: WordIndex) -> ReasonFinder:
    return ReasonFinder(words, split_sentences)


@pytest.fixture
def paper(small_library: Library, number_of: Numbered) -> Callable[[str], Paper]:
    return lambda paper_id: small_library.papers.get(number_of(paper_id))


Get = Callable[[str], Paper]


def kinds(reasons: Sequence[Reason]) -> list[str]:
    return [reason.kind for reason in reasons]


def placed(reason: Reason, paper: Paper) -> list[str]:
    texts = {"title": paper.title, "abstract": paper.abstract}
    return [texts[field][start:end] for field, start, end in reason.spans]


def test_without_contributions_shared_terms_and_the_best_sentence_are_shown(
    finder: ReasonFinder, paper: Get
) -> None:
    hard = paper("t:hard")
    abstract, terms = finder.about(SENTENCE, "")(hard)
    assert (abstract.kind, terms.kind) == ("abstract", "terms")
    assert abstract.text == "Contrastive objectives need hard negatives."
    assert placed(abstract, hard) == [abstract.text]
    assert "named" not in terms.text
    assert {"negatives", "Contrastive"} <= set(placed(terms, hard))


@pytest.mark.parametrize(
    ("moved", "expected"),
    [
        pytest.param({"words": 2.0, "vectors": 0.5}, ["abstract", "terms"], id="says the same"),
        pytest.param({"contexts": 1.0, "cocitation": 2.0}, ["cocitation", "context"], id="others"),
        pytest.param({"words": -1.0, "contexts": 0.1}, ["context"], id="what lowered the score"),
        pytest.param({"popularity": 3.0, "people": 1.0, "repeat": 2.0}, [], id="not shown"),
        pytest.param({}, [], id="nothing"),
        pytest.param(
            {"cocitation": 4.0, "contexts": 3.0, "words": 2.0, "vectors": 1.5},
            ["abstract", "cocitation", "context"],
            id="three at most",
        ),
    ],
)
def test_a_sentence_that_says_the_same_comes_first_then_what_moved_the_score_most(
    finder: ReasonFinder, paper: Get, moved: Mapping[str, float], expected: list[str]
) -> None:
    assert kinds(finder.about(SENTENCE, "")(paper("t:hard"), moved, OTHERS)) == expected


def test_without_evidence_a_group_that_moved_the_score_stays_silent(
    finder: ReasonFinder, paper: Get
) -> None:
    about = finder.about(SENTENCE, "")
    moved = {"contexts": 3.0, "cocitation": 2.0, "mentions": 1.0, "vectors": 1.0, "words": 1.0}
    for silent in ("t:soil", "t:bare"):
        (reason,) = about(paper(silent), moved)  # what is left to say: the vectors moved it
        assert reason.kind == "meaning"
        assert about(paper(silent), moved | {"vectors": 0.0}) == ()
    empty = Evidence(
        contexts=(CitingEvidence(citing=PaperNumber(1), title="X", text=" ", cosine=1.0),),
        cited_with=(CocitationEvidence(cited_paper=PaperNumber(1), title="X", papers=0),),
    )
    assert about(paper("t:soil"), moved | {"vectors": 0.0}, empty) == ()


def test_a_citing_sentence_is_quoted_with_the_paper_it_stands_in(
    finder: ReasonFinder, paper: Get
) -> None:
    (reason,) = finder.about(SENTENCE, "")(paper("t:hard"), {"contexts": 1.0}, OTHERS)
    said = "“Negatives matter.” (cited so in “Soils”)"
    assert reason == Reason("context", said, PaperNumber(3))


def test_of_citing_sentences_that_is_shown_which_says_most(
    finder: ReasonFinder, paper: Get
) -> None:
    said = "Hard negatives make contrastive learning work."
    near = CitingEvidence(citing=PaperNumber(2), title="", text="So it was done.", cosine=0.99)
    same = CitingEvidence(citing=PaperNumber(3), title="", text=said, cosine=0.4)
    (reason,) = finder.about(SENTENCE, "")(
        paper("t:bare"), {"contexts": 1.0}, Evidence(contexts=(near, same))
    )
    assert (reason.text, reason.paper) == (f"cited as: “{said}”", PaperNumber(3))


def test_a_citing_sentence_that_words_found_and_that_says_little_of_the_question_is_not_shown(
    finder: ReasonFinder, paper: Get
) -> None:
    about = finder.about("Hard negatives make contrastive learning work on small graphs.", "")
    little = "It is hard to say what else was done in the years before."
    for cosine, shown in ((0.0, False), (0.9, True)):
        cited = CitingEvidence(citing=PaperNumber(2), title="", text=little, cosine=cosine)
        reasons = about(paper("t:bare"), {"contexts": 1.0}, Evidence(contexts=(cited,)))
        assert any(each.kind == "context" for each in reasons) == shown


def test_a_paper_near_in_meaning_alone_is_shown_by_what_it_says(
    finder: ReasonFinder, paper: Get
) -> None:
    about = finder.about("Nothing of this kind.", "")
    soil, bare = paper("t:soil"), paper("t:bare")
    (reason,) = about(soil, {"vectors": 1.0})
    (said,) = placed(reason, soil)
    assert reason.text == f"close in meaning: “{said}”"
    assert said in soil.abstract
    (reason,) = about(bare, {"vectors": 1.0})
    assert reason.text == wording.fill("core.recommend.reasons:_near")


@pytest.mark.parametrize(
    ("abstract", "is_quoted"),
    [("Much is written about curlews.", False), ("Curlews breed on moorland.", True)],
)
def test_a_sentence_with_one_word_of_the_title_is_not_what_a_paper_says(
    finder: ReasonFinder, paper: Get, abstract: str, is_quoted: bool
) -> None:
    mine = replace(paper("t:mine"), title="Curlews of the moorland", abstract=abstract)
    (reason,) = finder.about("Nothing of this kind.", "")(mine, {"vectors": 1.0})
    assert (abstract in reason.text) == is_quoted


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("It was far away and remarkable.", id="words of any paper"),
        pytest.param("As e and g are, so is x.", id="letters"),
        pytest.param("In all, 42 of them.", id="numbers"),
    ],
)
def test_words_of_any_paper_are_no_reason_in_a_small_library(
    small_library: Library, words: WordIndex, finder: ReasonFinder, text: str
) -> None:
    record = PaperRecord(id="t:any", title="Of g and e", abstract=f"{text} Remarkable, far away.")
    list(small_library.papers.add([record], source="test"))
    words.follow(small_library.papers)
    number = small_library.papers.resolve("t:any")
    assert number is not None
    found = small_library.papers.get(number)
    assert finder.about(text, "")(found, {"words": 1.0}) == ()


def test_one_word_alone_is_no_reason_unless_it_is_rarer_than_others(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    filled = [
        PaperRecord(id=f"t:more {n}", title=f"Marsh and gull {n}", abstract="") for n in range(3)
    ]
    list(small_library.papers.add(filled, source="test"))
    words.follow(small_library.papers)
    tell, moved = finder.about("A moorland with a marsh and gulls.", ""), {"words": 1.0}
    assert "moorland" in tell(paper("t:soil"), moved)[0].text.lower()
    assert tell(paper("t:more 1"), moved) == ()
    assert finder.about("A marsh.", "")(paper("t:more 1"), moved) == ()


def test_a_subject_of_many_titles_names_none_of_them(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    titles = [f"Purest Data: {word}" for word in ("gulls", "terns", "knots", "ruffs", "smews")]
    records = [PaperRecord(id=f"t:pure {n}", title=title) for n, title in enumerate(titles)]
    text, start = (
        "It was drawn with Purest Data.",
        wording.stem("core.recommend.reasons:_format_mentions title"),
    )
    list(small_library.papers.add(records[:1], source="test"))
    words.follow(small_library.papers)
    (reason,) = finder.about(text, "")(paper("t:pure 0"), {"mentions": 1.0})
    assert reason.text.startswith(start)
    list(small_library.papers.add(records[1:], source="test"))
    words.follow(small_library.papers)
    assert finder.about(text, "")(paper("t:pure 0"), {"mentions": 1.0}) == ()


def test_a_word_that_the_abstract_has_once_is_no_reason(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    record = PaperRecord(
        id="t:once",
        title="Heather",
        abstract="Curlews nest. Bitterns or ospreys. Bitterns, ospreys.",
    )
    list(small_library.papers.add([record], source="test"))
    words.follow(small_library.papers)
    tell = finder.about("Some curlews, some bitterns and some ospreys.", "")
    reasons = tell(paper("t:once"), {"words": 1.0})
    assert [one.text for one in reasons if one.kind == "terms"] == ["shares “bitterns”, “ospreys”"]


def test_a_paper_far_in_meaning_is_not_called_close(words: WordIndex, paper: Get) -> None:
    finder = ReasonFinder(words, split_sentences, least_cosine=0.4)
    tell, moved = finder.about("Nothing in common.", ""), {"vectors": 1.0}
    assert tell(paper("t:soil"), moved, Evidence(cosine=0.3)) == ()
    (reason,) = tell(paper("t:soil"), moved, Evidence(cosine=0.5))
    assert reason.kind == "meaning"


def test_a_weak_suggestion_must_be_nearer_to_be_called_close(words: WordIndex, paper: Get) -> None:
    finder = ReasonFinder(words, split_sentences, least_cosine=0.4)
    tell, moved = finder.about("Curlews and bitterns.", ""), {"vectors": 1.0}
    weak = Evidence(cosine=0.5, chance=0.3)
    assert tell(paper("t:soil"), moved, weak) == ()
    assert kinds(tell(paper("t:soil"), moved, replace(weak, cosine=0.6))) == ["meaning"]
    assert kinds(tell(paper("t:soil"), moved, replace(weak, chance=0.5))) == ["meaning"]


def test_nothing_weak_is_close_to_a_sentence_that_says_nothing(
    words: WordIndex, paper: Get
) -> None:
    finder = ReasonFinder(words, split_sentences, least_cosine=0.4)
    tell, moved = finder.about("And still there are many such things.", ""), {"vectors": 1.0}
    weak = Evidence(cosine=0.9, chance=0.3)
    assert tell(paper("t:soil"), moved, weak) == ()
    assert kinds(tell(paper("t:soil"), moved, replace(weak, chance=0.5))) == ["meaning"]


def test_nothing_faint_is_called_close_in_meaning(words: WordIndex, paper: Get) -> None:
    finder = ReasonFinder(words, split_sentences, least_cosine=0.4)
    tell, moved = finder.about("Curlews and bitterns.", ""), {"vectors": 1.0}
    assert tell(paper("t:soil"), moved, Evidence(cosine=0.9, chance=0.05)) == ()
    assert kinds(tell(paper("t:soil"), moved, Evidence(cosine=0.9, chance=0.1))) == ["meaning"]


def test_nothing_is_called_close_in_a_language_that_the_model_does_not_know(
    words: WordIndex, paper: Get
) -> None:
    finder = ReasonFinder(words, split_sentences, least_cosine=0.4)
    moved, near = {"vectors": 1.0}, Evidence(cosine=0.9, chance=0.5)
    for is_known, expected in ((False, []), (True, ["meaning"])):
        tell = finder.about("Courlis et butors.", "", is_known=is_known)
        assert kinds(tell(paper("t:soil"), moved, near)) == expected


def test_without_a_meaning_a_word_of_the_title_is_told_of_a_plausible_suggestion(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    records = [
        PaperRecord(id="t:titled", title="Les courlis", abstract=""),
        PaperRecord(id="t:said", title="Un soir", abstract="Courlis sans fin. Les courlis."),
        *(PaperRecord(id=f"t:{n}", title=f"Courlis {n}") for n in range(100, 105)),
        *(PaperRecord(id=f"t:{n}", title=f"Filling number {n}") for n in range(200, 400)),
    ]
    list(small_library.papers.add(records, source="test"))
    words.follow(small_library.papers)
    moved, plausible, weak = {"words": 1.0}, Evidence(chance=0.5), Evidence(chance=0.3)
    about = {known: finder.about("Des courlis.", "", is_known=known) for known in (True, False)}
    (reason,) = about[False](paper("t:titled"), moved, plausible)
    assert reason.text == "shares “courlis”"
    assert about[False](paper("t:titled"), moved, weak) == ()
    assert about[False](paper("t:said"), moved, plausible) == ()
    assert about[True](paper("t:titled"), moved, plausible) == ()


def test_a_short_or_untitled_word_of_another_language_alone_is_no_reason(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    records = [
        PaperRecord(id="t:curlew", title="Les courlis", abstract=""),
        PaperRecord(id="t:short", title="Les noces", abstract=""),
        PaperRecord(id="t:english", title="The noces of a moor", abstract=""),
        PaperRecord(id="t:said", title="Un soir", abstract="Courlis sans fin. Les courlis."),
        *(PaperRecord(id=f"t:{n}", title=f"Filling number {n}") for n in range(200, 400)),
    ]
    list(small_library.papers.add(records, source="test"))
    words.follow(small_library.papers)

    def told(record: str, *, is_english: bool) -> bool:
        tell = finder.about("Courlis, noces.", "", is_known=is_english, is_english=is_english)
        return bool(tell(paper(record), {"words": 1.0}, Evidence(chance=0.5)))

    assert all(told(record, is_english=True) for record in ("t:curlew", "t:short", "t:said"))
    assert told("t:curlew", is_english=False)
    assert told("t:english", is_english=False)
    assert not told("t:short", is_english=False)
    assert not told("t:said", is_english=False)


def test_one_word_of_many_is_no_reason_unless_it_is_a_name(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    records = (
        PaperRecord(id="t:bird", title="Ospreys at dawn"),
        PaperRecord(id="t:named", title="OSPREY3 at dawn"),
        PaperRecord(id="t:opening", title="Lintel: doors for all"),
    )
    list(small_library.papers.add(records, source="test"))
    words.follow(small_library.papers)
    many = "egrets, herons, plovers, godwits, curlews, avocets, dunlins and bitterns"
    assert finder.about(f"Ospreys, {many}.", "")(paper("t:bird"), {"words": 1.0}) == ()
    (reason,) = finder.about("Ospreys and bitterns.", "")(paper("t:bird"), {"words": 1.0})
    assert "ospreys" in reason.text.lower()
    (reason,) = finder.about(f"OSPREY3, {many}.", "")(paper("t:named"), {"words": 1.0})
    assert "OSPREY3" in reason.text
    faint, moved = Evidence(chance=0.05), {"words": 1.0}
    (reason,) = finder.about(f"By lintel, {many}.", "")(paper("t:opening"), moved, faint)
    assert "lintel" in reason.text.lower()


def test_a_sentence_is_quoted_for_what_it_says_of_the_question_and_not_for_a_little(
    finder: ReasonFinder, paper: Get
) -> None:
    text = "Osprey and heron visit a lake of dunlins, bitterns, egrets, plovers, godwits, curlews."
    one = replace(paper("t:bare"), abstract=text)
    some = "smews, avocets, ruffs, knots, terns, gulls, skuas, auks"
    many = (
        f"{some}, gannets, petrels, fulmars, crakes, coots, teals, divers, grebes, rails, choughs"
    )
    for question, is_quoted in (("Osprey and heron.", True), (f"Osprey, heron, {many}.", False)):
        reasons = finder.about(question, "")(one, {"vectors": 1.0})
        assert ("abstract" in kinds(reasons)) == is_quoted
    faint = Evidence(chance=0.05)
    question = f"Osprey, heron, {some}."
    for evidence, is_quoted in ((Evidence(), True), (faint, False)):
        reasons = finder.about(question, "")(one, {"vectors": 1.0}, evidence)
        assert ("abstract" in kinds(reasons)) == is_quoted


def test_two_words_in_small_letters_are_a_subject_and_no_title(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    record = PaperRecord(id="t:gale", title="Coastal gales: a model")
    list(small_library.papers.add([record], source="test"))
    words.follow(small_library.papers)
    moved = {"mentions": 1.0, "words": 1.0}
    start = wording.stem("core.recommend.reasons:_format_mentions title")
    for text, is_title in (("hit by coastal gales.", False), ("hit by Coastal Gales.", True)):
        (reason,) = finder.about(f"They were {text}", "")(paper("t:gale"), moved)
        assert reason.text.startswith(start) == is_title
        assert "coastal gales" in reason.text.lower()


def test_four_words_of_a_longer_title_are_not_its_title(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    title = "Mapping the spread of heather with a bidirectional kite camera"
    list(small_library.papers.add([PaperRecord(id="t:kite", title=title)], source="test"))
    words.follow(small_library.papers)
    moved = {"mentions": 1.0, "words": 1.0}
    (part,) = finder.about("We fly a bidirectional kite camera.", "")(paper("t:kite"), moved)
    assert "title" not in part.text
    text = "As in mapping the spread of heather with a kite camera."
    (most,) = finder.about(text, "")(paper("t:kite"), moved)
    assert "title" not in most.text
    (whole, *_) = finder.about(f"We follow “{title}”.", "")(paper("t:kite"), moved)
    assert whole.text.startswith(wording.stem("core.recommend.reasons:_format_mentions title"))


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("As in sound tests for peat bogs.", False),
        ("As in sound tests for peat-bogs.", False),
        ("Sound tests for peat are rare.", True),
        ("We follow sound tests for peat, bogs and all.", True),
        ("As in sound tests for peat moors.", True),
        ("The ultra-sound tests for peat moors.", True),
        ("The un-tests for peat moors.", False),
    ],
)
def test_words_that_go_on_otherwise_are_not_a_title_cut_short(
    small_library: Library,
    words: WordIndex,
    finder: ReasonFinder,
    paper: Get,
    text: str,
    is_named: bool,
) -> None:
    record = PaperRecord(id="t:tests", title="Sound tests for peat moors")
    list(small_library.papers.add([record], source="test"))
    words.follow(small_library.papers)
    reasons = finder.about(text, "")(paper("t:tests"), {"mentions": 1.0, "words": 1.0})
    start = wording.stem("core.recommend.reasons:_format_mentions title")
    assert any(str(reason.text).startswith(start) for reason in reasons) == is_named


def test_a_common_word_gives_way_to_any_other_evidence_and_a_name_does_not(
    small_library: Library, words: WordIndex, finder: ReasonFinder, paper: Get
) -> None:
    titles = {"t:word": "Moorland notes", "t:joined": "Co-tuned notes", "t:name": "CamVid notes"}
    added = [PaperRecord(id=name, title=title) for name, title in titles.items()]
    list(small_library.papers.add(added, source="test"))
    words.follow(small_library.papers)
    tell = finder.about("A moorland, co-tuned with CamVid.", "")

    def said(name: str, moved: Mapping[str, float]) -> list[str]:
        return [str(reason.text) for reason in tell(paper(name), moved)]

    both = {"words": 1.0, "vectors": 0.5}
    assert said("t:word", both) == [wording.fill("core.recommend.reasons:_near")]
    assert said("t:joined", both) == [wording.fill("core.recommend.reasons:_near")]
    assert said("t:name", both) == ["shares “CamVid”"]
    # Where there is nothing else, a rare word is better than silence.
    assert said("t:word", {"words": 1.0}) == ["shares “moorland”"]


def test_cocitations_are_counted_with_the_paper_cited_most(
    finder: ReasonFinder, paper: Get
) -> None:
    about = finder.about(SENTENCE, "")
    (reason,) = about(paper("t:hard"), {"cocitation": 1.0}, OTHERS)
    assert reason.text == wording.fill(
        "core.recommend.reasons:_explain_cocitation",
        title="Embedding",
        papers="7 of your papers",
        others=1,
    )
    assert reason.paper == PaperNumber(2)
    once = Evidence(
        cited_with=(CocitationEvidence(cited_paper=PaperNumber(2), title="Embedding", papers=1),)
    )
    (reason,) = about(paper("t:hard"), {"cocitation": 1.0}, once)
    assert reason.text == "cited with “Embedding” in " + wording.fill(
        "core.recommend.reasons:of_your_papers"
    )


def test_a_name_of_the_sentence_is_shown_with_its_place(finder: ReasonFinder, paper: Get) -> None:
    mine = paper("t:mine")
    (reason,) = finder.about(SENTENCE, "")(mine, {"mentions": 1.0})
    assert reason.text == wording.fill(
        "core.recommend.reasons:_format_mentions named", texts="“HardMine”"
    )
    assert reason.spans == (("title", 0, 8),)
    both = finder.about(SENTENCE, "")(mine, {"mentions": 1.0, "words": 0.5})[0]
    assert both.text == reason.text, "what is named is not said to be shared as well"


@pytest.mark.parametrize(
    ("title", "sentence", "said"),
    [
        (
            "Tidal Marsh Birds",
            "As TMB shows, they nest.",
            wording.fill("core.recommend.reasons:_format_mentions initials", texts="“TMB”"),
        ),
        ("Tidal Marsh Birds in Winter", "As TMB shows, they nest.", ""),
        (
            "Reedbeds and Bitterns",
            "Of reedbeds and bitterns.",
            wording.stem("core.recommend.reasons:_format_mentions title"),
        ),
        (
            "Reedbeds as Data",
            "Of reedbeds-as-data again.",
            wording.stem("core.recommend.reasons:_format_mentions title"),
        ),
        ("Gulls for Coastal Moths", "It is good for coastal use.", ""),
        ("The Bitterns", "Wind and rain harm the bitterns.", ""),
        (
            "The Bitterns",
            "We follow “The Bitterns” here.",
            wording.stem("core.recommend.reasons:_format_mentions title"),
        ),
        ("Tidal marshes by range size (RS)", "Images came by RS alone.", ""),
        ("RS: tidal marshes", "Images came by RS alone.", ""),
        ("Pure Data: tides", "It was drawn with pure data.", ""),
        (
            "Pure Data: tides",
            "It was drawn with Pure Data.",
            wording.fill("core.recommend.reasons:_format_mentions title", texts="“Pure Data”"),
        ),
    ],
)
def test_what_may_mean_many_papers_does_not_name_one(
    small_library: Library,
    words: WordIndex,
    finder: ReasonFinder,
    title: str,
    sentence: str,
    said: str,
) -> None:
    list(small_library.papers.add([PaperRecord(id="t:named", title=title)], source="test"))
    words.follow(small_library.papers)
    number = small_library.papers.resolve("t:named")
    assert number is not None
    found = finder.about(sentence, "")(small_library.papers.get(number), {"mentions": 1.0})
    assert [reason.text.startswith(said) for reason in found] == ([True] if said else [])


def test_terms_of_the_context_stand_in_when_the_sentence_shares_none(
    finder: ReasonFinder, paper: Get
) -> None:
    sentence, soil = "Nothing of this kind.", paper("t:soil")
    (reason,) = finder.about(sentence, "The acidity of the soils")(soil)
    assert reason.text == wording.fill(
        "core.recommend.reasons:_around",
        text="We measured the acidity of soils on forty moors.",
    )
    without = replace(soil, abstract="")
    (reason,) = finder.about(sentence, "The acidity of the soils")(without)
    assert reason.text.endswith(wording.stem("core.recommend.reasons:_around {terms"))
    for one_word in (paper("t:bare"), soil):  # one word says too little of the text around
        assert finder.about(sentence, "Peat of a bog")(one_word) == ()


def test_a_sentence_with_one_word_in_common_is_not_quoted_for_it(
    finder: ReasonFinder, paper: Get
) -> None:
    soil = paper("t:soil")
    reasons = finder.about("A bog of peat.", "")(replace(soil, title="Peat"), {"words": 1.0})
    assert [reason.text for reason in reasons] == ["shares “peat”"]
    once = replace(soil, title="Moss", abstract="Peat is old. Moss is green.")
    assert finder.about("A bog of peat.", "")(once, {"words": 1.0}) == ()


def test_one_word_in_common_is_no_reason_for_a_faint_suggestion(
    finder: ReasonFinder, paper: Get
) -> None:
    tell, weights = finder.about("A bog of peat.", ""), {"words": 1.0}
    assert tell(paper("t:bare"), weights)[0].text == "shares “peat”"
    assert tell(paper("t:bare"), weights, Evidence(chance=0.05)) == ()
    named = finder.about("As CamVid shows.", "")
    trial = replace(paper("t:bare"), title="CamVid: peat on video")
    assert named(trial, {"mentions": 1.0}, Evidence(chance=0.05))


def test_single_words_are_a_reason_for_a_faint_suggestion_if_they_say_enough(
    finder: ReasonFinder, paper: Get
) -> None:
    soil = replace(paper("t:soil"), title="Peat of a moor")
    birds = "egrets, herons, plovers, godwits, curlews, avocets, dunlins, bitterns, ospreys"
    short, long = (finder.about(text, "") for text in ("Moor, peat.", f"Moor, peat, {birds}."))
    for tell, chance, is_told in ((short, 0.05, True), (long, 0.2, True), (long, 0.05, False)):
        reasons = tell(soil, {"words": 1.0}, Evidence(chance=chance))
        assert bool(reasons) == is_told, (chance, reasons)


def test_the_text_around_is_no_reason_for_a_faint_suggestion(
    finder: ReasonFinder, paper: Get
) -> None:
    tell = finder.about("Nothing of this kind.", "The acidity of the soils")
    assert tell(paper("t:soil"), {"words": 1.0})
    assert tell(paper("t:soil"), {"words": 1.0}, Evidence(chance=0.05)) == ()


def test_a_long_sentence_is_cut_where_the_shared_terms_stand(
    finder: ReasonFinder, paper: Get
) -> None:
    long = paper("t:long")
    reason = next(r for r in finder.about(SENTENCE, "")(long) if r.kind == "abstract")
    assert len(reason.text) <= LONGEST
    assert reason.text.startswith("…")
    assert reason.text.endswith("contrastive hard negatives at the end.")
    assert reason.text.strip("…") in long.abstract
    assert placed(reason, long) == [long.abstract]


@pytest.mark.parametrize("text", ["", "x = y²", "und sonst nichts", "word " * 5000])
def test_odd_questions_have_no_made_up_reasons(finder: ReasonFinder, paper: Get, text: str) -> None:
    moved = {"words": 1.0, "vectors": -1.0, "mentions": 1.0}
    assert finder.about(text, "")(paper("t:soil"), moved) == ()


STANDING = Evidence(cited_by=3, people=("Roe, A.", "Ada Doe"))


@pytest.mark.parametrize(
    ("moved", "evidence", "said"),
    [
        pytest.param(
            {"popularity": 0.5, "people": 0.1},
            STANDING,
            wording.fill("core.recommend.reasons:_explain_citations", count=3),
            id="cited",
        ),
        pytest.param(
            {"popularity": 0.1, "people": 0.5},
            STANDING,
            wording.fill("core.recommend.reasons:_people", names="Roe, A., Ada Doe"),
            id="people",
        ),
        pytest.param(
            {"popularity": 0.1, "people": 0.5},
            Evidence(cited_by=1),
            wording.fill("core.recommend.reasons:_explain_citations", count="one"),
            id="what has evidence",
        ),
    ],
)
def test_a_paper_without_textual_evidence_has_the_strongest_reason_left(
    finder: ReasonFinder, paper: Get, moved: Mapping[str, float], evidence: Evidence, said: str
) -> None:
    first, *_ = finder.about(SENTENCE, "")(paper("t:bare"), moved, evidence)
    assert first.text == said


def test_what_is_said_of_many_papers_is_no_reason_for_a_faint_suggestion(
    finder: ReasonFinder, paper: Get
) -> None:
    tell, moved = finder.about(SENTENCE, ""), {"popularity": 0.5, "people": 0.5}
    assert kinds(tell(paper("t:bare"), moved, STANDING)) == ["people", "citations"]
    assert tell(paper("t:bare"), moved, replace(STANDING, chance=0.05)) == ()


def test_what_lowered_the_score_is_no_reason(finder: ReasonFinder, paper: Get) -> None:
    moved = {"popularity": -0.5, "people": 0.0}
    assert finder.about(SENTENCE, "")(paper("t:bare"), moved, STANDING) == ()


def test_weaker_reasons_stand_behind_none(finder: ReasonFinder, paper: Get) -> None:
    moved = {"popularity": 9.0, "words": 0.1}
    reasons = finder.about(SENTENCE, "")(paper("t:hard"), moved, STANDING)
    assert kinds(reasons) == ["abstract", "terms"]


# --- quotes


def test_a_short_text_stays() -> None:
    assert shortened(" It works. ") == "It works."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one two three four", "one two…"),
        ("one two thr", "one two thr"),
        ("one, two, three four", "one, two…"),
        ("abcdefghijklmnop", "abcdefghijk…"),
    ],
)
def test_a_long_text_is_cut_at_a_word(text: str, expected: str) -> None:
    assert shortened(text, longest=12) == expected


def test_what_a_quote_is_shown_for_stays_in_it() -> None:
    text = f"{'before ' * 120}the point {'after ' * 120}"
    place = text.index("the point")
    cut = shortened(text, (place, place + 9))
    assert "the point" in cut
    assert cut.startswith("…before")
    assert cut.endswith("after…")
    assert len(cut) <= LONGEST


@given(st.text(max_size=1_000), st.integers(0, 1_000), st.integers(0, 1_000))
def test_what_is_left_stands_in_the_text(text: str, start: int, end: int) -> None:
    cut = shortened(text, (min(start, end), max(start, end)))
    assert len(cut) <= LONGEST
    assert cut in text or cut.removeprefix("…").removesuffix("…") in text


def test_a_name_is_said_once(finder: ReasonFinder, paper: Get) -> None:
    mine = replace(paper("t:mine"), title="Peat under trial (TRI-MOOR)")
    moved = {"mentions": 1.0, "words": 0.5}
    (reason, *_) = finder.about("TRI-MOOR is under way.", "")(mine, moved)
    assert reason.text == wording.fill(
        "core.recommend.reasons:_format_mentions named", texts="“TRI-MOOR”"
    )


@pytest.mark.parametrize(
    ("title", "sentence", "names"),
    [
        ("Tri-Moor: peat under trial", "Tri Moor, or TRI-MOOR, is under way.", "“TRI-MOOR”"),
        ("Tri Moor: peat (TRI-MOOR)", "Tri Moor, or TRI-MOOR, is under way.", "“TRI-MOOR”"),
        ("PEAT-4: a trial (TRI-MOOR)", "PEAT-4 and TRI-MOOR go on.", "“TRI-MOOR”, “PEAT-4”"),
    ],
)
def test_one_of_several_spellings_of_a_name_is_kept(
    finder: ReasonFinder, paper: Get, title: str, sentence: str, names: str
) -> None:
    mine = replace(paper("t:mine"), title=title)
    (reason, *_) = finder.about(sentence, "")(mine, {"mentions": 1.0})
    assert reason.text == wording.fill("core.recommend.reasons:_format_mentions named", texts=names)


def test_more_words_of_the_text_around_stand_for_one_of_the_sentence(
    finder: ReasonFinder, paper: Get
) -> None:
    weights, soil = {"words": 0.4, "vectors": -0.1}, replace(paper("t:soil"), abstract="")
    (alone,) = finder.about("Of moorland.", "")(soil, weights)
    assert alone.text == "shares “moorland”"
    (wider,) = finder.about("Of moorland.", "The acidity of soils.")(soil, weights)
    assert wider.text.endswith(wording.stem("core.recommend.reasons:_around {terms"))


@pytest.mark.parametrize(
    ("theme", "title", "shown"),
    [
        ("curlew", "Curlew colours counted", []),
        ("curlew moorland", "Curlew moorland counted", ["shares “curlew moorland”"]),
        ("curlew moorland", "Birds counted", []),
    ],
)
def test_of_the_theme_of_a_manuscript_only_a_phrase_of_the_title_is_told_of_a_weak_suggestion(
    finder: ReasonFinder, paper: Get, theme: str, title: str, shown: list[str]
) -> None:
    abstract = f"The {theme} is old. Of {theme}."
    mine = replace(paper("t:mine"), title=title, abstract=abstract)
    manuscript = [f"The {theme} was visited on day {day}." for day in range(40)]
    within = finder.about(f"Surveys of {theme} need time.", "", manuscript=manuscript)
    weak, faint = Evidence(chance=0.3), Evidence(chance=0.05)
    assert [reason.text for reason in within(mine, {"words": 1.0}, weak)] == shown
    assert within(mine, {"words": 1.0}, faint) == ()


def test_the_theme_of_a_manuscript_gives_way_to_any_other_reason(
    finder: ReasonFinder, paper: Get
) -> None:
    mine = replace(paper("t:mine"), title="Curlew moorland counted", abstract="")
    manuscript = [f"The curlew moorland was visited on day {day}." for day in range(40)]
    about = finder.about("Surveys of curlew moorland need time.", "", manuscript=manuscript)
    weak, moved = replace(STANDING, chance=0.3), {"words": 1.0, "popularity": 0.5}
    assert kinds(about(mine, moved, weak)) == ["citations"]
    plausible = about(mine, {"words": 1.0}, Evidence(chance=0.6))
    assert [reason.text for reason in plausible] == ["shares “curlew moorland”"]


def test_the_theme_of_a_manuscript_stands_beside_what_its_sentence_says(
    finder: ReasonFinder, paper: Get
) -> None:
    mine = replace(paper("t:mine"), title="Godwits of a moorland counted", abstract="")
    manuscript = [f"The moorland was visited on day {day}." for day in range(40)]
    about = finder.about("Godwits leave the moorland.", "", manuscript=manuscript)
    (reason,) = about(mine, {"words": 1.0}, Evidence(chance=0.3))
    assert reason.text == "shares “Godwits”, “moorland”"


def test_the_theme_of_a_manuscript_is_not_told_beside_a_name(
    finder: ReasonFinder, paper: Get
) -> None:
    mine = replace(paper("t:mine"), title="HardMine: moorland and curlews", abstract="")
    manuscript = [f"The moorland was visited on day {day}." for day in range(40)]
    about = finder.about("Of HardMine, moorland, curlews.", "", manuscript=manuscript)
    (reason,) = about(mine, {"words": 1.0, "mentions": 1.0})
    named = wording.fill("core.recommend.reasons:_format_mentions named", texts="“HardMine”")
    assert reason.text == f"{named}; shares “curlews”"


@pytest.mark.parametrize(
    ("title", "around", "count"),
    [
        ("", "Crecen unos líquenes.", 0),
        ("", "Hay turberas oscuras.", 1),
        ("Líquenes", "Crecen unos líquenes.", 0),
        ("Líquenes que crecen", "Crecen unos líquenes.", 1),
    ],
)
def test_words_of_other_languages_in_the_text_around_are_a_phrase_or_two_of_the_title(
    finder: ReasonFinder, paper: Get, title: str, around: str, count: int
) -> None:
    weights = {"words": 0.4, "vectors": -0.1}
    abstract = "Suelos ácidos. Los líquenes crecen en turberas oscuras."
    soil = replace(paper("t:soil"), title=title or "Suelos", abstract=abstract)
    assert len(finder.about("Vive tu vida.", around)(soil, weights)) == 1
    assert len(finder.about("Vive tu vida.", around, is_english=False)(soil, weights)) == count


def test_a_citing_sentence_with_one_word_in_common_is_no_reason_for_a_faint_suggestion(
    finder: ReasonFinder, paper: Get
) -> None:
    text = "Bitterns were chosen by marker."
    contexts = (CitingEvidence(citing=PaperNumber(2), title="", text=text, cosine=0.6),)
    about = finder.about("Of bitterns in reeds.", "")
    shown, faint = (Evidence(contexts=contexts, chance=chance) for chance in (0.5, 0.05))
    assert kinds(about(paper("t:bare"), {"contexts": 1.0}, shown)) == ["context"]
    assert about(paper("t:bare"), {"contexts": 1.0}, faint) == ()
