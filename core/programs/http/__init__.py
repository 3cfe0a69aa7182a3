"""The questions of other programs over HTTP, on this computer alone."""
