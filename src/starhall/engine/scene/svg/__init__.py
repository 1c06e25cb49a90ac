"""Scenes as SVG pictures."""
