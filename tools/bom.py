"""Writes a bill of materials: everything that ships with Cocite, as CycloneDX.

``python -m tools.bom OUT.json [--with-python]`` lists what Cocite needs, as it is installed here,
with versions, licences and the hashes of ``requirements.lock``; and the files of ``resources``,
with their own hashes. ``packaging/freeze.py`` puts one beside the frozen program.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import platform
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
PROGRAM = "cocite"
_ENTRY = re.compile(r"^([\w.-]+)==([^\s;]+)[^\\\n]*((?: \\\n +--hash=sha256:\w{64})+)$", re.M)
_HASH = re.compile(r"sha256:(\w{64})")
_LEFT_BY_USE = ("__pycache__",)

# What metadata says where it gives no SPDX expression.
_CLASSIFIED = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Public Domain": "CC0-1.0",
    "Python Software Foundation License": "PSF-2.0",
}
_WRITTEN = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0 License": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Dual Licensed - GNU AFFERO GPL 3.0 or Artifex Commercial License": "AGPL-3.0-or-later",
}


def main() -> None:
    """Write the bill where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--with-python", action="store_true", help="it is part of what ships")
    arguments = parser.parse_args()
    arguments.out.write_text(bill(with_python=arguments.with_python), encoding="utf-8")


def bill(*, with_python: bool = False) -> str:
    """Return the bill of what is installed here, as CycloneDX 1.6 in JSON."""
    needed = required()
    hashes = {name: file_hashes for name, _, file_hashes in locked(LOCK.read_text("utf-8"))}
    parts = {name: _distribution(name, hashes.get(name, ())) for name in sorted(needed)}
    program = parts.pop(PROGRAM)
    program.type = ComponentType.APPLICATION
    files = list(_files(ROOT / "resources"))
    listed = Bom(components=[*parts.values(), *files, *[_python()] * with_python])
    listed.metadata.component = program
    parts[PROGRAM] = program
    for name, requirements in needed.items():
        needs = [parts[requirement] for requirement in requirements if requirement in parts]
        listed.register_dependency(parts[name], [*needs, *(files if name == PROGRAM else ())])
    return make_outputter(listed, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)


def required() -> Mapping[str, Sequence[str]]:
    """Return what Cocite needs to run, as far as it is installed here, and what each needs."""
    todo, needs_by_name = [PROGRAM], dict[str, Sequence[str]]()
    while todo:
        name = todo.pop()
        if name in needs_by_name:
            continue
        try:
            lines = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # for another system
        needed = [Requirement(line) for line in lines]
        needs_by_name[name] = sorted(
            {
                canonicalize_name(needed_requirement.name)
                for needed_requirement in needed
                if needed_requirement.marker is None
                or needed_requirement.marker.evaluate({"extra": ""})
            }
        )
        todo += needs_by_name[name]
    return needs_by_name


def licence(name: str) -> str:
    """Return the licence of a distribution as an SPDX expression, "" if its metadata has none."""
    package_metadata = importlib.metadata.metadata(name)
    licence_text = " ".join((package_metadata["License"] or "").split())
    classified = [
        _CLASSIFIED.get(line.rpartition("::")[2].strip(), "")
        for line in package_metadata.get_all("Classifier") or []
        if line.startswith("License ::")
    ]
    return (
        package_metadata["License-Expression"]
        or " AND ".join(filter(None, classified))
        or _WRITTEN.get(licence_text, licence_text)
    )


def locked(text: str) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the name, version and SHA-256 hashes of each distribution that a lock pins."""
    for name, version, hashes in _ENTRY.findall(text):
        yield canonicalize_name(name), version, _HASH.findall(hashes)


def _distribution(name: str, hashes: Iterable[str]) -> Component:
    version = importlib.metadata.version(name)
    return Component(
        name=name,
        version=version,
        bom_ref=name,
        purl=PackageURL("pypi", name=name, version=version.partition("+")[0]),
        licenses=_licences(licence(name)),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in hashes],
    )


def _python() -> Component:
    return Component(
        name="python", version=platform.python_version(), licenses=_licences("PSF-2.0")
    )


def _licences(expression: str) -> Sequence[object]:
    return [LicenseFactory().make_from_string(expression)] if expression else []


def _files(folder: Path) -> Iterator[Component]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not set(path.parts) & set(_LEFT_BY_USE):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            name = path.relative_to(ROOT).as_posix()
            yield Component(
                name=name,
                bom_ref=name,
                type=ComponentType.FILE,
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
            )


if __name__ == "__main__":
    main()
