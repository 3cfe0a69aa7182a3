"""Exports: a training corpus, and a whole library as a folder."""

from __future__ import annotations
