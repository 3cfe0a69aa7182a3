"""How long the tests wait for what must come: longer than any busy machine takes."""

from __future__ import annotations

PATIENCE_S = 30
PATIENCE_MS = PATIENCE_S * 1000
