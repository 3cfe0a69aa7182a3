r"""From LaTeX to the same structure a PDF is read into."""
