"""A setting that several recipes have is declared once."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from training.base import recipe
from training.recipes.evidence import EvidenceSettings
from training.recipes.reranker import RerankerSettings

_RECIPES = Path(recipe.__file__).parent.parent / "recipes"


def _text_of(keyword: ast.keyword) -> object:
    return ast.literal_eval(keyword.value) if keyword.arg in ("title", "description") else None


def _declared_texts(path: Path) -> list[tuple[object, ...]]:
    """List title and first clause of every setting that a recipe declares itself."""
    texts = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Field":
            values = {keyword.arg: _text_of(keyword) for keyword in node.keywords}
            description = str(values.get("description", ""))
            texts.append((values.get("title"), re.split(r"[,.]", description, maxsplit=1)[0]))
    return texts


def test_no_two_recipes_declare_the_same_setting() -> None:
    modules = defaultdict(set)
    for path in _RECIPES.glob("*.py"):
        for text in _declared_texts(path):
            modules[text].add(path.name)
    assert len(modules) > 50
    repeated = {text: names for text, names in modules.items() if len(names) > 1}
    assert [title for title, _ in repeated] == ["Temperature"]  # whose advice differs


@pytest.mark.parametrize(
    "name", ["query_tokens", "batch", "limit", "dev_queries", "warmup", "weight_decay"]
)
def test_recipes_that_read_two_texts_explain_a_setting_alike(name: str) -> None:
    ours, theirs = EvidenceSettings.model_fields[name], RerankerSettings.model_fields[name]
    assert (ours.title, ours.description) == (theirs.title, theirs.description)
    assert ours.default == theirs.default


def test_each_recipe_keeps_its_own_default() -> None:
    assert EvidenceSettings().max_tokens == 160
    assert RerankerSettings().max_tokens == 192
