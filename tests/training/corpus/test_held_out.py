"""What is held out: nothing that a held-out paper says or receives reaches training."""

from __future__ import annotations

import gzip
import json
import shutil
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tiny_corpus import make_tiny_corpus, write_lines
from tests.training.written_corpora import (
    HELD_OUT,
    full_text,
    ids_of,
    lines_of,
    paper,
    seen_in_training,
    small,
)
from training.corpus.corpus import Corpus

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
