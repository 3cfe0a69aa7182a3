"""What the list of models shows of a model, and which can be trained again with what was added."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from core.base.errors import UsageError
from core.models.manifest import MANIFEST, Manifest
from core.models.shelf import Model
from core.runs.judging import Qualities
from core.runs.records import Added, RunRequest, ShelfEntry, UsedFor, model_title, recipe_title

# --- training a model again with what was added -----------------------------------------------


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


# --- what the list shows ----------------------------------------------------------------------


_MADE_FOR: dict[str, UsedFor] = {
    "cocite": "encoder",
    "mp-bert4cr": "encoder",
    "specter": "similar",
    "scincl": "similar",
    "semcse": "similar",
    "reranker": "reranker",
    "listwise": "reranker",
    "evidence": "evidence",
}
"""What each recipe's own task is."""


class Entries:
    """Describes models, with what was measured of them on one library's citations."""

    def __init__(self, folder: Path, qualities: Qualities) -> None:
        self._folder, self._qualities = folder, qualities

    def of(self, model: Model, used_for: tuple[UsedFor, ...]) -> ShelfEntry:
        """Return what there is to show of a model that is in use in these places."""
        manifest = model.manifest
        built_in = model.folder.parent != self._folder
        base = Path(manifest.base).name
        return ShelfEntry(
            name=manifest.name,
            title=model_title(manifest.name),
            kind=manifest.kind,
            description=manifest.description,
            recipe=recipe_title(manifest.recipe),
            base=model_title("minilm" if base == "all-MiniLM-L6-v2" else base) if base else "",
            dimension=0 if manifest.kind == "reranker" else manifest.dimension,
            date="" if built_in else _date(model.folder / MANIFEST),
            licence=manifest.licence,
            used_for=used_for,
            made_for=_MADE_FOR.get(manifest.recipe, ""),
            languages=manifest.languages,
            built_in=built_in,
            goes_on=can_be_updated(manifest),
            keeps_vectors=manifest.has_query_adapter,
            quality=self._qualities.of(manifest),
            questions=self._qualities.questions(),
            bm25=self._qualities.bm25(reranking=manifest.kind == "reranker"),
            claimed=manifest.scores,
        )


def _date(path: Path) -> str:
    with contextlib.suppress(OSError):
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone().strftime("%Y-%m-%d")
    return ""
