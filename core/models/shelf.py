"""The installed models of a person, shared by all libraries.

A folder with one folder a model and ``shelf.json``, which says which model is in use in which place
and which were before. The encoder of sentences is always there: the default one comes from an
installed package. The other places are taken only if the person says so: the reranker's, that of
similar papers, and that of manuscripts in languages that the encoder of sentences does not know.
"""

from __future__ import annotations

import contextlib
import importlib.resources
import json
import logging
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.base.errors import ModelError, UsageError
from core.base.files import bring_to_disk, rename_durably, replace_text, unwritten
from core.base.messages import Message
from core.models.manifest import (
    CONFIG,
    EVERY,
    MANIFEST,
    TOKENIZER,
    WEIGHTS,
    Manifest,
    check_adapters,
    check_weights,
    describe,
    parse_manifest,
    read_manifest,
    weights_folder,
)

logger = logging.getLogger(__name__)

BASE = "minilm"
DEFAULT = "cocite-small"
"""The model in use where none was chosen: the base with an adapter."""
DEFAULT_RERANKER = "cocite-reader"
"""The reranker in use where none was chosen: the same base with another adapter."""
_ALSO_COPIED = ("tokenizer_config.json", "special_tokens_map.json", "vocab.txt", "README.md")
_REMEMBERED = 10

Slot = Literal["encoder", "reranker", "similar", "languages", "evidence"]
"""A place that a model can be in use in; "encoder" is the one of sentences."""
_KINDS = {
    "encoder": Message("encoder"),
    "reranker": Message("reranker"),
    "similar": Message("encoder"),
    "languages": Message("encoder"),
    "evidence": Message("reranker"),
}
_RERANKERS = frozenset({"reranker", "evidence"})
"""The places of rerankers; that of evidence puts the passages of a cited paper in order."""
_USED: dict[Slot, str] = {
    "encoder": "used",
    "reranker": "rerankers",
    "similar": "similar",
    "languages": "languages",
    "evidence": "evidence",
}
"""The names in ``shelf.json``."""
SLOTS: tuple[Slot, ...] = tuple(_USED)


@dataclass(frozen=True, slots=True)
class Model:
    """A model one can use: what it says of itself, and where it lies."""

    manifest: Manifest
    folder: Path


class Shelf:
    """The models in one folder, and those that come with Cocite."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def models(self) -> list[Model]:
        """Return every usable model, the default first; damaged folders are left out."""
        default = default_model()
        other_models = [*built_in_models(), *_usable(_folders(self.folder))]
        name = default.manifest.name
        return [default, *(model for model in other_models if model.manifest.name != name)]

    def get(self, name: str) -> Model:
        """Return the model of that name, or the one in a folder of that path.

        Raises:
            UsageError: there is neither.
            ModelError: the folder is incomplete or damaged.
        """
        if name == BASE:
            return base_model()
        for folder in (_resources() / name, self.folder / name, Path(name)):
            if name and folder.is_dir():
                return _opened(folder)
        known_names = ", ".join(model.manifest.name for model in self.models())
        raise UsageError(
            "There is no model “{model}”.",
            model=name,
            remedy="Use one of: {known}, or a model folder.",
            known=known_names,
        )

    def in_use(self) -> Model:
        """Return the encoder in use; the default one if that model is gone or damaged."""
        return self._last("encoder") or default_model()

    def reranker(self) -> Model | None:
        """Return the reranker in use; none if that model is gone or damaged."""
        return self._last("reranker")

    def given_way(self, slot: Slot = "encoder") -> str:
        """Return why the model that was chosen is not in use, "" if it is or none was chosen."""
        names = self._used(slot)
        if not names or self._last(slot) is not None:
            return ""
        try:
            self.get(names[-1])
            reason: str = Message("it cannot be used as the {kind}.", kind=_KINDS[slot])
        except (ModelError, UsageError) as error:
            reason = error.message
        other = self.in_use().manifest.name
        return _gave_way(slot, names[-1], reason, other)

    def get_assigned_model(self, slot: Slot) -> Model | None:
        """Return the model in a place; ``None`` if there is none, or it is gone or damaged."""
        return self.in_use() if slot == "encoder" else self._last(slot)

    def list_places(self, name: str) -> tuple[Slot, ...]:
        """Return the places that the model of that name is in use in."""
        used = ((slot, self.get_assigned_model(slot)) for slot in SLOTS)
        return tuple(slot for slot, model in used if model and model.manifest.name == name)

    def remembered(self) -> list[Model]:
        """Return the models in use, and the encoders that were for sentences before."""
        names = [*self._used("encoder"), *(n for slot in SLOTS for n in self._used(slot)[-1:])]
        return [
            model for name in dict.fromkeys(names) if (model := self._find_model(name)) is not None
        ]

    def names_in_use(self) -> frozenset[str]:
        """Return the names of the models in use."""
        used = map(self.get_assigned_model, SLOTS)
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
        target = self.folder / manifest.name
        used_names = {model.manifest.name for model in built_in_models()}
        if manifest.name in used_names or target.exists():
            raise UsageError(
                "A model “{model}” is installed already.",
                model=manifest.name,
                remedy="Change the name in {manifest}, or remove the other model first.",
                manifest=MANIFEST,
            )
        new = self.folder / f".{manifest.name}.new"
        try:
            _copy(folder, manifest, new)
            bring_to_disk(new)
            rename_durably(new, target)
        except OSError as error:
            raise unwritten(error, target) from error
        finally:
            shutil.rmtree(new, ignore_errors=True)
        return Model(manifest, target)

    def use(self, name: str, slot: Slot | None = None) -> Model:
        """Use the model of that name from now on, in the place of its kind or in another one.

        The models of different places are in use side by side.

        Raises:
            UsageError: it is not on the shelf, or not of the kind that belongs there.
            ModelError: it is damaged.
        """
        model = self.get(name)
        if model.manifest.name != name:
            raise UsageError(
                "The model in “{name}” is not installed.",
                name=name,
                remedy="Add it first: cocite models add FOLDER.",
            )
        is_reranker = model.manifest.kind == "reranker"
        if slot is None:
            slot = default_slot(model.manifest)
        if is_reranker != (slot in _RERANKERS):
            raise UsageError(
                "“{model}” cannot be used as the {kind}.", model=name, kind=_KINDS[slot]
            )
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
            raise UsageError("No other {kind} was in use before.", kind=_KINDS[slot])
        self._remember(slot, used[:-1])
        return self.in_use() if slot == "encoder" else self.reranker()

    def before(self) -> str | None:
        """Return the name of the encoder that ``back`` would use, ``None`` if there is none."""
        used = self._used("encoder")
        return used[-2] if len(used) > 1 else None

    def leave(self, slot: Slot) -> None:
        """Leave a place empty from now on; that of sentences goes to the default model."""
        self._remember(slot, [])

    def remove(self, name: str) -> None:
        """Take a model off the shelf and delete its files there.

        Raises:
            UsageError: it is not on the shelf, comes with Cocite, or is in use.
            EngineError: its files cannot be deleted.
        """
        if name in {model.manifest.name for model in built_in_models()}:
            raise UsageError("“{name}” comes with Cocite and cannot be removed.", name=name)
        if name in self.names_in_use():
            raise UsageError(
                "“{name}” is in use.", name=name, remedy="Use another model first, then remove it."
            )
        folder = self.folder / name
        if folder.parent != self.folder or not (folder / MANIFEST).is_file():
            raise UsageError("No model “{model}” is installed.", model=name)
        # Renamed first: a half-deleted folder is never taken for a model.
        removed_folder = self.folder / f".{name}.removed"
        try:
            shutil.rmtree(removed_folder, ignore_errors=True)
            folder.rename(removed_folder)
        except OSError as error:
            raise unwritten(error, folder) from error
        shutil.rmtree(removed_folder, ignore_errors=True)
        for slot in _USED:
            self._remember(slot, [used for used in self._used(slot) if used != name])

    def _last(self, slot: Slot) -> Model | None:
        """Return the model put to use last, if it is whole and still of that kind."""
        used = self._used(slot)
        model = self._find_model(used[-1]) if used else None
        if model is None:
            return None
        return model if (model.manifest.kind == "reranker") == (slot in _RERANKERS) else None

    def _find_model(self, name: str) -> Model | None:
        try:
            return self.get(name)
        except (ModelError, UsageError) as error:
            logger.info("The model %s gives way to another: %s", name, error)
            return None

    def _used(self, slot: Slot) -> list[str]:
        """Return the names of the models used, the one in use last."""
        names = self._state().get(_USED[slot])
        usable = isinstance(names, list) and all(isinstance(name, str) for name in names)
        # An empty list of rerankers says that none is wanted.
        if usable and (names or slot == "reranker"):
            return list(names or ())
        default = {"encoder": DEFAULT, "reranker": DEFAULT_RERANKER}.get(slot)
        return [default] if default else []

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
    copy_files(folder, manifest, new)
    if (folder / LEARNED).is_file():
        shutil.copyfile(folder / LEARNED, new / LEARNED)
    replace_text(new / MANIFEST, manifest.model_dump_json(indent=2))
    describe(new, manifest)


def copy_files(folder: Path, manifest: Manifest, new: Path) -> None:
    """Copy what Cocite reads of a model folder beside its manifest into one that exists."""
    adapters = (adapter.file for adapter in manifest.adapters.values())
    for name in (CONFIG, TOKENIZER, WEIGHTS, *adapters, *_ALSO_COPIED):
        if (folder / name).is_file():
            shutil.copyfile(folder / name, new / name)


def default_slot(manifest: Manifest) -> Slot:
    """Return where a model is used if nothing else is said."""
    if manifest.kind != "reranker":
        return "encoder"
    return "evidence" if manifest.recipe == "evidence" else "reranker"


def default_model() -> Model:
    """Return the model that is used where none was chosen; the base if that one is damaged.

    Raises:
        ModelError: the package with the base's weights is not installed.
    """
    for model in built_in_models():
        if model.manifest.name == DEFAULT:
            return model
    return base_model()


def built_in_models() -> list[Model]:
    """Return the models that come with Cocite and are whole, the base first.

    Raises:
        ModelError: the package with the base's weights is not installed.
    """
    return [base_model(), *_usable(_folders(_resources()))]


def base_model() -> Model:
    """Return the model that all the others that come with Cocite are made from.

    Raises:
        ModelError: the package with its weights is not installed.
    """
    manifest = _base_manifest()
    return Model(manifest, weights_folder(_resources(), manifest))


def _base_manifest() -> Manifest:
    """Return what is said of the base, also where its weights are not installed."""
    return parse_manifest((_resources() / f"{BASE}.json").read_bytes(), where=BASE)


def _gave_way(slot: Slot, model: str, reason: str, other: str) -> str:
    match slot:
        case "reranker":
            text = Message(
                "The reranker “{model}” cannot be used: {reason} No reranker is used instead.",
                model=model,
                reason=reason,
            )
        case "evidence":
            text = Message(
                "“{model}” cannot be used for evidence: {reason} Passages keep their order.",
                model=model,
                reason=reason,
            )
        case "similar":
            text = Message(
                "“{model}” cannot be used for similar papers: {reason} “{other}” answers instead.",
                model=model,
                reason=reason,
                other=other,
            )
        case "languages":
            text = Message(
                "“{model}” cannot be used for other languages: {reason} “{other}” answers instead.",
                model=model,
                reason=reason,
                other=other,
            )
        case _:
            text = Message(
                "The encoder “{model}” cannot be used: {reason} “{other}” is used instead.",
                model=model,
                reason=reason,
                other=other,
            )
    return text


def supports_language(manifest: Manifest, language: str) -> bool | None:
    """Tell whether a model knows a language, by its code; ``None`` where it does not say.

    Of MiniLM, which Cocite comes with, it is known that it knows English, however it was trained
    further.
    """
    languages = manifest.languages
    if not languages and manifest.package == _base_manifest().package:
        languages = ("en",)
    return (language in languages or EVERY in languages) if languages else None


def _resources() -> Path:
    return Path(str(importlib.resources.files("resources") / "models"))


def _folders(parent: Path) -> Sequence[Path]:
    """Return the model folders in a folder, in the order of their names.

    Hidden ones are copies and removals that did not come to their end.
    """
    if not parent.is_dir():
        return []
    subfolders = (folder for folder in sorted(parent.iterdir()) if not folder.name.startswith("."))
    return [folder for folder in subfolders if (folder / MANIFEST).is_file()]


def _usable(folders: Sequence[Path]) -> list[Model]:
    usable = []
    for folder in folders:
        with contextlib.suppress(ModelError):
            usable.append(_opened(folder))
    return usable


def _opened(folder: Path) -> Model:
    """Read a model folder; adapters, which are small, are checked to be whole and of their base.

    Raises:
        ModelError: it is incomplete or damaged.
    """
    manifest, base = read_manifest(folder), _base_manifest()
    check_adapters(folder, manifest)
    if manifest.package == base.package and manifest.weights_sha256 != base.weights_sha256:
        raise ModelError(
            "The model “{model}” was made for other weights than those of “{base}” that"
            " are installed.",
            model=manifest.name,
            base=base.name,
            remedy="Use another model (cocite models list), or train it again.",
        )
    return Model(manifest, folder)


# --- what a model learned from, so that a later training knows what is new --------------
#
# ``learned.json`` in the model's folder. It holds no text: a citing sentence with a paper that it
# cites, or that was refused for it, is there as a checksum. It stays with the person's own
# models; a model that is written out for others goes without it.

LEARNED = "learned.json"
KEY = 12
"""Hexadecimal digits of a checksum: of 100,000, two agree by chance once in 50,000 models."""


class Learned(BaseModel):
    """Until when a model learned, from how much, and the checksums of that, one after another.

    Among ``keys`` are those of held-out sentences too, which it was judged by and never shown.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    until: str = ""
    trained_from: str = ""
    sentences: int = 0
    decisions: int = 0
    keys: str = Field(default="", pattern=r"^[0-9a-f]*$")

    def get_checksums(self) -> frozenset[str]:
        """Return the checksums."""
        return frozenset(self.keys[at : at + KEY] for at in range(0, len(self.keys), KEY))


def joined_keys(keys: Iterable[str]) -> str:
    """Return checksums as ``Learned.keys``, each once."""
    return "".join(sorted(set(keys)))


def read_learned(folder: Path) -> Learned | None:
    """Return what a model says it learned from; ``None`` if it does not say, or unreadably."""
    try:
        return Learned.model_validate_json((folder / LEARNED).read_bytes())
    except (OSError, ValidationError):
        return None
