"""How the database of the hall came to be what it is, step by step."""
