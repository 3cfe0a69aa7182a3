"""Names of people as citation styles set them."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.formats.bibliography import STYLES, Cite, formatted_text


def test_chinese_names_stand_without_comma_or_initials() -> None:
    for name in STYLES:
        work = PaperRecord(title="泥炭", authors=("王芳", "陈静"), year=2002, venue="湿地学报")
        (reference,) = formatted_text([work], [[Cite(0)]], name).references
        assert "王芳" in reference, name
        assert "芳." not in reference, name
