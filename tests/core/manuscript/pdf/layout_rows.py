"""The rows of a page, in the order in which they are read."""

from __future__ import annotations

from core.base.records import Manuscript
from tests.core.manuscript import prose

METHOD, RESULTS = prose.plain(prose.METHOD), prose.plain(prose.RESULTS)


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]
