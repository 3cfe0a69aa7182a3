"""Contexts that are drawn for a training."""

from __future__ import annotations

from training.base.fields import Sizes

SIZES = Sizes(supplemental=3, abstract=3, body=2, title=True)
