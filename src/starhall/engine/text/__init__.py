"""Text and data files: the text catalogue, content files and the rulebook."""
