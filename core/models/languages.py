"""The languages that a model's card names: the README that model hubs show.

Its header of YAML says ``language: de``, a list of codes, or "multilingual".
"""

from __future__ import annotations

from pathlib import Path

CARD = "README.md"
EVERY = "multilingual"
_EVERY = frozenset((EVERY, "mul"))
_FENCE = "---"
_LONGEST = 100_000
_CODE = 2


def languages_of_card(card: Path) -> tuple[str, ...]:
    """Return codes of two letters, or ``EVERY``; nothing where the card says none."""
    try:
        with card.open(encoding="utf-8", errors="replace") as file:
            text = file.read(_LONGEST)
    except OSError:
        return ()
    before, fence, rest = text.lstrip("\ufeff").partition(f"{_FENCE}\n")
    header, end, _ = rest.partition(f"\n{_FENCE}")
    if before.strip() or not fence or not end:
        return ()
    language_names = _read_languages(header)
    if _EVERY & language_names:
        return (EVERY,)
    codes = {name.replace("_", "-").split("-")[0] for name in language_names}
    return tuple(sorted(code for code in codes if len(code) == _CODE))


def _read_languages(header: str) -> set[str]:
    import yaml  # type: ignore[import-untyped]

    try:
        # Every scalar stays text: "no" is Norwegian, not False.
        card_values = yaml.load(header, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError):
        return set()
    listed = card_values.get("language") if isinstance(card_values, dict) else None
    names = listed if isinstance(listed, list) else [listed]
    return {name.strip().lower() for name in names if isinstance(name, str)}
