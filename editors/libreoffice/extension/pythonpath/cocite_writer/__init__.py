"""Cocite in LibreOffice Writer: asks the service of Cocite, and writes what it answers."""
