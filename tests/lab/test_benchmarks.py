"""The benchmarks: each can be imported and is named in their table."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import numpy as np
import pytest

from core.evaluation.queries import Query
from core.recommend.context import Passage
from tools.lab.corpus_variant import TEXTS

FOLDER = Path(__file__).resolve().parents[2] / "tools" / "lab" / "benchmarks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
OF_THE_WINDOW = {"heartbeat", "window_script", "window_soak"}
"""These import Qt, which must be absent from this process."""


def test_the_table_names_each_benchmark() -> None:
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert NAMES
    assert not [name for name in NAMES if f"`{name}`" not in table]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OF_THE_WINDOW])
def test_a_benchmark_can_be_imported(name: str) -> None:
    importlib.import_module(f"tools.lab.benchmarks.{name}")


@pytest.mark.parametrize(
    ("ours", "theirs", "kinds"),
    [
        ("王芳. Eels vs. moles", "王芳. Eels Vs. moles", ("words",)),
        ("王芳, Eels vs. moles", "王芳., Eels Vs. moles", ("words", "initials")),
        ("Roe, A. Eels. [Online]. 3", "Roe, A. Eels. 3", ("groups",)),
        ("Roe, A. et al. Eels. 2001", "Roe, A., Lind, B. et al. Eels. 2001", ("names",)),
        ("Roe, A. et al. Eels. 2001", "Lind, B. et al. Eels. 2001", ("other",)),
        ("Roe, A. Eels. 2001a", "Roe, A. Eels. 2001b", ("order",)),
        ("Roe, A. Eels. No. E7", "Roe, A. Eels. No. e7", ("first",)),
        ("Roe, A. Eels, pp. 100–", "Roe, A. Eels, pp. 100–100", ("open",)),
        ("Roe, A. Eels", "Roe, A. Moles", ("other",)),
    ],
)
def test_differences_of_references_are_told_by_the_fewest_kinds(
    ours: str, theirs: str, kinds: tuple[str, ...]
) -> None:
    benchmark = importlib.import_module("tools.lab.benchmarks.style_differences")
    assert benchmark.tell_kinds(ours, theirs) == kinds


def test_sentences_are_asked_of_each_manuscript_in_turn() -> None:
    benchmark = importlib.import_module("tools.lab.benchmarks.chances")
    queries = [
        Query(
            id=f"{name}#{n}",
            passage=Passage(sentence="A moor."),
            relevant=(),
            already_cited=frozenset(),
            self_id=None,
        )
        for name, count in (("one", 3), ("two", 1), ("three", 2))
        for n in range(count)
    ]
    order = [query.id.partition("#")[0] for query in benchmark.spread(queries)]
    assert sorted(order[:3]) == ["one", "three", "two"]
    assert sorted(order[3:5]) == ["one", "three"]
    assert order[5:] == ["one"]


def test_orders_are_compared_over_manuscripts() -> None:
    benchmark = importlib.import_module("tools.lab.benchmarks.chances")

    def answer(query: str, fused: float, ranked: float) -> object:
        measures = {"fused": (fused, fused), "ranked": (ranked, ranked)}
        return benchmark.Answered(query, measures, np.zeros(1), np.zeros(2), np.ones(1, bool))

    # Of the sentences, half gain; of the manuscripts, one gains all that there is and one nothing.
    answers = [answer("a#1", 0.5, 1.0), answer("b#1", 0.5, 0.5), answer("b#2", 0.5, 0.5)]
    cell = benchmark.Cell("whole", answers)
    assert cell.compare("fused", "ranked").startswith("fused, ranked: 0.500 0.667 +0.250 [")
    assert not cell.compare("ranked", "read again")
    assert cell.collect("shares").shape == (3, 2)


def test_an_ablation_is_compared_over_the_papers_that_ask_in_both_arms() -> None:
    benchmark = importlib.import_module("tools.lab.benchmarks.training_ablations")
    before = {"cite MAP": {"a": 0.25, "b": 0.5, "c": 1.0}}
    after = {"cite MAP": {"a": 0.5, "b": 0.75}}
    row = benchmark.format_row("title alone", "cite MAP", before, after)
    assert row == "| title alone | cite MAP | 2 | 0.375 | 0.625 | +0.250 [+0.250, +0.250] |"


def test_the_arms_of_an_ablation_are_what_corpora_and_settings_know() -> None:
    benchmark = importlib.import_module("tools.lab.benchmarks.training_ablations")
    for recipe, arms in benchmark.SETS.values():
        for arm in arms.values():
            assert arm.texts in TEXTS
            assert set(arm.values) <= set(recipe.settings.model_fields)
        first = next(iter(arms.values()))
        assert (first.values, first.texts) == ({}, "whole")


def test_a_judgement_of_sure_gains_is_never_wrong_and_one_of_nothing_never_certain(
    tmp_path: Path,
) -> None:
    benchmark = importlib.import_module("tools.lab.benchmarks.judge_null")
    answer = {"own": [1, 1, 2], "before": [0.0, 0.0, 0.5], "after": [0.5, 0.5, 1.0]}
    files = [tmp_path / name for name in ("0.json", "1.json")]
    for file in files:
        file.write_text(json.dumps(answer), encoding="utf-8")
    gains = benchmark.read_gains(files)
    assert [one.tolist() for one in gains] == [[0.5, 0.5], [0.5]] * 2
    cells = benchmark.format_row(8, gains, 0.5, 200).strip("| ").split(" | ")
    assert cells[0] == "8"
    assert [float(cell) for cell in cells[3:]] == [0, 0, 0, 1]
    assert float(cells[1]) == float(cells[2]) < 0.1
    nothing = [np.zeros(3)] * 4
    assert benchmark.format_row(8, nothing, 0.0, 20) == f"| 8 | 0.000 |  |{' 0.000 |' * 4}"
