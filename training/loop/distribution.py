"""The processes of one training, and how they synchronise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor

_CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True)
class Processes:
    """``count`` processes share each batch: example ``i`` is of process ``i % count``."""

    rank: int = 0
    count: int = 1
    device: torch.device = _CPU

    @property
    def main(self) -> bool:
        """Tell whether this is the process that writes and speaks."""
        return self.rank == 0

    def wait(self) -> None:
        """Return when all processes are here."""
        if self.count > 1:
            dist.barrier()

    def agree(self, numbers: Sequence[int]) -> list[int]:
        """Return the main process's numbers."""
        if self.count == 1:
            return list(numbers)
        shared = torch.tensor(list(numbers), device=self.device)
        dist.broadcast(shared, 0)
        return [int(number) for number in shared.tolist()]

    def total(self, value: Tensor) -> Tensor:
        """Return the sum of the processes' values."""
        if self.count > 1:
            value = value.clone()
            dist.all_reduce(value)
        return value

    def rows(self, own: Tensor) -> Tensor:
        """Return each process's tensor as a row; all have the same shape: (count, ...)."""
        if self.count == 1:
            return own[None]
        gathered = [torch.empty_like(own) for _ in range(self.count)]
        dist.all_gather(gathered, own)
        return torch.stack(gathered)

    def whole(self, shares: Mapping[str, Tensor], size: int) -> dict[str, Tensor]:
        """Put the processes' shares of a batch of ``size`` together, in the batch's order.

        Gradients reach this process's own rows only, so each computes the loss of the whole for
        its own share and nothing need travel back.
        """
        if self.count == 1:
            return dict(shares)
        return {name: self._together(own, size) for name, own in shares.items()}

    def _together(self, own: Tensor, size: int) -> Tensor:
        most = -(-size // self.count)
        sent = own.detach()
        if own.dtype == torch.bool:  # gloo knows none
            sent = sent.to(torch.uint8)
        missing = sent.new_zeros((most - len(own), *own.shape[1:]))
        rows = self.rows(torch.cat([sent, missing]))
        # Shares take turns, so what pads a shorter one comes to lie behind the batch's end.
        together = rows.transpose(0, 1).flatten(0, 1)[:size].to(own.dtype).clone()
        if own.requires_grad:
            together[self.rank :: self.count] = own
        return together
