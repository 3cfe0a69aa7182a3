"""Corpora as training sees them."""

from __future__ import annotations

import gzip
import json
import pickle
import shutil
from collections import Counter
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import FormatError, UsageError
from core.formats.corpus import FullTextEntry, read_fulltexts
from core.jobs import JobCancelled
from core.recommend.bare import bare
from tests.tiny_corpus import DEV, TEST, make_tiny_corpus, write_lines
from training.corpus import BEFORE, Corpus

HELD_OUT = {*DEV, *TEST}


def entries(folder: Path) -> dict[str, FullTextEntry]:
    files = sorted((folder / "fulltexts").iterdir())
    return {entry.id: entry for path in files for entry in read_fulltexts(path)}


def lines_of(path: Path) -> list[dict[str, Any]]:
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
    return [json.loads(line) for line in text.splitlines()]


def small(folder: Path, papers: list[dict[str, Any]], **files: str) -> Path:
    """Write a corpus of these papers, and further files by name ("edges.tsv" as edges_tsv)."""
    folder.mkdir()
    write_lines(folder / "papers.jsonl", papers)
    for name, text in files.items():
        stem, _, ending = name.rpartition("_")
        (folder / f"{stem.replace('_', '-')}.{ending}").write_text(text, encoding="utf-8")
    return folder


def paper(paper_id: str, title: str = "", abstract: str = "An abstract.") -> dict[str, Any]:
    return {"id": paper_id, "title": title or f"Title of {paper_id}", "abstract": abstract}


def full_text(paper_id: str, *cites: str, **more: str) -> str:
    sentence = {"text": f"Text of {paper_id} [1].", "cites": cites, "markers": [[-4, -1]]}
    sentence["markers"] = [[len(f"Text of {paper_id} "), len(f"Text of {paper_id} [1]")]]
    sections = [{"title": "Body", "paragraphs": [[sentence]]}]
    return json.dumps({"id": paper_id, "title": more.get("title", ""), "sections": sections}) + "\n"


def ids_of(corpus: Corpus, pairs: np.ndarray) -> set[tuple[str, str]]:
    return {(corpus.ids[one], corpus.ids[other]) for one, other in pairs.tolist()}


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
    assert corpus.known.duplicates == 2


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
    assert corpus.known.unknown_ids == 2


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
    assert corpus.known.fulltexts == {"train": 0, "dev": 0, "test": 0}


def test_a_sentence_does_not_cite_its_own_paper_or_one_nobody_has(tmp_path: Path) -> None:
    texts = full_text("a", "a", "nowhere") + full_text("b", "b", "a", "a", "nowhere")
    folder = small(tmp_path / "corpus", [paper("a"), paper("b")], fulltexts_jsonl=texts)
    corpus = Corpus.open(folder)
    assert [(each.citing, each.cited) for each in corpus.contexts()] == [(1, (0,))]
    assert corpus.known.unknown_ids == 1


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


# --- held-out papers --------------------------------------------------------------------------


def seen_in_training(corpus: Corpus) -> dict[str, Any]:
    """Return everything that the corpus gives when no split is named."""
    return {
        "ids": list(corpus.ids),
        "edges": corpus.edges().tolist(),
        "cites": corpus.cites().toarray().tolist(),
        "counts": corpus.citation_counts().tolist(),
        "contexts": list(corpus.contexts()),
        "passages": [corpus.passage(context) for context in corpus.contexts()],
        "in sentences": corpus.co_citations().toarray().tolist(),
        "in paragraphs": corpus.co_citations("paragraph").toarray().tolist(),
        "full texts": corpus.fulltexts().tolist(),
        "sentences": [corpus.sentences(number) for number in corpus.fulltexts()],
        "trainable": corpus.trainable.tolist(),
        "texts": [corpus.text(number) for number in np.flatnonzero(corpus.trainable)],
        "years": corpus.years[corpus.trainable].tolist(),
        "splits": corpus.split_of.tolist(),
    }


_WORDS = st.sampled_from(["gull", "nebula", "rye", "truss", "peat"])
_CITED = st.sampled_from([f"p:{number}" for number in range(60)] + ["c:0", "c:9", "t:1", "lost"])
_SENTENCES = st.lists(st.tuples(st.lists(_WORDS, min_size=1, max_size=4), st.lists(_CITED)))


@given(
    texts=st.fixed_dictionaries(dict.fromkeys(sorted(HELD_OUT), _SENTENCES)),
    titles=st.fixed_dictionaries(dict.fromkeys(sorted(HELD_OUT), st.lists(_WORDS))),
    cited_by=st.lists(
        st.tuples(
            st.sampled_from([f"c:{at}" for at in range(9)] + ["p:4"]),
            st.sampled_from(sorted(HELD_OUT)),
        )
    ),
)
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_held_out_paper_says_training_sees_the_same(
    corpus: Corpus,
    tmp_path_factory: pytest.TempPathFactory,
    texts: dict[str, Any],
    titles: dict[str, list[str]],
    cited_by: list[tuple[str, str]],
) -> None:
    folder = make_tiny_corpus(tmp_path_factory.mktemp("changed") / "corpus")
    records = lines_of(folder / "papers.jsonl.gz")
    for record in records:
        if record["id"] in HELD_OUT:
            said = " ".join(titles[record["id"]])
            record.update(title=f"{record['id']} {said}", abstract=said, year=None)
    write_lines(folder / "papers.jsonl.gz", records)
    for path in sorted((folder / "fulltexts").iterdir()):
        found = lines_of(path)
        for text in found:
            if text["id"] in HELD_OUT:
                sentences = [
                    {"text": " ".join(words), "cites": cited, "markers": []}
                    for words, cited in texts[text["id"]]
                ]
                text["sections"] = [{"title": "All", "paragraphs": [sentences]}]
                text["references"] = [{"key": "", "text": "", "id": "p:1"}]
        write_lines(path, found)
    rows = (folder / "edges.tsv").read_text(encoding="utf-8").splitlines()
    rows = [row for row in rows if row.split("\t")[0] not in HELD_OUT]
    more = [f"{one}\t{other}" for one, other in cited_by]
    (folder / "edges.tsv").write_text("\n".join([*rows, *more]), encoding="utf-8")
    assert seen_in_training(Corpus.open(folder)) == seen_in_training(corpus)
    shutil.rmtree(folder)


def test_a_training_sentence_does_not_lead_to_a_held_out_paper(tmp_path: Path) -> None:
    records = [paper("a"), paper("b"), paper("held"), paper("only")]
    texts = full_text("a", "b", "held") + full_text("only", "held")
    folder = small(
        tmp_path / "corpus", records, fulltexts_jsonl=texts, splits_json='{"dev": ["held"]}'
    )
    corpus = Corpus.open(folder)
    assert [(each.citing, each.cited) for each in corpus.contexts()] == [(0, (1,))]
    assert corpus.co_citations().nnz == 0
    assert ids_of(corpus, corpus.edges()) == {("a", "b")}
    assert corpus.citation_counts()[2] == 0


def test_a_paper_in_a_file_named_dev_or_test_is_held_out_wherever_else_it_stands(
    tmp_path: Path,
) -> None:
    folder = small(
        tmp_path / "corpus",
        [paper(each) for each in "abcd"],
        splits_json='{"train": ["a", "b"], "dev": []}',
    )
    (folder / "fulltexts").mkdir()
    (folder / "fulltexts" / "x-train.jsonl").write_text(full_text("a", "d") + full_text("c", "d"))
    (folder / "fulltexts" / "x-dev.jsonl").write_text(full_text("a", "d"))
    (folder / "edges").mkdir()
    (folder / "edges" / "x-test.tsv").write_text("b\td\n")
    corpus = Corpus.open(folder)
    assert corpus.split_of.tolist() == [1, 2, 0, 0]
    assert ids_of(corpus, corpus.edges()) == {("c", "d")}
    assert [each.citing for each in corpus.contexts()] == [2]


def test_another_version_of_a_held_out_paper_is_held_out_too(tmp_path: Path) -> None:
    records = [paper("a", "Deep, deep nets"), paper("v1:a", "Deep deep Nets"), paper("b")]
    folder = small(
        tmp_path / "corpus", records, edges_tsv="v1:a\tb\n", splits_json='{"test": ["a"]}'
    )
    remarks: list[str] = []
    corpus = Corpus.open(folder, warn=remarks.append)
    assert corpus.split_of.tolist() == [2, 2, 0]
    assert len(corpus.edges()) == 0
    assert corpus.known.same_title == 1
    assert "Papers held out as they have the title of a dev or test paper: 1." in remarks


def test_a_corpus_without_dev_papers_gets_some_by_their_id(tmp_path: Path) -> None:
    count = 200
    records = [paper("cited"), *(paper(f"c{at}") for at in range(count))]
    texts = "".join(full_text(f"c{at}", "cited") for at in range(count))
    folder = small(tmp_path / "corpus", records, fulltexts_jsonl=texts)
    remarks: list[str] = []
    corpus = Corpus.open(folder, warn=remarks.append)
    drawn = {corpus.ids[number] for number in np.flatnonzero(corpus.split_of)}
    assert 4 <= len(drawn) <= 20
    assert len(corpus.contexts()) + len(corpus.contexts("dev")) == count
    said = "No dev papers are named; citing papers held out by hash of their id"
    assert remarks == [f"{said}: {len(drawn)}."]
    fewer = small(tmp_path / "fewer", records[:150], fulltexts_jsonl=texts)
    again = Corpus.open(fewer)
    others = {again.ids[number] for number in np.flatnonzero(again.split_of)}
    assert others == drawn  # the full texts without records are papers too


def test_of_two_citing_papers_one_is_held_out_and_a_single_one_is_kept(tmp_path: Path) -> None:
    records = [paper("x"), paper("a"), paper("b")]
    two = full_text("a", "x") + full_text("b", "x")
    corpus = Corpus.open(small(tmp_path / "two", records, fulltexts_jsonl=two))
    assert sorted(corpus.split_of.tolist()) == [0, 0, 1]
    one = Corpus.open(small(tmp_path / "one", records, fulltexts_jsonl=full_text("a", "x")))
    assert not one.split_of.any()


@pytest.mark.data
def test_no_dev_paper_of_the_development_data_is_in_what_training_sees(
    data_dir: Path, tmp_path: Path
) -> None:
    (tmp_path / "fulltexts").mkdir()
    named: set[str] = set()
    for name in ("neurips-dev", "neurips-train-1"):
        with gzip.open(data_dir / "fulltexts" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            lines = list(islice(file, 12))
        (tmp_path / "fulltexts" / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
    for part in ("edges", "splits.json"):
        (tmp_path / part).symlink_to(data_dir / part)
    for path in sorted((tmp_path / "edges").iterdir()):
        named |= set(gzip.decompress(path.read_bytes()).decode().split())
    write_lines(tmp_path / "papers.jsonl", [paper(each) for each in sorted(named)])
    corpus = Corpus.open(tmp_path)
    dev = set(json.loads((data_dir / "splits.json").read_text(encoding="utf-8"))["dev"])
    held = np.array([each in dev for each in corpus.ids])
    assert held.sum() == len(dev) == 150
    assert (held == (corpus.split_of == 1)).all()
    assert not held[corpus.edges()].any()
    assert not held[corpus.trainable].any()
    assert not held[corpus.fulltexts()].any()
    assert not held[corpus.contexts().citing].any()
    assert not held[corpus.contexts().cited].any()
    assert not corpus.co_citations("paragraph")[held].nnz
    assert len(corpus.edges()) > 100_000
    assert min(len(corpus.contexts()), len(corpus.contexts("dev"))) > 100


# --- opening ----------------------------------------------------------------------------------


class Stopped:
    """A job that is stopped at its first look."""

    def report(self, done: int, total: int, note: str = "") -> None:
        assert 0 <= done <= total, note

    def check(self) -> None:
        raise JobCancelled


def test_opening_can_be_stopped_and_leaves_nothing(tiny_corpus: Path, own_folders: Path) -> None:
    with pytest.raises(JobCancelled):
        Corpus.open(tiny_corpus, job=Stopped())
    assert list((own_folders / "cache" / "cocite" / "corpora").iterdir()) == []


def test_a_second_opening_reads_nothing_and_gives_the_same(tiny_corpus: Path) -> None:
    first = Corpus.open(tiny_corpus)
    second = Corpus.open(tiny_corpus, job=Stopped())
    assert seen_in_training(first) == seen_in_training(second)
    assert first.fingerprint == second.fingerprint


def test_a_copy_has_the_same_fingerprint_and_a_changed_one_has_not(
    tiny_corpus: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(tiny_corpus, tmp_path / "copy")
    (copy / "README.md").write_text("Not a part of the corpus.")
    assert Corpus.open(copy).fingerprint == Corpus.open(tiny_corpus).fingerprint
    (copy / "edges.tsv").write_text("p:1\tp:2\n")
    assert Corpus.open(copy).fingerprint != Corpus.open(tiny_corpus).fingerprint


def test_a_corpus_can_be_sent_to_a_process_that_prepares_examples(corpus: Corpus) -> None:
    sent: Corpus = pickle.loads(pickle.dumps(corpus))  # noqa: S301 - our own bytes
    assert seen_in_training(sent) == seen_in_training(corpus)


def test_a_broken_line_costs_itself_and_is_counted(tmp_path: Path) -> None:
    folder = small(
        tmp_path / "corpus",
        [paper("a"), paper("b")],
        edges_tsv="a\tb\nno tab\n",
        fulltexts_jsonl=full_text("a", "b") + "{broken\n",
    )
    with (folder / "papers.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "c"}\n{"title": "No id"}\n')
    remarks: list[str] = []
    corpus = Corpus.open(folder, warn=remarks.append)
    assert len(corpus) == 2
    assert corpus.known.bad_lines == 4
    assert remarks[0].startswith("Lines left out as they cannot be read (papers.jsonl, line 3: ")


def test_a_gzip_file_that_breaks_off_gives_what_stands_before(tmp_path: Path) -> None:
    folder = small(tmp_path / "corpus", [paper("z")])
    lines = "".join(json.dumps(paper(f"a{at}", f"{at * 7919}")) + "\n" for at in range(4_000))
    (folder / "papers.jsonl.gz").write_bytes(gzip.compress(lines.encode())[:-2_000])
    corpus = Corpus.open(folder)
    assert 100 < len(corpus) < 4_001
    assert corpus.known.bad_lines == 1


BAD = {
    "papers.jsonl": b"{broken\n[1]\n",
    "papers.jsonl.gz": b"\x1f\x8b\x08\x00 no gzip at all",
    "fulltexts.jsonl": b'{"id": "a", "sections": 3}\n',
    "edges.tsv": b"a b\n",
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_of_broken_lines_only_is_an_error_that_names_it(tmp_path: Path, name: str) -> None:
    folder = small(tmp_path / "corpus", [paper("a")])
    (folder / name).write_bytes(BAD[name])
    with pytest.raises(FormatError, match=name):
        Corpus.open(folder)


def test_splits_that_cannot_be_read_are_not_passed_over(tmp_path: Path) -> None:
    folder = small(tmp_path / "corpus", [paper("a")])
    (folder / "splits.json").symlink_to(tmp_path / "gone")
    with pytest.raises(FormatError, match=r"splits\.json"):
        Corpus.open(folder)
    (folder / "splits.json").unlink()
    (folder / "splits.json").mkdir()
    with pytest.raises(FormatError, match=r"splits\.json"):
        Corpus.open(folder)


def test_a_folder_without_a_corpus_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UsageError, match="There is no corpus"):
            Corpus.open(folder)


def test_a_corpus_without_papers_is_refused(tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text("\n")
    with pytest.raises(FormatError, match="has no papers"):
        Corpus.open(tmp_path)


def test_papers_alone_are_a_corpus(tmp_path: Path) -> None:
    corpus = Corpus.open(small(tmp_path / "corpus", [paper("a", abstract=""), paper("b")]))
    assert corpus.trainable.tolist() == [False, True]
    assert corpus.edges().shape == (0, 2)
    assert len(corpus.contexts()) == 0
    assert corpus.co_citations().nnz == corpus.co_citations("paragraph").nnz == 0
    assert corpus.cites().shape == (2, 2)
    assert corpus.fulltexts().tolist() == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not valid JSON"),
        ("[]", "does not hold a JSON object"),
        ('{"dev": "a"}', "“dev”"),
        ('{"validation": ["a"]}', "“validation” in .* is not a split"),
        ('{"test": [1]}', "“test”"),
    ],
)
def test_wrong_splits_are_an_error(tmp_path: Path, text: str, said: str) -> None:
    folder = small(tmp_path / "corpus", [paper("a")], splits_json=text)
    with pytest.raises(FormatError, match=said):
        Corpus.open(folder)


def test_contradicting_splits_hold_out_and_are_said(tmp_path: Path) -> None:
    splits = '{"train": ["a", "b"], "dev": ["a", "gone"], "test": ["a"]}'
    folder = small(tmp_path / "corpus", [paper("a"), paper("b")], splits_json=splits)
    remarks: list[str] = []
    corpus = Corpus.open(folder, warn=remarks.append)
    assert corpus.split_of.tolist() == [2, 0]
    assert any("two splits" in remark for remark in remarks)
    assert "Ids to be held out that belong to no paper: 1." in remarks
