"""What the save blocks hold, and where: found by scripts that make the game write there."""
