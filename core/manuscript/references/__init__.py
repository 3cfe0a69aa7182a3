"""Reference lists and citation markers: taken apart, and linked with one another and papers."""
