"""The process that reads dumps: ``python -m core.formats.dumps.child``.

A request is ``{"keys", "with_abstract"}`` (the papers that are asked about, or more of them),
``{"path", "part", "position"}`` (the dump to read now, and where to begin) or ``{}``. Each is
answered by a line of JSON: ``{"ready"}``, or for the last by the next ``{"step"}``, at the end by
``{"end"}``, or by ``{"error"}``, ``{"bug"}``. The process ends when its standard input closes.
"""

from __future__ import annotations

import argparse
import signal
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.base.children import limit_memory, private_stdout, requests, say
from core.base.errors import FormatError
from core.formats.dumps.scanning import Step, Wanted, scan

_MOST_FOUND = 2_000
_SECONDS = 0.5
_OUT_OF_MEMORY = {"end": True, "exhausted": True}

_Json = dict[str, Any]  # Any: JSON


def main() -> None:
    """Read dumps, a step for each request."""
    options = argparse.ArgumentParser()
    options.add_argument("--memory-mb", type=int, default=1024)
    arguments = options.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to deal with
    answers, arrived = private_stdout(), requests()
    keys: dict[str, int] = {}
    wanted_works = Wanted(keys)
    steps: Iterator[Step] = iter(())
    limited = False
    say(answers, {"ready": True})
    while True:
        request = arrived.get()
        if "keys" in request:
            keys |= request["keys"]
            wanted_works = Wanted(
                keys, wanted_works.with_abstract | frozenset(request["with_abstract"])
            )
            say(answers, {"ready": True})
        elif "path" in request:
            if not limited:
                limit_memory(arguments.memory_mb)
                limited = True
            path = Path(request["path"])
            steps = scan(path, wanted_works, part=request["part"], position=request["position"])
            say(answers, {"ready": True})
        else:
            say(answers, _answer(steps))


def _answer(steps: Iterator[Step]) -> _Json:
    try:
        return _joined(steps)
    except FormatError as error:
        return {"error": error.packed()}
    except MemoryError:
        return _OUT_OF_MEMORY
    except Exception:  # noqa: BLE001 - carried to the parent, which tells of it there
        return {"bug": traceback.format_exc()}


def _joined(steps: Iterator[Step]) -> _Json:
    """Return some steps as one: each answer costs its reader a write to the disk."""
    until = time.monotonic() + _SECONDS
    joined: Step | None = None
    for step in steps:
        joined = step if joined is None else joined.merge_step(step)
        if len(joined.found) >= _MOST_FOUND or time.monotonic() >= until:
            break
    return {"end": True} if joined is None else {"step": asdict(joined)}


if __name__ == "__main__":
    main()
