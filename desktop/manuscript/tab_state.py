"""Where a person stood in an open manuscript, kept from one start to the next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.base.records import PaperFilter, Sentence
from desktop.pages.view import PageView

_FILTER = TypeAdapter(PaperFilter)


@dataclass(frozen=True, slots=True)
class TabState:
    """A file, or a typed text, and where one stood in it.

    ``page``, ``x`` and ``y`` are the point at the top left of the view, in points; without a
    ``zoom`` the pages fill the width. ``sentence`` is the text of the selected one. A
    ``paper_filter`` is stored where it is not that of the manuscript's year.
    """

    path: str = ""
    text: str = ""
    page: int = 0
    x: float = 0.0
    y: float = 0.0
    zoom: float | None = None
    sentence: str | None = None
    index: int = -1
    breadth: float | None = None
    paper_filter: PaperFilter | None = None


def packed(states: Sequence[TabState]) -> str:
    """Return states as text."""
    return json.dumps([asdict(state) for state in states])


def unpacked(text: str) -> list[TabState]:
    """Return what ``packed`` made a text of; what is none of ours is left out."""
    try:
        stored_states = json.loads(text)
    except ValueError:
        return []
    field_names = {field.name for field in fields(TabState)}
    return [
        TabState(**stored_state | {"paper_filter": _read_filter(stored_state.get("paper_filter"))})
        for stored_state in (stored_states if isinstance(stored_states, list) else ())
        if isinstance(stored_state, dict)
        and field_names.issuperset(stored_state)
        and _is_sound(stored_state)
    ]


def _read_filter(values: object) -> PaperFilter | None:
    """Return a stored filter, ``None`` for one that this version does not know."""
    if not isinstance(values, dict) or set(values) != {field.name for field in fields(PaperFilter)}:
        return None
    try:
        return _FILTER.validate_python(values)
    except ValidationError:
        return None


def _is_sound(values: dict[str, Any]) -> bool:  # Any: JSON values
    numbers = [values.get(name, 0) for name in ("page", "x", "y", "index")]
    texts = [values.get(name, "") for name in ("path", "text")]
    return all(isinstance(one, int | float) for one in numbers) and all(
        isinstance(one, str) for one in texts
    )


class TabMemory:
    """Brings a view back to where it stood, once it has pages and sentences."""

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._wanted_state: TabState | None = None
        self._placed = self._chosen = False

    def want(self, state: TabState | None) -> None:
        """Go there when that can be done."""
        self._wanted_state, self._placed, self._chosen = state, state is None, state is None

    @property
    def breadth(self) -> float | None:
        """Where the slider stood, ``None`` where nothing is known."""
        return None if self._wanted_state is None else self._wanted_state.breadth

    @property
    def paper_filter(self) -> PaperFilter | None:
        """Which papers were suggested, ``None`` where nothing else is known."""
        return None if self._wanted_state is None else self._wanted_state.paper_filter

    def now(
        self, *, path: str, text: str, breadth: float | None, paper_filter: PaperFilter | None
    ) -> TabState:
        """Return where the view stands, or where it is still to go."""
        if self._wanted_state is not None and not (self._placed and self._chosen):
            return self._wanted_state
        page, x, y = self._view.top_point()
        index = self._view.selected_sentence
        return TabState(
            path=path,
            text=text,
            page=page,
            x=x,
            y=y,
            zoom=None if self._view.fits_width else self._view.zoom,
            sentence=None if index is None else self._view.sentence_text(index),
            index=-1 if index is None else index,
            breadth=breadth,
            paper_filter=paper_filter,
        )

    def restore_position(self) -> bool:
        """Scroll to where the view stood, the first time it has pages; say whether it did."""
        state = self._wanted_state
        if state is None or self._placed:
            return False
        self._placed = True
        self._view.show_point(state.page, state.x, state.y, state.zoom)
        return True

    def choose(self, sentences: Sequence[Sentence]) -> bool:
        """Select the sentence that was selected, the first time; say whether it decided that."""
        state = self._wanted_state
        if state is None or self._chosen:
            return False
        self._chosen = True
        texts = [sentence.text for sentence in sentences]
        if state.sentence is not None and state.sentence in texts:
            same = texts[state.index] if 0 <= state.index < len(texts) else None
            index = state.index if same == state.sentence else texts.index(state.sentence)
            self._view.select(index, reveal=False)
        return True
