"""Encoders and the installed models. The only package of ``core`` that imports torch."""

from __future__ import annotations
