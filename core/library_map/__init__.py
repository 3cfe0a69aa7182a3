"""The map of a library: a position in the plane for each paper, near similar papers."""
