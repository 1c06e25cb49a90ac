"""The building blocks of rules: state, options, decisions, steps, chance."""
