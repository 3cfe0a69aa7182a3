"""One module a recipe, with its settings and presets; the tasks of its stages lie beside it.

What a recipe is can be asked without torch: only the modules of tasks and models import it.
"""

from __future__ import annotations
