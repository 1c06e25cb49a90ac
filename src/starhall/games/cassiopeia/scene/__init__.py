"""The table of Cassiopeia as it is drawn, and what its options cost."""
