"""How the table of Pulp Invasion! is drawn."""
