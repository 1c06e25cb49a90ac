"""How the table of Cysmic is drawn."""
