"""The values of looking papers up at services: what is asked, what was sent, what came back.

Nothing is sent unless the person switched a service on; ``Consent`` says which.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from core.base.records import Paper, PaperRecord
from core.base.reports import Refusal

OnlineService = Literal["crossref", "openalex", "arxiv"]
AskedKind = Literal["doi", "arxiv", "title"]

SERVICES: tuple[OnlineService, ...] = get_args(OnlineService)
SERVICE_TITLES: dict[OnlineService, str] = {
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "arxiv": "arXiv",
}


@dataclass(frozen=True, slots=True)
class Consent:
    """The services that may be asked, and the mail address that is sent along, or ""."""

    services: tuple[OnlineService, ...] = ()
    mailto: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked: a DOI, an arXiv id or a title, and nothing else."""

    kind: AskedKind
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SentRequest:
    """A request that left this computer. ``at`` is ISO 8601 in UTC.

    ``status`` is HTTP's number, or 0 where no answer came; ``outcome`` says the rest in a sentence,
    "" while the answer is awaited.
    """

    number: int
    at: str
    service: OnlineService
    asked: Asked
    address: str
    status: int = 0
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Online:
    """What a service says of a work.

    ``line`` is its answer as a line of a dump, "" if it holds no citation data.
    """

    service: OnlineService
    record: PaperRecord
    line: str = ""


@dataclass(slots=True)
class Found:
    """What the services say of one thing that was asked, as one record.

    ``record`` is ``None`` if no service knows it. ``paper`` and ``fields`` are there if a paper of
    the library was asked about: what is empty in it and could be filled in.
    """

    label: str
    record: PaperRecord | None = None
    answers: list[Online] = field(default_factory=list)
    paper: Paper | None = None
    fields: dict[str, Any] = field(default_factory=dict)  # Any: values of record fields
    problems: list[Refusal] = field(default_factory=list)

    @property
    def services(self) -> tuple[str, ...]:
        """The names of the services that know it."""
        return tuple(dict.fromkeys(SERVICE_TITLES[answer.service] for answer in self.answers))
