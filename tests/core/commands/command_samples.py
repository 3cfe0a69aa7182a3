"""What the tests of commands start and read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Said = Callable[..., Any]
