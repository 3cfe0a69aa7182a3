"""What a corpus is good for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.base.errors import UsageError
from tests.tiny_corpus import write_lines
from training.base.corpus_checks import LEAST, MATTERS, amounts, check, corpus_level, require
from training.base.registry import RECIPES, recipe_named
from training.commands.check import command
from training.corpus.corpus import Corpus


def made(folder: Path, *, abstracts: int, edges: int = 0, contexts: int = 0) -> Corpus:
    """Return a corpus with so much of everything; papers and citing papers are the same."""
    folder.mkdir()
    papers = [
        {"id": f"p{at}", "title": f"Paper {at}", "abstract": "Text." if at < abstracts else ""}
        for at in range(max(abstracts, 40))
    ]
    write_lines(folder / "papers.jsonl", papers)
    if edges:
        rows = "".join(f"p{at % 20}\tp{20 + at // 20}\n" for at in range(edges))
        (folder / "edges.tsv").write_text(rows, encoding="utf-8")
    if contexts:
        sentences = [{"text": "So.", "cites": [f"p{at % 30}"]} for at in range(contexts)]
        sections = [{"title": "", "paragraphs": [sentences]}]
        write_lines(folder / "fulltexts.jsonl", [{"id": "citing", "sections": sections}])
    return Corpus.open(folder)


def test_every_recipe_says_what_it_needs() -> None:
    for recipe in map(recipe_named, RECIPES):
        assert recipe.needs
        assert {*recipe.uses, *(what for group in recipe.needs for what in group)} <= set(MATTERS)


def test_the_amounts_are_those_of_the_training_papers(corpus: Corpus) -> None:
    contexts = corpus.contexts()
    cited = [sum(bool(corpus.has_abstract[n]) for n in each.cited) for each in contexts]
    edges = corpus.edges().tolist()
    assert amounts(corpus) == {
        "abstracts": sum(corpus.trainable.tolist()),
        "citations": sum(all(corpus.trainable[pair]) for pair in edges),
        "contexts": sum(cited),
        "co-citations": sum(count > 1 for count in cited),
        "full texts": 9,
        "dev contexts": len(corpus.contexts("dev")),
    }


def test_findings_say_how_much_there_is_for_whom(corpus: Corpus) -> None:
    found = {finding.what: finding for finding in check(corpus)}
    assert list(found) == list(MATTERS)
    assert found["abstracts"].level == "thin"
    assert found["abstracts"].sentence.startswith("Papers with an abstract: 69; below 3,500,")
    assert found["full texts"].level == "missing"
    assert found["full texts"].recipes == ("mp-bert4cr",)
    assert found["citations"].recipes == ("cocite", "scincl", "specter", "reranker")
    assert found["co-citations"].recipes == ("cocite", "mp-bert4cr")
    assert found["dev contexts"].recipes == tuple(RECIPES)
    assert all(finding.sentence.endswith(".") for finding in found.values())


def test_enough_is_enough(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "training.base.corpus_checks.amounts",
        lambda _: {name: matter.enough for name, matter in MATTERS.items()},
    )
    assert {finding.level for finding in check(corpus)} == {"enough"}
    assert {corpus_level(corpus, recipe) for recipe in map(recipe_named, RECIPES)} == {"enough"}


def test_a_recipe_takes_a_corpus_that_has_what_it_needs(corpus: Corpus) -> None:
    for recipe in map(recipe_named, RECIPES):
        require(corpus, recipe)
        assert corpus_level(corpus, recipe) == "thin"
    require(corpus, replace(recipe_named("specter"), needs=()))


@pytest.mark.parametrize("recipe", sorted(RECIPES))
def test_papers_without_abstracts_are_refused_by_all(tmp_path: Path, recipe: str) -> None:
    corpus = made(tmp_path / "corpus", abstracts=3, edges=30, contexts=30)
    with pytest.raises(UsageError, match=r"10 papers with an abstract; found: 3\."):
        require(corpus, recipe_named(recipe))
    assert corpus_level(corpus, recipe_named(recipe)) == "missing"


def test_without_citations_only_texts_can_be_trained_on(tmp_path: Path) -> None:
    corpus = made(tmp_path / "corpus", abstracts=40)
    for recipe in RECIPES:
        if recipe == "semcse":
            require(corpus, recipe_named(recipe))
            continue
        with pytest.raises(UsageError, match=f"“{recipe}” cannot train") as refused:
            require(corpus, recipe_named(recipe))
        assert refused.value.remedy


def test_citations_stand_in_for_contexts_where_they_can(tmp_path: Path) -> None:
    corpus = made(tmp_path / "corpus", abstracts=40, edges=60)
    for recipe in ("specter", "scincl", "reranker"):
        require(corpus, recipe_named(recipe))
    for recipe in ("mp-bert4cr", "cocite"):
        with pytest.raises(UsageError, match=recipe):
            require(corpus, recipe_named(recipe))
    assert amounts(corpus)["citations"] > LEAST


def test_the_command_tells_a_person(tiny_corpus: Path) -> None:
    ended = CliRunner().invoke(command, [str(tiny_corpus)])
    assert ended.exit_code == 0, ended.output
    assert "78 papers; held out of training: 3 dev, 2 test" in ended.stdout
    assert "missing  Papers with a full text: 9; at least 10 are needed." in ended.stdout
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
    assert "note     Lines left out as they cannot be read (edges.tsv, line 22: " in said
    assert "note     Ids, citing or cited, that belong to no paper and were left out: 1." in said


def test_the_command_refuses_a_folder_without_corpus(tmp_path: Path) -> None:
    ended = CliRunner().invoke(command, [str(tmp_path)])
    assert isinstance(ended.exception, UsageError)
