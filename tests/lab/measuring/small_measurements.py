"""Measurements with tiny sizes."""

from __future__ import annotations

import json
from pathlib import Path

from tools.lab.measuring.ledger import LEDGER, About

ABOUT = About(corpus="c", base="b", scale="tiny")
CLAIM = "hard negatives over easy ones"


def lines(folder: Path) -> list[dict[str, object]]:
    text = (folder / LEDGER).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]
