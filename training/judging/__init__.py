"""How good a model is: questions from held-out papers, and significance."""

from __future__ import annotations
