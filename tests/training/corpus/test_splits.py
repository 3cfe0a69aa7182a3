"""Which papers are held out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.base.errors import FormatError
from tests import wording
from tests.training.written_corpora import (
    full_text,
    ids_of,
    paper,
    small,
)
from training.corpus.corpus import Corpus


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
    assert corpus.counts.same_title == 1
    assert wording.fill("training.corpus.corpus:_remarks test") + ": 1." in remarks


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
    said = wording.fill("training.corpus.corpus:_remarks hash")
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


def test_splits_that_cannot_be_read_are_not_passed_over(tmp_path: Path) -> None:
    folder = small(tmp_path / "corpus", [paper("a")])
    (folder / "splits.json").symlink_to(tmp_path / "gone")
    with pytest.raises(FormatError, match=r"splits\.json"):
        Corpus.open(folder)
    (folder / "splits.json").unlink()
    (folder / "splits.json").mkdir()
    with pytest.raises(FormatError, match=r"splits\.json"):
        Corpus.open(folder)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not valid JSON"),
        ("[]", wording.stem("training.corpus.splits:_parts hold")),
        ('{"dev": "a"}', "“dev”"),
        (
            '{"validation": ["a"]}',
            wording.pattern("training.corpus.splits:_parts split", name="validation"),
        ),
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
    assert wording.fill("training.corpus.corpus:_remarks Held") + ": 1." in remarks
