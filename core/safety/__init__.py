"""What keeps a library from harm before it happens: where it lies, and the space that is left."""
