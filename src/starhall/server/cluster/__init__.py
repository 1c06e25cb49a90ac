"""Communication between processes that share a database: changes, and who is connected."""
