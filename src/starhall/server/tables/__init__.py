"""The tables of the hall: their logs and matches, who sits at them, and everything that happens."""
