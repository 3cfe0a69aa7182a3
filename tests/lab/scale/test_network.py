from __future__ import annotations

import pytest
from torch import Tensor

from tools.lab.scale.network import Network


def test_layers_are_counted_by_the_names_of_weights(network: Network) -> None:
    assert (network.layers, network.heads) == (2, 4)


def test_heads_that_do_not_divide_the_states_are_refused(weights: dict[str, Tensor]) -> None:
    with pytest.raises(ValueError, match="24 numbers cannot be cut into 7 heads"):
        Network.of(weights, heads=7)
