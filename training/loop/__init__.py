"""Trains a task: transformers' Trainer with our batches, gradients, checkpoints and events."""

from __future__ import annotations
