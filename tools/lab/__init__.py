"""The lab beside the product: what a checkout measures, compares and fits; the wheel leaves it out.

``python -m tools.lab --help`` lists the commands that compare and measure. ``fitting/`` holds the
scripts that make the small parameters in ``resources/``, ``scale/`` trains weights that come with
Cocite, ``benchmarks/`` prints figures of speed, quality and reliability: each module there is run
by itself. ``gpu_check/`` measures a borrowed GPU. Nothing of the product imports any of it.
"""

from __future__ import annotations

from core.base.children import let_threads_sleep

# Here, for most modules below are programs of their own, and import torch as they begin.
let_threads_sleep()
