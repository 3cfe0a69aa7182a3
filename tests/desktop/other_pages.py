"""Pages beside the library and the manuscript."""

from __future__ import annotations

from PySide6.QtTest import QAbstractItemModelTester

Fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
