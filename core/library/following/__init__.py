"""What is kept in step with the library: a database of Zotero that it follows, files it exports."""
