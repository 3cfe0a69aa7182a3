"""Questions of sentences taken from abstracts."""

from __future__ import annotations

from tools.lab.scale.arrays import DOT

TEXTS = {
    "two sentences": [*range(2000, 2010), DOT, *range(3000, 3012), DOT],
    "one sentence": [*range(4000, 4012), DOT],
    "one of two too short": [*range(5000, 5010), DOT, 5100, DOT],
    "three": [*range(6000, 6010), DOT, *range(6100, 6110), DOT, *range(6200, 6210)],
}
TITLE = [7000, 7001]
