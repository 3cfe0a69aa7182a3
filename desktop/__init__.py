"""The Qt application: shows and asks, decides nothing about papers."""

from __future__ import annotations
