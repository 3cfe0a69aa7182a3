"""What the server of warm processes imports, see ``tests.training.warm``."""

from __future__ import annotations

import gc
import importlib
import pkgutil

import training.recipes

MODULES = (
    *("tests.training.recorded_run", "tests.training.distributed_run"),
    *(
        f"training.recipes.{module.name}"
        for module in pkgutil.iter_modules(training.recipes.__path__)
    ),
    *("accelerate", "safetensors.torch", "transformers.models.bert.modeling_bert"),
)

for name in MODULES:
    importlib.import_module(name)
gc.collect()
gc.freeze()
