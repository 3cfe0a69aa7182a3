"""The SQLite file of a library: connections, its tables over the years, and who may write."""
