from __future__ import annotations

import json
import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.jobs import JobCancelled
from core.base.records import PaperNumber, PaperRecord
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.library.store.search_text import parse

Numbered = Callable[[str], PaperNumber]


@pytest.fixture
def words(small_library: Library, tmp_path: Path) -> WordIndex:
    index = WordIndex(tmp_path / "words", small_library.identity)
    index.follow(small_library.papers)
    return index


def ranked(index: WordIndex, text: str) -> list[PaperNumber]:
    terms = {term: float(count) for term, count in index.terms(text).items()}
    return [paper for paper, _ in index.search(terms, limit=10)]


def test_the_paper_that_shares_most_rare_words_comes_first(
    words: WordIndex, number_of: Numbered
) -> None:
    assert ranked(words, "negatives mined from graphs of citations") == [
        number_of("t:hard"),
        number_of("t:graph"),
    ]


def test_a_word_is_found_in_another_inflection(words: WordIndex, number_of: Numbered) -> None:
    assert ranked(words, "acid soil") == [number_of("t:soil")]


def test_stop_words_alone_find_nothing(words: WordIndex) -> None:
    assert ranked(words, "of the and with") == []


def test_scores_are_bm25_with_k1_of_1_2_and_b_of_0_75(
    words: WordIndex, number_of: Numbered
) -> None:
    # "peat" stands once in the body of two of four papers: once in 2 terms, once in 12.
    # Tantivy stores lengths in steps, exact below 40.
    import math

    idf = math.log(1 + (4 - 2 + 0.5) / (2 + 0.5))
    lengths = {
        name: sum(words.terms(text).values())
        for name, text in {
            record.id: f"{record.title} {record.abstract}" for record in _records()
        }.items()
    }
    average = sum(lengths.values()) / len(lengths)
    expected = {
        number_of(name): idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * lengths[name] / average))
        for name in ("t:soil", "t:bare")
    }
    found = dict(words.search({"peat": 1.0}, limit=10, boosts={"body": 1.0}))
    assert found == pytest.approx(expected, rel=1e-5)


def _records() -> tuple[PaperRecord, ...]:
    from tests.core.conftest import RECORDS

    return RECORDS


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("neg", ["t:hard"], id="the beginning of a word"),
        pytest.param("noether", ["t:graph"], id="an author"),
        pytest.param("graph lett", ["t:graph"], id="a venue"),
        pytest.param("1999", ["t:soil"], id="a year"),
        pytest.param("moor", ["t:soil"], id="a keyword and the beginning of a word"),
        pytest.param("citation gra", ["t:graph", "t:hard"], id="words in the title first"),
        pytest.param("negatives soils", [], id="every word must be there"),
        pytest.param("neg ", [], id="a word is finished by a space"),
        pytest.param("citation z", ["t:graph", "t:hard"], id="a letter narrows nothing yet"),
        pytest.param("  ", [], id="nothing typed"),
        pytest.param('"(*', [], id="signs alone"),
        pytest.param("a.*", [], id="no pattern gets through"),
    ],
)
def test_typed_words_find(
    words: WordIndex, number_of: Numbered, typed: str, expected: list[str]
) -> None:
    found = words.search_typed(parse(typed), limit=10)
    if typed == "a.*":  # the signs are dropped; papers with a word that begins with "a" are right
        assert found
    else:
        assert found == [number_of(name) for name in expected]


def test_each_kind_of_change_is_followed(
    small_library: Library, number_of: Numbered, tmp_path: Path
) -> None:
    index = WordIndex(tmp_path / "words", small_library.identity)
    index.follow(small_library.papers)
    soil, graph = number_of("t:soil"), number_of("t:graph")
    small_library.papers.update(soil, title="Acidity of dunes")
    small_library.papers.trash([graph])
    list(
        small_library.papers.add(
            [PaperRecord(id="t:new", title="Zeppelins over dunes")], source="t"
        )
    )
    assert index.follow(small_library.papers) == 3
    assert ranked(index, "dunes") == [number_of("t:new"), soil]
    assert ranked(index, "embedding") == []
    small_library.papers.restore([graph])
    index.follow(small_library.papers)
    assert ranked(index, "embedding") == [graph]


def test_an_index_is_in_step_when_no_paper_carries_the_last_revision(
    small_library: Library, tmp_path: Path
) -> None:
    index = WordIndex(tmp_path / "words", small_library.identity)
    small_library.database.execute("UPDATE meta SET value = value + 1 WHERE name = 'revision'")
    index.follow(small_library.papers)
    assert index.revision == small_library.papers.revision()
    again = WordIndex(tmp_path / "words", small_library.identity)
    assert again.revision == small_library.papers.revision()


def test_an_index_is_found_again(small_library: Library, words: WordIndex, tmp_path: Path) -> None:
    again = WordIndex(tmp_path / "words", small_library.identity)
    assert again.revision == words.revision > 0
    assert again.follow(small_library.papers) == 0
    assert ranked(again, "peat") == ranked(words, "peat") != []


@pytest.mark.parametrize("damage", ["deleted", "emptied", "state", "another library"])
def test_what_cannot_serve_is_built_anew(
    small_library: Library, tmp_path: Path, damage: str
) -> None:
    folder = tmp_path / "words"
    before = WordIndex(folder, small_library.identity)
    before.follow(small_library.papers)
    expected = ranked(before, "citation graph")
    del before
    identity = small_library.identity
    if damage == "deleted":
        shutil.rmtree(folder)
    elif damage == "emptied":
        for file in (folder / "index").iterdir():
            file.write_bytes(b"")
    elif damage == "state":
        (folder / "state.json").write_text("{")
    else:
        identity = "of another library"
    index = WordIndex(folder, identity)
    assert index.revision == 0
    index.follow(small_library.papers)
    assert ranked(index, "citation graph") == expected != []


def test_a_stop_keeps_what_was_indexed_and_the_rest_follows(
    small_library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.library.indexes.folder_index._BATCH", 1)

    class StopAfterTwo:
        checks = 0

        def report(self, done: int, total: int, note: str = "") -> None: ...

        def check(self) -> None:
            self.checks += 1
            if self.checks > 2:
                raise JobCancelled

    index = WordIndex(tmp_path / "words", small_library.identity)
    with pytest.raises(JobCancelled):
        index.follow(small_library.papers, StopAfterTwo())
    assert index.count() == 2
    again = WordIndex(tmp_path / "words", small_library.identity)
    assert again.count() == 2
    again.follow(small_library.papers)
    assert again.count() == 4


def test_only_allowed_papers_answer_with_their_score_in_the_whole_library(
    words: WordIndex, number_of: Numbered
) -> None:
    terms = {"peat": 1.0}
    bare = frozenset({number_of("t:bare")})
    everywhere = dict(words.search(terms, limit=10))
    assert len(everywhere) == 2
    found = words.search(terms, limit=10, allowed=bare)
    assert found == [(number_of("t:bare"), pytest.approx(everywhere[number_of("t:bare")]))]


def test_without_write_nothing_is_written_and_papers_are_found(
    small_library: Library, tmp_path: Path
) -> None:
    index = WordIndex(tmp_path / "words", small_library.identity, write=False)
    index.follow(small_library.papers)
    assert ranked(index, "peat")
    assert not (tmp_path / "words").exists()


def test_papers_that_left_are_not_found_in_an_index_that_may_not_be_written(
    words: WordIndex, small_library: Library, tmp_path: Path, number_of: Numbered
) -> None:
    soil, bare = number_of("t:soil"), number_of("t:bare")
    new = [PaperRecord(id="t:new", title="Peat again")]
    list(small_library.papers.add(new, source="test"))
    small_library.papers.trash([soil])
    stored = WordIndex(tmp_path / "words", small_library.identity, write=False)
    stored.follow(small_library.papers)
    assert stored.search_typed(parse("peat"), limit=9) == [bare]
    assert [paper for paper, _ in stored.search({"peat": 1.0}, limit=9)] == [bare]
    assert soil in ranked(words, "peat")


def test_an_index_changes_only_where_it_follows(
    words: WordIndex, small_library: Library, tmp_path: Path
) -> None:
    """If it looked by itself as well, what was read before a commit could come after it."""
    reader = WordIndex(tmp_path / "words", small_library.identity, write=False)
    held = reader.count()
    new = [PaperRecord(id="t:new", title="Peat again")]
    list(small_library.papers.add(new, source="test"))
    words.follow(small_library.papers)
    time.sleep(0.7)  # Tantivy looks every half second
    assert reader.count() == held
    reader.follow(small_library.papers)
    assert reader.count() == held + 1


def test_the_places_of_stems_are_in_code_points(words: WordIndex) -> None:
    text = "Für “Böden” soils"
    spans = {text[start:end] for _, start, end in words.stem_spans(text)}
    assert {"Böden", "soils"} <= spans


def test_an_index_of_an_older_version_is_rebuilt_and_said(
    small_library: Library, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "words"
    before = WordIndex(folder, small_library.identity)
    before.follow(small_library.papers)
    expected = before.search({"soil": 1.0}, limit=5)
    file = folder / "state.json"
    state = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(state | {"format": state["format"] - 1}), "utf-8")
    with caplog.at_level(logging.INFO):
        again = WordIndex(folder, small_library.identity)
        again.follow(small_library.papers)
    assert expected
    assert again.search({"soil": 1.0}, limit=5) == expected
    assert "will be rebuilt" in caplog.text
    assert json.loads(file.read_text("utf-8"))["format"] == state["format"]
