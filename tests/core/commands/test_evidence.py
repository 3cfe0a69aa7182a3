"""``cocite evidence``: passages and quotations of each citation, as text, JSON and a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.commands.cli import main
from tests.core.services.test_evidence import SAID, make_library, write_manuscript


def test_the_command_prints_json_and_writes_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library, manuscript = make_library(tmp_path), write_manuscript(tmp_path)
    page = tmp_path / "evidence.html"
    options = ["--library", str(library), "--html", str(page)]
    assert main(["evidence", str(manuscript), *options, "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    first = values["citations"][0]
    assert first["quotations"][0]["differences"] == [{"quoted": "red", "printed": "green"}]
    assert first["paper_id"]
    assert [check["state"] for check in values["references"]] == ["unchecked", "agrees", "differs"]
    html = page.read_text(encoding="utf-8")
    assert "<del>red</del> → <ins>green</ins>" in html
    assert SAID in html

    assert main(["evidence", str(manuscript), *options]) == 0
    printed = capsys.readouterr().out
    assert "Not in the library" in printed
    assert f"> {SAID} (P. 2)" in printed
    assert "wrong" not in printed
