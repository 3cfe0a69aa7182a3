"""The parser of LaTeX: pylatexenc's, which reads plain words at once instead of letter by letter.

At each token pylatexenc copies the text since the last node, so a long text without a macro takes
the square of its length; and tokens are what its time goes to.
"""

from __future__ import annotations

import re
from typing import Any

from pylatexenc.latexwalker import (  # type: ignore[import-untyped]
    LatexToken,
    LatexWalker,
)
from typing_extensions import override

_WORDS = re.compile(r"(?:[ \n]?(?:[^\W_]|[.,/:;])++)++")
"""No sign that LaTeX or a macro could read in another way, and no empty line."""


class WordsWalker(LatexWalker):  # type: ignore[misc]
    r"""Gives the nodes of ``LatexWalker``, with a token for plain words instead of each letter.

    An argument without braces is still one letter, as in ``\frac12``.
    """

    @override
    def get_token(self, pos: int, *arguments: Any, **options: Any) -> Any:
        """Return the token at a position; words where nodes are read, and not an argument."""
        token = super().get_token(pos, *arguments, **options)
        reads_nodes = "include_brace_chars" in options and options.get("environments", True)
        words = _WORDS.match(self.s, token.pos) if reads_nodes and token.tok == "char" else None
        if words is None:
            return token
        return LatexToken(
            tok="char",
            arg=words.group(),
            pos=token.pos,
            len=len(words.group()),
            pre_space=token.pre_space,
        )
