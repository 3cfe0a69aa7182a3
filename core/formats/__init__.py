"""The file formats papers come in and go out by."""

from __future__ import annotations
