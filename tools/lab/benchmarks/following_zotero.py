"""Times the following of a made-up Zotero.

``python -m tools.lab.benchmarks.following_zotero [ITEMS]``

Each item has an abstract, authors, a collection, two tags, a PDF of 200 kB, and every second one a
note. Printed are the seconds of the first look, of a question whether anything changed, and of
looks after one and after 50 changes.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from core.base.jobs import SilentJob
from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.following.followed import Pages
from tests.zotero_library import ZoteroLibrary

_WORDS = [
    f"{a}{b}"
    for a in ["walk", "moor", "peat", "rose", "bird", "moss", "fern", "reed"]
    for b in ("", "s")
]
_PDF = b"%PDF-1.7\n" + b"x" * 200_000


def main() -> None:
    """Make the folder, follow it, print the times."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        zotero = ZoteroLibrary(Path(folder) / "Zotero")
        made(zotero, count)
        print(f"{count} items, zotero.sqlite {zotero.path.stat().st_size / 2**20:.0f} MB")
        with (
            Library.open(Path(folder) / "library", create=True) as library,
            closing(ZoteroFollower(library, zotero.folder, Pages())) as follower,
        ):
            timed("first look", lambda: follower.look(SilentJob()))
            timed("anything new?", follower.is_due)
            timed("a look at nothing new", lambda: follower.look(SilentJob()))
            with zotero.writer() as running:
                for several in (1, 50):
                    running.execute(
                        "UPDATE items SET clientDateModified = '2021-01-01', version = version + 1"
                        " WHERE itemTypeID = 1 AND itemID <= ?",
                        (several * 3,),
                    )
                    running.execute(
                        "UPDATE itemDataValues SET value = value || '!' WHERE valueID <= ?",
                        (several * 2,),
                    )
                    timed(
                        f"a look after about {several} changes", lambda: follower.look(SilentJob())
                    )


def made(zotero: ZoteroLibrary, count: int) -> None:
    """Fill a Zotero with items."""
    draw = random.Random(1)
    with zotero.changing() as database:
        for n in range(20):
            database.execute(
                "INSERT INTO collections (collectionID, collectionName, libraryID, key)"
                " VALUES (?, ?, 1, ?)",
                (n + 1, f"Collection {n}", f"C{n:07}"),
            )
            database.execute("INSERT INTO tags (name) VALUES (?)", (f"tag {n}",))
        for n in range(count):
            number = zotero._new(database, "journalArticle", 1)
            words = [draw.choice(_WORDS) for _ in range(150)]
            fields: dict[str, str | None] = {
                "title": f"Number {n} of {' '.join(words[:8])}",
                "abstractNote": " ".join(words),
                "date": f"{1990 + n % 30}-00-00 {1990 + n % 30}",
                "DOI": f"10.1000/made.{n}",
                "publicationTitle": f"Journal {n % 200}",
                "pages": f"{n}-{n + 9}",
            }
            zotero._say(database, number, fields)
            zotero._credit(database, number, [f"Ann Roe{n % 900}", f"Bo Ng{n % 700}"])
            database.execute("INSERT INTO collectionItems VALUES (?, ?, 0)", (1 + n % 20, number))
            for tag in (n % 20 + 1, (n + 7) % 20 + 1):
                database.execute("INSERT INTO itemTags VALUES (?, ?, 0)", (number, tag))
            file = zotero._new(database, "attachment", 1)
            database.execute(
                "INSERT INTO itemAttachments (itemID, parentItemID, linkMode, contentType, path)"
                " VALUES (?, ?, 0, 'application/pdf', 'storage:a.pdf')",
                (file, number),
            )
            place = zotero.folder / "storage" / f"ITEM{file:04}" / "a.pdf"
            place.parent.mkdir(parents=True)
            place.write_bytes(_PDF + str(n).encode())
            if n % 2:
                note = zotero._new(database, "note", 1)
                said = (note, number, f"<p>{' '.join(words[:40])}</p>")
                database.execute("INSERT INTO itemNotes VALUES (?, ?, ?, '')", said)


def timed(name: str, work: Callable[[], object]) -> None:
    """Carry out and print how long it took, on the clock and on the processor."""
    start, used = time.perf_counter(), time.process_time()
    result = work()
    print(
        f"{name:36} {time.perf_counter() - start:8.3f} s,"
        f" {time.process_time() - used:8.3f} s of the processor: {result}"
    )


if __name__ == "__main__":
    main()
