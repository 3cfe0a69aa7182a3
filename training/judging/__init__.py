"""How good a model is: questions from held-out papers, published protocols, significance."""

from __future__ import annotations
