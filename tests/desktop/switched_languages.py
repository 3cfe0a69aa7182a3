"""What is said in two languages."""

from __future__ import annotations

from desktop.language.wording import choose_plural, translate


def papers(count: int) -> str:
    return choose_plural(translate("StatusLine", "%Ln paper(s)", "", count), count)
