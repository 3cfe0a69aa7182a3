"""What is remembered of a followed Zotero."""

from __future__ import annotations

import json
from contextlib import closing

from core.library.following.zotero import ZoteroFollower
from core.library.library import Library
from tests.core.library.following.followed import (
    Pages,
    look,
    titles,
)
from tests.zotero_library import ZoteroLibrary


def test_items_changed_within_one_second_are_not_missed(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    """Zotero's dates have whole seconds, so the date says nothing of the second change."""
    walks = zotero.item("Walks on graphs")
    now = (
        "UPDATE items SET dateModified = CURRENT_TIMESTAMP, clientDateModified = CURRENT_TIMESTAMP"
    )
    zotero.run(now)
    look(follower)
    zotero.run("UPDATE itemDataValues SET value = 'Runs on graphs'")
    assert walks
    assert follower.is_due()
    look(follower)
    assert titles(library) == ["Runs on graphs"]


def test_what_is_remembered_survives_a_new_start(
    library: Library, zotero: ZoteroLibrary, follower: ZoteroFollower
) -> None:
    zotero.item("Walks on graphs", abstractNote="Far.")
    look(follower)
    revision = library.papers.revision()
    with closing(ZoteroFollower(library, zotero.folder, Pages())) as again:
        assert again.is_due()
        assert look(again).touched == 0
    assert library.papers.revision() == revision
    assert json.dumps(library.database.rows("SELECT * FROM followed_items"))
