from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

from tools.lab.fitting import gaps

SUBJECTS = ("Gardens", "Bridges", "Clocks", "Rivers", "Kites", "Lamps", "Ferries", "Ovens")
VERBS = ("grow", "fail", "turn", "shine", "age", "move", "cool", "rust")
CLAIMS = ("Earlier studies have shown that {} {} slowly{}.", "It is widely known that {} {}{}.")
OWN = ("In our tests {} {} twice.", "We measure how {} {} in our hall.")


def paper(number: int) -> dict[str, Any]:
    chance = random.Random(number)
    sentences = []
    for _ in range(24):
        subject, verb = chance.choice(SUBJECTS).lower(), chance.choice(VERBS)
        if cited := chance.random() < 0.4:
            text = chance.choice(CLAIMS).format(subject, verb, " [3]")
        else:
            text = chance.choice(OWN).format(subject, verb)
        markers = [[text.index("[3]"), text.index("[3]") + 3]] if cited else []
        sentences.append({"text": text, "cites": [], "n_cites": int(cited), "markers": markers})
    section = {"title": "1 Introduction", "paragraphs": [sentences[:12], sentences[12:]]}
    return {
        "id": f"paper:{number}",
        "title": "Of things",
        "abstract": "",
        "sections": [section],
        "references": [],
    }


def write(path: Path, numbers: range) -> None:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(paper(number)) + "\n" for number in numbers)


def test_a_few_papers_teach_what_their_held_out_kin_cite(tmp_path: Path) -> None:
    folder = tmp_path / "fulltexts"
    folder.mkdir()
    write(folder / "own-train.jsonl.gz", range(40))
    write(folder / "own-dev.jsonl.gz", range(40, 50))
    target = tmp_path / "gaps.npz"
    done = CliRunner().invoke(gaps.main, [str(tmp_path), "--target", str(target)])
    assert done.exit_code == 0, done.output
    assert "own-dev.jsonl.gz: 10 papers, 240 sentences" in done.output
    with np.load(target, allow_pickle=False) as stored:
        head = gaps.Head(*(stored[name] for name in gaps.Head.__dataclass_fields__))
        weights = stored["weights"]
    dev = list(gaps.read_papers(folder / "own-dev.jsonl.gz"))
    logits, cited = gaps.scored(dev, weights, head, 0.0)
    precision, f1, _ = gaps.quality(logits, cited)
    assert precision > 0.9 > cited.mean() + 0.3
    assert f1 > 0.8


def test_recall_is_the_greatest_that_a_precision_allows() -> None:
    logits = np.array([5, 4, 3, 2, 1], np.float32)
    cited = np.array([True, False, True, True, False])
    assert gaps.recall_at(logits, cited, 0.75) == 1.0
    assert gaps.recall_at(logits, cited, 0.8) == 1 / 3
    assert gaps.recall_at(logits, ~cited, 0.6) == 0.0


def test_dev_papers_are_never_fitted_to(tmp_path: Path) -> None:
    folder = tmp_path / "fulltexts"
    folder.mkdir()
    write(folder / "own-train.jsonl.gz", range(40))
    write(folder / "own-dev.jsonl.gz", range(40, 42))
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    CliRunner().invoke(gaps.main, [str(tmp_path), "--target", str(first)])
    write(folder / "own-dev.jsonl.gz", range(50, 60))
    CliRunner().invoke(gaps.main, [str(tmp_path), "--target", str(second)])
    with np.load(first) as one, np.load(second) as other:
        assert all(np.array_equal(one[name], other[name]) for name in one)


def test_sentences_that_lost_their_subject_and_acknowledgements_are_not_learned_from(
    tmp_path: Path,
) -> None:
    record = paper(1)
    broken = {"text": "[3] shows it.", "cites": [], "n_cites": 1, "markers": [[0, 3]]}
    thanks = {"text": "We thank them.", "cites": [], "n_cites": 0, "markers": []}
    unread = {"text": "It rains (Berg, 2019).", "cites": [], "n_cites": 0, "markers": []}
    record["sections"] = [
        {"title": "1 Introduction", "paragraphs": [[broken, unread, thanks]]},
        {"title": "Acknowledgements", "paragraphs": [[thanks]]},
    ]
    path = tmp_path / "a-train.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")
    (read,) = gaps.read_papers(path)
    assert read.usable.tolist() == [False, False, True, False]
    assert [line.text for line in read.lines][:2] == ["Shows it.", "It rains."]
