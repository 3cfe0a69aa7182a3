"""The files by which sentence-transformers knows an encoder, read for a manifest and written.

``modules.json`` lists what is applied behind the transformer; each part has a folder with its
settings. Without them that library takes any folder for one with mean pooling, silently. What a
folder asks for and Cocite does not do is refused by name, for a row made otherwise is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from core.base.errors import ModelError

Side = Literal["queries", "papers"]
"""What is encoded: questions and citing sentences, or papers by title and abstract."""

MODULES = "modules.json"
FILES = (MODULES, "config_sentence_transformers.json", "sentence_bert_config.json")
_OPTIONS, _TOKENS, _TOKENIZER = FILES[1], FILES[2], "tokenizer_config.json"
_POOLING, _NORMALIZE = "1_Pooling", "2_Normalize"

Pooling = Literal["cls", "mean", "lasttoken"]
"""Which rows of tokens make the row of a text, by sentence-transformers' names."""

_MODES: dict[str, Pooling] = {"cls": "cls", "mean": "mean", "lasttoken": "lasttoken"}
_OLD_MODES = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_lasttoken": "lasttoken",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
}
"""How versions before 6 say it; every version reads this form."""
_PROMPTS: dict[Side, tuple[str, ...]] = {
    "queries": ("query", "queries", "search_query"),
    "papers": ("document", "passage", "corpus", "search_document"),
}
"""What the prompts for a side are called, the first that is there counts."""
_MOST_PROMPT = 2_000
_NO_LIMIT = 1_000_000  # what tokenizers write who know none is far above


@dataclass(frozen=True, slots=True)
class Modules:
    """What is said of an encoder; dimension 0 means the whole of a row."""

    pooling: Pooling
    dimension: int
    prompts: dict[Side, str]


def read_modules(folder: Path) -> Modules | None:
    """Return what a folder of sentence-transformers says; ``None`` if it is none.

    Raises:
        ModelError: it asks for what Cocite does not do, or a file is damaged.
    """
    pooling = folder / _POOLING
    if (folder / MODULES).is_file():
        pooling = _checked(folder) or pooling
    if not (pooling / "config.json").is_file():
        return None
    options = _read_object(folder, _OPTIONS)
    return Modules(
        pooling=_mode(folder, _read_object(folder, f"{pooling.name}/config.json")),
        dimension=_whole(options.get("truncate_dim")),
        prompts=_prompts(options),
    )


def token_limit(folder: Path) -> int:
    """Return how many tokens a text may have, 0 if nothing says it.

    Newer versions leave it to the tokenizer.

    Raises:
        ModelError: a file is damaged.
    """
    stated = _whole(_read_object(folder, _TOKENS).get("max_seq_length"))
    if not stated:
        stated = _whole(_read_object(folder, _TOKENIZER).get("model_max_length"))
    return stated if stated < _NO_LIMIT else 0


def write_modules(folder: Path, module_settings: Modules, *, max_tokens: int, hidden: int) -> None:
    """Say it beside weights, so that every version of the library reads it.

    ``hidden`` is the length of a token's row.
    """
    kinds = {"": "Transformer", _POOLING: "Pooling", _NORMALIZE: "Normalize"}
    modules = [
        {"idx": at, "name": str(at), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for at, (path, kind) in enumerate(kinds.items())
    ]
    modes = {name: mode == module_settings.pooling for name, mode in _OLD_MODES.items()}
    names = {"queries": "query", "papers": "document"}
    options: dict[str, object] = {
        "prompts": {names[side]: prompt for side, prompt in module_settings.prompts.items()},
        "default_prompt_name": None,
        "similarity_fn_name": "cosine",
    }
    if module_settings.dimension:
        options["truncate_dim"] = module_settings.dimension
    for name, content in (
        (MODULES, modules),
        (_OPTIONS, options),
        (_TOKENS, {"max_seq_length": max_tokens, "do_lower_case": False}),
        (f"{_POOLING}/config.json", {"word_embedding_dimension": hidden, **modes}),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(json.dumps(content, indent=2), encoding="utf-8")
    (folder / _NORMALIZE).mkdir(exist_ok=True)


def write_only_here(folder: Path) -> None:
    """Let other programs refuse a cross-encoder of which its weights alone say only a part.

    sentence-transformers 6 names the class that is missing there; older versions do not look.
    """
    modules = [{"idx": 0, "name": "0", "path": "", "type": "core.models.reranker.Reranker"}]
    for name, content in ((MODULES, modules), (_OPTIONS, {"model_type": "CrossEncoder"})):
        (folder / name).write_text(json.dumps(content, indent=2), encoding="utf-8")


def _checked(folder: Path) -> Path | None:
    """Return the folder of the pooling that ``modules.json`` names; classes are never loaded."""
    pooling = None
    for module in _listed(folder):
        kind, path = str(module.get("type", "")).rpartition(".")[2], str(module.get("path", ""))
        if kind == "Pooling":
            pooling = folder / Path(path).name
        elif kind not in ("Transformer", "Normalize"):
            raise ModelError(
                "The model “{model}” has a final layer that Cocite does not support: {part}.",
                model=folder.resolve().name,
                part=kind or "?",
                remedy="Use a model of a transformer, pooling and normalisation alone.",
            )
    return pooling


def _mode(folder: Path, options: Mapping[str, object]) -> Pooling:
    stated = options.get("pooling_mode")
    if stated is None:
        stated = [mode for name, mode in _OLD_MODES.items() if options.get(name)]
    modes = stated if isinstance(stated, list) else [stated]
    if len(modes) == 1 and modes[0] in _MODES and options.get("include_prompt", True):
        return _MODES[modes[0]]
    mode_names = ", ".join(map(str, modes)) or "?"
    raise ModelError(
        "The model “{model}” pools in a way that Cocite does not: {mode}.",
        model=folder.resolve().name,
        mode=mode_names
        if options.get("include_prompt", True)
        else f"{mode_names}, include_prompt false",
        remedy="Use a model that pools by the mean, the first or the last token.",
    )


def _prompts(options: Mapping[str, object]) -> dict[Side, str]:
    stated = options.get("prompts")
    prompts = stated if isinstance(stated, dict) else {}
    usual = prompts.get(options.get("default_prompt_name"))
    side_prompts: dict[Side, str] = {}
    for side, names in _PROMPTS.items():
        prompt = next((prompts[name] for name in names if prompts.get(name)), usual)
        if isinstance(prompt, str) and prompt:
            side_prompts[side] = prompt[:_MOST_PROMPT]
    return side_prompts


def _listed(folder: Path) -> list[dict[str, Any]]:  # Any: JSON
    content = _parsed(folder, MODULES)
    return (
        [entry for entry in content if isinstance(entry, dict)] if isinstance(content, list) else []
    )


def _read_object(folder: Path, name: str) -> dict[str, Any]:  # Any: JSON
    """Return an object of JSON; an empty one where there is no such file."""
    content = _parsed(folder, name) if (folder / name).is_file() else {}
    return content if isinstance(content, dict) else {}


def _parsed(folder: Path, name: str) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads((folder / name).read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ModelError(
            "{name} of the model “{folder}” is not valid JSON.", name=name, folder=folder.name
        ) from error


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
