"""A recipe's settings from ``--set name=value``: parsed by pydantic, refused in one sentence."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from core.base.errors import UsageError
from training.base.recipe import Recipe, RecipeSettings, S
from training.base.registry import nearest

_EXPECTED = {"string_pattern_mismatch": "letters, digits, dots, hyphens and underscores"}


def make_settings(recipe: Recipe[S], *, preset: str = "", assignments: Sequence[str] = ()) -> S:
    """Return a recipe's settings: its defaults, changed by a preset, then by "name=value".

    Raises:
        UsageError: there is no such preset or setting, or a value is not what is expected.
    """
    try:
        return recipe.settings.model_validate(
            given_values(recipe, preset=preset, assignments=assignments)
        )
    except ValidationError as error:
        name = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise UsageError(
            "The settings of “{recipe}” do not fit together: {reason}.",
            recipe=recipe.name,
            reason=_expectation(error),
            remedy=f"Change {name}." if name else _where(recipe.name),
        ) from error


def given_values(
    recipe: Recipe[Any], *, preset: str = "", assignments: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the values that a preset and "name=value" change, by name.

    Raises:
        UsageError: as ``settings_of``.
    """
    return {**_preset(recipe, preset), **parsed(recipe.settings, assignments)}


def parsed(settings: type[RecipeSettings], assignments: Sequence[str]) -> dict[str, Any]:
    """Return the values of "name=value", the last one where a name comes twice.

    Lists are written with commas, or as JSON.

    Raises:
        UsageError: there is no such setting, or a value is not what is expected.
    """
    values = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise UsageError(
                "“{each}” sets nothing.",
                each=assignment,
                remedy="Write it as name=value, e.g. epochs=2.",
            )
        if name not in settings.model_fields:
            raise UsageError(
                "There is no setting “{name}”{nearest}.",
                name=name,
                nearest=nearest(name, settings.model_fields),
                remedy="There are: {known}.",
                known=", ".join(settings.model_fields),
            )
        values[name] = _value(name, settings.model_fields[name], text.strip())
    return values


def described(recipe: Recipe[Any]) -> dict[str, Any]:
    """Return what there is to know of a recipe as JSON values.

    ``settings`` is the JSON schema: type or choices, default, limits and description of each.
    """
    schema = recipe.settings.model_json_schema()
    return {
        "name": recipe.name,
        "summary": recipe.summary,
        "source": recipe.source,
        "base": recipe.settings.model_fields["base"].default,
        "settings": schema["properties"],
        "presets": {
            name: make_settings(recipe, preset=name).model_dump(mode="json", include=set(values))
            for name, values in recipe.presets.items()
        },
        "purposes": [asdict(purpose) for purpose in recipe.purposes],
    }


def _preset(recipe: Recipe[Any], preset: str) -> Mapping[str, object]:
    if preset and preset not in recipe.presets:
        raise UsageError(
            "The recipe “{recipe}” has no preset “{preset}”{nearest}.",
            recipe=recipe.name,
            preset=preset,
            nearest=nearest(preset, recipe.presets),
            remedy="Use one of: {presets}.",
            presets=", ".join(recipe.presets),
        )
    return recipe.presets[preset] if preset else {}


def _value(name: str, field: FieldInfo, text: str) -> Any:  # noqa: ANN401 - of the field's type
    kind: Any = Annotated[field.annotation, field]
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    failures = []
    for reading in _readings(text):
        try:
            return adapter.validate_python(reading)
        except ValidationError as error:
            failures.append(error)
    raise UsageError(
        "“{name}” cannot be “{value}”: expected is {expected}.",
        name=name,
        value=text,
        expected=_expectation(failures[0]),
        remedy=f"{field.description or ''} Its default is {format_value(field.default)}.".strip(),
    ) from failures[0]


def _readings(text: str) -> Iterator[object]:
    """Yield what a person may have meant: the text, JSON, or several values."""
    yield text
    with contextlib.suppress(ValueError):
        value = json.loads(text)
        yield value
    yield [part.strip() for part in text.split(",")] if text else []


def _expectation(error: ValidationError) -> str:
    """Return what pydantic expected, as the end of a sentence."""
    first = error.errors()[0]
    if first["type"] in _EXPECTED:
        return _EXPECTED[first["type"]]
    if first["type"] in ("tuple_type", "list_type"):
        return "values with commas between them"
    message = first["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    return message[:1].lower() + message[1:].split(", unable to")[0].rstrip(".")


def format_value(default: object) -> str:
    """Return a value as one would write it after its name."""
    if isinstance(default, tuple | list):
        return ",".join(map(str, default))
    if isinstance(default, str):
        return default or "empty"
    return json.dumps(default)


def _where(recipe: str) -> str:
    return f"See python -m training {recipe} --help."
