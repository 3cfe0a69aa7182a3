"""The process that holds a model for a window: ``python -m core.models.child``.

Speaks with ``core.models.process`` over stdin and stdout: a JSON line each way, an answer's line
followed by the bytes of its rows. Ends when its stdin closes.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING, Any

from numpy.typing import NDArray

from core.base.children import each_request, requests
from core.base.errors import ModelError
from core.models.encoder import Encoder, SentenceEncoder, is_plain
from core.models.loading import open_encoder
from core.models.manifest import parse_manifest
from core.models.reranker import Reranker

if TYPE_CHECKING:
    from core.models.hierarchical import HierarchicalEncoder

READY, ROWS, ERROR = "ready", "rows", "error"
_UNNEEDED = "torch._meta_registrations"
"""What torch imports for compilers: how operations behave on tensors without values.

Without it, a process that holds a plain BERT is ready a quarter of a second of processor time
sooner and takes 17 MB less. What transformers loads may need it.
"""


def main() -> None:
    """Load the model named on stdin's first line and answer until stdin closes."""
    answers = sys.stdout.buffer
    # Libraries may print; their words must not get between the answers.
    sys.stdout = sys.stderr
    sys.modules.setdefault(_UNNEEDED, ModuleType(_UNNEEDED))
    questions = each_request(requests())
    try:
        model = _load(next(questions))
    except ModelError as error:
        _say(answers, {"kind": ERROR, **error.packed()})
        return
    _say(answers, {"kind": READY, "device": model.device, "precision": model.precision})
    for question in questions:
        _answer(answers, model, question)


def _load(order: dict[str, str]) -> SentenceEncoder | HierarchicalEncoder | Reranker:
    folder = Path(order["folder"])
    manifest = parse_manifest(order["manifest"], where=folder.name)
    is_reranker = manifest.kind == "reranker"
    if not (manifest.adapters if is_reranker else is_plain(folder, manifest)):
        del sys.modules[_UNNEEDED]
        importlib.import_module(_UNNEEDED)
    if is_reranker:
        return Reranker(folder, manifest)
    return open_encoder(folder, manifest)


def _answer(answers: IO[bytes], model: Encoder | Reranker, question: dict[str, Any]) -> None:
    texts: list[Any] = question["of"]
    rows: NDArray[Any]
    if isinstance(model, Reranker):
        rows = model.score(question["query"], [(title, abstract) for title, abstract in texts])
    elif question["kind"] == "papers":
        rows = model.encode_papers([(title, abstract) for title, abstract in texts])
    else:
        rows = model.encode_queries(texts)
    _say(answers, {"kind": ROWS, "shape": rows.shape, "type": str(rows.dtype)}, rows.tobytes())


def _say(answers: IO[bytes], header: dict[str, Any], body: bytes = b"") -> None:
    answers.write(json.dumps(header).encode() + b"\n" + body)
    answers.flush()


if __name__ == "__main__":
    main()
