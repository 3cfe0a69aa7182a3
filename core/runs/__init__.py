"""Training runs as the window sees them: asked for, followed, judged, and their models used."""
