"""Models in two precisions."""

from __future__ import annotations

from core.models.devices import has_bfloat16

TEXTS = [
    "Bees find their way home by the sun.",
    "Bienen finden mit Hilfe der Sonne heim.",
    "We measure the acidity of 40 soils, each in three depths, and find that it falls with rain.",
    "A shorter index answers faster; what it leaves out is asked for again.",
    "x",
]


def _usual() -> str:
    return "bfloat16" if has_bfloat16("cpu") else "float32"
