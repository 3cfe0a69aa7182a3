"""The sentences of the engine that a person may read in the window, so that they are translated.

The engine speaks English and knows no Qt. “{0}” stands for what it puts in; a test holds the
table to the sentences that the engine has.
"""

from __future__ import annotations

from desktop.language.wording import QT_TRANSLATE_NOOP

SENTENCES = (
    QT_TRANSLATE_NOOP("Engine", "The corpus holds nothing that “{0}” could learn from."),
    QT_TRANSLATE_NOOP("Engine", "The memory of the device does not suffice."),
    QT_TRANSLATE_NOOP("Engine", "Set a smaller batch or fewer max_tokens."),
    QT_TRANSLATE_NOOP("Engine", "The device ran out of memory."),
    QT_TRANSLATE_NOOP("Engine", "The loss is no longer a number at step {0}."),
)
