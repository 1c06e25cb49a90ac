"""Tells people who are away what waits for them: by mail, Web Push and Apprise."""
