"""What is installed beside Cocite, and under which licences, as the packages say themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

_NAMES = ("licen", "copying", "notice", "authors")
_MOST_CHARS = 200_000
_MOST_NAME = 80
"""A longer first line of a licence is not its name."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """An installed distribution. ``licence`` is "" where its metadata does not say."""

    name: str
    version: str
    licence: str


def version(name: str) -> str:
    """Return the version of a distribution that is installed."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "from source"


def distributions() -> list[Distribution]:
    """Return every distribution of this environment by name. Reads a file each: takes a while."""
    distributions_by_name = {}
    for one in metadata.distributions():
        name = _field(one.metadata, "Name")
        if name:
            distributions_by_name[name.casefold()] = Distribution(
                name, one.version, _licence(one.metadata)
            )
    return [distributions_by_name[name] for name in sorted(distributions_by_name)]


def licence_texts(name: str) -> str:
    """Return the licences and notices that a distribution ships, one after another; "" if none."""
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        return ""
    texts = []
    for file in files:
        last = file.name.casefold()
        is_text = not last.endswith((".py", ".pyc", ".so", ".pyi"))
        if last.startswith(_NAMES) and is_text:
            try:
                texts.append(f"{file}\n\n{file.read_text(encoding='utf-8')}")
            except (OSError, UnicodeDecodeError):
                continue
    return "\n\n\n".join(texts)[:_MOST_CHARS]


def _licence(about: metadata.PackageMetadata) -> str:
    expression = _field(about, "License-Expression")
    licence_name = expression or ", ".join(_from_classifiers(about.get_all("Classifier") or []))
    if licence_name:
        return licence_name
    lines = _field(about, "License").strip().splitlines()
    return lines[0].strip() if lines and len(lines[0]) <= _MOST_NAME else ""


def _field(about: metadata.PackageMetadata, name: str) -> str:
    return str((about.get_all(name) or [""])[0])


def _from_classifiers(classifiers: list[str]) -> Iterator[str]:
    for classifier in classifiers:
        if classifier.startswith("License ::"):
            name = classifier.rpartition("::")[2].strip()
            if name != "OSI Approved":
                yield name
