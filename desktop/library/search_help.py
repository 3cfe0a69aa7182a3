"""What can be typed into the search field, in short."""

from __future__ import annotations

from html import escape

from desktop.language.wording import translate


def search_help() -> str:
    """Return the forms of a search with what each finds, as rich text for a tool tip."""
    forms = (
        (translate("SearchHelp", "graph walks"), translate("SearchHelp", "papers with both words")),
        (
            translate("SearchHelp", "“hard negatives”"),
            translate("SearchHelp", "these words beside one another"),
        ),
        (translate("SearchHelp", "-survey"), translate("SearchHelp", "without this word")),
        (
            translate("SearchHelp", "author:noether"),
            translate("SearchHelp", "an author; also title:, venue:, keyword:, tag:, collection:"),
        ),
        (
            translate("SearchHelp", "year:2019-2022"),
            translate("SearchHelp", "years; also year:2019, year:2019-, year:>2019"),
        ),
        (
            translate("SearchHelp", "key:noether1921"),
            translate("SearchHelp", "a citation key; also doi: and arxiv:"),
        ),
    )
    rows = "".join(
        f"<tr><td><code>{escape(form)}</code>&nbsp;&nbsp;</td><td>{escape(meaning)}</td></tr>"
        for form, meaning in forms
    )
    title = escape(translate("SearchHelp", "Search the library (Ctrl+F)"))
    return f"<p>{title}</p><table>{rows}</table>"
