"""What a person wrote about papers, as passages of them: annotations, notes, remarks."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence

from core.base.library_records import FullTextPassage
from core.base.messages import Message
from core.base.records import PaperNumber
from core.library.database.connection import Database, as_json

HAS_WRITTEN = """(p.extra LIKE '%"annote"%' OR EXISTS (SELECT 1 FROM notes WHERE paper = p.number)
    OR EXISTS (SELECT 1 FROM annotations WHERE paper = p.number))"""
"""SQL for: something was written about the paper ``p``."""

_PRESENT = "p.trashed_at IS NULL AND p.number IN (SELECT value FROM json_each(?))"
_NOTE, _ANNOTATION = Message("Note"), Message("Annotation")


def written_passages(
    database: Database, papers: Sequence[PaperNumber]
) -> dict[PaperNumber, list[FullTextPassage]]:
    """Return what was written about papers outside the trash; what has no page has page -1."""
    passages: defaultdict[PaperNumber, list[FullTextPassage]] = defaultdict(list)

    def add(paper: PaperNumber, section: str, page: int, *texts: str) -> None:
        if text := "\n".join(part.strip() for part in texts if part.strip()):
            passages[paper].append(
                FullTextPassage(paper=paper, section=section, page=page, text=text)
            )

    listed = as_json(papers)
    for paper, places, text, note in database.rows(
        f"""SELECT a.paper, a.places, a.text, a.note FROM annotations a
            JOIN papers p ON p.number = a.paper WHERE {_PRESENT} ORDER BY a.paper, a.number""",
        listed,
    ):
        add(paper, _ANNOTATION, int(json.loads(places)[0][0]), text, note)
    for paper, text in database.rows(
        f"""SELECT n.paper, n.text FROM notes n JOIN papers p ON p.number = n.paper
            WHERE {_PRESENT}""",
        listed,
    ):
        add(paper, _NOTE, -1, text)
    for paper, extra in database.rows(
        f"""SELECT p.number, p.extra FROM papers p
            WHERE {_PRESENT} AND p.extra LIKE '%"annote"%'""",
        listed,
    ):
        remark = json.loads(extra).get("annote")
        add(paper, _NOTE, -1, remark if isinstance(remark, str) else "")
    return dict(passages)
