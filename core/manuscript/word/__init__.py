"""From a Word file to the same structure a PDF is read into."""
