"""Hides packages that dependencies import if present and that Cocite does not need."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def unseen(modules: Sequence[str]) -> Iterator[None]:
    """Let imports in the block find none of these modules, but for those imported before."""
    hidden = [module for module in modules if module not in sys.modules]
    for module in hidden:
        sys.modules[module] = None  # type: ignore[assignment]  # makes its import fail
    try:
        yield
    finally:
        for module in hidden:
            sys.modules.pop(module, None)
