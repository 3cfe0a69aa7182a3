"""Pictures of every page and dialog, kept beside the tests: what they show is looked at once."""
