"""The tables of the hall: their logs and matches, their players, and all that happens at them."""
