"""The engine: matches, decisions, chance, zones, records, scenes; independent of any game."""
