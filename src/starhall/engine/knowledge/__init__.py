"""Who knows what: views, what seats remember, imagined worlds."""
