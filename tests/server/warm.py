"""Loaded last by the process that halls are forked from: what they would do again and again."""

import gc

from starhall.cli.words import CLI
from starhall.engine.text.spoken import catalogue
from starhall.server.app import make_app
from starhall.server.config import Config

# Litestar loads many modules only when there is an application. This one is never opened.
make_app(Config(database="postgresql://nobody@localhost/nothing"))

# The sentences of the command line are parsed once.
catalogue(CLI)

# A hall looks for cycles when it opens. In what all halls share there is nothing to find, and a
# look at an object copies its page.
gc.collect()
gc.freeze()
