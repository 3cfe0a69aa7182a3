"""The inverses of merges, stored so that a merge can be undone on another day."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json
from core.library.store.inverses import Inverse, collect_rows
from core.library.store.paper_rows import now

_LISTED = "SELECT value FROM json_each(?)"
_KEPT_INVERSES = 1_000


class MergeWatch:
    """Sees papers before they are merged and after it. Make it before; both in one transaction."""

    def __init__(self, database: Database, into: PaperNumber, away: Sequence[PaperNumber]) -> None:
        self._database, self._into, self._away = database, into, list(away)
        self._concerned = [into, *away, *self._list_versions([into, *away])]
        self._before = collect_rows(database, self._concerned)

    def remember(self) -> int:
        """Keep what takes the merge back, and return its number."""
        inverse = Inverse.of(self._before, collect_rows(self._database, self._concerned))
        self._database.execute(
            "INSERT INTO merges (made_at, kept, absorbed, inverse) VALUES (?, ?, ?, ?)",
            now(),
            self._into,
            as_json(self._away),
            inverse.packed(),
        )
        number = int(self._database.value("SELECT MAX(number) FROM merges"))
        self._database.execute("DELETE FROM merges WHERE number <= ?", number - _KEPT_INVERSES)
        return number

    def _list_versions(self, papers: Sequence[PaperNumber]) -> list[PaperNumber]:
        return self._database.column(
            f"""SELECT paper FROM versions WHERE paper NOT IN ({_LISTED})
                AND work IN (SELECT work FROM versions WHERE paper IN ({_LISTED}))""",
            as_json(papers),
            as_json(papers),
        )


def settle_in_rebuilt(database: Database, derived: Collection[str]) -> None:
    """Let merges be undone in a database that was made again from sidecars.

    What was to be put back into tables that are ``derived`` is left out: it led to rows by numbers
    that are those of others now. So did merges of earlier versions with authors and keywords;
    they are forgotten, as are those that are damaged.
    """
    for number, stored in database.rows("SELECT number, inverse FROM merges"):
        try:
            inverse = Inverse.unpacked(stored)
            fits = not inverse.leads_by_number(database)
        except (ValueError, TypeError, AttributeError):  # from a file that anyone can edit
            fits = False
        if fits:
            packed = inverse.without(derived).packed()
            database.execute("UPDATE merges SET inverse = ? WHERE number = ?", packed, number)
        else:
            database.execute("DELETE FROM merges WHERE number = ?", number)
