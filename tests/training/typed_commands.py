"""Commands of the trainer as they are typed."""

from __future__ import annotations

import pytest

from training import __main__ as command_line


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    code = command_line.main([str(each) for each in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err
