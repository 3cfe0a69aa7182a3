"""What the pages take from the settings, and what is chosen on a page and kept in the settings."""

from __future__ import annotations

from core.settings import Settings
from desktop.main_window import Pages
from desktop.manuscript.page import ManuscriptPage
from desktop.manuscript.tab_parts import Preferences
from desktop.settings.store import SettingsStore

_OF_MANUSCRIPTS = frozenset(
    ("breadth", "cite_style", "gap_threshold", "suggestions", "hide_cited_elsewhere")
)


def preferences(settings: Settings) -> Preferences:
    """Return what manuscripts that are opened start with."""
    return Preferences(
        breadth=settings.breadth,
        cite_style=settings.cite_style,
        gap_threshold=settings.gap_threshold,
        suggestions=settings.suggestions,
        hides_elsewhere=settings.hide_cited_elsewhere,
    )


def hand_on(settings: Settings, pages: Pages, names: frozenset[str]) -> None:
    """Let open pages follow settings that were changed."""
    if names & _OF_MANUSCRIPTS:
        pages.manuscript.use_preferences(preferences(settings))
    pages.library.library_actions.use_styles(settings.cite_style, settings.csl_style)
    pages.similar.paper_actions.use_cite_style(settings.cite_style)


def keep_choices(page: ManuscriptPage, store: SettingsStore) -> None:
    """Keep what is chosen on the page: the next manuscript starts with it."""
    page.breadth_changed.connect(lambda breadth: store.change(breadth=breadth))
    page.cite_style_changed.connect(lambda style: store.change(cite_style=style))
    page.gap_threshold_changed.connect(lambda least: store.change(gap_threshold=least))
