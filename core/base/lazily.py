"""What is made at its first use, and what is not imported at all."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Self, TypeVar, overload

# --- a part of an object that is made once, at its first use, from whichever thread -----------
#
# ``functools.cached_property`` locks nothing since Python 3.12: two threads would make two.


T = TypeVar("T")

_making = threading.RLock()
"""One lock for all: a part may need other parts, and no two of them may wait for each other."""


class lazily(Generic[T]):  # noqa: N801 - stands where ``property`` stands
    """Make the value of a property once and keep it; ``vars(owner)`` tells what was made."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> Self | T:
        """Reached only while nothing is made: what ``vars`` holds comes before this."""
        if owner is None:
            return self
        with _making:
            instance_values = vars(owner)
            if self._name not in instance_values:
                instance_values[self._name] = self._make(owner)
            value: T = instance_values[self._name]
            return value


def make_all(owner: object) -> None:
    """Make every value of an object that would else be made when first asked for."""
    for name, value in vars(type(owner)).items():
        if isinstance(value, lazily):
            getattr(owner, name)


# --- packages that dependencies import if present and that Cocite does not need ---------------


@contextmanager
def unseen(modules: Sequence[str]) -> Iterator[None]:
    """Let imports in the block find none of these modules, but for those imported before."""
    hidden = [module for module in modules if module not in sys.modules]
    for module in hidden:
        sys.modules[module] = None  # type: ignore[assignment]  # makes its import fail
    try:
        yield
    finally:
        for module in hidden:
            sys.modules.pop(module, None)
