"""What a step of a manuscript must know to be undone after its pages were built anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.language.step_names import NamedStep

if TYPE_CHECKING:
    from desktop.manuscript.session import ManuscriptSession


class ManuscriptStep(NamedStep):
    """A step on one manuscript, whichever session on it is the present one."""

    def belong_to(self, session: ManuscriptSession) -> None:
        """Be undone and done again in this session from now on."""
        raise NotImplementedError
