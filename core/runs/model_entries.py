"""What the list of models shows of a model."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from core.models.manifest import MANIFEST
from core.models.shelf import Model
from core.runs.again import can_be_updated
from core.runs.judging import Qualities
from core.runs.records import ShelfEntry, UsedFor
from core.runs.titles import model_title, recipe_title

_MADE_FOR: dict[str, UsedFor] = {
    "cocite": "encoder",
    "mp-bert4cr": "encoder",
    "specter": "similar",
    "scincl": "similar",
    "semcse": "similar",
    "reranker": "reranker",
    "listwise": "reranker",
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
