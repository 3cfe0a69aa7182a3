"""The log of this user: one small file that rolls over. Never a sentence of a manuscript."""

from __future__ import annotations

import logging
import logging.handlers
from pathlib import Path

import platformdirs
from typing_extensions import override

LOG_BYTES = 1_000_000
LOGS_KEPT = 3


class _QuietHandler(logging.handlers.RotatingFileHandler):
    """Drops what cannot be written: a full disk must not print tracebacks at a person."""

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        pass


def log_file() -> Path:
    """Return the file that the logs of this user go to."""
    return Path(platformdirs.user_log_dir("cocite", appauthor=False)) / "cocite.log"


def start_log() -> Path:
    """Log to the user's file from now on; a folder that cannot be written costs only the log."""
    path = log_file()
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = _QuietHandler(
            path, maxBytes=LOG_BYTES, backupCount=LOGS_KEPT, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    return path
