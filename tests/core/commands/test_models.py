"""``cocite models``."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.commands.cli import main
from tests.core.commands.command_samples import Said


def test_models_are_listed_added_used_and_given_back(
    tiny_model: Path, said: Said, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "add", str(tiny_model)]) == 0
    assert main(["models", "use", "tiny"]) == 0
    listed = said("models", "list", "--json")
    assert {model["name"] for model in listed if model["in_use"]} == {"tiny"}
    assert {"cocite-small", "minilm"} <= {model["name"] for model in listed}
    assert main(["models", "use", "minilm", "--for", "similar"]) == 0
    minilm = next(each for each in said("models", "list", "--json") if each["name"] == "minilm")
    assert (minilm["in_use"], minilm["used_for"]) == (True, ["similar"])
    assert main(["models", "leave", "similar"]) == 0
    assert main(["models", "back"]) == 0
    assert "cocite-small" in capsys.readouterr().out
    assert main(["models", "back", "--reranker"]) == 2
    assert "No other reranker" in capsys.readouterr().err
