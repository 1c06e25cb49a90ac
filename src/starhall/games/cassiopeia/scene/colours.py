"""Colours and icons of the table."""

# mypyc: off

TONES = {
    "earth": "#3f8fd0",
    "mars": "#c8553d",
    "uninhabited": "#b5702a",
    "inhabited": "#2a6fb5",
    "specialist": "#6a4fa3",
    "object": "#4f6a78",
}
SEAT_TONES = {
    "red": "#e5484d",
    "blue": "#4f8df5",
    "yellow": "#f2cf4a",
    "green": "#46b36b",
    "black": "#8b93a7",
}
ICONS = {
    "coin": "two-coins",
    "bot": "robot-antennas",
    "lens": "magnifying-glass",
    "cell": "dna1",
    "capsule": "pill",
}
SPECIALIST_ICONS = {
    "engineer": "auto-repair", "installer": "wrench",
    "programmer": "computing", "cyberneticist": "robot-antennas",
    "geneticist": "dna1", "ecologist": "sprout",
    "martian": "alien-skull", "earthman": "earth-america",
    "tax_officer": "scales", "broker": "trade",
    "archaeologist": "trowel", "prospector": "gold-nuggets",
    "planetologist": "ringed-planet", "foreman": "hand-truck",
    "intendant": "cargo-crate", "captain": "captain-hat-profile",
    "commander": "rank-3", "xenologist": "alien-stare",
}  # fmt: skip
COMPLEX_ICONS = {
    "trade_complex": "trade",
    "banking_complex": "two-coins",
    "engineering_complex": "auto-repair",
    "genetic_complex": "dna1",
    "robotics_complex": "robot-antennas",
    "defence_complex": "shield",
    "supply_complex": "cargo-crate",
}
OBJECT_ICONS = ("habitat-dome", "spaceship", "satellite")
