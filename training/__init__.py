"""Builds the parameters and models that the engine uses."""

from __future__ import annotations
