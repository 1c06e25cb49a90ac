# mypyc: off
"""Language models as players: a server of the Model Context Protocol that gives one seat.

The text that comes in is written by a model. It chooses among closed lists and loads nothing.
"""
