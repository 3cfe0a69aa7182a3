"""The actions of plans, by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.lives import hanging, merging, papers, texts, upkeep, zotero
from tests.lives.life import Life
from tests.lives.steps import Maker, Now, Step


def _plain(make: Maker) -> Callable[[Life, Now], Step | None]:
    return lambda _, now: make(now)


MAKERS: Mapping[str, Callable[[Life, Now], Step | None]] = {
    **{each.__name__.replace("_", " "): _plain(each) for each in (
        *(papers.add, papers.edit, papers.trash, papers.restore, papers.purge),
        *(hanging.group, hanging.note, hanging.attach, hanging.detach, hanging.cite, hanging.say),
        *(hanging.open_manuscript, hanging.decide, hanging.dismiss, hanging.forget),
        *(hanging.search, hanging.enrich, hanging.take_back_data),
        *(texts.read, texts.retry, texts.relink, texts.mark),
        *(merging.merge, merging.merge_for_good, merging.keep_apart, merging.link_versions),
    )},
    "take back": lambda life, now: merging.take_back(now, life.merges),
    "follow": zotero.follow,
    "undo": lambda life, now: life.past.undo(now),
    "redo": lambda life, now: life.past.redo(now),
}  # fmt: skip
UPKEEP: Mapping[str, Callable[[Life, Now], None]] = {
    each.__name__.replace("_", " "): each
    for each in (
        *(upkeep.reopen, upkeep.keep, upkeep.back_up, upkeep.put_back, upkeep.remake),
        *(upkeep.export, upkeep.formats, upkeep.reader, upkeep.writer, upkeep.embed),
        *(zotero.zotero,),
        *(upkeep.indexes, upkeep.empty_trash, upkeep.check, upkeep.clear_history, upkeep.clock),
    )
}
