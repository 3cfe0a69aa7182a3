"""What the library offers for a sentence: single papers, sets, their reasons and their words."""

from __future__ import annotations
