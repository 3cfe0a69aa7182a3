"""What other programs ask of an open library: editors, word processors, assistants."""
