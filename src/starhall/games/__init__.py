"""The games: each a package with `GAME`, found by scanning this folder."""
