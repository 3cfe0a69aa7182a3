"""Files of Parquet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.formats.dumps.scanning import look
from tests import dumps
from tests.core.formats.dumps.dump_reading import read


def test_parquet_is_read_where_pyarrow_is(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    works = [dumps.openalex(n, f"10.55555/{n}", cites=[1], title=f"T{n}") for n in range(30)]
    for work in works:
        work["abstract_inverted_index"] = json.dumps({"Olives": [0]})
    path = tmp_path / "works.parquet"
    pq.write_table(pa.Table.from_pylist(works), path, row_group_size=10)
    assert look(path).title == "OpenAlex"
    step = read(path, {"doi:10.55555/4": 1, "doi:10.55555/25": 2})
    assert {found["paper"]: found["title"] for found in step.found} == {1: "T4", 2: "T25"}
    assert step.lines == 30
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError):
        look(path)
