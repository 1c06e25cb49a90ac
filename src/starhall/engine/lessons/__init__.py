"""Lessons: matches from a chosen position in which a coach says what to try, from TOML files."""
