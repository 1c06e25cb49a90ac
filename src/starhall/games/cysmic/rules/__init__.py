"""The rules of Cysmic, one module for each section of the rulebook. Start reading in turn.py."""
