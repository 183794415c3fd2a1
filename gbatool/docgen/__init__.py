"""The generated pages of the documentation, one file a page."""
