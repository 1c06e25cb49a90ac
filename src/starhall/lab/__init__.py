"""The lab: many games at once, for bot makers and game designers."""
