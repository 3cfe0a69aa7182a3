"""Builds models from citations: the methods of five papers, and a combination of them.

``python -m training --help`` lists recipes and commands. ``research/`` compares models and makes
the small parameters in ``resources/``; it is not part of the wheel.
"""

from __future__ import annotations

from core.base.children import let_threads_sleep

# Here, for each module of fitting/ is a program of its own, and imports torch as it begins.
let_threads_sleep()
