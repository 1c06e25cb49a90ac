"""The drawable table of one view, and its renderings."""
