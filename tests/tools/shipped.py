"""What ships with Cocite."""

from __future__ import annotations

# Distributions whose metadata names no licence, and why they may be there all the same.
REVIEWED = {
    "pymupdf-layout": "an empty package that pymupdf 2 requires; the code is pymupdf's",
    "pymupdf4llm": "an empty package that pymupdf 2 requires; the code is pymupdf's",
}
