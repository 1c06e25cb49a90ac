"""One game being played: its history, its record, and how it is resumed."""
