"""Corpora as training sees them: papers, citations, citing sentences."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from core.recommend.bare import bare
from tests.tiny_corpus import DEV, TEST, write_lines
from tests.training.written_corpora import (
    HELD_OUT,
    entries,
    full_text,
    ids_of,
    lines_of,
    paper,
    small,
)
from training.corpus.corpus import BEFORE, Corpus
from training.sampling.questions import context_questions

# --- papers -----------------------------------------------------------------------------------


def test_papers_are_records_and_full_texts_without_one(corpus: Corpus, tiny_corpus: Path) -> None:
    records = lines_of(tiny_corpus / "papers.jsonl.gz")
    stated = [record["id"] for record in records]
    assert list(corpus.ids) == [*stated, "c:13"]
    for number, record in enumerate(records):
        assert corpus.text(number) == (record["title"], record["abstract"])
        assert corpus.number(record["id"]) == number
        assert corpus.years[number] == record.get("year", -1)
    last = entries(tiny_corpus)["c:13"]
    assert corpus.text(len(corpus) - 1) == (last.title, last.abstract)
    assert corpus.number("nobody") is None


def test_only_papers_with_an_abstract_that_are_not_held_out_are_trained_on(corpus: Corpus) -> None:
    trainable = {corpus.ids[number] for number in np.flatnonzero(corpus.trainable)}
    expected = {each for each in corpus.ids if not each.startswith("t:")} - HELD_OUT
    assert trainable == expected
    assert not corpus.has_abstract[corpus.number("t:0")]


def test_the_first_record_of_an_id_wins_and_takes_what_it_lacks(tmp_path: Path) -> None:
    second = {**paper("a", "Another title", "Its abstract."), "year": 1999}
    records = [paper("a", "First title", ""), second, paper("b"), paper("b", "", "Other.")]
    corpus = Corpus.open(small(tmp_path / "corpus", records))
    assert corpus.text(0) == ("First title", "Its abstract.")
    assert corpus.text(1) == ("Title of b", "An abstract.")
    assert corpus.years.tolist() == [1999, -1]
    assert corpus.counts.duplicates == 2


def test_a_text_of_any_language_comes_back_as_it_was(tmp_path: Path) -> None:
    record = paper("ü:1", "Über 円周率 — \U0001d70b", "Ελληνικά, עברית, 🐟.")
    assert Corpus.open(small(tmp_path / "corpus", [record])).text(0) == (
        record["title"],
        record["abstract"],
    )


# --- citations --------------------------------------------------------------------------------


def test_edges_are_those_of_files_references_and_sentences(
    corpus: Corpus, tiny_corpus: Path
) -> None:
    rows = (tiny_corpus / "edges.tsv").read_text(encoding="utf-8").splitlines()
    stated = {(one, other) for one, other in (row.split("\t") for row in rows)}
    for entry in entries(tiny_corpus).values():
        stated |= {(entry.id, each.id) for each in entry.references if each.id}
    for split, inside in (("train", None), ("dev", DEV), ("test", TEST)):
        expected = {
            (one, other)
            for one, other in stated
            if (one not in HELD_OUT if inside is None else one in inside)
        }
        assert ids_of(corpus, corpus.edges(split)) == expected
        assert len(corpus.edges(split)) == len(expected)


def test_matrices_and_counts_agree_with_the_edges(corpus: Corpus) -> None:
    edges = corpus.edges()
    dense = corpus.cites().toarray()
    assert dense.dtype == bool
    assert dense.sum() == len(edges)
    assert dense[edges[:, 0], edges[:, 1]].all()
    assert (corpus.citation_counts() == dense.sum(axis=0)).all()


def test_an_edge_to_itself_twice_or_to_no_paper_is_left_out_and_counted(tmp_path: Path) -> None:
    edges = "a\tb\na\tb\na\ta\na\tnowhere\nelsewhere\tb\nb\tnowhere\n"
    corpus = Corpus.open(small(tmp_path / "corpus", [paper("a"), paper("b")], edges_tsv=edges))
    assert ids_of(corpus, corpus.edges()) == {("a", "b")}
    assert corpus.counts.unknown_ids == 2


# --- contexts ---------------------------------------------------------------------------------


def test_contexts_are_the_citing_sentences_in_order(corpus: Corpus, tiny_corpus: Path) -> None:
    found = [
        (
            corpus.ids[each.citing],
            each.position,
            each.section,
            each.paragraph,
            tuple(corpus.ids[number] for number in each.cited),
        )
        for each in corpus.contexts()
    ]
    expected = []
    for entry in entries(tiny_corpus).values():
        position, paragraph = 0, 0
        for section in entry.sections:
            for sentences in section.paragraphs:
                for sentence in sentences:
                    if sentence.cites and entry.id not in HELD_OUT:
                        expected.append(
                            (entry.id, position, section.title, paragraph, sentence.cites)
                        )
                    position += 1
                paragraph += 1
    assert sorted(found) == sorted(expected)
    assert corpus.contexts()[-1] == list(corpus.contexts())[-1]
    assert corpus.contexts()[1:3] == list(corpus.contexts())[1:3]
    with pytest.raises(IndexError):
        corpus.contexts()[len(found)]


def test_a_passage_is_the_text_around_without_markers(corpus: Corpus, tiny_corpus: Path) -> None:
    known = entries(tiny_corpus)
    for context in corpus.contexts("dev"):
        entry = known[corpus.ids[context.citing]]
        texts = [
            bare(sentence.text, sentence.markers)
            for section in entry.sections
            for sentences in section.paragraphs
            for sentence in sentences
        ]
        at = context.position
        passage = corpus.passage(context)
        assert (passage.title, passage.abstract) == (entry.title, entry.abstract)
        assert passage.before == tuple(texts[:at])
        assert passage.sentence == texts[at]
        assert passage.after == tuple(texts[at + 1 : at + 2])
        assert corpus.sentences(context.citing) == tuple(texts)
        assert "[" not in passage.sentence
    assert corpus.sentences(0) == ()


def test_a_passage_goes_back_as_far_as_a_query_does(tmp_path: Path) -> None:
    count = BEFORE + 10
    sentences = [{"text": f"Sentence {at}."} for at in range(count)]
    sentences[-1] = {"text": "The end.", "cites": ["a"]}
    text = json.dumps({"id": "b", "sections": [{"title": "", "paragraphs": [sentences]}]})
    folder = small(tmp_path / "corpus", [paper("a"), paper("b")], fulltexts_jsonl=text)
    corpus = Corpus.open(folder)
    [context] = corpus.contexts()
    before = corpus.passage(context).before
    assert len(before) == BEFORE
    assert before[-1] == f"Sentence {count - 2}."
    assert corpus.passage(context).after == ()


def test_a_full_text_of_references_alone_gives_edges_only(tmp_path: Path) -> None:
    text = json.dumps({"id": "b", "references": [{"key": "1", "text": "A.", "id": "a"}]})
    folder = small(tmp_path / "corpus", [paper("a"), paper("b")], fulltexts_jsonl=text)
    corpus = Corpus.open(folder)
    assert ids_of(corpus, corpus.edges()) == {("b", "a")}
    assert corpus.fulltexts().tolist() == []
    assert corpus.counts.fulltexts == {"train": 0, "dev": 0, "test": 0}


def test_a_sentence_does_not_cite_its_own_paper_or_one_nobody_has(tmp_path: Path) -> None:
    texts = full_text("a", "a", "nowhere") + full_text("b", "b", "a", "a", "nowhere")
    folder = small(tmp_path / "corpus", [paper("a"), paper("b")], fulltexts_jsonl=texts)
    corpus = Corpus.open(folder)
    assert [(each.citing, each.cited) for each in corpus.contexts()] == [(1, (0,))]
    assert corpus.counts.unknown_ids == 1


@pytest.mark.parametrize("within", ["sentence", "paragraph"])
def test_co_citations_count_sentences_or_paragraphs(
    corpus: Corpus, tiny_corpus: Path, within: str
) -> None:
    expected: Counter[tuple[str, str]] = Counter()
    for entry in entries(tiny_corpus).values():
        if entry.id in HELD_OUT:
            continue
        for section in entry.sections:
            for sentences in section.paragraphs:
                groups = [set(sentence.cites) for sentence in sentences]
                if within == "paragraph":
                    groups = [set().union(*groups)]
                for group in groups:
                    expected.update(combinations(sorted(group), 2))
    counts = corpus.co_citations(within)  # type: ignore[arg-type]
    assert counts.diagonal().sum() == 0
    assert (counts != counts.T).nnz == 0
    rows, columns = counts.nonzero()
    found = {
        (corpus.ids[row], corpus.ids[column]): int(counts[row, column])
        for row, column in zip(rows, columns, strict=True)
    }
    assert {pair: count for pair, count in found.items() if pair[0] < pair[1]} == expected


def test_where_hardly_a_cited_paper_has_an_abstract_titles_answer(tmp_path: Path) -> None:
    def known(record: dict[str, str]) -> dict[str, str]:
        return record | {"abstract": "Text."}

    papers = [
        {"id": f"p{at}", "title": f"Paper {at}", "abstract": "Text." * (at == 1)}
        for at in range(40)
    ]
    texts = [
        {
            "id": f"c{row}",
            "title": f"Citing {row}",
            "abstract": "All about it.",
            "sections": [
                {"title": "", "paragraphs": [[{"text": "So.", "cites": [f"p{row}", f"p{at}"]}]]}
                for at in range(10)
            ],
        }
        for row in range(20, 24)
    ]
    for folder, records in (("titles", papers), ("half", [*papers[:5], *map(known, papers[5:])])):
        (tmp_path / folder).mkdir()
        write_lines(tmp_path / folder / "papers.jsonl", records)
        write_lines(tmp_path / folder / "fulltexts.jsonl", texts)
    titles, half = (Corpus.open(tmp_path / folder) for folder in ("titles", "half"))
    assert (titles.is_bare, half.is_bare) == (True, False)
    assert half.has_text.tolist() == half.has_abstract.tolist()
    assert titles.has_text.all()
    asked = context_questions(titles, most=100, pool=100)
    assert sorted(map(len, asked.relevant)) == [2] * 10
    asked = context_questions(half, most=100, pool=100)
    assert sorted(map(len, asked.relevant)) == [1] * 4 + [2] * 6
