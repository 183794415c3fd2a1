"""Output of the command line: tables, maps, pictures, and JSON."""
