"""How well graph embeddings predict citations that were held out."""

from __future__ import annotations
