"""ROM images as people have them: inside a zip, or as a patch for a ROM of one's own."""
