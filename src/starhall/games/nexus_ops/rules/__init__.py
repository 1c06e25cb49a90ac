"""The rules, one module for each section of the rulebook; turn.py is where to begin."""
