"""The settings a person has chosen: one small TOML file in the user's configuration folder.

Keys this version does not know are kept and logged, for a later version may have written them. A
value that makes no sense falls back to its default, after the file was put aside as ``….bak``.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import platformdirs
import tomli_w
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from core.base.files import make_folder, rename_durably
from core.base.lookups import SERVICES, Consent
from core.base.records import NEEDS_CITATION

logger = logging.getLogger(__name__)

RECENT_LIBRARIES = 8


def setting(
    section: str,
    title: str,
    meaning: str = "",
    *,
    words: str = "",
    unit: str = "",
    step: int = 1,
    **constraints: Any,  # noqa: ANN401 - those of pydantic's own Field
) -> Any:  # noqa: ANN401 - as pydantic's own Field
    """Declare a setting that the window shows in a section by itself, as a number or a check box.

    ``meaning`` says what it does; a check box has it as its text. ``words`` are found by the search
    too. These texts and ``unit`` are translated in the context of the section. ``constraints`` are
    those of pydantic's ``Field``.
    """
    presentation: dict[str, JsonValue] = {
        "section": section,
        "words": words,
        "unit": unit,
        "step": step,
    }
    return Field(title=title, description=meaning, json_schema_extra=presentation, **constraints)


class Settings(BaseModel):
    """One state of the settings; a change makes another one (see ``changed``).

    ``language`` is "system" or a code such as "de". ``breadth`` is the context a recommendation
    asks with: 0 this sentence, 1 the whole manuscript. From the chance ``gap_threshold`` on, a
    sentence counts as one that needs a citation. ``text_percent`` is the size of texts, 100 as the
    system has it.
    ``shortcuts`` maps names of actions to keys in Qt's portable text, parted by "; ", where the
    person chose others than the program has. ``csl_style`` is what formatted references follow: the
    name of a style at hand, or the path of a ``.csl`` file. After ``trash_days`` in the trash a
    paper is deleted for good; 0 keeps it there. With ``serve_programs`` other programs of this
    computer may ask the library that the window has open, with ``serve_picker`` editors may open
    its picker, too. ``lookup_crossref``, ``lookup_openalex`` and ``lookup_arxiv`` allow a person to
    look papers up at that service; ``lookup_mailto`` is the address that is sent along, if any.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    language: str = Field(default="system", pattern=r"^(system|[a-z]{2,3}(_[A-Z]{2})?)$")
    open_last: bool = True
    library: Path | None = None
    recent_libraries: tuple[Path, ...] = ()
    suggestions: int = setting(
        "General",
        "&Suggestions",
        "How many papers are suggested for a sentence at most.",
        step=5,
        default=20,
        ge=5,
        le=100,
    )
    breadth: float = Field(default=0.5, ge=0.0, le=1.0)
    gap_threshold: float = Field(default=NEEDS_CITATION, ge=0.0, le=1.0)
    rerank_ms: int = setting(
        "Recommendation",
        "&Reranking time",
        "How long a reranker, if one is in use, may take to put the best papers for "
        "a sentence in a better order. In more time it reads more papers.",
        words="rerank reranker budget time milliseconds",
        unit=" ms",
        step=100,
        default=2_000,
        ge=100,
        le=10_000,
    )
    theme: Literal["system", "light", "dark"] = "system"
    text_percent: int = Field(default=100, ge=100, le=200)
    density: Literal["compact", "normal", "roomy"] = "normal"
    cite_style: Literal["latex", "pandoc", "typst", "plain", "word"] = "latex"
    csl_style: str = "author-date"
    trash_days: int = Field(default=0, ge=0, le=3650)
    serve_programs: bool = False
    serve_picker: bool = False
    lookup_crossref: bool = False
    lookup_openalex: bool = False
    lookup_arxiv: bool = False
    lookup_mailto: str = Field(default="", pattern=r"^([^@\s]+@[^@\s]+)?$", max_length=254)
    shortcuts: dict[str, str] = Field(default_factory=dict)

    def consent(self) -> Consent:
        """Return at which services papers may be looked up."""
        services = tuple(service for service in SERVICES if getattr(self, f"lookup_{service}"))
        return Consent(services, self.lookup_mailto)

    def changed(self, **values: object) -> Settings:
        """Return these settings with other values, validated."""
        return Settings.model_validate(self.model_dump() | values)

    def at_defaults(self, names: Iterable[str]) -> Settings:
        """Return these settings with the named ones as a new user has them."""
        fresh = Settings()
        return self.changed(**{name: getattr(fresh, name) for name in names})

    def with_library(self, folder: Path) -> Settings:
        """Return these settings with ``folder`` in use and first among the recent ones."""
        other_libraries = tuple(path for path in self.recent_libraries if path != folder)
        recent = (folder, *other_libraries)[:RECENT_LIBRARIES]
        return self.changed(library=folder, recent_libraries=recent)


def default_path() -> Path:
    """Return where the settings of this user lie."""
    return Path(platformdirs.user_config_dir("cocite", appauthor=False)) / "settings.toml"


def load(path: Path) -> Settings:
    """Return what the file says. No file means defaults; a damaged one too, and is put aside."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        logger.warning("The settings could not be read, defaults are used: %s", error)
        _put_aside(path)
        return Settings()
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        logger.warning("The settings are no TOML, defaults are used: %s", error)
        _put_aside(path)
        return Settings()
    settings = _validated(values, path)
    if settings.model_extra:
        logger.info("Kept settings this version does not know: %s", ", ".join(settings.model_extra))
    return settings


def save(settings: Settings, path: Path) -> None:
    """Write the file, or leave the old one untouched if that fails with ``OSError``."""
    make_folder(path.parent)
    values = settings.model_dump(mode="json", exclude_none=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".settings-", suffix=".toml")
    try:
        with os.fdopen(handle, "wb") as file:
            tomli_w.dump(values, file)
            file.flush()
            os.fsync(file.fileno())
        rename_durably(Path(name), path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _validated(values: dict[str, Any], path: Path) -> Settings:  # Any: TOML values
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        wrong = {str(problem["loc"][0]) for problem in error.errors()}
        logger.warning("Settings that make no sense are at their defaults: %s", ", ".join(wrong))
        _put_aside(path)
        return Settings.model_validate({k: v for k, v in values.items() if k not in wrong})


def _put_aside(path: Path) -> None:
    try:
        shutil.copyfile(path, path.with_name(path.name + ".bak"))
    except OSError as error:
        logger.warning("The damaged settings could not be put aside: %s", error)
