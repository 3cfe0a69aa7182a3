from __future__ import annotations

import logging
import tomllib
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

from core.base import settings
from core.base.settings import Settings


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "settings.toml") == Settings()


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "settings.toml"
    chosen = Settings(breadth=0.7, theme="dark").with_library(tmp_path / "papers")
    settings.save(chosen, path)
    assert settings.load(path) == chosen
    assert [file.name for file in path.parent.iterdir()] == ["settings.toml"]


def test_unknown_keys_are_kept_and_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "dark"\nhalo = 3\n[later]\nx = [1]\n', encoding="utf-8")
    with caplog.at_level(logging.INFO):
        loaded = settings.load(path)
    assert "halo, later" in caplog.text
    settings.save(loaded.changed(theme="light"), path)
    text = path.read_text(encoding="utf-8")
    assert "halo = 3" in text
    assert "[later]" in text
    assert 'theme = "light"' in text


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"breadth = ", Settings(), id="no TOML"),
        pytest.param(b"\xff\xfe\x00", Settings(), id="no text"),
        pytest.param(
            b'breadth = 9.0\ntheme = "dark"', Settings(theme="dark"), id="one value out of range"
        ),
        pytest.param(
            b'rerank_ms = -1\nlanguage = "Klingon!"\nsuggestions = 7\n[shortcuts]\nx = 3',
            Settings(suggestions=7),
            id="several values that make no sense",
        ),
    ],
)
def test_damaged_settings_are_put_aside(
    tmp_path: Path, content: bytes, expected: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    assert settings.load(path) == expected
    assert len(caplog.messages) == 1
    assert (tmp_path / "settings.toml.bak").read_bytes() == content


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.toml"
    settings.save(Settings(theme="dark"), path)

    def refuse(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(OSError, match="No space"):
        settings.save(Settings(theme="light"), path)
    assert settings.load(path).theme == "dark"
    assert [file.name for file in tmp_path.iterdir()] == ["settings.toml"]


def test_the_library_in_use_is_first_among_a_few_recent_ones() -> None:
    chosen = Settings()
    for number in range(12):
        chosen = chosen.with_library(Path(f"/l{number}"))
    chosen = chosen.with_library(Path("/l9"))
    names = [path.name for path in chosen.recent_libraries]
    assert names == ["l9", "l11", "l10", "l8", "l7", "l6", "l5", "l4"]


def test_single_settings_go_back_to_their_defaults() -> None:
    chosen = Settings(theme="dark", text_percent=150, breadth=0.1, shortcuts={"library.edit": "F2"})
    reset = chosen.at_defaults(("theme", "shortcuts"))
    assert reset == Settings(text_percent=150, breadth=0.1)


def test_chosen_keys_are_saved_with_their_names(tmp_path: Path) -> None:
    chosen = Settings(shortcuts={"library.edit": "F2; Ctrl+E", "window.quit": ""})
    settings.save(chosen, tmp_path / "settings.toml")
    assert settings.load(tmp_path / "settings.toml") == chosen


WRITTEN_BEFORE = """language = "de"
open_last = false
library = "/papers"
recent_libraries = [
    "/papers",
    "/old",
]
suggestions = 35
breadth = 0.7
gap_threshold = 0.45
rerank_ms = 700
theme = "dark"
text_percent = 137
density = "roomy"
cite_style = "word"
csl_style = "/styles/nature.csl"
trash_days = 14
serve_programs = true
serve_picker = true
lookup_crossref = true
lookup_openalex = true
lookup_arxiv = true
lookup_mailto = "ada@example.org"

[shortcuts]
"library.edit" = "F2; Ctrl+E"
"""
"""A file with every setting, as versions wrote it before settings were declared with their rows."""


def test_a_file_of_an_earlier_version_is_read_and_written_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(WRITTEN_BEFORE, encoding="utf-8")
    names = tomllib.loads(WRITTEN_BEFORE).keys()
    loaded, fresh = settings.load(path), Settings()
    assert [name for name in names if getattr(loaded, name) == getattr(fresh, name)] == []
    settings.save(loaded, path)
    written = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in written if line.split(" =")[0] in names or "=" not in line] == [
        line for line in WRITTEN_BEFORE.splitlines() if not line.startswith('"library.edit"')
    ]
    assert '"library.edit" = "F2; Ctrl+E"' in written
    assert not path.with_name("settings.toml.bak").exists()


@pytest.mark.parametrize("name", Settings.presentations())
def test_a_declared_setting_offers_what_its_type_allows(name: str) -> None:
    presentation = Settings.presentations()[name]
    field = Settings.model_fields[name]
    assert presentation.title
    for value in presentation.choices:
        assert getattr(Settings().changed(**{name: value}), name) == value
    if get_origin(field.annotation) is Literal:
        assert set(presentation.choices) == set(get_args(field.annotation))
    if field.annotation in (int, float):
        least, most = Settings.limits(name)
        assert least <= field.default <= most
    assert (field.annotation is bool) == bool(presentation.label)


def test_every_setting_is_declared_or_chosen_elsewhere() -> None:
    others = set(Settings.model_fields) - set(Settings.presentations())
    assert others == {"library", "recent_libraries", "shortcuts"}
