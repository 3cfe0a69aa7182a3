"""Keeps what hypothesis stores out of the checkout, where pytest would stumble over it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "cocite-hypothesis")
