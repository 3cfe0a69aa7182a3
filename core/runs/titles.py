"""Names of models and recipes as a person reads them."""

from __future__ import annotations

from core.base.messages import Message

RECIPES = {
    "specter": "SPECTER",
    "scincl": "SciNCL",
    "mp-bert4cr": "MP-BERT4CR",
    "semcse": "SemCSE",
    "reranker": "BM25 + BERT reranker",
    "cocite": Message("Cocite (recommended)"),
    "listwise": Message("Lists of candidates"),
    "untrained": Message("as published"),
    "unknown": "",
}
_MODELS = {
    "cocite-reader": "Cocite reader",
    "cocite-small": "Cocite small",
    "minilm": "MiniLM (all-MiniLM-L6-v2)",
}
_WORDS = {
    "cocite": "Cocite",
    "minilm": "MiniLM",
    "specter": "SPECTER",
    "scincl": "SciNCL",
    "semcse": "SemCSE",
    "bert4cr": "BERT4CR",
    "scibert": "SciBERT",
    "bert": "BERT",
    "mp": "MP",
}


def recipe_title(name: str) -> str:
    """Return how a recipe is called; one that is not listed is written as models are."""
    return RECIPES[name] if name in RECIPES else model_title(name)


def model_title(name: str) -> str:
    """Return how a model is called: its name with spaces, and known words as they are written."""
    if name in _MODELS:
        return _MODELS[name]
    words = [_WORDS.get(word.lower(), word) for word in name.replace("_", "-").split("-") if word]
    title_text = " ".join(words)
    return title_text[:1].upper() + title_text[1:]
