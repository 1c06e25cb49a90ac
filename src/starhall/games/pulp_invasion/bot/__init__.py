"""The value of a position, the odds of a choice, and the chance to win."""
