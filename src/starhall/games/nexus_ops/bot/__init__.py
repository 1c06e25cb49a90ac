"""The value of a position, and the odds of a battle."""
