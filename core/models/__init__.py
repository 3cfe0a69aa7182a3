"""Encoders and the shelf of installed models. The only door to torch in core."""

from __future__ import annotations
