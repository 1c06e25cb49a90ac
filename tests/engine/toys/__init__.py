"""Tiny games for the tests of the engine, one for each way of running rules."""
