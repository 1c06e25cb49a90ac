"""How well a seat stands, and the odds of a battle."""
