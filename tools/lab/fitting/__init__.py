"""Scripts that fit the small parameters in ``resources/``; each is run by hand and says how."""

from __future__ import annotations
