"""Citations where people write: the language server for LaTeX, Markdown and Typst."""
