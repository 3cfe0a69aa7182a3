"""Research beside the product: baselines, published protocols, and the fitting of parameters.

``python -m training.research --help`` lists the comparisons. ``fitting/`` holds the scripts that
made the small parameters in ``resources/``; each is run by itself. ``scale/`` trains weights that
come with Cocite. Nothing here is part of the wheel, and nothing outside imports it.
"""

from __future__ import annotations
