"""Citation data from elsewhere: dumps are read for what concerns the library's papers."""
