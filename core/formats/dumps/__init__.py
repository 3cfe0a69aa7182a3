"""Published citation data: dumps of OpenAlex, Crossref, OpenCitations and others, line by line.

A dump may hold hundreds of millions of works; only what concerns some wanted papers is kept.
"""
