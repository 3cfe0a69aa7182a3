"""Parts of the sample."""

from __future__ import annotations

from tools.build_sample_manuscript import TARGET

SAMPLE = TARGET.parent
