"""What the five papers compare themselves with, trained on the training part of a corpus."""

from __future__ import annotations
