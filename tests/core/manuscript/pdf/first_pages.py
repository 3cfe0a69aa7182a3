"""First pages set in many layouts."""

from __future__ import annotations

from tests.core.manuscript import prose

ABSTRACT = " ".join(prose.plain(prose.ABSTRACT) * 2)
METHOD = " ".join(prose.plain(prose.METHOD))
