"""Libraries that the commands work on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.commands.cli import main
from tests.core.commands.command_samples import Said
from tests.core.conftest import RECORDS


@pytest.fixture
def library_folder(tmp_path: Path) -> Path:
    """A library made by the import command from paper records."""
    lines = [
        {
            "id": record.id,
            "title": record.title,
            "abstract": record.abstract,
            "authors": list(record.authors),
            "year": record.year,
            "venue": record.venue,
            "doi": "",
            "url": "",
            "keywords": list(record.keywords),
        }
        for record in RECORDS
    ]
    source = tmp_path / "papers.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    folder = tmp_path / "library"
    assert main(["import", "--library", str(folder), str(source)]) == 0
    return folder


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Run a command that prints JSON and return the value, sure that there is nothing else."""

    def run(*arguments: object) -> object:
        capsys.readouterr()
        assert main([str(argument) for argument in arguments]) == 0
        return json.loads(capsys.readouterr().out)

    return run
