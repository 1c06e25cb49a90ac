"""The hall: tables people join in the browser, with persistence, identity and bots."""
