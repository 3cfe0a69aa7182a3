"""What every page uses: widgets, theme, tasks, notices, changes of the library and their undo."""
