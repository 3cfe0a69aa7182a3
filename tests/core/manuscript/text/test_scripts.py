"""Scripts that sentences and markers are not found in."""

from __future__ import annotations

from core.manuscript.text.scripts import CAPITALS, SMALL, unsupported_script


def test_letters_of_all_alphabets_are_small_or_capital() -> None:
    assert set("aßłşžéθΐжіěơ") <= set(SMALL)
    assert set("AŁŞŽÉΘЖІĚƠ") <= set(CAPITALS)
    assert not set(SMALL) & set(CAPITALS)


def test_scripts_that_are_not_supported_are_named() -> None:
    assert unsupported_script(["Sieves are exact.", "Сита точны.", "筛子很精确。"]) == ""
    assert unsupported_script(["الغرابيل دقيقة جدا"]) == "Arabic"
    assert unsupported_script(["ตะแกรงมีความแม่นยำ", "sieves"]) == "Thai"
