"""A run from what a person asks for to the model with its card: recipes by name, stages, folder."""

from __future__ import annotations
