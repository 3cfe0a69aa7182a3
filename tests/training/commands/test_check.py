"""The command that checks a corpus."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from core.base.errors import UsageError
from tests import wording
from tests.training.checked_corpora import made
from training.base.corpus_checks import MATTERS
from training.base.registry import RECIPES
from training.commands.check import command
from training.corpus.corpus import Corpus


def test_the_command_tells_a_person(tiny_corpus: Path) -> None:
    ended = CliRunner().invoke(command, [str(tiny_corpus)])
    assert ended.exit_code == 0, ended.output
    assert wording.fill("training.commands.check:command held", 78, "3 dev, 2 test") in ended.stdout
    assert "missing  Papers with a full text: 9; at least 10" in ended.stdout
    assert "Recipes: cocite thin, mp-bert4cr thin, " in ended.stdout


def test_the_command_tells_a_program(tiny_corpus: Path, corpus: Corpus) -> None:
    ended = CliRunner().invoke(command, [str(tiny_corpus), "--json"])
    said = json.loads(ended.stdout)
    assert said["fingerprint"] == corpus.fingerprint
    assert said["counts"]["papers"] == 78
    assert [finding["what"] for finding in said["findings"]] == list(MATTERS)
    assert set(said["recipes"]) == set(RECIPES)
    assert said["remarks"] == []


def test_the_command_passes_on_what_was_left_out(tmp_path: Path) -> None:
    made(tmp_path / "corpus", abstracts=20, edges=20)
    with (tmp_path / "corpus" / "edges.tsv").open("a", encoding="utf-8") as file:
        file.write("p1\tlost\nno tab\n")
    said = CliRunner().invoke(command, [str(tmp_path / "corpus")]).stdout
    assert (
        "note     "
        + wording.stem("training.corpus.corpus:_remarks {first")
        + "edges.tsv, line 22: "
        in said
    )
    assert "note     " + wording.fill("training.corpus.corpus:_remarks belong") + ": 1." in said


def test_the_command_refuses_a_folder_without_corpus(tmp_path: Path) -> None:
    ended = CliRunner().invoke(command, [str(tmp_path)])
    assert isinstance(ended.exception, UsageError)
