from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import FormatError
from core.recommend.context import sample_context
from tests import wording
from tests.tiny_corpus import DEV, TEST, write_lines
from training.corpus.corpus import Corpus
from training.sampling.bm25 import NOTHING
from training.sampling.pairs import (
    WHOLE,
    Mining,
    RerankCandidates,
    RerankPool,
    RerankQuery,
    candidates,
    draw_queries,
    load_or_make_candidates,
    manuscript_queries,
    query_text,
    read_lists,
    sentence_queries,
)

DEPTH = 10


@pytest.fixture(scope="module")
def pool(corpus: Corpus) -> RerankPool:
    return RerankPool.of(corpus, np.flatnonzero(corpus.trainable))


@pytest.fixture(scope="module")
def queries(corpus: Corpus) -> list[RerankQuery]:
    return manuscript_queries(corpus) + sentence_queries(corpus)


def texts_of(corpus: Corpus, queries: list[RerankQuery]) -> list[str]:
    return [
        query_text(corpus, query, "title abstract" if query.context == WHOLE else "title sentence")
        for query in queries
    ]


@pytest.fixture(scope="module")
def mined(corpus: Corpus, pool: RerankPool, queries: list[RerankQuery]) -> RerankCandidates:
    return candidates(queries, texts_of(corpus, queries), pool, Mining(depth=DEPTH))


def held_out(corpus: Corpus) -> set[int]:
    return {number for each in (*DEV, *TEST) if (number := corpus.number(each)) is not None}


def test_a_manuscript_asks_for_the_trainable_papers_it_cites(corpus: Corpus) -> None:
    queries = manuscript_queries(corpus)
    cited: dict[int, set[int]] = {}
    for citing, paper in corpus.edges().tolist():
        if corpus.has_abstract[citing] and corpus.trainable[paper]:
            cited.setdefault(citing, set()).add(paper)
    assert {query.citing: set(query.cited) for query in queries} == cited
    assert {query.context for query in queries} == {WHOLE}
    assert len(cited) > 50


def test_a_sentence_asks_for_what_it_cites_itself(corpus: Corpus) -> None:
    queries = sentence_queries(corpus)
    contexts = corpus.contexts()
    assert len(queries) > 100
    for query in queries:
        context = contexts[query.context]
        assert (query.citing, query.cited) == (context.citing, context.cited)


def test_nothing_held_out_asks_or_answers(
    corpus: Corpus, queries: list[RerankQuery], mined: RerankCandidates
) -> None:
    held = held_out(corpus)
    assert held
    assert not held & {query.citing for query in queries}
    assert not held & {paper for query in queries for paper in query.cited}
    assert not held & set(mined.papers.flatten().tolist())
    found = mined.papers[mined.papers != NOTHING]
    assert corpus.trainable[found].all()


def test_candidates_are_the_ten_best_of_bm25_without_the_asking_paper(
    corpus: Corpus, pool: RerankPool, queries: list[RerankQuery], mined: RerankCandidates
) -> None:
    assert mined.papers.shape == (len(queries), DEPTH)
    asking_is_found = 0
    for row, (query, text) in enumerate(zip(queries, texts_of(corpus, queries), strict=True)):
        scores = pool.bm25.scores(text)
        order = [place for place in np.argsort(-scores, kind="stable") if scores[place] > 0]
        papers = [int(pool.papers[place]) for place in order]
        asking_is_found += query.citing in papers[:DEPTH]
        expected = [paper for paper in papers if paper != query.citing][:DEPTH]
        assert mined.papers[row, : len(expected)].tolist() == expected
        assert (mined.papers[row, len(expected) :] == NOTHING).all()
    assert asking_is_found > 50


def test_pairs_are_cited_or_not_as_they_come(
    corpus: Corpus, queries: list[RerankQuery], mined: RerankCandidates
) -> None:
    for query, papers, cited in zip(queries, mined.papers, mined.cited, strict=True):
        assert cited.tolist() == [int(paper) in query.cited for paper in papers]
    assert 0 < mined.share_cited < 0.5  # nobody balanced them
    # And what BM25 missed was not added.
    assert mined.cited.sum() < sum(len(query.cited) for query in queries)


def test_lists_are_kept_that_hold_right_and_wrong_papers(
    corpus: Corpus, pool: RerankPool, queries: list[RerankQuery]
) -> None:
    mined = candidates(queries, texts_of(corpus, queries), pool, Mining(depth=2))
    lists = mined.with_cited()
    assert 0 < len(lists) < len(mined)
    assert lists.cited.any(axis=1).all()
    assert ((lists.papers != NOTHING) & ~lists.cited).any(axis=1).all()
    assert lists.share_cited == 0.5


def test_missed_and_random_papers_can_be_added(
    corpus: Corpus, pool: RerankPool, queries: list[RerankQuery], mined: RerankCandidates
) -> None:
    some = queries[:80]
    how = Mining(depth=DEPTH, missed=2, random=3, seed=5)
    added = candidates(some, texts_of(corpus, some), pool, how)
    again = candidates(some, texts_of(corpus, some), pool, how)
    assert np.array_equal(added.papers, again.papers)
    assert added.papers.shape == (80, DEPTH + 5)
    for row, query in enumerate(some):
        papers = added.papers[row][added.papers[row] != NOTHING].tolist()
        found = mined.papers[row][mined.papers[row] != NOTHING].tolist()
        assert papers[: len(found)] == found
        missed = set(query.cited) - set(found)
        more = papers[len(found) :]
        positives = [paper for paper in more if paper in missed]
        assert len(positives) == min(2, len(missed))
        strangers = [paper for paper in more if paper not in query.cited]
        assert len(set(strangers)) == len(strangers) == 3
        assert not {query.citing, *found} & set(strangers)
        assert corpus.trainable[more].all()
    other = candidates(some, texts_of(corpus, some), pool, Mining(depth=DEPTH, random=3, seed=6))
    assert not np.array_equal(other.papers[:, -3:], added.papers[:, -3:])


def test_the_forms_of_a_sentence_begin_with_what_matters_most(corpus: Corpus) -> None:
    query = next(query for query in sentence_queries(corpus) if query.context > 20)
    passage = corpus.passage(corpus.contexts()[query.context])
    asked = query_text(corpus, query, "title sentence")
    assert asked == f"{passage.title}. {passage.sentence}"
    assert query_text(corpus, query, "sentence") == passage.sentence
    neighbours = query_text(corpus, query, "neighbours")
    assert neighbours == " ".join((asked, passage.before[-1], *passage.after[:1]))
    drawn_too = sample_context(passage, breadth=0.5).supplemental
    assert drawn_too
    assert query_text(corpus, query, "context") == " ".join((neighbours, *drawn_too))


def test_the_forms_of_a_manuscript_are_title_and_title_with_abstract(corpus: Corpus) -> None:
    query = manuscript_queries(corpus)[0]
    title, abstract = corpus.text(query.citing)
    assert query_text(corpus, query, "title") == title
    assert query_text(corpus, query, "title abstract") == f"{title}. {abstract}"


def test_queries_are_drawn_by_the_seed_and_keep_their_order(queries: list[RerankQuery]) -> None:
    some = draw_queries(queries, 20, seed=1)
    assert some == [query for query in queries if query in some]
    assert len(some) == 20
    assert some == draw_queries(queries, 20, seed=1) != draw_queries(queries, 20, seed=2)
    assert draw_queries(queries, 0, seed=1) == queries == draw_queries(queries, 10**6, seed=1)


def test_a_paper_that_came_later_is_not_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    years = {"a": 2000, "b": 1999, "c": 2000, "d": 2001, "e": None, "f": None}
    records = [
        {"id": each, "title": f"Title {each}", "abstract": "words " * 20, "year": year}
        for each, year in years.items()
    ]
    write_lines(tmp_path / "papers.jsonl", [*records, {"id": "g", "title": "G", "abstract": ""}])
    edges = [("a", other) for other in "bcdeg"] + [("f", "d"), ("g", "b")]
    (tmp_path / "edges.tsv").write_text("".join(f"{one}\t{two}\n" for one, two in edges))
    (tmp_path / "splits.json").write_text('{"train": [], "dev": ["c"], "test": []}')
    corpus = Corpus.open(tmp_path)
    named = {
        corpus.ids[query.citing]: {corpus.ids[paper] for paper in query.cited}
        for query in manuscript_queries(corpus)
    }
    assert named == {"a": {"b", "e"}, "f": {"d"}}  # c is held out, g has no abstract


def test_what_was_prepared_is_found_again(mined: RerankCandidates, tmp_path: Path) -> None:
    path, made = tmp_path / "candidates.npz", []

    def make() -> RerankCandidates:
        made.append(1)
        return mined

    load_or_make_candidates(path, {"depth": 10}, make)
    again = load_or_make_candidates(path, {"depth": 10}, make)
    assert len(made) == 1
    assert np.array_equal(again.papers, mined.papers)
    assert np.array_equal(again.cited, mined.cited)
    load_or_make_candidates(path, {"depth": 11}, make)
    assert len(made) == 2
    path.write_bytes(path.read_bytes()[:100])
    assert len(load_or_make_candidates(path, {"depth": 11}, make)) == len(mined)
    assert len(made) == 3
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_lists_are_read_from_a_file(tmp_path: Path) -> None:
    line = {"question": "Peat", "papers": [["A", ""], ["B", "On soils."]], "cited": [True, False]}
    write_lines(tmp_path / "lists.jsonl", [line, {**line, "taught": [1, -2.5]}])
    untaught, taught = read_lists(tmp_path / "lists.jsonl")
    assert (untaught.question, untaught.papers[1], untaught.taught) == (
        "Peat",
        ("B", "On soils."),
        (),
    )
    assert (taught.cited, taught.taught) == ((True, False), (1.0, -2.5))


def test_a_file_without_lists_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lists.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(
        FormatError, match=wording.pattern("training.sampling.pairs:read_lists {file} has no")
    ):
        read_lists(tmp_path / "lists.jsonl")


@pytest.mark.parametrize(
    "values",
    [
        {"cited": [True]},
        {"taught": [1]},
        {"question": 3},
        {"papers": [], "cited": []},
        {"cited": [False, False]},
    ],
)
def test_a_line_that_is_no_list_is_refused_by_its_number(
    tmp_path: Path, values: dict[str, object]
) -> None:
    line = {"question": "Peat", "papers": [["A", ""], ["B", "On soils."]], "cited": [True, False]}
    write_lines(tmp_path / "lists.jsonl", [line, {**line, **values}])
    expected = wording.pattern("training.sampling.pairs:read_lists place", file="lists.jsonl")
    with pytest.raises(FormatError, match=expected) as refused:
        read_lists(tmp_path / "lists.jsonl")
    assert "2" in str(refused.value)
