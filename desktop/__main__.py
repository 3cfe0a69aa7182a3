"""The command ``cocite``: the window, or, with a command, the engine without one."""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import importlib
import logging
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from core.base.children import become_module, bound_memory, let_threads_sleep
from core.base.logs import log_file, start_log

_M_ARENA_MAX = -8
"""What glibc's ``malloc.h`` calls the most heaps there may be."""

_LIBRARY_MISSING = re.compile(r"(lib[\w.+-]+): cannot open shared object file")
_WITHOUT_LIBRARY = """\
Cocite's window needs the library {library}, which this system does not have.
On Debian and Ubuntu: sudo apt install libgl1 libegl1 libxkbcommon0 libfontconfig1 libdbus-1-3
Without a window: cocite --sample --text, and cocite --help.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window without arguments, with ``--sample``, the folder of a library or files.

    Whatever else comes first is a command, see ``core.commands.cli``.
    """
    program_arguments = list(sys.argv[1:] if arguments is None else arguments)
    # Whatever loads models, here and in the processes started from here, stays offline.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    # Else pydantic reads the metadata of every installed package, in search of its plug-ins.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    let_threads_sleep()
    bound_memory()
    become_module(program_arguments)
    start_log()
    if (
        not program_arguments
        or program_arguments == ["--sample"]
        or (len(program_arguments) == 1 and _is_openable(program_arguments[0]))
        or _are_manuscripts(program_arguments)
    ):
        return _open_window(program_arguments)
    from core.commands import cli

    return cli.main(program_arguments)


def _is_openable(word: str) -> bool:
    """Tell a library or a manuscript from a command, which has no ending.

    A file or folder named like a command needs a separator, a folder else a library.
    """
    path = Path(word)
    named_as_path = os.sep in word or "/" in word or word in (".", "..")
    try:
        if path.is_dir():
            return named_as_path or (path / "library.db").is_file()
        return path.is_file() and (named_as_path or bool(path.suffix))
    except OSError:  # such as a name that is too long
        return False


def _are_manuscripts(words: Sequence[str]) -> bool:
    return all(_is_openable(word) and not Path(word).is_dir() for word in words)


def _open_window(arguments: Sequence[str]) -> int:
    share_heaps()
    logs = log_file()
    _catch_faults(logs.with_name("faults.log"))
    try:
        import_window()
    except ImportError as error:
        if (library := _LIBRARY_MISSING.match(str(error))) is None:
            raise
        sys.stderr.write(_WITHOUT_LIBRARY.format(library=library[1]))
        return 1
    from desktop.app.application import Start, run

    on_sample = list(arguments) == ["--sample"]
    start = Start(on_sample=on_sample)
    if arguments and not on_sample:
        path, *more_paths = (Path(argument).absolute() for argument in arguments)
        if path.is_dir():
            start = Start(folder=path)
        else:
            start = Start(manuscript=path, more_manuscripts=tuple(more_paths))
    return run(arguments, start, logs)


def import_window() -> None:
    """Import the window without looking for garbage meanwhile: all that is made then stays."""
    gc.disable()
    importlib.import_module("PySide6.QtPdf")  # a library that it lacks is to be told here
    importlib.import_module("desktop.app.application")
    gc.freeze()
    gc.enable()


def share_heaps() -> None:
    """Let all threads allocate from two heaps, where the C library would give each its own.

    The parts of heaps that a dozen threads leave unused were 60 MB after twenty manuscripts.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


def _catch_faults(path: Path) -> None:
    """Let the interpreter write where it was, should a library crash the process."""
    try:
        faulthandler.enable(path.open("a", encoding="utf-8"))  # open as long as the process lives
    except OSError as error:
        logging.getLogger(__name__).warning("Faults are not logged: %s", error.strerror)


if __name__ == "__main__":
    raise SystemExit(main())
