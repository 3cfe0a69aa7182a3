"""Builds models from citations: the methods of five papers, and a combination of them.

``python -m training --help`` lists recipes and commands.
"""

from __future__ import annotations

from core.base.children import bound_memory, let_threads_sleep

# Here, before any module of ours imports torch.
let_threads_sleep()
bound_memory()
