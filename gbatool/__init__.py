"""gbatool: derive, prove and use the addresses of generation-3 Pokémon games."""

__version__ = "0.1.0"
