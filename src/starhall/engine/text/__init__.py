"""Keys and numbers as sentences: catalogue, content files, rulebook."""
