"""The rules of Pulp Invasion!, section by section."""
