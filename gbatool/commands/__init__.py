"""The commands, one file each: parse, call, show. They hold no rule of the game.

A module here imports nothing heavy at its top, for each run of the tool imports them all.
"""
