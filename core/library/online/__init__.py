"""Looking papers up at services: what may be sent, the list of what was, and what came back."""
