"""The bill of materials."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.building import CHECKOUT
from tests.tools.shipped import REVIEWED
from tools.bom import bill, locked, required


def test_the_bill_of_materials_is_valid_and_names_all_that_ships() -> None:
    text = bill(with_python=True)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    listed = json.loads(text)
    assert listed["metadata"]["component"]["name"] == "cocite"
    parts = {each["name"]: each for each in listed["components"]}
    assert required().keys() - {"cocite"} <= parts.keys()
    assert all(
        parts[name].get("licenses") for name in required() if name not in {"cocite", *REVIEWED}
    )
    assert {"type": "library", "name": "python"}.items() <= parts["python"].items()


def test_the_bill_of_materials_has_hashes_of_libraries_and_of_our_own_data() -> None:
    parts = {each["name"]: each for each in json.loads(bill())["components"]}
    assert "python" not in parts
    data = [name for name in parts if name.startswith("resources/")]
    assert "resources/ranking/trees.txt.gz" in data
    for name in data:
        assert sha256s(parts[name]) == [
            hashlib.sha256(Path(CHECKOUT, name).read_bytes()).hexdigest()
        ]
    for name, _, hashes in locked((CHECKOUT / "requirements.lock").read_text("utf-8")):
        if name in parts:
            assert sorted(sha256s(parts[name])) == sorted(hashes)


def sha256s(part: dict[str, list[dict[str, str]]]) -> list[str]:
    return [each["content"] for each in part["hashes"] if each["alg"] == "SHA-256"]
