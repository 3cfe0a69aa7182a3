"""The languages the window can speak: code and name, in the language itself."""

from __future__ import annotations

LANGUAGES = {"en": "English"}
