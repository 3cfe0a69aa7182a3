"""From Markdown and Typst to the same structure a PDF is read into."""
