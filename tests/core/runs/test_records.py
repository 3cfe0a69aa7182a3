"""Names of recipes and judgements in words."""

from __future__ import annotations

from core.runs.records import model_title, recipe_title


def test_names_read_as_words() -> None:
    assert model_title("cocite-small") == "Cocite small"
    assert model_title("scincl-minilm-2") == "SciNCL MiniLM 2"
    assert model_title("my_peat-papers") == "My peat papers"
    assert recipe_title("mp-bert4cr") == "MP-BERT4CR"
    assert recipe_title("later-walks") == "Later walks"
    assert recipe_title("") == ""
