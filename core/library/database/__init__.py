"""The SQLite file of a library: connections, migrations, and the lock for writing."""
