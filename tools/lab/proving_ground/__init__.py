"""``python -m tools.lab proving-ground``: one made-up article, typeset in many ways, and read."""

from __future__ import annotations
