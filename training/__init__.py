"""Builds models from citations: the methods of five papers, and a combination of them.

``python -m training --help`` explains itself; ``fitting/`` holds the scripts that make the small
parameters in ``resources/``.
"""

from __future__ import annotations
