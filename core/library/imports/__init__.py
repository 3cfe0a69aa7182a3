"""Imports: files, folders, pasted text and other programs' libraries become papers."""

from __future__ import annotations
