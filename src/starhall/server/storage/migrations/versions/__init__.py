"""The migrations of the hall's database."""
