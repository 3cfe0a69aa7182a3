"""What a corpus is good for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import UsageError
from tests import wording
from tests.training.checked_corpora import made
from training.base.corpus_checks import (
    LEAST,
    MATTERS,
    amounts,
    check,
    corpus_level,
    name_matter,
    require,
)
from training.base.registry import RECIPES, recipe_named
from training.corpus.corpus import Corpus


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
    assert found["abstracts"].sentence == wording.fill(
        "training.base.corpus_checks:_sentence expect",
        what=MATTERS["abstracts"].name,
        count=69,
        enough=3_500,
        remedy=MATTERS["abstracts"].remedy,
    )
    assert found["full texts"].level == "missing"
    assert found["full texts"].recipes == ("mp-bert4cr", "evidence")
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


@pytest.mark.parametrize("recipe", sorted({*RECIPES} - {"cocite"}))
def test_papers_without_abstracts_are_refused_by_all_that_need_them(
    tmp_path: Path, recipe: str
) -> None:
    corpus = made(tmp_path / "corpus", abstracts=3, edges=30, contexts=30)
    with pytest.raises(
        UsageError,
        match=wording.pattern(
            "training.base.corpus_checks:require", recipe=recipe, least=10, found=3
        ),
    ):
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


def test_sentences_that_cite_bare_titles_train_what_learns_from_titles(tmp_path: Path) -> None:
    corpus = made(tmp_path / "corpus", abstracts=14, contexts=30, first_cited=10)
    cocite, reranker = recipe_named("cocite"), recipe_named("reranker")
    settings = cocite.settings.model_validate({"titles_only": True})
    require(corpus, cocite, settings)
    assert corpus_level(corpus, cocite) == "thin"
    with pytest.raises(UsageError, match="cocite") as refused:
        require(corpus, cocite)
    title = cocite.settings.model_fields["titles_only"].title
    assert f"“{title}”" in refused.value.remedy
    assert corpus_level(corpus, reranker) == "missing"
    with pytest.raises(UsageError, match="reranker") as refused:
        require(corpus, reranker, reranker.settings())
    assert refused.value.remedy == MATTERS["contexts"].remedy


def test_where_hardly_a_cited_paper_has_an_abstract_titles_do(tmp_path: Path) -> None:
    corpus = made(tmp_path / "corpus", abstracts=3, contexts=30, first_cited=3)
    assert corpus.is_bare
    assert corpus.trainable.sum() > 3
    cocite, semcse = recipe_named("cocite"), recipe_named("semcse")
    require(corpus, cocite)
    assert corpus_level(corpus, cocite) == "thin"
    assert corpus_level(corpus, semcse) == "missing"
    issues = {issue.what: str(issue.sentence) for issue in check(corpus)}
    assert issues["abstracts"].startswith("Papers with an abstract: 3;")
    assert issues["contexts"].startswith(str(name_matter(corpus, "contexts")).capitalize())
    assert "abstract" not in issues["contexts"]


def test_citations_stand_in_for_contexts_where_they_can(tmp_path: Path) -> None:
    corpus = made(tmp_path / "corpus", abstracts=40, edges=60)
    for recipe in ("specter", "scincl", "reranker"):
        require(corpus, recipe_named(recipe))
    for recipe in ("mp-bert4cr", "cocite"):
        with pytest.raises(UsageError, match=recipe):
            require(corpus, recipe_named(recipe))
    assert amounts(corpus)["citations"] > LEAST
