from __future__ import annotations

import numpy as np
import pytest

from core.base.distinct import distinct


@pytest.mark.parametrize("numbers", [[], [3], [2, 2, 2], [5, -1, 5, 0, 2**62, -1]])
def test_each_value_is_there_once_and_in_order(numbers: list[int]) -> None:
    found = distinct(np.array(numbers, np.int64))
    assert found.tolist() == sorted(set(numbers))
