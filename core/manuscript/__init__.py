"""From a PDF to sections, sentences, markers and references."""

from __future__ import annotations
