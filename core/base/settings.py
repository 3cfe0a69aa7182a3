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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self, cast

import platformdirs
import tomli_w
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.base.files import make_folder, rename_durably
from core.base.lookups import SERVICES, Consent
from core.base.records import DEFAULT_BREADTH, NEEDS_CITATION, RERANK_SECONDS

logger = logging.getLogger(__name__)

RECENT_LIBRARIES = 8


@dataclass(frozen=True, slots=True)
class Presentation:
    """How the window shows a setting: the texts are English, translated in the context ``section``.

    ``section`` is the class in ``desktop/settings`` that has the row. ``meaning`` says below the
    field what it does, ``label`` stands beside a check box, ``ends`` beside a slider, and ``words``
    are found by the search too. ``choices`` are the values that are offered, each with its text, in
    which {0} stands for a number. ``unit`` and ``step`` belong to a whole number. A slider shows
    its value with ``shows_percent`` and falls to the right with ``is_reversed``. ``widget`` names a
    field that the section makes itself (``Section.widgets``).
    """

    section: str
    title: str
    meaning: str = ""
    label: str = ""
    words: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)  # Any: values of the setting
    ends: tuple[str, str] = ("", "")
    shows_percent: bool = False
    is_reversed: bool = False
    unit: str = ""
    step: int = 1
    widget: str = ""


def setting(  # noqa: PLR0913 - the constraints of pydantic's own Field
    section: str,
    title: str,
    meaning: str = "",
    *,
    default: object,
    ge: float | None = None,
    le: float | None = None,
    pattern: str | None = None,
    max_length: int | None = None,
    **presentation: Any,  # noqa: ANN401 - the fields of Presentation
) -> Any:  # noqa: ANN401 - as pydantic's own Field
    """Declare a setting that the window shows in a section by itself, see ``Presentation``."""
    extra: dict[str, Any] = {"presentation": Presentation(section, title, meaning, **presentation)}
    return Field(
        default=default,
        ge=ge,
        le=le,
        pattern=pattern,
        max_length=max_length,
        json_schema_extra=extra,
    )


class Settings(BaseModel):
    """One state of the settings; a change makes another one (see ``changed``).

    Those declared with ``setting`` have a row in the window. The others are chosen elsewhere there:
    ``shortcuts`` maps names of actions to keys in Qt's portable text, parted by "; ", where the
    person chose others than the program has.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    language: str = setting(
        "General",
        "&Language",
        widget="language",
        default="system",
        pattern=r"^(system|[a-z]{2,3}(_[A-Z]{2})?)$",
    )
    open_last: bool = setting(
        "General",
        "At the start",
        "Otherwise the welcome page lets you choose.",
        label="Open the last library",
        default=True,
    )
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
    breadth: float = setting(
        "Recommendation",
        "Conte&xt",
        "How much of the manuscript the search uses besides the sentence. New "
        "manuscripts start with this; each has a slider of its own.",
        words="breadth slider",
        ends=("this sentence", "whole manuscript"),
        default=DEFAULT_BREADTH,
        ge=0.0,
        le=1.0,
    )
    gap_threshold: float = setting(
        "Recommendation",
        "&Gap threshold",
        "How sure Cocite must be that a sentence needs a citation before the sentence "
        "is marked as a gap.",
        words="threshold",
        ends=("fewer gaps", "more gaps"),
        shows_percent=True,
        is_reversed=True,
        default=NEEDS_CITATION,
        ge=0.0,
        le=1.0,
    )
    rerank_ms: int = setting(
        "Recommendation",
        "&Reranking time",
        "How long a reranker, if one is in use, may take to put the best papers for "
        "a sentence in a better order. In more time it reads more papers.",
        words="rerank reranker budget time milliseconds",
        unit=" ms",
        step=100,
        default=round(RERANK_SECONDS * 1000),
        ge=100,
        le=10_000,
    )
    theme: Literal["system", "light", "dark"] = setting(
        "Appearance",
        "&Theme",
        "Pages of manuscripts stay white.",
        words="dark mode night colours",
        choices={"system": "Same as the system", "light": "Light", "dark": "Dark"},
        default="system",
    )
    text_percent: int = setting(
        "Appearance",
        "Text si&ze",
        "100 % is the size of your system.",
        words="zoom scale font large",
        choices=dict.fromkeys((100, 110, 125, 150, 175, 200), "{0} %"),
        default=100,
        ge=100,
        le=200,
    )
    density: Literal["compact", "normal", "roomy"] = setting(
        "Appearance",
        "Table &rows",
        words="density height spacing",
        choices={"compact": "Compact", "normal": "Normal", "roomy": "Roomy"},
        default="normal",
    )
    cite_style: Literal["latex", "pandoc", "typst", "plain", "word"] = setting(
        "General",
        "&Cite command",
        "What “Copy cite command” puts on the clipboard. In Word and Writer it is "
        "pasted as a citation field that Zotero's add-ins know as well.",
        choices={
            "latex": "LaTeX  \\cite{key}",
            "pandoc": "Markdown  [@key]",
            "typst": "Typst  @key",
            "word": "Word or Writer  (field)",
            "plain": "Keys only",
        },
        default="latex",
    )
    csl_style: str = setting(  # the name of a style at hand, or the path of a .csl file
        "General",
        "&Formatted references",
        "The citation style of references that are copied or exported. More styles "
        "are .csl files, as Zotero and publishers offer them.",
        words="bibliography csl citation style harvard",
        widget="citation style",
        default="author-date",
    )
    trash_days: int = setting(
        "Library",
        "&Trash",
        "How long papers stay in the Trash. After that they are deleted for good, with "
        "the copies of their PDFs in the library.",
        words="delete empty days retention",
        choices={
            0: "Until it is emptied by hand",
            **dict.fromkeys((7, 30, 90, 365), "For {0} days"),
        },
        default=0,
        ge=0,
        le=3650,
    )
    serve_programs: bool = setting(
        "Privacy",
        "Other programs",
        "Editors and assistants can search the open library, ask what to cite, and "
        "store your decisions. Only programs on this computer reach it, and only with "
        "a key that you alone can read. No web page can.",
        label="Let other programs on this computer ask",
        words="service server address port",
        default=False,
    )
    serve_picker: bool = setting(
        "Privacy",
        "Picker for editors",
        "Editors that know Better BibTeX for Zotero open a picker in this window and "
        "insert what you choose there. They use no key, so any program on this "
        "computer can open it; it gets nothing but what you choose. No web page can.",
        label="Let editors open the picker",
        words="zotero cite as you write cayw vim emacs",
        default=False,
    )
    serve_plugins: bool = setting(
        "Privacy",
        "Plug-ins for Zotero",
        "Plug-ins for Zotero and Better BibTeX, such as those of Obsidian, Emacs and Pandoc, "
        "can read papers, keys, notes and where files are. They use no key, so any program "
        "on this computer can read them too. No web page can. Zotero must not run at the same "
        "time, because they use its port.",
        label="Let plug-ins for Zotero read the library",
        words="better bibtex json-rpc zotxt obsidian pandoc emacs",
        default=False,
    )
    serve_browser: bool = setting(
        "Privacy",
        "Zotero Connector",
        "The button of the Zotero Connector in your browser saves papers and PDFs into the "
        "open library. Any program on this computer and any extension of Firefox or Safari could "
        "add papers in the same way. No web page can. Zotero must not run at the same time, "
        "because the Connector uses its port.",
        label="Let the Zotero Connector save",
        words="browser firefox chrome edge safari button extension",
        default=False,
    )
    lookup_crossref: bool = setting(
        "Privacy",
        "Look-ups at Crossref",
        "When you look a paper up, its DOI, or its title if it has none, is sent to "
        "api.crossref.org. Details, abstract and references come back. Nothing is sent by "
        "itself.",
        label="Allow looking papers up there",
        words="internet online doi metadata",
        default=False,
    )
    lookup_openalex: bool = setting(
        "Privacy",
        "Look-ups at OpenAlex",
        "The same at api.openalex.org, by DOI, arXiv id or title.",
        label="Allow looking papers up there",
        words="internet online doi metadata",
        default=False,
    )
    lookup_arxiv: bool = setting(
        "Privacy",
        "Look-ups at arXiv",
        "The same at export.arxiv.org, by arXiv id or title. It knows no references.",
        label="Allow looking papers up there",
        words="internet online preprint metadata",
        default=False,
    )
    lookup_mailto: str = setting(
        "Privacy",
        "E-mail address for look-ups",
        "Crossref and OpenAlex answer faster if they have a contact address. Optional.",
        words="email mailto polite",
        widget="mail address",
        default="",
        pattern=r"^([^@\s]+@[^@\s]+)?$",
        max_length=254,
    )
    shortcuts: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def presentations(cls) -> dict[str, Presentation]:
        """Return how each setting with a row is shown, by its name, in the order of the rows."""
        extras = {name: field.json_schema_extra for name, field in cls.model_fields.items()}
        return {
            name: cast("Presentation", extra["presentation"])
            for name, extra in extras.items()
            if isinstance(extra, dict) and "presentation" in extra
        }

    @classmethod
    def limits(cls, name: str) -> tuple[float, float]:
        """Return the least and the greatest value of a number."""
        limits = {type(limit).__name__: limit for limit in cls.model_fields[name].metadata}
        return limits["Ge"].ge, limits["Le"].le

    def consent(self) -> Consent:
        """Return at which services papers may be looked up."""
        services = tuple(service for service in SERVICES if getattr(self, f"lookup_{service}"))
        return Consent(services, self.lookup_mailto)

    def changed(self, **values: object) -> Self:
        """Return these settings with other values, validated."""
        return self.model_validate(self.model_dump() | values)

    def at_defaults(self, names: Iterable[str]) -> Self:
        """Return these settings with the named ones as a new user has them."""
        fresh = type(self)()
        return self.changed(**{name: getattr(fresh, name) for name in names})

    def with_library(self, folder: Path) -> Self:
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


def load_citation_style() -> str:
    """Return the citation style that was chosen: a name, or the path of a ``.csl`` file."""
    return load(default_path()).csl_style


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
