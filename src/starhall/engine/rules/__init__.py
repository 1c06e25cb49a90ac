"""What rules are written with: state, options, decisions, steps, chance."""
