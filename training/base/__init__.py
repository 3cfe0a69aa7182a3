"""What recipes are made of: settings and their fields, stages, tasks, results kept on the disk."""

from __future__ import annotations
