"""The page on which similar papers are merged, linked as versions, or kept apart."""
