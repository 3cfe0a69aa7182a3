"""The bibliographies of a Markdown or Typst manuscript: BibTeX, CSL-JSON, CSL-YAML, Hayagriva.

Nothing outside the folder of the manuscript is read, but for a bibliography in that folder's
parent, as shared ones lie. YAML with aliases is refused: few lines of it can mean any amount.
"""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from core.base.errors import FormatError
from core.base.messages import Message
from core.base.records import PaperRecord, UnreadPart
from core.formats import csl
from core.formats.decoding import read_text
from core.formats.fields import clean, extract_doi, extract_year, find_named_arxiv
from core.formats.untitled import call_by_key, with_made_up_title
from core.manuscript.latex.references import ListedWork, index_works, list_faults, read_bibtex
from core.manuscript.text.coverage import missing_file, unreadable_list

MAX_BYTES = 32 * 1024 * 1024
_Json = Mapping[str, Any]  # Any: YAML and JSON values
FRONT = re.compile(r"\A\ufeff?---[ \t]*\n(?P<yaml>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)


class _Loader(yaml.SafeLoader):  # type: ignore[misc]  # PyYAML has no types
    """Loads plain values; dates stay texts."""

    def compose_node(self, parent: Any, index: Any) -> Any:  # noqa: ANN401 - PyYAML's
        """Refuse an alias."""
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()
            raise yaml.YAMLError(f"alias at line {event.start_mark.line + 1}")
        return super().compose_node(parent, index)


_Loader.add_multi_constructor(  # "!expr here::here(…)", as R Markdown has it
    "!", lambda loader, _tag, node: loader.construct_scalar(node) if node.id == "scalar" else None
)
_Loader.yaml_implicit_resolvers = {
    first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load_yaml(text: str) -> Any:  # noqa: ANN401 - whatever is in it
    """Return the values of a YAML text, ``None`` for one that is broken or has aliases."""
    try:
        return yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def beside(path: Path, name: str, *, parent: bool = False) -> Path | None:
    """Return the file called ``name`` in the folder of ``path``, or in its parent if that may be.

    ``None`` where there is none, or it lies elsewhere.
    """
    folder = path.absolute().parent.resolve()
    try:
        resolved_path = (folder / name).resolve()
        inside = resolved_path.is_relative_to(folder) or (
            parent and resolved_path.is_relative_to(folder.parent)
        )
        return resolved_path if inside and resolved_path.is_file() else None
    except (OSError, ValueError, RuntimeError):  # no name a file could have
        return None


def bibliographies(path: Path, names: Iterable[str]) -> list[Path]:
    """Return the bibliographies that a manuscript names, else the one that is called as it is."""
    bibliography_files = [
        file for name in dict.fromkeys(names) if (file := _bibliography(path, name))
    ]
    own = _bibliography(path, f"{path.stem}.bib")
    return bibliography_files or ([own] if own else find_bibliographies_of_whole(path))


def find_bibliographies_of_whole(path: Path) -> list[Path]:
    """Return the bibliographies of a document, beside a chapter or above it, that includes it."""
    return _find_whole(path)[1]


def find_whole(path: Path) -> Path | None:
    """Return the document, beside a chapter or above it, that includes it."""
    return _find_whole(path)[0]


def _find_whole(path: Path) -> tuple[Path | None, list[Path]]:
    patterns = _WHOLES.get(path.suffix.lower())
    chapter = path.absolute().resolve()
    if patterns is None:
        return None, []
    for folder in (chapter.parent, chapter.parent.parent):
        wholes = sorted(one for one in folder.glob(f"*{path.suffix}") if one.resolve() != chapter)
        for whole in wholes[:_MOST_WHOLES]:
            text = read_settings(whole) or ""
            names_chapter, names_bibliographies = patterns
            chapters = dict.fromkeys(names_chapter.findall(text))
            if any(_find_included(path, folder, name) == chapter for name in chapters):
                lists = names_bibliographies.findall(text)
                names = [name.strip(" \"'\n") for one in lists for name in one.split(",")]
                files = [_find_included(path, folder, name) for name in names[:_MOST_NAMES] if name]
                return whole, [file for file in files if file is not None]
    return None, []


def _find_included(path: Path, folder: Path, name: str) -> Path | None:
    """Return a file that a document in a folder names; for Typst "/" may be that folder."""
    paths = (folder / name, folder / name.lstrip("/"))
    return next((file for one in paths if (file := _bibliography(path, str(one)))), None)


def find_project_bibliographies(path: Path) -> list[Path]:
    """Return the bibliographies that the settings of a project name for all its documents.

    Of Quarto, bookdown, Jupyter Book, MyST, Sphinx and Manubot.
    """
    folder = path.absolute().parent.resolve()
    for place in (folder, folder.parent):
        for name, read_names in _PROJECT_SETTINGS.items():
            settings = beside(path, str(place / name), parent=True)
            if settings is None or (text := read_settings(settings)) is None:
                continue
            names = [str(place / bib_name) for bib_name in read_names(text)]
            names = names or (_list_below(place) if name == "myst.yml" else [])
            files = [file for one in names if (file := _bibliography(path, one)) is not None]
            if files:
                return files
    return []


def _list_below(folder: Path) -> list[str]:
    """Return the bibliographies in a folder and those below: MyST takes all if it names none."""
    paths: list[str] = []
    for place, folders, files in itertools.islice(os.walk(folder), _MOST_FOLDERS):
        folders[:] = sorted(one for one in folders if one[0] not in "._" and one != "node_modules")
        paths += [str(Path(place) / one) for one in sorted(files) if one.endswith(".bib")]
    return paths[:_MOST_NAMES]


def read_settings(path: Path) -> str | None:
    """Return the text of a project's settings, ``None`` where there are none or far too many."""
    try:
        return read_text(path) if path.stat().st_size <= _MOST_SETTINGS_BYTES else None
    except OSError:
        return None


def list_unnamed_bibliographies(path: Path) -> list[Path]:
    """Return the bibliographies in the folder of a document for which nothing names one.

    MyST takes these, and what renders a document may have them as arguments.
    """
    return sorted(path.absolute().parent.resolve().glob("*.bib"))[:_MOST_BESIDE]


def choose_cited(files: Sequence[Path], keys: Collection[str]) -> list[Path]:
    """Return the few bibliographies that have what is cited, the one with most of it first.

    A folder may hold those of other manuscripts.
    """
    open_keys = set(keys)
    known_keys = {file: load_records([file])[0].keys() for file in files}
    chosen: list[Path] = []
    while known_keys:
        best = max(known_keys, key=lambda file: len(open_keys & known_keys[file]))
        if open_keys.isdisjoint(known_keys[best]):
            break
        open_keys -= known_keys.pop(best)
        chosen.append(best)
    return chosen


def find_unread(
    path: Path,
    files: Sequence[Path],
    names: Sequence[str],
    faulty_works: Iterable[ListedWork],
    cited: Collection[str],
) -> Iterator[UnreadPart]:
    """Yield what was not read of the bibliographies of a document that cites these keys.

    That are named files that do not exist or cannot be read, and entries with an error. Works in a
    file that is not named may be those of another manuscript: nothing may be called not listed.
    """
    if not cited:
        return
    yield from list_faults(faulty_works, cited)
    found_files = {name: _bibliography(path, name) for name in names}
    for name, file in found_files.items():
        if file is None:
            yield missing_file(name if Path(name).suffix else f"{name}.bib")
    of_project = [*find_project_bibliographies(path), *find_bibliographies_of_whole(path)]
    named_files = {*found_files.values(), *of_project}
    unnamed = [file.name for file in files if file not in named_files]
    if unnamed:
        message = Message(
            "The works were read from “{files}” in the folder of the manuscript, which does not "
            "name it.",
            files=", ".join(unnamed),
        )
        yield UnreadPart(kind="unnamed", text=message)


def split_names(value: object) -> list[str]:
    """Return the file names of a value: a list, also of lists, one name, or several in one text.

    A list whose items were not recognised is one text too: "-refs.bib", "refs.bib - more.bib".
    Of code in R, the file that it names is taken: "here::here("texts", "refs.bib")".
    """
    names: list[str] = []
    for stated in value if isinstance(value, list) else [value]:
        if isinstance(stated, list):
            names += split_names(stated)
            continue
        text = str(stated or "").strip()
        if _R_CODE.search(text):
            names.append("/".join(_QUOTED.findall(text)))
            continue
        several = re.split(r"(?<=\.bib)\s*[,;\s]\s*", text)
        names += [name for one in several if (name := one.removeprefix("-").strip(" ,;\"'"))]
    return names


def _names_in_yaml(text: str) -> list[str]:
    value = load_yaml(text)
    settings = value if isinstance(value, dict) else {}
    sphinx = settings.get("sphinx")
    inner = [settings.get("project"), sphinx]
    inner += [sphinx.get("config")] if isinstance(sphinx, dict) else []
    names: list[str] = []
    for part in (settings, *inner):
        for key in ("bibliography", "bibtex_bibfiles"):
            names += split_names(part.get(key) if isinstance(part, dict) else None)
    return names


def _names_in_front_matter(text: str) -> list[str]:
    front = FRONT.match(text)
    return _names_in_yaml(front["yaml"]) if front else []


def _names_in_python(text: str) -> list[str]:
    stated = _SPHINX_BIBFILES.search(text)
    return _QUOTED.findall(stated["names"]) if stated else []


_SPHINX_BIBFILES = re.compile(r"^bibtex_bibfiles\s*=\s*\[(?P<names>[^\]]*)\]", re.M)
_QUOTED = re.compile(r"[\"']([^\"'\n]+)[\"']")
_R_CODE = re.compile(r"[\w:.]\([^()]*[\"'][^()]*\)")
_PROJECT_SETTINGS: dict[str, Callable[[str], list[str]]] = {
    "_quarto.yml": _names_in_yaml,
    "_quarto.yaml": _names_in_yaml,
    "myst.yml": _names_in_yaml,
    "_config.yml": _names_in_yaml,
    "_bookdown.yml": _names_in_yaml,
    "_metadata.yml": _names_in_yaml,
    "index.Rmd": _names_in_front_matter,
    "conf.py": _names_in_python,
    "metadata.yaml": lambda _text: ["manual-references.json", "manual-references.bib"],  # Manubot
}
_WHOLES = {
    ".typ": (
        re.compile(r"\binclude\s{0,9}\(?\s{0,9}\"([^\"\n]+)\""),
        re.compile(
            r"(?:\bbibliography\(+|[=:]\s{0,9}(?:read|\()*(?=\"[^\"\n]{1,200}\.bib\"))"
            r"((?:[^()\n]|\n(?=\s{0,99}(?:[\",)]|[\w-]{1,40}:)))*)"
        ),
    ),
    ".lyx": (
        re.compile(r"^filename \"([^\"\n]+)\"", re.M),
        re.compile(r"^bibfiles \"([^\"\n]+)\"", re.M),
    ),
}
"""How a document names the chapters that it includes, and its bibliographies."""
_MOST_WHOLES = 30
_MOST_NAMES = 100
_MOST_SETTINGS_BYTES = 1_000_000
_MOST_BESIDE = 5
_MOST_FOLDERS = 200


def _bibliography(path: Path, name: str) -> Path | None:
    """Return one bibliography; its ending may be left out."""
    endings = ("",) if Path(name).suffix else ("", ".bib")
    candidate_files = (beside(path, f"{name}{ending}", parent=True) for ending in endings)
    return next((file for file in candidate_files if file is not None), None)


def load_records(paths: Sequence[Path]) -> tuple[dict[str, PaperRecord], list[ListedWork]]:
    """Return the records of the bibliographies by key and alias, and the works with a fault.

    The first of a key counts, and one without a fault before others.
    """
    works: list[ListedWork] = []
    for path in paths:
        if path.stat().st_size > MAX_BYTES:
            raise FormatError(
                "“{file}” is larger than {limit} MB.",
                file=path.name,
                limit=MAX_BYTES // 2**20,
                remedy=(
                    "Create a smaller bibliography with only the papers that the manuscript cites."
                ),
            )
        works += _read_works(path)
    return index_works(works)


def csl_records(values: object) -> Iterator[tuple[str, PaperRecord]]:
    """Yield key and record of each item in CSL's form."""
    for item in values if isinstance(values, list) else ():
        key = str(item.get("id", "")) if isinstance(item, dict) else ""
        if key:
            record = csl.convert_item_to_record(_dated(item))
            titled = csl.convert_item_to_record({**_dated(item), "title": key})
            if record is None and titled is not None:
                record = call_by_key(key, titled)
            if record is not None:
                yield key, record


def _dated(item: _Json) -> _Json:
    """Return an item of CSL-YAML with its date in the form of CSL-JSON."""
    issued = item.get("issued")
    issued = issued[0] if isinstance(issued, list) and issued else issued
    if isinstance(issued, dict) and "year" in issued:
        parts = [issued.get(name) for name in ("year", "month", "day")]
        return {**item, "issued": {"date-parts": [[part for part in parts if part is not None]]}}
    if isinstance(issued, str | int):
        return {**item, "issued": {"date-parts": [str(issued).split("-")]}}
    return item


def _read_works(path: Path) -> Iterator[ListedWork]:
    text = read_text(path)
    suffix = path.suffix.lower()
    if suffix not in (".json", ".yaml", ".yml"):
        yield from read_bibtex(text, path.name)
        return
    value = _load_json(text) if suffix == ".json" else load_yaml(text)
    if isinstance(value, dict) and suffix != ".json" and "references" not in value:
        pairs = _hayagriva(value)
    else:
        value = value.get("references") if isinstance(value, dict) else value
        pairs = csl_records(value)
    if value is None and text.strip():
        yield ListedWork("", None, unreadable_list(path.name))
    yield from (ListedWork(key, record) for key, record in pairs)


def _load_json(text: str) -> object:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value.get("items") if isinstance(value, dict) else value


# --- bibliographies in Typst's own form, Hayagriva ------------------------------------------------


def _hayagriva(works: _Json) -> Iterator[tuple[str, PaperRecord]]:
    for key, value in works.items():
        item = value if isinstance(value, dict) else {}
        parents = item.get("parent")
        parent = parents[0] if isinstance(parents, list) and parents else parents
        about = parent if isinstance(parent, dict) else {}
        numbers = item.get("serial-number")
        numbers = numbers if isinstance(numbers, dict) else {"serial": numbers}
        url = _words(item.get("url"))
        extra = {
            name: text
            for name, where in (("volume", "volume"), ("issue", "issue"), ("page", "page-range"))
            if (text := _words(item.get(where) or about.get(where)))
        }
        record = PaperRecord(
            title=_words(item.get("title")),
            authors=tuple(map(_turned, _people(item.get("author")))),
            year=extract_year(_words(item.get("date") or about.get("date"))),
            venue=_words(about.get("title")),
            doi=extract_doi(_words(numbers.get("doi"))),
            arxiv=_words(numbers.get("arxiv")) or find_named_arxiv(url),
            url=url,
            extra=extra,
        )
        yield str(key), with_made_up_title(record) or call_by_key(str(key), record)


def _words(value: object) -> str:
    """Return a value of Hayagriva as text: some are ``{value: …}``."""
    if isinstance(value, dict):
        value = value.get("value")
    return clean(str(value)) if isinstance(value, str | int | float) else ""


def _people(value: object) -> list[str]:
    people = value if isinstance(value, list) else [value]
    names = (
        f"{one.get('name', '')}, {one.get('given-name', '')}" if isinstance(one, dict) else one
        for one in people
    )
    return [name.strip(", ") for name in names if isinstance(name, str) and name.strip(", ")]


def _turned(name: str) -> str:
    """Return "Oak, Jane" as "Jane Oak"."""
    family, _, given_name = name.partition(",")
    return clean(f"{given_name} {family}")
