"""Runs first in the frozen program: what it starts must not inherit where its own libraries lie.

PyInstaller's bootloader points LD_LIBRARY_PATH at the bundled libraries, which the loader has read
by now. A file manager or browser would be linked with them and fail; a process of our own sets
the variable again by itself when it begins anew.
"""

from __future__ import annotations

import os

os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
before = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
os.environ.pop("LD_LIBRARY_PATH", None)
if before:
    os.environ["LD_LIBRARY_PATH"] = before
