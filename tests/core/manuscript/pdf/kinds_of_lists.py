"""Reference lists of chemistry, psychology, physics and medicine."""

from __future__ import annotations

from tests.core.manuscript import prose

METHOD = " ".join(prose.plain(prose.METHOD))
