"""Training a model again with what was added: which models that is for, and how it is asked for."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping

from core.base.errors import UsageError
from core.models.manifest import Manifest
from core.runs.records import Added, RunRequest

RECIPE = "cocite"
"""The only recipe whose models say what they learned from."""
_AGAIN = re.compile(r"-again(-\d+)?$")


def choose_preset(manifest: Manifest) -> str:
    """Return the preset that goes on with a model: its adapter alone, where it has one."""
    return "queries" if manifest.adapters else "small"


def build_settings(base: str) -> Mapping[str, str]:
    """Return the settings that go on with a model of that name or folder."""
    return {"base": base, "added_only": "true"}


def build_request(added: Added) -> RunRequest:
    """Return the training that learns what is new to a model."""
    return RunRequest(
        recipe=RECIPE,
        corpus=added.corpus,
        preset=added.preset,
        settings=build_settings(added.model),
    )


def make_name(base: str) -> str:
    """Return what the model is called that goes on from another one."""
    return f"{_AGAIN.sub('', base)}-again"


def can_be_updated(manifest: Manifest) -> bool:
    """Tell whether a model can be trained again with what was added."""
    with contextlib.suppress(UsageError):
        require_own_kind(manifest)
        return True
    return False


def require_own_kind(manifest: Manifest) -> None:
    """Refuse a model that cannot be trained again with what was added.

    Raises:
        UsageError: another recipe made it, or it is no encoder.
    """
    if manifest.recipe != RECIPE or manifest.kind != "encoder":
        raise UsageError(
            "“{model}” cannot be trained again with what was added: it was not made by the recipe"
            " “{recipe}”.",
            model=manifest.name,
            recipe=RECIPE,
            remedy="Use a model that was, or train a new one.",
        )
