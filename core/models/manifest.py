"""The manifest of a model folder, and the check that the folder holds what it names.

A model is a folder with ``config.json``, ``tokenizer.json`` and ``model.safetensors`` as Hugging
Face writes them, and Cocite's ``manifest.json``. A folder without a manifest gets one from what
else it says: as sentence-transformers has it (``core.models.modules``), else CLS and "title [SEP]
abstract" as in SPECTER and SciNCL. Weights are safetensors; nothing else is ever loaded.

The weights may lie in an installed package instead, which the manifest names. A model may have
adapters, one for queries and one for papers, or one for pairs if it is a reranker: small changes
of those weights, see ``core.models.adapters``. With weights in a package, its folder holds only the
adapters.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from core.base.errors import ModelError
from core.base.messages import Message
from core.models.modules import (
    Modules,
    Pooling,
    Side,
    read_modules,
    token_limit,
    write_modules,
)

WEIGHTS, CONFIG, TOKENIZER = "model.safetensors", "config.json", "tokenizer.json"
MANIFEST = "manifest.json"
_DEFAULT_MAX_TOKENS, _MOST_TOKENS = 512, 8192
_EMBEDDINGS = ("word_embeddings.weight", "tok_embeddings.weight")
_MOST_HEADER_BYTES = 100_000_000  # as safetensors has it


Kind = Literal["encoder", "hierarchical", "reranker"]
"""An ordinary encoder; sentence and document encoders (MP-BERT4CR); a cross-encoder."""

AdapterUse = Literal["queries", "papers", "pairs"]
"""A side of an encoder, or what a reranker reads."""

_USES: dict[AdapterUse, str] = {
    "queries": Message("queries"),
    "papers": Message("papers"),
    "pairs": Message("pairs"),
}
_ADAPTED: dict[Kind, set[AdapterUse]] = {"encoder": {"queries", "papers"}, "reranker": {"pairs"}}


class AdapterFile(BaseModel):
    """An adapter in the model's folder."""

    model_config = ConfigDict(frozen=True)

    file: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\.safetensors$")
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class Start(BaseModel):
    """What a reranker's log-odds are beside what its classifier says of the pair.

    ``likeness`` · (cosine − ``level``), the cosine being that of query and paper, each encoded by
    itself by the same network. The model was trained to add to a first stage that says − ``first``
    · ln(rank); that is not in its score.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    likeness: float = Field(gt=0)
    level: float = 0.0
    first: float = Field(default=0.0, ge=0)


class Manifest(BaseModel):
    """How to turn a paper into this model's vector, and where the model comes from.

    ``weights_sha256`` is that of the weights before any adapter; ``package`` holds them where the
    model's own folder does not. A side without an adapter is encoded by those weights alone; both
    sides may name the same file.
    A reranker gives ``query_tokens`` of its ``max_tokens`` to the query, the rest to the paper;
    its ``start`` is ``None`` where the classifier alone says its score. With ``neighbours`` it
    reads the sentences before and after the one that asks, too.
    ``prompts`` stand before the texts of a side. Of a row only the first ``dimension`` numbers
    count, where the model was trained so that they can stand alone (Matryoshka).
    ``languages`` are codes of two letters, or ``EVERY``; none where nothing is said.
    ``scores`` were measured on papers held out from its training.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    kind: Kind = "encoder"
    description: str = ""
    recipe: str = "unknown"
    base: str = ""
    package: str = Field(default="", pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$")
    weights_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    adapters: dict[AdapterUse, AdapterFile] = {}
    pooling: Pooling
    prompts: dict[Side, str] = {}
    separator: str = " [SEP] "
    max_tokens: int = Field(ge=8, le=_MOST_TOKENS)
    query_tokens: int = Field(default=0, ge=0, le=_MOST_TOKENS)
    neighbours: bool = False
    start: Start | None = None
    dimension: int = Field(ge=1, le=16384)
    shortened: bool = False
    licence: str = ""
    languages: tuple[str, ...] = ()
    scores: dict[str, float] = {}

    @model_validator(mode="after")
    def _adapters_are_of_its_kind(self) -> Self:
        for use in self.adapters:
            if use not in _ADAPTED.get(self.kind, ()):
                raise ValueError(f"a model of the kind “{self.kind}” has no adapter for {use}")
        return self

    @property
    def fingerprint(self) -> str:
        """Name everything a paper's vector depends on; vectors of equal fingerprint may mix."""
        return self._fingerprint("papers")

    @property
    def query_fingerprint(self) -> str:
        """Name everything a query's vector depends on; ``fingerprint`` where no side differs."""
        return self._fingerprint("queries")

    def _fingerprint(self, side: Side) -> str:
        adapter = self.adapters.get(side) or self.adapters.get("pairs")
        parts = [self.weights_sha256, self.pooling, self.separator, self.max_tokens]
        parts += [adapter.sha256] if adapter else []
        parts += [self.dimension, self.prompts.get(side, "")] if self._is_special else []
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]

    @property
    def has_query_adapter(self) -> bool:
        """Whether an adapter is for queries alone: papers' vectors do not depend on it."""
        return self.adapters.get("queries") not in (None, self.adapters.get("papers"))

    @property
    def _is_special(self) -> bool:
        return bool(self.prompts) or self.shortened

    @property
    def first_stage(self) -> float:
        """The weight of −ln(rank) in a first stage that this reranker was trained to add to."""
        return self.start.first if self.start else 0.0

    def paper_text(self, title: str, abstract: str, *, sep_token: str) -> str:
        """Return the text that stands for a paper, "[SEP]" being the tokenizer's own token."""
        prompt = self.prompts.get("papers", "")
        if not abstract:
            return f"{prompt}{title}"
        return f"{prompt}{title}{self.separator.replace('[SEP]', sep_token)}{abstract}"

    def query_text(self, text: str) -> str:
        """Return what the model reads for a question or a citing sentence."""
        return f"{self.prompts.get('queries', '')}{text}"


def read_manifest(folder: Path) -> Manifest:
    """Read a model folder's manifest, or make one from what else the folder says.

    Raises:
        ModelError: a file is missing, or manifest and files disagree.
    """
    if not folder.is_dir():
        raise ModelError("There is no model folder “{folder}”.", folder=folder)
    stored_manifest = None
    if (folder / MANIFEST).is_file():
        stored_manifest = parse_manifest((folder / MANIFEST).read_bytes(), where=folder.name)
        _require(folder, (adapter.file for adapter in stored_manifest.adapters.values()))
    home = folder if stored_manifest is None else weights_folder(folder, stored_manifest)
    _require(home, (CONFIG, TOKENIZER, WEIGHTS), of=folder)
    dimension = hidden_size(home)
    manifest = stored_manifest or _derived(folder, dimension)
    if manifest.dimension != dimension and not (
        manifest.shortened and manifest.dimension < dimension
    ):
        raise ModelError(
            "The manifest of the model “{model}” says {dimension} dimensions, but its {config} "
            "says {found}.",
            model=manifest.name,
            dimension=manifest.dimension,
            config=CONFIG,
            found=dimension,
        )
    return manifest


def describe(folder: Path, manifest: Manifest) -> None:
    """Say beside an encoder's weights what its manifest says, as sentence-transformers reads it.

    A model with adapters is not said: its two sides are two models there.
    """
    if manifest.kind != "encoder" or manifest.adapters or not (folder / WEIGHTS).is_file():
        return
    kept_dimension = manifest.dimension if manifest.shortened else 0
    module_settings = Modules(
        pooling=manifest.pooling, dimension=kept_dimension, prompts=manifest.prompts
    )
    write_modules(
        folder, module_settings, max_tokens=manifest.max_tokens, hidden=hidden_size(folder)
    )


def weights_folder(folder: Path, manifest: Manifest) -> Path:
    """Return where a model's configuration, tokenizer and weights lie: its folder or its package's.

    Raises:
        ModelError: they are in a package that is not installed.
    """
    if not manifest.package or (folder / WEIGHTS).is_file():
        return folder
    package = None
    with contextlib.suppress(ValueError):  # a module that was not imported from anywhere
        # Found without importing it: a package may import torch.
        package = importlib.util.find_spec(manifest.package)
    if package is None or package.origin is None:
        raise ModelError(
            "The model “{model}” needs the weights of the package “{package}”, which is"
            " not installed.",
            model=manifest.name,
            package=manifest.package,
            remedy="Install Cocite again, or use another model.",
        )
    return Path(package.origin).parent / "model"


def _require(folder: Path, names: Iterable[str], *, of: Path | None = None) -> None:
    for name in names:
        if not (folder / name).is_file():
            raise ModelError(
                "The model folder “{model}” lacks {name}.", model=(of or folder).name, name=name
            )


def parse_manifest(text: str | bytes, *, where: str) -> Manifest:
    """Read a manifest's JSON; ``where`` names the model in the error."""
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        raise _make_field_error(
            error, Message("The manifest of the model “{model}”", model=where)
        ) from error


def _make_field_error(error: ValidationError, subject: Message) -> ModelError:
    first = error.errors()[0]
    location = ".".join(str(part) for part in first["loc"]) or MANIFEST
    return ModelError(
        "{what} is wrong at “{place}”: {reason}.", what=subject, place=location, reason=first["msg"]
    )


def check_weights(folder: Path, manifest: Manifest) -> None:
    """Compare weights and adapters with the manifest's sha256 (0.1 s for 90 MB), and dimensions.

    Raises:
        ModelError: a file is damaged, another one, or of another dimension.
    """
    home = weights_folder(folder, manifest)
    if weights_sha256(home) != manifest.weights_sha256:
        raise _other_weights(folder, home, manifest)
    check_adapters(folder, manifest)
    stored = _embedding_size(home)
    expected = _json(home, CONFIG).get("embedding_size") or hidden_size(home)
    if stored not in (None, expected):
        raise ModelError(
            "The weights of the model “{model}” have {stored} dimensions, but its"
            " {config} says {expected}.",
            model=manifest.name,
            stored=stored,
            config=CONFIG,
            expected=expected,
        )


def _other_weights(folder: Path, home: Path, manifest: Manifest) -> ModelError:
    if home == folder:
        return ModelError(
            "The weights of the model “{model}” are damaged: they do not match the checksum in its"
            " manifest.",
            model=manifest.name,
        )
    return ModelError(
        "The weights in the package “{package}” are damaged, or not those that the model “{model}”"
        " was made for: they do not match the checksum in its manifest.",
        package=manifest.package,
        model=manifest.name,
    )


def check_adapters(folder: Path, manifest: Manifest) -> None:
    """Compare the adapters with the manifest's checksums.

    Raises:
        ModelError: one is missing, damaged or another one.
    """
    for side, adapter in manifest.adapters.items():
        if file_sha256(folder / adapter.file) != adapter.sha256:
            raise ModelError(
                "The adapter for {use} of the model “{model}” is damaged: it does not match"
                " the checksum in its manifest.",
                use=_USES[side],
                model=manifest.name,
            )


def weights_sha256(folder: Path) -> str:
    """Return the checksum of a model folder's weights, in hexadecimal digits."""
    return file_sha256(folder / WEIGHTS)


def file_sha256(path: Path) -> str:
    """Return the checksum of a file of a model folder, in hexadecimal digits.

    Raises:
        ModelError: the file is missing, or may not be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise ModelError(
            "The model folder “{model}” lacks {name}.", model=path.parent.name, name=path.name
        ) from error
    except OSError as error:
        raise ModelError(
            "{file} of the model folder “{folder}” cannot be read.",
            file=path.name,
            folder=path.parent.name,
        ) from error


def _embedding_size(folder: Path) -> int | None:
    """Return the length of the word embeddings among the weights, if they have a usual name."""
    try:
        with (folder / WEIGHTS).open("rb") as file:
            length = min(int.from_bytes(file.read(8), "little"), _MOST_HEADER_BYTES)
            tensors = json.loads(file.read(length))
    except ValueError as error:
        raise ModelError(
            "The weights of the model “{folder}” are not in safetensors format.", folder=folder.name
        ) from error
    sizes = [about["shape"][-1] for name, about in tensors.items() if name.endswith(_EMBEDDINGS)]
    return int(sizes[0]) if sizes else None


def hidden_size(folder: Path) -> int:
    """Return the length of a token's row, by the configuration beside the weights.

    Raises:
        ModelError: it gives none.
    """
    config = _json(folder, CONFIG)
    size = config.get("hidden_size") or config.get("dim")
    if not isinstance(size, int):
        raise ModelError(
            "The {config} of the model “{model}” gives no hidden size.",
            config=CONFIG,
            model=folder.name,
        )
    return size


def token_positions(folder: Path, manifest: Manifest) -> int:
    """Return how many tokens a model could read: as many as it has positions for.

    Raises:
        ModelError: its configuration cannot be read.
    """
    config = _json(weights_folder(folder, manifest), CONFIG)
    positions = _number(config, "max_position_embeddings", manifest.max_tokens)
    # RoBERTa's positions begin behind that of the padding.
    is_roberta = "roberta" in str(config.get("model_type", ""))
    return positions - (_number(config, "pad_token_id", 1) + 1 if is_roberta else 0)


def _derived(folder: Path, dimension: int) -> Manifest:
    module_settings = read_modules(folder)
    limit = token_limit(folder) or _DEFAULT_MAX_TOKENS
    kept_dimension = (
        min(module_settings.dimension, dimension)
        if module_settings and module_settings.dimension
        else dimension
    )
    positions = _number(_json(folder, CONFIG), "max_position_embeddings", limit)
    called = folder.resolve().name
    try:
        return Manifest(
            name=_make_name(called),
            base=called,
            weights_sha256=weights_sha256(folder),
            pooling=module_settings.pooling if module_settings else "cls",
            separator=". " if module_settings and module_settings.pooling != "cls" else " [SEP] ",
            prompts=module_settings.prompts if module_settings else {},
            max_tokens=min(limit, positions, _MOST_TOKENS),
            dimension=kept_dimension,
            shortened=kept_dimension < dimension,
            languages=languages_of_card(folder / CARD),
        )
    except ValidationError as error:
        raise _make_field_error(
            error, Message("The description in the model folder “{folder}”", folder=called)
        ) from error


def _make_name(called: str) -> str:
    """Return a name for the shelf: letters without accents, what is no ASCII as a hyphen."""
    plain = (c for c in unicodedata.normalize("NFKD", called) if not unicodedata.combining(c))
    allowed_characters = (c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in plain)
    return "".join(allowed_characters).strip("-._") or "model"


def _number(config: Mapping[str, object], key: str, otherwise: int) -> int:
    """Return a number of a configuration, which may be missing or null."""
    value = config.get(key)
    return value if isinstance(value, int) else otherwise


def _json(folder: Path, name: str) -> dict[str, object]:
    try:
        content = json.loads((folder / name).read_text("utf-8"))
    except ValueError as error:
        raise ModelError(
            "{name} of the model “{folder}” is not valid JSON.", name=name, folder=folder.name
        ) from error
    if not isinstance(content, dict):
        raise ModelError(
            "{name} of the model “{folder}” is not a JSON object.", name=name, folder=folder.name
        )
    return content


# --- the languages that a model's card names: the README that model hubs show -----------
#
# Its header of YAML says ``language: de``, a list of codes, or "multilingual".

CARD = "README.md"
EVERY = "multilingual"
_EVERY = frozenset((EVERY, "mul"))
_FENCE = "---"
_LONGEST = 100_000
_CODE = 2


def languages_of_card(card: Path) -> tuple[str, ...]:
    """Return codes of two letters, or ``EVERY``; nothing where the card says none."""
    try:
        with card.open(encoding="utf-8", errors="replace") as file:
            text = file.read(_LONGEST)
    except OSError:
        return ()
    before, fence, rest = text.lstrip("\ufeff").partition(f"{_FENCE}\n")
    header, end, _ = rest.partition(f"\n{_FENCE}")
    if before.strip() or not fence or not end:
        return ()
    language_names = _read_languages(header)
    if _EVERY & language_names:
        return (EVERY,)
    codes = {name.replace("_", "-").split("-")[0] for name in language_names}
    return tuple(sorted(code for code in codes if len(code) == _CODE))


def _read_languages(header: str) -> set[str]:
    import yaml  # type: ignore[import-untyped]

    try:
        # Every scalar stays text: "no" is Norwegian, not False.
        card_values = yaml.load(header, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError):
        return set()
    listed = card_values.get("language") if isinstance(card_values, dict) else None
    names = listed if isinstance(listed, list) else [listed]
    return {name.strip().lower() for name in names if isinstance(name, str)}
