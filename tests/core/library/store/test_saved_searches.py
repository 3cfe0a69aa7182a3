"""Saved searches."""

from __future__ import annotations

import pytest

from core.base.errors import UsageError
from core.library.library import Library
from core.library.store.saved_searches import SavedSearches


def test_searches_are_kept_under_names_of_their_own(filled: Library) -> None:
    searches = SavedSearches(filled.database)
    olives = searches.add(" My  olives ", "words", "green   olives")
    assert (olives.name, olives.query) == ("My olives", "green olives")
    tulips = searches.add("Tulips", "words", "tulips")
    assert [each.name for each in searches.all()] == ["My olives", "Tulips"]
    for name, reason in (("my OLIVES", "A saved search named"), ("  ", "needs a name")):
        with pytest.raises(UsageError, match=reason):
            searches.rename(tulips.number, name)
    searches.rename(olives.number, "MY OLIVES")  # its own name in other letters
    searches.remove(tulips.number)
    assert len(searches.all()) == 1
    searches.put_back(tulips)
    assert tulips in searches.all()
