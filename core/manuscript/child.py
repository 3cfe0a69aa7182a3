"""The process that reads manuscripts: ``python -m core.manuscript.child``, JSON lines in and out.

A file may crash its parser, hang it or eat all memory; it does so here. The first line out says
that the libraries are loaded. Each request is ``{"path", "max_pages", "seconds"}``, each answer
``{"manuscript"}``, ``{"error": {"kind", "message", "remedy"}}`` or ``{"bug"}``. With ``target`` and
``annotations`` a copy with these is written instead, and ``{"written"}`` answers; with ``remarks``
a copy of a manuscript with these, and ``{"files", "missed"}`` answers. With ``places`` these answer
as they are displayed. With ``typed`` the file is a text that is being written; it is read by what
changed since one of these readings (``rereading.py``). With ``recognise`` the text of scanned pages
is recognised, and ``{"progress": [done, total]}`` comes before the answer. The process ends when
its standard input closes, and by itself if a file takes far longer than its time.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from core.base.children import each_request, limit_memory, private_stdout, requests, say
from core.base.errors import EngineError
from core.base.library_records import Annotation
from core.base.records import Rect
from core.manuscript.rereading import TypedTexts, typed_to_json
from core.manuscript.sources import (
    limit_error,
    mark,
    read_manuscript,
    recognise,
    time_factor,
    too_much_memory,
)
from core.manuscript.text.remarks import Remark
from core.manuscript.text.serial import to_json

_GRACE_SECONDS = 10
_PAGES_A_MESSAGE = 50
_UNNEEDED = ("sklearn", "scipy", "numpy", "matplotlib", "pandas")
"""What NLTK imports if it can; without them loading takes a fifth of the time and 100 MB less."""


def main() -> None:
    """Answer requests until standard input closes."""
    options = argparse.ArgumentParser()
    options.add_argument("--memory-mb", type=int, default=1024)
    memory_mb = options.parse_args().memory_mb
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to deal with
    answers = private_stdout()
    arrived = requests()
    _load()
    limit_memory(memory_mb)
    say(answers, {"ready": True})
    for request in each_request(arrived):
        with Path(os.devnull).open("w") as nowhere:
            faulthandler.dump_traceback_later(
                request["seconds"] + _GRACE_SECONDS, exit=True, file=nowhere
            )
            answer = _answer(request, memory_mb, lambda reply: say(answers, reply))
            faulthandler.cancel_dump_traceback_later()
        say(answers, answer)


def _load() -> None:
    """Import what is slow to import, so that the first file does not wait for it."""
    for unneeded in _UNNEEDED:
        sys.modules.setdefault(unneeded, None)  # type: ignore[arg-type]  # makes its import fail
    from core.manuscript.pdf.assemble import parse
    from core.manuscript.references.entry_fields import parse_entry
    from core.manuscript.text.sentences import sentence_spans

    assert callable(parse)
    parse_entry("Loaded, I. Ready.")
    sentence_spans("Loaded. Ready.")
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)  # a file makes many small objects and hardly a cycle


def _answer(
    request: dict[str, Any], memory_mb: int, tell: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    path = Path(request["path"])
    # made ready before: without memory there may not be enough for it
    exhausted = limit_error(path, too_much_memory(memory_mb))
    try:
        return _run_request(path, request, tell)
    except EngineError as error:
        return _refusal(error)
    except MemoryError:
        return _refusal(exhausted) | {"exhausted": True}
    except Exception:  # noqa: BLE001 - carried to the parent, which raises it there
        return {"bug": traceback.format_exc()}


def _run_request(
    path: Path, request: dict[str, Any], tell: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    if "remarks" in request:
        return _mark(path, request)
    if "target" in request:
        return _annotate(path, request)
    if "places" in request:
        from core.manuscript.pdf.extract import shown_places

        return {"places": shown_places(path, request["places"])}
    if "typed" in request:
        answer = typed_to_json(_typed_texts().read_text(path, request["typed"]))
    else:
        answer = (_recognise if request.get("recognise") else _read_manuscript)(path, request, tell)
    return answer


def _read_manuscript(
    path: Path, request: dict[str, Any], tell: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    def progress(pages_done: int, total: int) -> None:
        if pages_done % _PAGES_A_MESSAGE == 0 or pages_done == total:
            report(pages_done, total)

    with _reporting(request, tell) as report:
        manuscript = read_manuscript(
            path,
            max_pages=request["max_pages"],
            beginning=bool(request.get("beginning")),
            progress=progress,
        )
    return {"manuscript": to_json(manuscript)}


@cache
def _typed_texts() -> TypedTexts:
    return TypedTexts()


@contextmanager
def _reporting(
    request: dict[str, Any], tell: Callable[[dict[str, Any]], None]
) -> Iterator[Callable[[int, int], None]]:
    """Give what tells how many pages are done; the time of a file counts anew with each."""

    def report(pages_done: int, total: int) -> None:
        faulthandler.cancel_dump_traceback_later()
        allowed = request["seconds"] * time_factor(total) + _GRACE_SECONDS
        faulthandler.dump_traceback_later(allowed, exit=True, file=nowhere)
        tell({"progress": [pages_done, total]})

    with Path(os.devnull).open("w") as nowhere:
        try:
            yield report
        finally:
            faulthandler.cancel_dump_traceback_later()


def _recognise(
    path: Path, request: dict[str, Any], tell: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    for name in _UNNEEDED:
        if sys.modules.get(name, sys) is None:  # it is needed now
            del sys.modules[name]
    with _reporting(request, tell) as report:
        manuscript = recognise(path, max_pages=request["max_pages"], report=report)
    return {"manuscript": to_json(manuscript)}


def _annotate(path: Path, request: dict[str, Any]) -> dict[str, Any]:
    from core.manuscript.pdf.extract import write_annotations

    annotations = [
        Annotation(**{**annotation, "rects": tuple(Rect(*rect) for rect in annotation["rects"])})
        for annotation in request["annotations"]
    ]
    write_annotations(path, Path(request["target"]), annotations)
    return {"written": True}


def _mark(path: Path, request: dict[str, Any]) -> dict[str, Any]:
    remarks = [
        Remark(
            remark["sentence"],
            tuple(Rect(*rect) for rect in remark["rects"]),
            tuple(remark["lines"]),
            remark["is_done"],
            tuple(remark["citation"]) if remark["citation"] else None,
        )
        for remark in request["remarks"]
    ]
    marked_copy = mark(path, Path(request["target"]), remarks)
    return {"files": [str(file) for file in marked_copy.files], "missed": marked_copy.missed}


def _refusal(error: EngineError) -> dict[str, Any]:
    return {"error": {"kind": type(error).__name__, **error.packed()}}


if __name__ == "__main__":
    main()
