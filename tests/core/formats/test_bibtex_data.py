"""What entries of BibLaTeX take over from ``@xdata``."""

from __future__ import annotations

from typing import Any

from tests.core.formats.bibtex_records import read


def test_xdata_is_inherited_and_neither_it_nor_a_set_is_a_work() -> None:
    records = read(
        "@xdata{p, publisher={Fen Press}, location={Ely and Ayr}}\n"
        "@xdata{q, xdata={p}, series={Bogs}, author={Moor, Ada and Fenn, Bo}}\n"
        "@book{a, title={A}, xdata={q}, series={Own}}\n"
        "@book{b, title={B}, publisher={xdata=p-publisher}, author={xdata=q-author-2}}\n"
        "@set{s, entryset={a, b}}\n"
    )
    assert list(records) == ["a", "b"]
    expected: dict[str, Any] = {
        "publisher": "Fen Press",
        "publisher-place": "Ely and Ayr",
        "collection-title": "Own",
    }
    assert expected.items() <= records["a"].extra.items()
    assert "xdata" not in records["a"].extra
    assert records["b"].authors == ("Bo Fenn",)
    assert records["b"].extra["publisher"] == "Fen Press"


def test_xdata_is_known_by_its_other_keys_and_what_is_missing_is_passed_over() -> None:
    records = read(
        "@xdata{p, ids={press, fen}, publisher={Fen Press}}\n"
        "@book{a, title={A}, xdata={missing, fen}}\n"
    )
    assert records["a"].extra["publisher"] == "Fen Press"
    assert "ids" not in records["a"].extra
