"""Packs the extension into ``cocite.oxt``: ``python editors/libreoffice/build.py [FILE]``."""

from __future__ import annotations

import sys
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
_TIME = (2000, 1, 1, 0, 0, 0)  # equal files make equal packages


def build(target: Path) -> Path:
    """Write the package and return its path."""
    project = tomllib.loads((HERE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    source = HERE / "extension"
    files = sorted(each for each in source.rglob("*") if each.is_file())
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for file in files:
            if file.suffix == ".pyc":
                continue
            data = file.read_bytes()
            if file.name == "description.xml":
                data = data.replace(b"@VERSION@", project["project"]["version"].encode())
            name = file.relative_to(source).as_posix()
            package.writestr(zipfile.ZipInfo(name, _TIME), data, zipfile.ZIP_DEFLATED)
    return target


if __name__ == "__main__":
    print(build(Path(sys.argv[1] if len(sys.argv) > 1 else "cocite.oxt").resolve()))
