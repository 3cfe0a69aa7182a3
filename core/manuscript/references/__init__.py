"""Reference lists and citation markers: parsed, and linked with one another and with papers."""
