"""From a sentence to ranked papers with reasons."""

from __future__ import annotations
