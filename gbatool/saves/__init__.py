"""The game's own save files (``.sav``): reading them, checking them, decoding what is in them."""
