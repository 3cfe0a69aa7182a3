"""What is to be done in one life of the program, as the processes tell it each other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

DONE, ENDED, KILLED = "all steps done", "the person closed the window", "killed"
WEIGHTS = {
    # bringing papers in
    "import_folder": 3,
    "import_bib": 2,
    "import_pdf": 2,
    "paste_entries": 4,
    "stop_a_job": 1,
    # the library
    "search_words": 5,
    "search_oddly": 2,
    "clear_search": 4,
    "change_mode": 3,
    "choose_section": 4,
    "sort": 2,
    "read_details": 5,
    "open_pdf": 3,
    "edit": 4,
    "write_note": 2,
    "merge": 2,
    "decide_duplicates": 2,
    "group": 4,
    "change_section": 2,
    "save_search": 1,
    "throw_away": 3,
    "visit_trash": 3,
    "undo_in_library": 4,
    "export": 1,
    # manuscripts
    "open_manuscript": 4,
    "type_passage": 1,
    "close_tab": 1,
    "choose_tab": 2,
    "click_sentence": 9,
    "next_gap": 5,
    "cite": 6,
    "refuse": 4,
    "more_of_card": 2,
    "similar_to_card": 2,
    "move_context": 2,
    "dismiss_gap": 2,
    "undo_in_manuscript": 4,
    "look_at_reference": 4,
    "look_at_whole": 3,
    "use_to_cite": 2,
    # elsewhere
    "find_similar": 3,
    "walk_on": 5,
    "change_view": 2,
    "collect_similar": 1,
    "use_map": 3,
    "train": 1,
    "watch_training": 2,
    "use_models": 1,
    "change_settings": 2,
    "switch_language": 1,
    "switch_theme": 1,
    "resize": 1,
    "look_at_jobs": 1,
    "answer_news": 3,
    "use_palette": 2,
    "carry_out": 6,
    "press_anything": 8,
    "press_keys": 5,
    "ask_for_a_menu": 5,
    "double_click_anything": 4,
    # ends
    "another_library": 1,
    "change_mind": 1,
    "close_program": 1,
    "kill_program": 1,
}
FIRST = ("import_folder", "import_bib", "open_manuscript")
"""With an empty library there is little to do."""


@dataclass(frozen=True)
class Plan:
    """What is to be done in this life. Steps before ``first`` were done in lives before.

    ``settles`` is how often the program is let come to rest before the next step.
    """

    seed: int
    first: int
    last: int
    world: dict[str, Any]
    library: str
    journal: str
    small_trainer: bool = True
    settles: float = 0.3
    only: Sequence[str] = ()
    script: Sequence[str] = ()
    weights: dict[str, int] = field(default_factory=lambda: dict(WEIGHTS))

    def write(self, path: Path) -> None:
        """Write the plan where a life reads it."""
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")
