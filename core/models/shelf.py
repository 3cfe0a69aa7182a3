"""The shelf: the models a person may use, shared by all libraries.

A folder with one folder a model and ``shelf.json``, which says which encoder and which reranker
are in use and which were before. The default model comes from an installed package and is always
there; a reranker is in use only if the person chose one.
"""

from __future__ import annotations

import importlib.resources
import importlib.util
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.errors import ModelError, UsageError
from core.library.files import replace_text, unwritten
from core.models.manifest import (
    CONFIG,
    MANIFEST,
    TOKENIZER,
    WEIGHTS,
    Manifest,
    check_weights,
    parse_manifest,
    read_manifest,
)

DEFAULT = "minilm"
_ALSO_COPIED = ("tokenizer_config.json", "special_tokens_map.json", "vocab.txt", "README.md")
_REMEMBERED = 10

Slot = Literal["encoder", "reranker"]
"""What a model can be in use as."""
_USED: dict[Slot, str] = {"encoder": "used", "reranker": "rerankers"}
"""The names in ``shelf.json``."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model one can use: what it says of itself, and where it lies."""

    manifest: Manifest
    folder: Path


class Shelf:
    """The models in one folder, and the default one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def models(self) -> list[Model]:
        """Return every usable model, the default first; damaged folders are left out."""
        found = [default_model()]
        for folder in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            if (folder / MANIFEST).is_file():
                try:
                    found.append(Model(read_manifest(folder), folder))
                except ModelError:
                    continue
        return found

    def get(self, name: str) -> Model:
        """Return the model of that name, or the one in a folder of that path.

        Raises:
            UsageError: there is neither.
            ModelError: the folder is incomplete or damaged.
        """
        if name == DEFAULT:
            return default_model()
        for folder in (self.folder / name, Path(name)):
            if name and folder.is_dir():
                return Model(read_manifest(folder), folder)
        known = ", ".join(model.manifest.name for model in self.models())
        raise UsageError(
            f"There is no model “{name}”.", remedy=f"Use one of: {known}, or a model folder."
        )

    def in_use(self) -> Model:
        """Return the encoder in use; the default one if that model is gone or damaged."""
        return self._last("encoder") or default_model()

    def reranker(self) -> Model | None:
        """Return the reranker in use; none if that model is gone or damaged."""
        return self._last("reranker")

    def names_in_use(self) -> frozenset[str]:
        """Return the names of the encoder and of the reranker in use."""
        used = (self.in_use(), self.reranker())
        return frozenset(model.manifest.name for model in used if model is not None)

    def add(self, folder: Path) -> Model:
        """Copy a model folder onto the shelf under its own name.

        Only the files that Cocite reads are copied.

        Raises:
            UsageError: the name is taken by another model.
            ModelError: the folder is incomplete or damaged.
        """
        manifest = read_manifest(folder)
        check_weights(folder, manifest)
        place = self.folder / manifest.name
        if manifest.name == DEFAULT or place.exists():
            raise UsageError(
                f"There is a model “{manifest.name}” on the shelf already.",
                remedy=f"Change the name in {MANIFEST}, or remove the other model first.",
            )
        new = self.folder / f".{manifest.name}.new"
        try:
            _copy(folder, manifest, new)
            new.replace(place)
        except OSError as error:
            raise unwritten(error, place) from error
        finally:
            shutil.rmtree(new, ignore_errors=True)
        return Model(manifest, place)

    def use(self, name: str) -> Model:
        """Use the model of that name from now on.

        An encoder and a reranker are in use side by side.

        Raises:
            UsageError: it is not on the shelf.
            ModelError: it is damaged.
        """
        model = self.get(name)
        if model.manifest.name != name:
            raise UsageError(
                f"The model in “{name}” is not on the shelf.",
                remedy="Add it first: cocite models add FOLDER.",
            )
        slot: Slot = "reranker" if model.manifest.kind == "reranker" else "encoder"
        before = [used for used in self._used(slot) if used != name]
        self._remember(slot, [*before, name])
        return model

    def back(self, slot: Slot = "encoder") -> Model | None:
        """Use the model that was in use before this one; before the first reranker, none was.

        Raises:
            UsageError: no other model was in use before.
        """
        used = self._used(slot)
        if len(used) < (2 if slot == "encoder" else 1):
            raise UsageError(f"No other {slot} was in use before.")
        self._remember(slot, used[:-1])
        return self.in_use() if slot == "encoder" else self.reranker()

    def _last(self, slot: Slot) -> Model | None:
        """Return the model put to use last, if it is whole and still of that kind."""
        try:
            model = self.get(self._used(slot)[-1])
        except (IndexError, ModelError, UsageError):
            return None
        return model if (model.manifest.kind == "reranker") == (slot == "reranker") else None

    def _used(self, slot: Slot) -> list[str]:
        """Return the names of the models used, the one in use last."""
        names = self._state().get(_USED[slot])
        usable = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if usable and names:
            return list(names)
        return [DEFAULT] if slot == "encoder" else []

    def _state(self) -> dict[str, list[str]]:
        try:
            state = json.loads((self.folder / "shelf.json").read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return state if isinstance(state, dict) else {}

    def _remember(self, slot: Slot, names: list[str]) -> None:
        state = {**self._state(), _USED[slot]: names[-_REMEMBERED:]}
        replace_text(self.folder / "shelf.json", json.dumps(state))


def _copy(folder: Path, manifest: Manifest, new: Path) -> None:
    """Copy what Cocite reads of a model folder, in place of what an earlier attempt left."""
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for name in (CONFIG, TOKENIZER, WEIGHTS, *_ALSO_COPIED):
        if (folder / name).is_file():
            shutil.copyfile(folder / name, new / name)
    replace_text(new / MANIFEST, manifest.model_dump_json(indent=2))


def default_model() -> Model:
    """Return the model that comes with Cocite.

    Raises:
        ModelError: the package with its weights is not installed.
    """
    text = (importlib.resources.files("resources") / "models" / f"{DEFAULT}.json").read_text(
        "utf-8"
    )
    manifest = parse_manifest(text, where=DEFAULT)
    # Found without importing it: a package may import torch.
    package = importlib.util.find_spec(manifest.package)
    if package is None or package.origin is None:
        raise ModelError(
            f"The package “{manifest.package}” with the default model is not installed.",
            remedy="Install Cocite again.",
        )
    return Model(manifest, Path(package.origin).parent / "model")
