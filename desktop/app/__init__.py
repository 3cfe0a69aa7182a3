"""The program: start, window, menus, what opens and closes a library."""
