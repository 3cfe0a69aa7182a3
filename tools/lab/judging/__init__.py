"""Models on query sets, by published protocols, and beside the baselines."""

from __future__ import annotations
