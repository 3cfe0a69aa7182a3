"""From an OpenDocument text to the same structure a PDF is read into."""
