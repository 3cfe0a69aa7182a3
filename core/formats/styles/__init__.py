"""Formats citations and references in styles of the Citation Style Language (CSL 1.0.2)."""
