"""The engine: matches, decisions, chance, zones, records, scenes; it knows no game."""
