"""Data that ships with Cocite: found by importlib.resources, never written."""

from __future__ import annotations
