"""Folders of small models."""

from __future__ import annotations

PAPERS = [
    ("Embedding citation graphs", "Every node of a citation graph gets a vector."),
    ("A title alone", ""),
    ("Acidity of soils", "We measured the acidity of soils. " * 30),
]
