"""How the table of Cyberstrife is drawn."""
