from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.base.records import (
    Decision,
    Link,
    Manuscript,
    ManuscriptNumber,
    Marker,
    OpenManuscript,
    Paper,
    PaperNumber,
    Reason,
    Recommendation,
    Reference,
    Section,
    Sentence,
    Suggestion,
)
from core.recommend.gaps import needs_citation
from core.recommend.manuscript_wide import (
    FEW,
    Fit,
    Voice,
    asked_sentences,
    combine,
    recommend_whole,
    whole_questions,
)
from core.recommend.question import Question
from core.recommend.questions import about_sentence
from core.recommend.shortlist import HiddenPaper, Shortlist

NO_TITLES: Mapping[int, str] = {}


def voice(sentence: int | None, weight: float, **chances: float) -> Voice:
    ranked = [(PaperNumber(int(name[1:])), chance) for name, chance in chances.items()]
    return Voice(sentence, weight, ranked)


def answer(**chances: float) -> Shortlist:
    return Shortlist(
        papers=tuple(PaperNumber(int(name[1:])) for name in chances),
        scores=np.array([*chances.values()]),
        chances=np.array([*chances.values()]),
        cited=("elsewhere",) * len(chances),
        likely=(),
        stages=("words",),
        seconds=0.5,
    )


class Titles:
    """Tells of each paper where it was asked for; all have the same title, but some."""

    def __init__(self, titles: Mapping[int, str] = NO_TITLES) -> None:
        self.titles = titles
        self.told: list[tuple[int | None, set[PaperNumber]]] = []

    def title(self, paper: PaperNumber) -> str:
        return self.titles.get(paper, "T")

    def tell(
        self, question: Question, found: Shortlist, explained: Collection[PaperNumber]
    ) -> Recommendation:
        self.told.append((question.sentence, set(explained)))
        suggestions = tuple(
            Suggestion(
                rank=rank,
                paper=paper(number),
                score=0.0,
                confidence=0.0,
                cited="elsewhere",
                reasons=(Reason("terms", f"at {question.sentence}", number),),
            )
            for rank, number in enumerate(found.papers, start=1)
        )
        return Recommendation(text="", sentence=question.sentence, suggestions=suggestions)


def paper(number: int) -> Paper:
    return Paper(number=PaperNumber(number), ids=(f"p:{number}",), id=f"p:{number}", title="T")


def test_that_the_library_has_what_is_needed_counts_once() -> None:
    """Three votes of a library that hardly has anything are no more than that it has it."""
    voices = [replace(voice(n, 1.0, p1=0.04), library_chance=0.05) for n in range(3)]
    (fit,) = combine(voices)
    assert fit.chance == pytest.approx(0.05 * (1 - 0.2**3))
    mixed = [
        replace(voice(0, 1.0, p1=0.25), library_chance=0.5),
        replace(voice(1, 1.0, p1=0.1), library_chance=0.1),
    ]
    assert combine(mixed)[0].chance == pytest.approx(0.5 * (1 - 0.5 * 0.8))
    assert combine([replace(voice(0, 1.0, p1=0.0), library_chance=0.0)])[0].chance == 0


def order(fits: Sequence[Fit]) -> list[int]:
    return [fit.paper for fit in fits]


def brute_force(voices: Sequence[Voice], few: int) -> dict[PaperNumber, float]:
    papers = {paper for each in voices for paper, _ in each.ranked}
    result = {}
    for one in papers:
        words = [each.weight * c for each in voices for number, c in each.ranked if number == one]
        missed = 1.0
        for word in sorted(words)[-few:]:
            missed *= 1 - word
        result[one] = 1 - missed
    return result


@pytest.mark.parametrize("few", [1, 2, FEW, 99])
def test_the_words_of_the_surest_voices_are_taken_together(few: int) -> None:
    draw = random.Random(few)
    voices = [
        Voice(
            index,
            draw.random(),
            [(PaperNumber(n), draw.random()) for n in draw.sample(range(30), 12)],
        )
        for index in range(20)
    ]
    fits = combine(voices, few=few)
    assert {fit.paper: fit.chance for fit in fits} == pytest.approx(brute_force(voices, few))
    assert [fit.chance for fit in fits] == sorted((fit.chance for fit in fits), reverse=True)


def test_a_sentence_has_as_much_to_say_as_it_needs_a_citation() -> None:
    fits = combine([voice(0, 0.9, p1=0.3), voice(1, 0.1, p2=0.9)])
    assert order(fits) == [1, 2]
    assert fits[0].chance == pytest.approx(0.27)


def test_many_faint_words_do_not_outweigh_a_sure_one() -> None:
    crowd = [voice(index, 0.5, p1=0.05) for index in range(100)]
    assert order(combine([*crowd, voice(100, 0.9, p2=0.3)])) == [2, 1]


def test_places_are_those_where_the_paper_fits_best() -> None:
    voices = [voice(None, 1.0, p1=0.5), voice(4, 0.5, p1=0.2), voice(7, 0.9, p1=0.6)]
    (fit,) = combine([*voices, voice(9, 1.0, p1=0.3)])
    assert fit.sentences == (7, 9)
    (fit,) = combine([voice(None, 1.0, p1=0.5)])
    assert fit.sentences == ()
    (fit,) = combine([voice(2, 1.0, p1=0.5), voice(3, 1.0, p1=0.5), voice(5, 1.0, p1=0.1)])
    assert fit.sentences == (2, 3)


def test_what_is_left_out_is_not_answered_and_a_limit_cuts() -> None:
    voices = [voice(0, 1.0, p1=0.9, p2=0.8, p3=0.7)]
    assert order(combine(voices, left_out={PaperNumber(1)}, limit=1)) == [2]
    assert combine([]) == []


def test_certainty_stays_a_chance_and_equal_papers_keep_an_order() -> None:
    fits = combine([voice(0, 1.0, p2=1.0, p1=1.0), voice(1, 1.0, p1=1.0, p2=1.0)])
    assert order(fits) == [1, 2]
    assert all(0.999 < fit.chance <= 1 for fit in fits)


def test_gaps_are_asked_first_then_what_cites_then_the_rest() -> None:
    cites = (Marker(0, 3, "[1]", (0,)),)
    sentences = tuple(
        Sentence(index, None, 0, "[1] said.", (), cites if index in (0, 2) else ())
        for index in range(5)
    )
    manuscript = Manuscript(title="T", sentences=sentences)
    assert asked_sentences(manuscript, [0.1, 0.0, 0.9, 0.8, 0.1]) == [3, 0, 2, 1, 4]


def opened() -> OpenManuscript:
    """A manuscript of two sentences, the first of which cites paper 2, itself paper 9."""
    sentences = (
        Sentence(
            0,
            0,
            0,
            "Hard negatives were shown to help contrastive learning in previous work [1].",
            (),
            (Marker(71, 74, "[1]", (0,)),),
        ),
        Sentence(1, 0, 0, "Recent studies have shown that graphs help as well.", ()),
    )
    return OpenManuscript(
        number=ManuscriptNumber(1),
        path=None,
        manuscript=Manuscript(
            title="On negatives",
            abstract="We study negatives.",
            sections=(Section("1", "Introduction", 1, "introduction"),),
            sentences=sentences,
            references=(Reference(index=0, label="1", text="An entry."),),
        ),
        links={0: Link(PaperNumber(2), 1.0)},
        self_paper=PaperNumber(9),
    )


def test_all_sentences_are_asked_with_what_is_cited_and_then_the_whole() -> None:
    refused = Decision(
        sentence_text="", sentence_index=None, paper=PaperNumber(7), decision="reject"
    )
    asked = whole_questions(opened(), [refused], 0.75)
    order = asked_sentences(opened().manuscript, needs_citation(opened().manuscript))
    assert [each.sentence for each in asked] == [*order, None]
    assert asked[:-1] == [about_sentence(opened(), n, [refused], breadth=0.75) for n in order]
    assert (asked[order.index(0)].cited_here, asked[-1].breadth) == ({2}, 1.0)
    assert asked[-1].left_out == {2, 7, 9}


def test_a_suggestion_has_the_reasons_of_the_place_where_it_fits_best() -> None:
    asked = whole_questions(opened(), [], 0.5)
    needs = needs_citation(opened().manuscript)
    of_places = {0: answer(p3=0.05), 1: answer(p1=0.8, p2=0.9), None: answer(p1=0.3, p4=0.2)}
    answers = [of_places[question.sentence] for question in asked]
    telling = Titles()
    found = recommend_whole(opened(), asked, answers, telling, limit=2)
    assert telling.told == [(1, {1}), (None, {4})]  # of the others nothing is read
    first, second = found.suggestions
    assert (first.paper.number, first.rank, first.sentences, first.cited) == (1, 1, (1,), "no")
    assert first.reasons[0].text == "at 1"
    assert first.confidence == first.score == pytest.approx(1 - 0.7 * (1 - needs[1] * 0.8))
    assert (second.paper.number, second.rank, second.sentences) == (4, 2, ())
    assert second.reasons[0].text == "at None"
    assert (found.sentence, found.text, found.convincing) == (
        None,
        asked[-1].passage.sentence,
        True,
    )
    assert found.seconds == pytest.approx(1.5)
    assert found.whole


def test_a_paper_is_called_no_worse_than_at_the_sentence_where_it_fits_best() -> None:
    class Sure(Titles):
        def tell(
            self, question: Question, found: Shortlist, explained: Collection[PaperNumber]
        ) -> Recommendation:
            told = super().tell(question, found, explained)
            sure = {1: 0.51, 4: 0.0}
            suggestions = (
                replace(each, confidence=sure.get(each.paper.number, 0.0))
                for each in told.suggestions
            )
            return replace(told, suggestions=tuple(suggestions))

    asked = whole_questions(opened(), [], 0.5)
    of_places = {0: answer(p3=0.05), 1: answer(p1=0.51), None: answer(p4=0.5)}
    answers = [of_places[question.sentence] for question in asked]
    first, second, *_ = recommend_whole(opened(), asked, answers, Sure(), limit=3).suggestions
    needs = needs_citation(opened().manuscript)
    assert needs[1] * 0.51 < 0.5
    assert (first.rank, first.paper.number, first.confidence) == (1, 1, 0.51)
    assert first.score == pytest.approx(needs[1] * 0.51)
    assert (second.rank, second.paper.number, second.confidence) == (2, 4, pytest.approx(0.5))


def test_the_list_is_not_filled_up_with_weak_papers() -> None:
    asked = whole_questions(opened(), [], 0.5)
    weak = {f"p{number}": 0.01 for number in range(10, 30)}
    strong = {f"p{number}": 0.9 for number in range(30, 38)}
    answers = [answer(), answer(), answer(**weak)]
    few = recommend_whole(opened(), asked, answers, Titles(), limit=20)
    assert len(few.suggestions) == 5
    both = [answer(), answer(), answer(**strong, **weak)]
    many = recommend_whole(opened(), asked, both, Titles(), limit=20)
    assert [one.confidence for one in many.suggestions] == [pytest.approx(0.9)] * 8


def test_a_list_rests_on_what_answered_the_sentences_without_a_title_too() -> None:
    asked = whole_questions(opened(), [], 0.5)
    by_meaning = replace(answer(p1=0.8), stages=("words", "vectors"))
    answers = [answer() if question.sentence is None else by_meaning for question in asked]
    whole = recommend_whole(opened(), asked, answers, Titles(), limit=2)
    assert whole.stages == ("words", "vectors")


def test_what_is_answered_until_now_says_what_it_knows() -> None:
    asked = whole_questions(opened(), [], 0.5)
    answers = [answer(p1=0.8) if question.sentence == 1 else None for question in asked]
    partly = recommend_whole(opened(), asked, answers, Titles(), limit=2)
    assert [(one.paper.number, one.sentences) for one in partly.suggestions] == [(1, (1,))]
    assert not partly.whole
    nothing = recommend_whole(opened(), asked, [None, None, None], Titles(), limit=2)
    assert (nothing.suggestions, nothing.whole) == ((), False)


def test_only_papers_that_would_be_listed_are_counted_as_hidden() -> None:
    asked = whole_questions(opened(), [], 0.5)
    hidden = (
        HiddenPaper(PaperNumber(10), 0.9, 1),
        HiddenPaper(PaperNumber(11), 0.5, 3),
        HiddenPaper(PaperNumber(12), 0.01, 4),
    )
    shortlist = replace(answer(p1=0.6, p4=0.45), hidden=hidden)
    answers = [answer(), answer(), shortlist]
    by_limit = {
        limit: recommend_whole(opened(), asked, answers, Titles(), limit=limit)
        for limit in (1, 2, 5)
    }
    assert {limit: whole.hidden for limit, whole in by_limit.items()} == {1: 1, 2: 1, 5: 2}
    assert [one.paper.number for one in by_limit[2].suggestions] == [1, 4]
    title = "Handwriting notes"
    listed = Titles({10: title})
    entry = Reference(index=0, label="1", text=title)
    manuscript = replace(opened().manuscript, references=(entry,))
    cited = replace(opened(), manuscript=manuscript)
    assert recommend_whole(cited, asked, answers, listed, limit=5).hidden == 1


def test_weak_papers_wait_until_all_is_answered() -> None:
    asked = whole_questions(opened(), [], 0.5)
    weak = answer(p1=0.9, p4=0.01)
    partly = recommend_whole(opened(), asked, [None, None, weak], Titles(), limit=5)
    assert [one.paper.number for one in partly.suggestions] == [1]
    whole = recommend_whole(opened(), asked, [answer(), answer(), weak], Titles(), limit=5)
    assert [one.paper.number for one in whole.suggestions] == [1, 4]


def test_nothing_convincing_is_said_of_the_whole_too() -> None:
    asked = whole_questions(opened(), [], 0.5)
    answers = [answer(), answer(), answer(p1=0.01)]
    faint = recommend_whole(opened(), asked, answers, Titles(), limit=5)
    assert [one.paper.number for one in faint.suggestions] == [1]
    assert not faint.convincing
    nothing = [None, None, answer()]
    assert not recommend_whole(opened(), asked, nothing, Titles(), limit=5).suggestions


def test_a_manuscript_without_a_sentence_is_asked_as_a_whole() -> None:
    empty = replace(opened(), manuscript=Manuscript(title="On negatives"))
    (only,) = whole_questions(empty, [], 0.5)
    assert only.passage.sentence == "On negatives"
    assert recommend_whole(empty, [only], [answer(p1=0.4)], Titles(), limit=5).suggestions


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ("A. Roe. Walks on graphs in the spring of the year. Letters, 2001.", [4]),
        ("A. Roe. Walks on grahps in the spring of the year. Letters, 2001.", [4]),
        ("Walks on graphs in the", [1, 4]),
        ("A. Roe. Walks on graphs in the autumn of the age. Letters, 2001.", [1, 4]),
        ("", [1, 4]),
    ],
)
def test_a_paper_whose_title_stands_in_the_list_is_not_named(entry: str, named: list[int]) -> None:
    asked = whole_questions(opened(), [], 0.5)
    titles = Titles({1: "Walks on Graphs in the Spring of the Year"})
    answers = [answer(), answer(), answer(p1=0.4, p4=0.2)]
    read = replace(opened().manuscript, references=(Reference(index=0, label="1", text=entry),))
    changed = replace(opened(), manuscript=read)
    whole = recommend_whole(changed, asked, answers, titles, limit=2)
    assert [each.paper.number for each in whole.suggestions] == named
