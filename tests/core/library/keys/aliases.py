"""Bibliographies whose entries have further keys."""

from __future__ import annotations

BIB = """
@article{marsh2011, ids = {marsh-old, reed2010}, author = {Marsh, Bo}, title = {Reeds by night},
  journaltitle = {Shores}, date = {2011}}
@article{fen2012, author = {Tarn, Cy}, title = {Reeds by day}, journaltitle = {Shores},
  date = {2012}, ids = {fen-old}}
"""
