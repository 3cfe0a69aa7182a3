"""What lies beside a database, and how it is compared."""

from __future__ import annotations

import shutil

from core.library.library import Library
from core.library.safety.restoring import rebuild
from tests.rich_library import content


def rebuilt(library: Library) -> dict[str, list[str]]:
    """Return what a copy of the library holds after its database was lost and made again."""
    copy = library.folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(library.folder / "sidecars", copy / "sidecars")
    report = rebuild(copy)
    assert (report.unread, report.loose) == (0, 0)
    with Library.open(copy) as made:
        assert made.verify().sound
        return content(made.database)
