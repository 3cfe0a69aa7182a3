"""The process that parses a reference file: ``python -m core.formats.child FORMAT PATH``.

A file may crash its parser, hang it or eat all memory; it does so here. Each request on standard
input is answered by the next entries, in lines of JSON: ``{"entries"}``, at the end ``{"end"}``,
or ``{"error": {"message", "remedy"}}``, ``{"bug"}``. The process ends when its standard input
closes.
"""

from __future__ import annotations

import argparse
import itertools
import signal
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.base.children import limit_memory, private_stdout, requests, say
from core.base.errors import FormatError
from core.base.messages import packed, unpacked
from core.base.records import PaperRecord, SourceText
from core.formats.entries import Entry
from core.formats.registry import Format, get_format, parsed

ENTRIES = 500
"""Entries in an answer."""
_FIELDS = ("id", "title", "abstract", "authors", "year", "venue", "doi", "arxiv", "url")
_OUT_OF_MEMORY = {"end": True, "exhausted": True}


def main() -> None:
    """Parse one file, some entries for each request."""
    options = argparse.ArgumentParser()
    options.add_argument("--memory-mb", type=int, default=1024)
    options.add_argument("format", choices=[parsed_format.name for parsed_format in parsed()])
    options.add_argument("path", type=Path)
    arguments = options.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to deal with
    answers = private_stdout()
    arrived = requests()
    reader = get_format(arguments.format)
    reader.load()
    limit_memory(arguments.memory_mb)
    entries = _entries(reader, arguments.path)
    say(answers, {"ready": True})
    while True:
        arrived.get()
        say(answers, _answer(entries))


def _entries(reader: Format, path: Path) -> Iterator[Entry]:
    """Open the file when the first entry is asked for: some readers do so before, and may fail."""
    yield from reader.read_entries(path)


def _answer(entries: Iterator[Entry]) -> dict[str, Any]:  # Any: JSON
    try:
        batch = [pack(entry) for entry in itertools.islice(entries, ENTRIES)]
    except FormatError as error:
        return {"error": error.packed()}
    except MemoryError:
        return _OUT_OF_MEMORY
    except Exception:  # noqa: BLE001 - carried to the parent, which raises it there
        return {"bug": traceback.format_exc()}
    return {"entries": batch} if batch else {"end": True}


def pack(entry: Entry) -> list[Any]:  # Any: JSON
    """Return an entry as JSON."""
    record = entry.record
    if record is None:
        return [packed(entry.location), packed(entry.problem)]
    fields = [getattr(record, name) for name in _FIELDS]
    json_values = [record.keywords, record.extra]
    return [
        packed(entry.location),
        *fields,
        *json_values,
        entry.attachments,
        entry.collections,
        entry.tags,
        None if record.source is None else record.source.packed(),
    ]


def unpack(packed_entry: list[Any]) -> Entry:  # Any: JSON
    """Return the entry of ``pack``."""
    if len(packed_entry) == 2:
        return Entry(unpacked(packed_entry[0]), None, unpacked(packed_entry[1]))
    location, *fields, keywords, extra, attachments, collections, tags, source = packed_entry
    values = dict(zip(_FIELDS, fields, strict=True))
    values["authors"] = tuple(values["authors"])
    record = PaperRecord(
        **values,
        keywords=tuple(keywords),
        extra=extra,
        source=None if source is None else SourceText.unpacked(source),
    )
    return Entry(
        unpacked(location),
        record,
        attachments=tuple(attachments),
        collections=tuple(collections),
        tags=tuple(tags),
    )


if __name__ == "__main__":
    main()
