"""What the contracts share with the tests of one side."""

from __future__ import annotations

from tests.core.manuscript.conftest import two_column_file

__all__ = ["two_column_file"]
