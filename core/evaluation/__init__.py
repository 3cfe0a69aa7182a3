"""Query sets, metrics, and the harness that judges any model and stage."""

from __future__ import annotations
