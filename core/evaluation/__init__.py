"""Query sets, metrics, and the harness that evaluates any model and stage."""

from __future__ import annotations
