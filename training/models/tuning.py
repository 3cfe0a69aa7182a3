"""Which weights of an encoder are trained: all, its layers, its biases (BitFit), or LoRA's.

LoRA's layers are put into the model itself. What is saved is the model with the matrices added to
its weights, which the rest of Cocite reads like any other; or the matrices alone, as peft does;
or what training changed, by the names of the weights, as ``core.models.adapters`` reads it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import torch
from peft import LoraConfig, get_peft_model_state_dict, inject_adapter_in_model
from peft.tuners.lora import LoraLayer
from safetensors.torch import save_file
from torch import Tensor, nn
from transformers import PreTrainedModel

from core.base.errors import UsageError
from core.models.adapters import LORA_A, LORA_B
from training.base.recipe import RecipeSettings

_POOLER = "pooler"
"""BERT's dense layer over [CLS]: vectors are pooled before it, so it gets no gradient."""
_KINDS = "token_type_embeddings"
"""BERT's vectors of the first and the second text, which every text meets."""
_ADAPTER_WEIGHTS = "adapter_model.safetensors"


def prepare(encoder: PreTrainedModel, settings: RecipeSettings) -> None:
    """Make the weights trainable that ``settings.trainable`` names, and freeze the others.

    Raises:
        UsageError: BitFit is asked of a model whose layers have no biases.
    """
    restrict(encoder, settings)
    for name, weight in encoder.named_parameters():
        if _in_pooler(name):
            weight.requires_grad_(False)


def without_dropout(model: nn.Module) -> None:
    """Train a model as it answers: nothing is dropped at random."""
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0


def restrict(model: nn.Module, settings: RecipeSettings) -> None:
    """Do the same for any model of transformers; its pooler is trained too, but not with LoRA.

    Raises:
        UsageError: BitFit is asked of a model whose layers have no biases.
    """
    if settings.trainable == "layers":
        _freeze_tables(model)
    elif settings.trainable == "biases":
        _only_biases(model)
    elif settings.trainable == "lora":
        _only_lora(model, settings)


def merged(auto_model: PreTrainedModel) -> PreTrainedModel:
    """Return the model with LoRA's matrices added to its weights, as a copy.

    A model without LoRA is returned itself. ``auto_model`` is never changed: training may go on.
    """
    if not any(isinstance(module, LoraLayer) for module in auto_model.modules()):
        return auto_model
    plain = copy.deepcopy(auto_model)
    layers = [
        (name, layer) for name, layer in plain.named_modules() if isinstance(layer, LoraLayer)
    ]
    for name, layer in layers:
        layer.merge()
        plain.set_submodule(name, layer.get_base_layer())
    del plain.peft_config
    return plain


def save_adapter(encoder: PreTrainedModel, folder: Path, *, base: str) -> None:
    """Write LoRA's matrices alone, as peft does: ``adapter_config.json`` and safetensors.

    ``base`` is the name of the model that they belong to.

    Raises:
        UsageError: the encoder was not trained with LoRA.
    """
    configs: dict[str, LoraConfig] = getattr(encoder, "peft_config", {})
    if not configs:
        raise UsageError(
            "Only a model trained with LoRA has an adapter to save.", remedy="Set trainable=lora."
        )
    folder.mkdir(parents=True, exist_ok=True)
    config = copy.copy(configs["default"])
    config.inference_mode, config.base_model_name_or_path = True, base
    config.save_pretrained(str(folder))
    weights = get_peft_model_state_dict(encoder, save_embedding_layers=False)
    save_file(
        {f"base_model.model.{name}": rows.cpu().contiguous() for name, rows in weights.items()},
        folder / _ADAPTER_WEIGHTS,
    )


def differences(
    encoder: PreTrainedModel, base: Callable[[], PreTrainedModel], *, rank: int = 0
) -> dict[str, Tensor]:
    """Return what training changed of the encoder's base, as ``core.models.adapters`` names it.

    LoRA's matrices, their scale in the second; without LoRA, each trained weight less that of
    ``base``, which is then loaded. With a ``rank``, the change of a matrix is given as the two
    thinner ones nearest to it (Eckart and Young, 1936), in half precision.
    """
    layers = [
        (name, layer) for name, layer in encoder.named_modules() if isinstance(layer, LoraLayer)
    ]
    if not layers:
        before = dict(base().named_parameters())
        added = {
            name: weight.detach().cpu() - before[name].detach()
            for name, weight in encoder.named_parameters()
            if weight.requires_grad
        }
        return _thinned(added, rank) if rank else added
    changed: dict[str, Tensor] = {}
    for name, layer in layers:
        first = layer.lora_A["default"].get_parameter("weight")
        second = layer.lora_B["default"].get_parameter("weight")
        scale = cast("dict[str, float]", layer.scaling)["default"]
        changed[f"{name}.weight{LORA_A}"] = first.detach().cpu()
        changed[f"{name}.weight{LORA_B}"] = second.detach().cpu() * scale
    return changed


def all_differences(
    encoder: PreTrainedModel, base: PreTrainedModel, *, rank: int
) -> dict[str, Tensor]:
    """Return in what an encoder, LoRA's matrices added, differs from a base, thinned to a rank.

    So the changes of an adapter that training began with are told together with its own.
    """
    before = dict(base.named_parameters())
    changes = {
        name: weight.detach().cpu() - before[name].detach()
        for name, weight in merged(encoder).named_parameters()
    }
    return _thinned({name: change for name, change in changes.items() if change.any()}, rank)


def _thinned(added: Mapping[str, Tensor], rank: int) -> dict[str, Tensor]:
    thin: dict[str, Tensor] = {}
    for name, change in added.items():
        if change.ndim < 2 or min(change.shape) <= rank:
            thin[name] = change.half()
            continue
        vectors, sizes, right = torch.linalg.svd(change.float(), full_matrices=False)
        scale = sizes[:rank].sqrt()
        thin[f"{name}{LORA_B}"] = (vectors[:, :rank] * scale).half()
        thin[f"{name}{LORA_A}"] = (scale[:, None] * right[:rank]).half()
    return thin


def _freeze_tables(model: nn.Module) -> None:
    """Keep the vectors of words and positions, of which a short training meets few."""
    for name, module in model.named_modules():
        if isinstance(module, nn.Embedding) and not name.endswith(_KINDS):
            module.requires_grad_(requires_grad=False)


def _only_biases(model: nn.Module) -> None:
    linear = [
        layer
        for name, layer in model.named_modules()
        if isinstance(layer, nn.Linear) and not _in_pooler(name)
    ]
    if all(layer.bias is None for layer in linear):
        raise UsageError(
            "The layers of this model have no biases, so it cannot be trained by them alone.",
            remedy="Set trainable=lora, which needs as little memory.",
        )
    for name, weight in model.named_parameters():
        weight.requires_grad_(name.endswith("bias"))  # attention has an in_proj_bias


def _only_lora(model: nn.Module, settings: RecipeSettings) -> None:
    config = LoraConfig(
        r=settings.lora_rank,
        lora_alpha=cast("int", settings.lora_alpha),  # peft takes any number
        target_modules="all-linear",
        exclude_modules=[name for name, _ in model.named_modules() if _in_pooler(name)] or None,
    )
    # peft draws the first matrices from the global generator.
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        inject_adapter_in_model(config, model)
    for name, weight in model.named_parameters():
        is_lora = "lora_" in name
        weight.requires_grad_(is_lora)
        if is_lora:
            weight.data = weight.data.float()


def _in_pooler(name: str) -> bool:
    return _POOLER in name.split(".")
