"""One life of the program, from its start to its end, with a scripted person in its event loop.

    python -m tests.rehearsal.life PLAN

PLAN is a JSON file, see ``Plan``. What happens is written line by line, so that a killed process
leaves it behind.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.rehearsal.plan import Plan


def main(arguments: Sequence[str]) -> int:
    """Live."""
    plan = Plan(**json.loads(Path(arguments[0]).read_text("utf-8")))
    from desktop.__main__ import import_window
    from desktop.__main__ import main as start_program

    import_window()
    import desktop.app.application
    from tests.rehearsal.driver import Driver

    if plan.small_trainer:
        from core.runs import trainer

        trainer.command = _small_trainer

    class Rehearsed(desktop.app.application.Application):
        """The program, which a person begins to use as soon as it shows."""

        def start(self, start: desktop.app.application.Start) -> None:
            super().start(start)
            self.driver = Driver(self, plan)
            self.driver.begin()

    desktop.app.application.Application = Rehearsed  # type: ignore[misc]
    return start_program(["--sample"] if plan.library == "sample" else [])


def _small_trainer(arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-P", "-m", "tests.small_trainer", *arguments]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
