"""Starhall's games as environments of PettingZoo, Gymnasium and OpenSpiel (extra `envs`).

from starhall.envs import gymnasium, openspiel, pettingzoo

env = pettingzoo.aec("cassiopeia", seats=3)
env = gymnasium.single("pulp-invasion", seat=0)
game = openspiel.load("cassiopeia")
"""
