"""What manuscripts of every kind have in common: sentences, sections, and how they are stored."""
