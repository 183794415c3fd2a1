"""What people see: tables, maps, pictures, and the JSON that scripts read."""
