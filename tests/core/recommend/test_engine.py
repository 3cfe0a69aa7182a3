from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.base.notices import Notice
from core.base.records import CitingContext, PaperFilter, PaperNumber, PaperRecord
from core.library.indexes.vectors import ContextVectors, VectorIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.outside import Origin
from core.manuscript.text.sentences import split_sentences
from core.models.encoder import SentenceEncoder
from core.recommend import engine as engine_module
from core.recommend.candidates import Retriever
from core.recommend.citation_graph import CitationGraph
from core.recommend.context import Passage
from core.recommend.engine import Engine
from core.recommend.profiles import Profiles
from core.recommend.question import Coverage, Question
from core.recommend.questions import restrict
from core.recommend.scoring import shipped_parameters, shipped_trees
from core.recommend.shortlist import Shortlist
from core.recommend.signals import Sources
from tests.core.conftest import RECORDS
from tests.core.recommend.asked_library import Numbered

NEGATIVES = Passage(
    sentence="Contrastive learning needs hard negatives.",
    title="On training with citation graphs",
    before=("Negatives decide what is learned.",),
)


@pytest.fixture(params=["fused", "ranked"])
def engine(
    request: pytest.FixtureRequest,
    small_library: Library,
    words: WordIndex,
    vectors: VectorIndex,
    encoder: SentenceEncoder,
) -> Engine:
    """An engine with and without the shipped trees."""
    sources = Sources.of(small_library, Retriever(words, vectors, encoder))
    trees = shipped_trees() if request.param == "ranked" else None
    return Engine(sources, split_sentences, trees=trees)


def test_the_right_paper_comes_first_with_both_stages(engine: Engine, number_of: Numbered) -> None:
    found = engine.recommend(Question(passage=NEGATIVES))
    assert found.suggestions[0].paper.number == number_of("t:hard")
    assert found.stages[:2] == ("words", "vectors")
    assert [one.rank for one in found.suggestions] == [1, 2, 3, 4]
    scores = [one.score for one in found.suggestions]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= one.confidence <= 1 for one in found.suggestions)


def test_words_alone_answer_while_there_are_no_vectors(
    small_library: Library, words: WordIndex, number_of: Numbered
) -> None:
    engine = Engine(Sources.of(small_library, Retriever(words)), split_sentences)
    found = engine.recommend(Question(passage=NEGATIVES))
    assert found.stages == ("words",)
    assert found.suggestions[0].paper.number == number_of("t:hard")


def test_what_is_left_out_never_answers(engine: Engine, number_of: Numbered) -> None:
    hidden = frozenset({number_of("t:hard")})
    found = engine.recommend(Question(passage=NEGATIVES, left_out=hidden))
    assert hidden.isdisjoint(one.paper.number for one in found.suggestions)


def test_cited_papers_are_marked(engine: Engine, number_of: Numbered) -> None:
    question = Question(
        passage=NEGATIVES,
        cited_here=frozenset({number_of("t:hard")}),
        cited_elsewhere=frozenset({number_of("t:graph")}),
    )
    marks = {one.paper.id: one.cited for one in engine.recommend(question).suggestions}
    assert marks == {"t:hard": "here", "t:graph": "elsewhere", "t:soil": "no", "t:bare": "no"}


def test_what_is_cited_already_takes_no_room_from_new_papers(
    engine: Engine, number_of: Numbered
) -> None:
    cited = frozenset({number_of("t:hard"), number_of("t:graph")})
    question = Question(passage=NEGATIVES, cited_elsewhere=cited)
    found = engine.recommend(question, limit=1)
    every = engine.recommend(question, limit=20)
    fresh = [one for one in every.suggestions if one.cited == "no"]
    assert [one.paper.number for one in found.new] == [fresh[0].paper.number]
    assert [one.rank for one in every.new] == [1, 2]
    assert found.suggestions[0].paper == every.suggestions[0].paper
    assert every.first(1).suggestions == found.suggestions
    here = replace(question, cited_here=frozenset({number_of("t:hard")}))
    assert {one.paper.number for one in engine.recommend(here).again()} <= {number_of("t:graph")}


def test_another_version_of_what_is_cited_or_stands_above_is_marked(
    engine: Engine, small_library: Library, number_of: Numbered
) -> None:
    hard, graph = number_of("t:hard"), number_of("t:graph")
    assert all(
        one.version_of is None for one in engine.recommend(Question(passage=NEGATIVES)).suggestions
    )
    small_library.duplicates.link_versions([hard, graph])
    found = engine.recommend(Question(passage=NEGATIVES)).suggestions
    first, second = (one for one in found if one.paper.number in (hard, graph))
    assert (first.version_of, second.version_of) == (None, first.paper)
    cited = Question(passage=NEGATIVES, cited_elsewhere=frozenset({second.paper.number}))
    marks = {one.paper.number: one.version_of for one in engine.recommend(cited).suggestions}
    assert marks[first.paper.number] == second.paper


def test_a_retracted_paper_is_marked_and_leaves_the_others_as_they_were(
    engine: Engine, small_library: Library, number_of: Numbered
) -> None:
    question = Question(passage=NEGATIVES)
    before = engine.recommend(question).suggestions
    source = small_library.outside.begin(Origin("list.csv", ("Retraction Watch",), "f", "k", 1, 0))
    notice = Notice(kind="retracted", by="retraction-watch", date="2021")
    small_library.outside.add_notices(source, [(number_of("t:hard"), notice)])
    found = engine.recommend(question).suggestions
    assert {one.paper.number: one.notice for one in found if one.notice} == {
        number_of("t:hard"): notice
    }
    assert [replace(one, notice=None) for one in found] == list(before)


def test_what_is_cited_beside_the_papers_of_a_sentence_rises(
    engine: Engine, small_library: Library, number_of: Numbered
) -> None:
    """The last of all is cited wherever t:hard is."""
    last = engine.recommend(Question(passage=NEGATIVES)).suggestions[-1].paper.id
    citers = [PaperRecord(id=f"t:{n}", title=f"Zeppelin {n}") for n in range(40)]
    list(small_library.papers.add(citers, source="t"))
    together = [number_of("t:hard"), number_of(last)]
    pairs = [(number_of(each.id), cited) for each in citers for cited in together]
    small_library.citations.add_citations(pairs, source="test")
    sources = replace(engine.sources, graph=CitationGraph.of(small_library))
    engine = Engine(sources, split_sentences, trees=engine._scorer.trees)

    def rank(given: frozenset[PaperNumber]) -> int:
        found = engine.recommend(Question(passage=NEGATIVES, cited_here=given)).suggestions
        chances = [one.confidence for one in found]
        assert chances == sorted(chances, reverse=True)
        return next(one.rank for one in found if one.paper.id == last)

    assert rank(frozenset({number_of("t:hard")})) < rank(frozenset())


def test_a_library_without_the_references_makes_new_papers_unlikely(
    engine: Engine, number_of: Numbered
) -> None:
    again = number_of("t:hard")
    known = Question(passage=NEGATIVES, cited_elsewhere=frozenset({again}))
    before = {s.paper.number: s.confidence for s in engine.recommend(known).suggestions}
    lacking = replace(known, coverage=Coverage(1, 60))
    found = engine.recommend(lacking)
    after = {s.paper.number: s.confidence for s in found.suggestions}
    assert list(after) == list(before)
    # What is cited already is there, and keeps its chance.
    assert after.pop(again) == before.pop(again)
    (share,) = {round(after[paper] / before[paper], 6) for paper in after if before[paper]}
    assert 0 < share < 0.2
    assert engine.shortlist(lacking).library_chance == pytest.approx(share, abs=1e-6)
    assert engine.shortlist(known).library_chance == 1.0


def test_reasons_are_evidence_that_stands_in_the_paper(engine: Engine) -> None:
    best = engine.recommend(Question(passage=NEGATIVES)).suggestions[0]
    by_kind = {reason.kind: reason for reason in best.reasons}
    assert set(by_kind) == {"terms", "abstract"}
    assert by_kind["abstract"].text in best.paper.abstract
    assert "“hard negatives”" in by_kind["terms"].text
    assert all(reason.paper == best.paper.number for reason in best.reasons)


def test_a_paper_without_a_shared_word_is_at_most_near_in_meaning(engine: Engine) -> None:
    found = engine.recommend(Question(passage=NEGATIVES)).suggestions
    soil = next(one for one in found if one.paper.id == "t:bare")
    assert {reason.kind for reason in soil.reasons} <= {"meaning"}


def test_a_paper_without_a_vector_is_not_said_to_be_near_in_meaning(
    engine: Engine, small_library: Library, words: WordIndex, vectors: VectorIndex
) -> None:
    late = [PaperRecord(id=f"t:{n}", title=f"Zeppelin {n}") for n in range(3)]
    list(small_library.papers.add(late, source="test"))
    words.follow(small_library.papers)
    vectors.follow(small_library.papers, small_library.embeddings)
    alone = Engine(
        Sources.of(small_library, Retriever(words)), split_sentences, trees=shipped_trees()
    )
    wider = replace(NEGATIVES, before=("A Zeppelin flies over peat.",))
    bare = {each.id for each in late}
    for asked, whose in ((engine, bare), (alone, bare | {each.id for each in RECORDS})):
        found = asked.recommend(Question(passage=wider, breadth=1.0)).suggestions
        without = [one for one in found if one.paper.id in whose]
        assert without
        assert all(reason.kind != "meaning" for one in without for reason in one.reasons)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("x² + y² = z²", id="only a formula"),
        pytest.param("Der schnelle braune Fuchs springt über den faulen Hund.", id="German"),
        pytest.param("of the and", id="only stop words"),
        pytest.param("negatives " * 5_000, id="five thousand words"),
        pytest.param("数据挖掘", id="another script"),
        pytest.param("\x00\ud800".encode("utf-8", "replace").decode(), id="control characters"),
    ],
)
def test_odd_questions_get_an_answer_and_no_error(engine: Engine, text: str) -> None:
    found = engine.recommend(Question(passage=Passage(sentence=text)))
    assert len(found.suggestions) <= 4


def test_a_question_without_a_known_word_is_less_sure(engine: Engine) -> None:
    unknown = engine.recommend(Question(passage=Passage(sentence="Zeppelins xylophones")))
    known = engine.recommend(Question(passage=Passage(sentence=NEGATIVES.sentence)))
    assert unknown.suggestions[0].confidence < known.suggestions[0].confidence / 2


def test_an_empty_library_finds_nothing_convincing(
    tmp_path: Path, encoder: SentenceEncoder
) -> None:
    with Library.open(tmp_path / "empty", create=True) as library:
        words = WordIndex(tmp_path / "w", library.identity)
        rows = VectorIndex(tmp_path / "v", library.identity, encoder.manifest)
        engine = Engine(Sources.of(library, Retriever(words, rows, encoder)), split_sentences)
        found = engine.recommend(Question(passage=NEGATIVES))
        assert (found.suggestions, found.convincing) == ((), False)


def test_the_breadth_turns_from_the_sentence_to_the_manuscript(
    small_library: Library, words: WordIndex, number_of: Numbered
) -> None:
    engine = Engine(Sources.of(small_library, Retriever(words)), split_sentences)
    passage = Passage(
        sentence="Peat is acid.",
        title="Contrastive learning with hard negatives",
        before=("Negatives are mined from a citation graph.",) * 20,
    )
    narrow = engine.recommend(Question(passage=passage, breadth=0.0))
    wide = engine.recommend(Question(passage=passage, breadth=1.0))
    found = {one.paper.number for one in narrow.suggestions}
    assert number_of("t:hard") not in found
    assert number_of("t:soil") in found
    assert number_of("t:hard") in {one.paper.number for one in wide.suggestions}


def test_a_paper_that_others_cite_for_the_like_rises_and_its_chance_with_it(
    small_library: Library,
    words: WordIndex,
    vectors: VectorIndex,
    encoder: SentenceEncoder,
    tmp_path: Path,
) -> None:
    sources = Sources.of(small_library, Retriever(words, vectors, encoder))
    without = Engine(sources, split_sentences, trees=shipped_trees()).rank(
        Question(passage=NEGATIVES)
    )
    last = without.papers[-1]
    said = ["Peat is wet.", "Walks are random.", NEGATIVES.sentence]
    contexts = [
        CitingContext(text=f"{text} [1]", cited=(paper,), markers=((len(text), len(text) + 4),))
        for text, paper in zip(said, without.papers[1:], strict=True)
    ]
    small_library.citations.add_contexts(without.papers[0], contexts)
    numbers = [each.number for each in small_library.contexts.list_sentences([without.papers[0]])]
    rows = encoder.encode_queries(said).astype(np.float16)
    small_library.context_embeddings.put(encoder.manifest.query_fingerprint, numbers, rows)
    index = ContextVectors(tmp_path / "contexts", small_library.identity, encoder.manifest)
    index.follow(small_library.contexts, small_library.context_embeddings)
    sources = replace(sources, profiles=Profiles.of(small_library, index))
    ranked = Engine(sources, split_sentences, trees=shipped_trees()).rank(
        Question(passage=NEGATIVES)
    )
    gained = dict(zip(ranked.papers, ranked.scores, strict=True))[last] - without.scores[-1]
    assert gained > shipped_parameters().profile
    assert list(ranked.scores) == sorted(ranked.scores, reverse=True)
    assert ranked.table is not None
    parameters = shipped_parameters()
    chances = parameters.curve.interpolate(ranked.scores)
    adjusted_chances = parameters.situation.adjust(chances, ranked.table.columns)
    every = np.ones(len(chances), bool)
    weighed_chances = parameters.rivalry.adjust(adjusted_chances, every, is_foreign=False)
    assert ranked.chances == pytest.approx(weighed_chances)
    before, after = (dict(zip(e.papers, e.chances, strict=True)) for e in (without, ranked))
    assert after[last] > before[last]


def test_nothing_convincing_is_said_only_where_hardly_any_paper_may_be_right(
    engine: Engine,
) -> None:
    answer = engine.recommend(Question(passage=NEGATIVES))

    def outlook(*chances: float, stages: tuple[str, ...] = ("words", "vectors")) -> str:
        suggestions = tuple(
            replace(answer.suggestions[0], cited="no", confidence=chance) for chance in chances
        )
        return replace(answer, suggestions=suggestions, stages=stages).outlook

    assert outlook(*[0.05] * 20) == "nothing", "many small chances make no likely paper"
    assert outlook(0.9, 0.01) == "convincing"
    assert outlook(0.15, 0.1, 0.05) == "weak"
    assert outlook(0.05, 0.05) == "nothing"
    assert outlook(0.05, 0.05, stages=("words",)) == "weak"
    assert outlook() == "nothing"


def test_a_filter_hides_new_papers_alone_and_counts_them(
    engine: Engine, small_library: Library, number_of: Numbered
) -> None:
    every = engine.recommend(Question(passage=NEGATIVES))
    until = Question(passage=NEGATIVES, paper_filter=PaperFilter(last_year=2001))
    found = engine.recommend(until)
    assert {one.paper.id for one in found.suggestions} == {"t:soil", "t:bare"}
    years = {one.paper.id: one.paper.year for one in every.suggestions}
    newer = tuple(rank for rank, paper in enumerate(years, start=1) if (years[paper] or 0) > 2001)
    assert (found.hidden, found.hidden_ranks) == (2, newer)
    assert found.first(1).hidden == sum(rank <= 1 for rank in newer)
    cited = replace(until, cited_elsewhere=frozenset({number_of("t:hard")}))
    assert "t:hard" in {one.paper.id for one in engine.recommend(cited).suggestions}
    graphs = small_library.collections.add("Graphs", [number_of("t:graph")])
    narrow = PaperFilter(collection=graphs, types=("article-journal",))
    found = engine.recommend(replace(until, paper_filter=narrow))
    assert [one.paper.id for one in found.suggestions] == ["t:graph"]
    none = PaperFilter(collection=graphs, types=("book",))
    assert engine.recommend(replace(until, paper_filter=none)).suggestions == ()


def test_a_narrow_filter_finds_papers_that_were_no_candidates(
    small_library: Library, vectors: VectorIndex, encoder: SentenceEncoder, words: WordIndex
) -> None:
    retriever = Retriever(words)  # words alone find no paper on soils
    engine = Engine(Sources.of(small_library, retriever), split_sentences)
    soils = Passage(sentence="Hard negatives, graphs and nodes.", title="On moorland peat")
    question = Question(passage=soils, breadth=0.0)
    assert "t:soil" not in {one.paper.id for one in engine.recommend(question).suggestions}
    with_vectors = Engine(
        Sources.of(small_library, Retriever(words, vectors, encoder)),
        split_sentences,
        trees=shipped_trees(),
    )
    old = replace(question, paper_filter=PaperFilter(last_year=2000))
    assert [one.paper.id for one in with_vectors.recommend(old).suggestions] == ["t:soil"]


def test_a_list_cut_out_of_a_longer_one_is_that_of_the_filter(
    small_library: Library, number_of: Numbered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = [
        PaperRecord(id=f"t:more {n}", title=f"Hard negatives of {n} graphs", year=1990 + n)
        for n in range(30)
    ]
    list(small_library.papers.add(more, source="test"))
    words = WordIndex(tmp_path / "more", small_library.identity)
    words.follow(small_library.papers)
    monkeypatch.setattr(engine_module, "_ENOUGH_PASSING", 10)
    engine = Engine(
        Sources.of(small_library, Retriever(words)), split_sentences, trees=shipped_trees()
    )
    cited = frozenset({number_of("t:more 9"), number_of("t:more 25")})
    whole = Question(passage=NEGATIVES, cited_elsewhere=cited)

    def cut(until: int, wide_limit: int) -> tuple[Shortlist | None, Shortlist]:
        narrow = replace(whole, paper_filter=PaperFilter(last_year=until))
        _, wide = engine.shortlists(whole, limit=4, wide_limit=wide_limit)
        assert wide is not None
        shortlist = engine.narrow(narrow, wide, limit=4, wide_limit=wide_limit)
        direct, same = engine.shortlists(narrow, limit=4, wide_limit=wide_limit)
        assert (same is None) == (until == 1992)
        assert same is None or (same.papers, same.cited) == (wide.papers, wide.cited)
        return shortlist, direct

    shortlist, direct = cut(2010, 100)
    assert shortlist is not None
    assert (shortlist.papers, shortlist.cited) == (direct.papers, direct.cited)
    assert (shortlist.hidden, shortlist.likely) == (direct.hidden, direct.likely)
    assert shortlist.signals is not None
    assert direct.signals is not None
    assert np.array_equal(shortlist.signals, direct.signals, equal_nan=True)
    assert cut(1992, 100)[0] is None, "a filter that leaves few finds others"
    assert cut(2010, 6)[0] is None, "a list that is no longer than needed"


def test_a_year_limit_makes_no_list_old_that_a_paper_does_not_reach(
    small_library: Library, words: WordIndex, number_of: Numbered, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "_ENOUGH_PASSING", 1)
    engine = Engine(
        Sources.of(small_library, Retriever(words)), split_sentences, trees=shipped_trees()
    )
    asked = Question(passage=NEGATIVES, paper_filter=PaperFilter(last_year=2030))
    soil, hard = frozenset({number_of("t:soil")}), frozenset({number_of("t:hard")})
    shortlist = engine.shortlist(replace(asked, left_out=hard), limit=1)
    assert not engine.would_list(asked, shortlist, soil, limit=1)
    assert engine.would_list(asked, shortlist, hard, limit=1)
    monkeypatch.setattr(engine_module, "_ENOUGH_PASSING", 100)
    assert engine.would_list(asked, shortlist, soil, limit=1), "few pass: others may be found"


def test_questions_of_one_filter_look_for_its_papers_once(
    engine: Engine, small_library: Library, number_of: Numbered, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers, collections = small_library.papers, small_library.collections
    find_passing, scans = papers.find_passing, []

    def watch(
        paper_filter: PaperFilter, among: Sequence[PaperNumber] | None = None
    ) -> frozenset[PaperNumber]:
        scans.extend([paper_filter] * (among is None))
        return find_passing(paper_filter, among)

    monkeypatch.setattr(papers, "find_passing", watch)
    graphs = collections.add("Graphs", [number_of("t:graph")])
    narrow, old = PaperFilter(collection=graphs), PaperFilter(last_year=2001)

    def ask(paper_filter: PaperFilter, sentence: str) -> set[str]:
        question = Question(passage=Passage(sentence=sentence))
        [question] = restrict([question], paper_filter, collections)
        return {one.paper.id for one in engine.recommend(question).suggestions}

    for sentence in ("Negatives are hard.", "Graphs of citations train.", "Soils hold peat."):
        assert ask(narrow, sentence) <= {"t:graph"}
    assert scans == [narrow]
    collections.assign(graphs, [number_of("t:hard")])
    assert ask(narrow, "Negatives are hard.") >= {"t:hard"}
    assert scans == [narrow, narrow], "its collection holds another paper"
    papers.trash([number_of("t:hard")])
    assert "t:hard" not in ask(narrow, "Negatives are hard.")
    assert scans == [narrow] * 3, "the library has changed"
    ask(old, "Negatives are hard.")
    assert scans == [*[narrow] * 3, old]


def test_a_list_is_old_only_where_a_paper_would_be_in_it(
    small_library: Library,
    words: WordIndex,
    vectors: VectorIndex,
    encoder: SentenceEncoder,
    number_of: Numbered,
) -> None:
    sources = Sources.of(small_library, Retriever(words, vectors, encoder))
    engine = Engine(sources, split_sentences, trees=shipped_trees())
    asked = Question(passage=NEGATIVES)
    hard, soil = frozenset({number_of("t:hard")}), frozenset({number_of("t:soil")})
    without_hard = engine.shortlist(replace(asked, left_out=hard), limit=1)
    assert engine.would_list(asked, without_hard, hard, limit=1)
    assert not engine.would_list(asked, without_hard, soil, limit=1)
    assert engine.would_list(asked, without_hard, soil, limit=2)  # it has room
    assert not engine.would_list(asked, without_hard, frozenset({PaperNumber(999)}), limit=1)
    refusing = replace(asked, refused=hard)  # which more than scores puts into order
    assert engine.would_list(refusing, without_hard, soil, limit=1)
    assert not engine.would_list(replace(refusing, left_out=soil), without_hard, soil, limit=1)
    citing = replace(asked, cited_elsewhere=soil)  # with which the others are compared
    assert engine.would_list(citing, without_hard, soil, limit=1)
    plain = Engine(sources, split_sentences)
    assert plain.would_list(asked, plain.shortlist(asked, limit=1), soil, limit=1)
