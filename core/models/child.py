"""The process that holds the model for a window: ``python -m core.models.child FOLDER``.

Speaks with ``core.models.process`` over stdin and stdout: a JSON line each way, an answer's line
followed by the bytes of its rows. Ends when its stdin closes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from core.errors import ModelError
from core.models.encoder import Encoder, SentenceEncoder
from core.models.loading import open_encoder
from core.models.manifest import parse_manifest

if TYPE_CHECKING:
    from core.models.hierarchical import HierarchicalEncoder

READY, ROWS, ERROR = "ready", "rows", "error"


def main() -> None:
    """Load the model named on stdin's first line and answer until stdin closes."""
    answers = sys.stdout.buffer
    # Libraries may print; their words must not get between the answers.
    sys.stdout = sys.stderr
    order = json.loads(sys.stdin.buffer.readline() or b"{}")
    if not order:
        return
    try:
        encoder = _load(order)
    except ModelError as error:
        _say(answers, {"kind": ERROR, "message": str(error), "remedy": error.remedy})
        return
    _say(answers, {"kind": READY, "device": encoder.device, "precision": encoder.precision})
    for line in sys.stdin.buffer:
        _answer(answers, encoder, json.loads(line))


def _load(order: dict[str, str]) -> SentenceEncoder | HierarchicalEncoder:
    folder = Path(order["folder"])
    return open_encoder(folder, parse_manifest(order["manifest"], where=folder.name))


def _answer(answers: IO[bytes], encoder: Encoder, question: dict[str, Any]) -> None:
    if question["kind"] == "papers":
        rows: Any = encoder.encode_papers([(title, abstract) for title, abstract in question["of"]])
    else:
        rows = encoder.encode_queries(question["of"])
    _say(answers, {"kind": ROWS, "shape": rows.shape, "type": str(rows.dtype)}, rows.tobytes())


def _say(answers: IO[bytes], header: dict[str, Any], body: bytes = b"") -> None:
    answers.write(json.dumps(header).encode() + b"\n" + body)
    answers.flush()


if __name__ == "__main__":
    main()
