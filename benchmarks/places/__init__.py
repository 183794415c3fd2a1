"""Try gbatool on every map of a game: derive, read and walk from states on each of them."""
