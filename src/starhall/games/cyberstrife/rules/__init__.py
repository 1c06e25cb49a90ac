"""The rules of Cyberstrife, section by section."""
