"""Rows labelled by the abstracts that they are of, and trees fitted to them."""

from __future__ import annotations

import json
from pathlib import Path

import lightgbm
import numpy as np
from click.testing import CliRunner

from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.layout import body_style, reading_order
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press, Style
from tools.lab.fitting import abstract_rows

ABSTRACT = " ".join(prose.plain(prose.ABSTRACT * 2))


def make_paper(path: Path) -> Path:
    press = Press(path)
    press.put(150, 60, prose.TITLE, BOLD, 16)
    press.y = 120
    press.add(" ".join(prose.ABSTRACT * 2), Style(font=BOLD, size=10))
    press.add("1 Introduction", HEADING)
    for _ in range(4):
        press.add(" ".join(prose.METHOD), FIRST)
    return press.save()


def test_rows_are_labelled_by_the_letters_of_the_abstract(tmp_path: Path) -> None:
    pages, _ = extract_pages(make_paper(tmp_path / "paper.pdf"), max_pages=4)
    rows = reading_order(pages, body_style(pages))
    labels = abstract_rows.label_rows(rows, [ABSTRACT])
    assert labels is not None
    bold = [row.line.bold and row.line.size < 12 for row in rows]
    heading = [row.line.text == "1 Introduction" for row in rows]
    assert labels.tolist() == [one and not other for one, other in zip(bold, heading, strict=True)]


def test_a_paper_without_its_stated_abstract_is_left_out(tmp_path: Path) -> None:
    pages, _ = extract_pages(make_paper(tmp_path / "paper.pdf"), max_pages=4)
    rows = reading_order(pages, body_style(pages))
    assert abstract_rows.label_rows(rows, ["Nothing of this stands on any page. " * 9]) is None
    labels = abstract_rows.label_rows(rows, [])
    assert labels is not None
    assert not labels.any()


def test_flat_trees_say_what_the_fitted_model_says() -> None:
    chance = np.random.default_rng(3)
    table = chance.normal(size=(400, 5)).astype(np.float32).astype(np.float64)
    labels = (table[:, 0] + table[:, 1] ** 2 > 0.5).astype(np.float64)
    data = lightgbm.Dataset(table, labels)
    model = lightgbm.train(abstract_rows.PARAMETERS, data, 12)
    trees = abstract_rows.flatten_trees(model)
    assert np.allclose(trees.predict(table.tolist()), np.asarray(model.predict(table)), atol=1e-6)


def test_the_command_measures_and_writes(tmp_path: Path) -> None:
    lines = [
        json.dumps({"file": str(make_paper(tmp_path / f"{n}.pdf")), "abstracts": [ABSTRACT]})
        for n in range(6)
    ]
    papers, target = tmp_path / "papers.jsonl", tmp_path / "rows.json"
    papers.write_text("\n".join(lines), encoding="utf-8")
    result = CliRunner().invoke(abstract_rows.main, [str(papers), "--target", str(target)])
    assert result.exit_code == 0, result.output
    assert "6 papers" in result.output
    assert target.exists()
