"""The manuscript page: pages with marks, outline, gaps, references, and the list to cite."""

from __future__ import annotations
