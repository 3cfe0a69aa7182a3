"""``python -m training``: what it explains, what it takes and what it refuses."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import click
import pytest
from pydantic import Field

from core.base.errors import UsageError
from core.base.wire import Ended
from tools.lab import __main__ as lab
from training import __main__ as command_line
from training.base.recipe import Recipe, RecipeSettings
from training.base.registry import RECIPES, nearest, recipe_named
from training.recipes.specter import RECIPE
from training.runs.settings_cli import described, make_settings, parsed

HEAVY = ("torch", "transformers", "numpy", "scipy", "huggingface_hub")


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Many(RecipeSettings):
    """A setting of each kind."""

    shares: tuple[float, ...] = Field((0.5, 0.25), description="Shares.")
    pair: tuple[int, int] = (1, 2)
    names: tuple[str, ...] = ()
    limit: int | None = 3
    colour: Colour = Colour.RED
    width: Literal[2, 4] = 2
    path: Path = Path()


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    code = command_line.main([str(each) for each in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_help_explains_a_training_from_its_begin_to_its_use(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = said(capsys, "--help")
    assert (code, err) == (0, "")
    for word in ("--corpus", "--out", "--resume", "stop", "events.jsonl", "cocite models add"):
        assert word in out
    for name in (*RECIPES, "recipes", "check", "judge", "devices", "summaries"):
        assert name in out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--help"], 0),
        (["recipes"], 0),
        (["recipes", "--json"], 0),
        (["cocite", "--help"], 0),
        (["specter", "--corpus", "none", "--out", "none", "--set", "lerning_rate=1"], 2),
        (["semcse", "--corpus", "none", "--out", "none", "--preset", "papr"], 2),
        (["cocit", "--corpus", "none", "--out", "none"], 2),
    ],
)
def test_what_can_be_said_without_training_imports_nothing_heavy(
    arguments: list[str], code: int
) -> None:
    asked = (
        f"import sys\nfrom training.__main__ import main\nassert main({arguments}) == {code}\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=False, encoding="utf-8"
    )
    assert ran.stdout.splitlines()[-1:] == ["[]"], ran.stderr


COMMANDS = [(program, name) for program in (command_line, lab) for name in program.COMMANDS]


@pytest.mark.parametrize(("program", "name"), COMMANDS)
def test_each_command_the_help_names_is_there(
    program: ModuleType, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    module, _, attribute = program.COMMANDS[name][0].partition(":")
    assert isinstance(getattr(importlib.import_module(module), attribute), click.Command)
    assert program.main(["--help"]) == 0
    assert name in capsys.readouterr().out
    assert program.main([name, "--help"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.startswith(f"Usage: python -m {program.__package__} {name} ")


def test_the_recipes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "recipes")
    assert code == 0
    for name in RECIPES:
        recipe = recipe_named(name)
        assert recipe.name == name
        assert name in out.split()
        assert recipe.summary in out
        assert recipe.source in out


def test_the_recipes_as_json_hold_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "recipes", "--json")
    assert code == 0
    listed = json.loads(out)
    assert [each["name"] for each in listed] == list(RECIPES)
    for each in listed:
        recipe = recipe_named(each["name"])
        assert set(each["settings"]) == set(recipe.settings.model_fields)
        for name, about in each["settings"].items():
            assert about["description"], (each["name"], name)
            assert "default" in about
            assert {"type", "enum", "anyOf"} & set(about), (each["name"], name)
        # The combination of the methods is of no paper.
        published = {"paper"} if recipe.name != "cocite" else set()
        assert set(each["presets"]) >= {"small", *published}
        assert each["summary"].endswith(".")
        assert each["source"]


def test_every_preset_is_valid_for_its_recipe() -> None:
    for name in RECIPES:
        recipe = recipe_named(name)
        for preset, values in recipe.presets.items():
            settings = make_settings(recipe, preset=preset)
            assert set(values) <= set(settings.model_dump())


def test_the_help_of_a_recipe_describes_each_setting(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = said(capsys, "specter", "--help")
    assert code == 0
    words = " ".join(out.split())
    assert RECIPE.summary in words
    for name, field in RECIPE.settings.model_fields.items():
        assert name in words
        assert str(field.description) in words


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ("learning_rate=1e-4", "learning_rate", 1e-4),
        ("learning-rate=1e-4", "learning_rate", 1e-4),
        (" epochs = 3 ", "epochs", 3),
        ("bucketing=false", "bucketing", False),
        ("bucketing=yes", "bucketing", True),
        ("trainable=lora", "trainable", "lora"),
        ("name=my-model", "name", "my-model"),
        ("name=12", "name", "12"),
        ("base=/a=b, c", "base", "/a=b, c"),
        ("shares=0.1,0.2, 0.3", "shares", (0.1, 0.2, 0.3)),
        ("shares=[1, 2]", "shares", (1.0, 2.0)),
        ("shares=7", "shares", (7.0,)),
        ("shares=", "shares", ()),
        ("pair=3,4", "pair", (3, 4)),
        ("names=a,b", "names", ("a", "b")),
        ("limit=null", "limit", None),
        ("limit=8", "limit", 8),
        ("colour=blue", "colour", Colour.BLUE),
        ("width=4", "width", 4),
        ("path=a/b", "path", Path("a/b")),
    ],
)
def test_a_value_is_read_as_its_setting_asks(given: str, name: str, value: object) -> None:
    found = parsed(Many, [given])
    assert found == {name: value}
    assert type(found[name]) is type(value)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("learning_rate=fast", "“learning_rate” cannot be “fast”: expected is a valid number"),
        ("learning_rate=-1", "expected is greater than 0"),
        ("epochs=1.5", "expected is a valid integer"),
        ("epochs=0", "expected is greater than or equal to 1"),
        ("bucketing=perhaps", "expected is a valid boolean"),
        ("trainable=some", "expected is 'all', 'biases' or 'lora'"),
        ("shares=a,b", "expected is values with commas between them"),
        ("pair=1", "expected is values with commas between them"),
        ("colour=green", "expected is 'red' or 'blue'"),
        ("epochs", "“epochs” sets nothing"),
        ("=3", "There is no setting “”"),
        ("lerning_rate=1", "no setting “lerning_rate”; the nearest is “learning_rate”"),
        ("zzz=1", "no setting “zzz”."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(given: str, sentence: str) -> None:
    with pytest.raises(UsageError) as refused:
        parsed(Many, [given])
    assert sentence in str(refused.value)
    assert refused.value.remedy
    assert "\n" not in str(refused.value) + refused.value.remedy


def test_an_unknown_setting_is_answered_with_all_there_are() -> None:
    with pytest.raises(UsageError) as refused:
        parsed(RecipeSettings, ["lerning_rate=1"])
    for name in RecipeSettings.model_fields:
        assert name in refused.value.remedy


@pytest.mark.parametrize("value", ["nan", "inf"])
def test_a_rate_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(UsageError):
        make_settings(RECIPE, assignments=[f"learning_rate={value}"])


@pytest.mark.parametrize("name", ["my model", "../up", "-x", "a/b"])
def test_a_name_that_no_model_may_have_is_refused_before_the_training(name: str) -> None:
    with pytest.raises(UsageError):
        make_settings(RECIPE, assignments=[f"name={name}"])


def test_a_value_stands_above_its_preset_and_that_above_the_default() -> None:
    recipe: Recipe[Any] = replace(RECIPE, presets={"tiny": {"steps": 5, "batch": 4}})
    settings = make_settings(recipe, preset="tiny", assignments=["batch=8", "batch=16"])
    assert (settings.steps, settings.batch, settings.epochs) == (5, 16, RECIPE.settings().epochs)
    with pytest.raises(UsageError, match=r"no preset “tny”; the nearest is “tiny”"):
        make_settings(recipe, preset="tny")


def test_a_recipe_is_described_with_what_its_presets_set() -> None:
    recipe: Recipe[Any] = replace(RECIPE, presets={"tiny": {"steps": 5}})
    found = described(recipe)
    assert found["presets"] == {"tiny": {"steps": 5}}
    assert found["settings"]["learning_rate"]["exclusiveMinimum"] == 0
    assert found["settings"]["trainable"]["enum"] == ["all", "biases", "lora"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["spectr"], "no command or recipe “spectr”; the nearest is “specter”"),
        (["chek"], "the nearest is “check”"),
        (["specter", "--corpus", "here"], "--out"),
        (["specter", "--corpus", "c", "--out", "o", "--set", "lr=1"], "no setting “lr”"),
        (["specter", "--corpus", "c", "--out", "o", "--preset", "papr"], "the nearest is “paper”"),
    ],
)
def test_bad_use_ends_with_2_and_makes_nothing(
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = said(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_a_recipe_that_is_not_known_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="the nearest is “cocite”"):
        recipe_named("cocit")
    assert nearest("zzzz", RECIPES) == ""


def test_a_missing_corpus_ends_with_2_and_a_last_event(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = said(
        capsys, "specter", "--corpus", tmp_path / "none", "--out", tmp_path / "run"
    )
    assert code == 2
    assert err.count("\n") == 1
    assert "no corpus" in err
    from core.base.wire import from_line

    last = from_line(out.splitlines()[-1])
    assert isinstance(last, Ended)
    assert last.outcome == "failed"
    assert last.message in err


def test_a_mistake_of_ours_is_one_sentence_and_in_the_log(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(command_line.COMMANDS, "check", ("training.nowhere:command", ""))
    code, out, err = said(capsys, "check")
    assert (code, out) == (1, "")
    assert err.startswith("An error occurred in Cocite. Details are in ")
    assert "Traceback" not in err
    assert "nowhere" in caplog.text
