"""What the tool costs, measured against the bare core in the same run. See README.md."""
